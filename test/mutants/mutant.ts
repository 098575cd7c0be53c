/** A deliberate fault: a change of the source that the tests have to notice. */

export interface Mutant {
  /** Unique, in kebab-case: names it on the command line. */
  readonly name: string;
  /** Path from the repository's root. */
  readonly file: string;
  /** Occurs exactly once in the file. */
  readonly text: string;
  /** What stands in its place. */
  readonly replacement: string;
  /** What clients or operators would see. */
  readonly breaks: string;
  /** Test files that have to notice it, as paths from the repository's root. */
  readonly tests: readonly string[];
}

/** @returns how often the text of a mutant occurs in its file */
export const occurrencesIn = (source: string, { text }: Pick<Mutant, 'text'>): number =>
  source.split(text).length - 1;
