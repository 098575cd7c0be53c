/** The paragraphs of a page of text, and which of them are new. */
import { hashOf } from '../hash.ts';

interface Paragraph {
  /** The words, on one line. */
  readonly text: string;
  /** Those of the last heading above that has a date. */
  readonly date?: string;
}

/** What is compared with the hashes of what was read last. */
export interface PageNews {
  readonly added: readonly Paragraph[];
  /** How many known paragraphs the page no longer has. */
  readonly gone: number;
  /** Whether the last known paragraph is among them: then the page may be cut. */
  readonly lacksEnd: boolean;
  /** The hashes of all paragraphs of the page, in their order. */
  readonly hashes: readonly string[];
}

/**
 * @param known hashes of the paragraphs that were read last; undefined if the page never was
 * @param readOn the day of the last reading: without hashes, what has an earlier date is not new
 */
export function newsOfPage(
  text: string,
  known: readonly string[] | undefined,
  readOn: string,
): PageNews {
  const paragraphs = paragraphsOf(text);
  const hashed = paragraphs.map((each) => [hashOf(keyOf(each)), each] as const);
  const hashes = [...new Set(hashed.map(([hash]) => hash))];
  const [before, now] = [new Set(known), new Set(hashes)];
  const isNew = ([hash, { date }]: (typeof hashed)[number]): boolean =>
    known ? !before.has(hash) : date !== undefined && dayOf(date) > readOn;
  const lost = [...before].filter((hash) => !now.has(hash));
  return {
    added: hashed.filter(isNew).map(([, paragraph]) => paragraph),
    gone: lost.length,
    lacksEnd: known !== undefined && lost.includes(known.at(-1)!),
    hashes,
  };
}

const keyOf = ({ date = '', text }: Paragraph): string => `${date} ${text}`;

const datePattern =
  /\b(?:January|February|March|April|May|June|July|August|September|October|November|December) \d{1,2}, \d{4}\b|\b\d{4}-\d\d-\d\d\b/;

const dayOf = (date: string): string =>
  /^\d/.test(date) ? date : new Date(`${date} UTC`).toISOString().slice(0, 10);

/** Paragraphs, entries of lists, rows of tables. A heading with a date is that of what follows. */
function paragraphsOf(page: string): Paragraph[] {
  const found: Paragraph[] = [];
  let date: string | undefined;
  for (const block of page.replaceAll('\r', '').split(blockStart)) {
    const text = block.replaceAll(/\s+/g, ' ').trim();
    const [stated] = datePattern.exec(text) ?? [];
    // When the page was generated is no news.
    if (text === '' || /^last updated\b/i.test(text)) continue;
    if (stated !== undefined && isHeading(text, stated)) date = stated;
    else found.push({ text, ...(date !== undefined && { date }) });
  }
  return found;
}

/** An empty line, and before an entry of a list, a row of a table, or a heading. */
const blockStart = /\n\s*\n|\n(?=\s*(?:[-*+|#]|\d+\.) ?)|(?<=^#[^\n]*)\n/m;

/** A heading, or a line that has nothing but the date. */
const isHeading = (text: string, date: string): boolean =>
  text.startsWith('#') || text.replaceAll(/[*_:]/g, '').trim() === date;
