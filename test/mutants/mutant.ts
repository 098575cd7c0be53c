/** Deliberate faults: changes of the source that the tests have to notice. */

/** One of them, as the table has it. */
export interface Fault {
  /** Unique, in kebab-case: names it on the command line. */
  readonly name: string;
  /** Path from the repository's root. */
  readonly file: string;
  /** Occurs exactly once in the file. */
  readonly text: string;
  /** What stands in its place. Default: nothing. */
  readonly replacement?: string;
  /** What clients or operators would see. */
  readonly breaks: string;
  /**
   * Test files that have to notice it, as paths from the repository's root. Default: the test at
   * the place of the file.
   */
  readonly tests?: readonly string[];
}

/** A fault, with all that is left out. */
export type Mutant = Required<Fault>;

export const mutantOf = (fault: Fault): Mutant => ({
  replacement: '',
  tests: [fault.file.replace(/^src\/(.*)\.ts$/, 'test/$1.test.ts')],
  ...fault,
});

/** @returns how often the text of a mutant occurs in its file */
export const occurrencesIn = (source: string, { text }: Pick<Mutant, 'text'>): number =>
  source.split(text).length - 1;
