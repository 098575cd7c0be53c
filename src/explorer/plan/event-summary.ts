/** An event of a subscription in a few words. */
import type { Response } from '../response.ts';

/** A longer summary is cut. */
const maxCharacters = 120;

/** Fields that say less than others. */
const technical = new Set(['__typename', 'id', 'cursor', 'pollAfter', 'hasMore']);

/** @returns the lists of an event with their lengths, and the first values: `messages × 2, "Hi"` */
export function summaryOf({ data, errors = [] }: Response): string {
  const words = data ? wordsOf(data) : [];
  const failed = errors.length === 0 ? [] : [`errors × ${errors.length}`];
  const text = [...words, ...failed].join(', ');
  if (text.length <= maxCharacters) return text;
  return `${text.slice(0, maxCharacters - 1)}…`;
}

function wordsOf(value: object): string[] {
  const entries = Object.entries(value).filter(([name]) => !technical.has(name));
  return entries.flatMap(([name, each]: [string, unknown]) => {
    if (each === null || each === undefined) return [];
    if (Array.isArray(each)) return [`${name} × ${each.length}`, ...textsOf(each[0])];
    return typeof each === 'object' ? wordsOf(each) : [`${name}: ${JSON.stringify(each)}`];
  });
}

/** The first text of the first item: more would hide the lists that follow. */
function textsOf(item: unknown): string[] {
  if (typeof item === 'string') return [JSON.stringify(item)];
  if (typeof item !== 'object' || item === null) return [];
  const text = Object.entries(item).find(
    ([name, value]) => typeof value === 'string' && !technical.has(name),
  );
  return text ? [JSON.stringify(text[1])] : [];
}
