/**
 * Shortens what a tool returns. Lists are cut at their ends, so the result stays valid JSON of the
 * same shape, and it says what is left out. A list of pages continues at the first item that was
 * cut.
 */
import { cursorsIn, isCursorName, type PageCursors } from './page-cursor.ts';

/**
 * Maximum number of characters of one answer. Codex cuts the middle out of more than 10 KiB
 * (openai/codex, 2025-12), Claude Code warns above 10,000 tokens (code.claude.com, 2026).
 */
export const maxCharacters = 10_000;

/** Maximum number of errors, and of omissions, in one result. */
export const maxEntries = 20;

/** Texts with fewer characters are not cut: they would tell too little. */
const minText = 200;

/** What was left out of a list or a text. */
export interface Omission {
  /** The names from the data to the list, with the indexes of lists. */
  readonly path: readonly (string | number)[];
  /** Elements of a list, or characters of a text. */
  readonly leftOut: number;
  readonly of: 'elements' | 'characters';
  /** The cursor after the last element that is there. */
  after?: string;
  /** The argument of the tool that takes the cursor. */
  argument?: string;
}

/** A value that has become shorter, and what was left out of it. */
interface Shortened {
  /** Undefined if it cannot be made short enough. */
  readonly value: unknown;
  readonly omissions: readonly Omission[];
}

/** @param limit the maximum number of characters, as JSON */
export function shorten(value: unknown, limit: number): Shortened {
  const shortener = new Shortener();
  const short = shortener.fit(value, limit, []);
  const isShort = sizeOfText(short) <= limit + maxOverhead;
  return { value: isShort ? short : undefined, omissions: shortener.omissions };
}

/** Scalars and short texts are never cut: a few of them can exceed a limit. */
const maxOverhead = 2_000;

const sizeOfText = (value: unknown): number => JSON.stringify(value)?.length ?? 0;

type Path = readonly (string | number)[];

class Shortener {
  readonly omissions: Omission[] = [];
  readonly #sizes = new Map<object, number>();

  fit(value: unknown, limit: number, path: Path): unknown {
    if (typeof value === 'string') return this.#fitText(value, limit, path);
    if (typeof value !== 'object' || value === null) return value;
    return Array.isArray(value)
      ? this.#fitList(value, limit, path)
      : this.#fitObject(value, limit, path);
  }

  #fitText(text: string, limit: number, path: Path): string {
    if (this.#sizeOf(text) <= limit || text.length <= minText) return text;
    // A character can take six, as an escape sequence.
    const ratio = text.length / this.#sizeOf(text);
    const kept = Math.max(minText, Math.floor((limit - 3) * ratio));
    if (kept >= text.length) return text;
    this.omissions.push({ path, leftOut: text.length - kept, of: 'characters' });
    return `${text.slice(0, kept).toWellFormed()}…`;
  }

  #fitList(list: readonly unknown[], limit: number, path: Path): unknown[] {
    const kept: unknown[] = [];
    let left = limit - 2;
    for (const [index, element] of list.entries()) {
      const size = this.#sizeOf(element) + 1;
      if (size > left && index > 0) break;
      kept.push(this.fit(element, left, [...path, index]));
      left -= size;
    }
    if (kept.length < list.length)
      this.omissions.push({ path, leftOut: list.length - kept.length, of: 'elements' });
    return kept;
  }

  /** Short values keep their whole length; what they do not need is for the longer ones. */
  #fitObject(object: object, limit: number, path: Path): object {
    const entries = entriesOf(object);
    const shares = new Map<string, number>();
    let left = limit - 2 - entries.reduce((sum, [name]) => sum + name.length + 4, 0);
    let count = entries.length;
    const bySize = entries.toSorted(([, a], [, b]) => this.#sizeOf(a) - this.#sizeOf(b));
    for (const [name, value] of bySize) {
      const share = Math.min(this.#sizeOf(value), Math.max(0, Math.floor(left / count)));
      shares.set(name, share);
      left -= share;
      count -= 1;
    }
    const short = Object.fromEntries(
      entries.map(([name, value]) => [name, this.fit(value, shares.get(name)!, [...path, name])]),
    );
    const cursors = cursorsIn(object);
    if (cursors) this.#endPage(short, cursors, path);
    return short;
  }

  /** Lets a page end at its last element: its cursor leads to what was cut. */
  #endPage(page: Record<string, unknown>, { cursors, variable }: PageCursors, path: Path): void {
    const names = ['nodes', 'edges'].filter((name) => Array.isArray(page[name]));
    const lists = names.map((name) => page[name] as readonly unknown[]);
    const count = Math.min(...lists.map(({ length }) => length));
    if (count >= cursors.length || count === 0) return;
    for (const name of names) page[name] = (page[name] as readonly unknown[]).slice(0, count);
    const after = cursors[count - 1]!;
    const { pageInfo } = page;
    if (typeof pageInfo === 'object' && pageInfo !== null)
      page['pageInfo'] = {
        ...pageInfo,
        ...('endCursor' in pageInfo && { endCursor: after }),
        ...('hasNextPage' in pageInfo && { hasNextPage: true }),
      };
    const depth = path.length + 1;
    const omission = this.omissions.findLast(
      (each) => each.path.length === depth && path.every((name, at) => each.path[at] === name),
    );
    if (omission) Object.assign(omission, { after, ...(variable && { argument: variable }) });
  }

  /** The number of characters as JSON, without cursors that are not shown. */
  #sizeOf(value: unknown): number {
    if (typeof value !== 'object' || value === null) return sizeOfText(value);
    let size = this.#sizes.get(value);
    if (size !== undefined) return size;
    size = Array.isArray(value)
      ? value.reduce<number>((sum, each) => sum + this.#sizeOf(each) + 1, 2)
      : entriesOf(value).reduce(
          (sum, [name, each]) => sum + name.length + 4 + this.#sizeOf(each),
          2,
        );
    this.#sizes.set(value, size);
    return size;
  }
}

const entriesOf = (object: object): [string, unknown][] =>
  Object.entries(object).filter(
    ([name, value]: [string, unknown]) => value !== undefined && !isCursorName(name),
  );
