/** Fields of files that a query can search, and the comparisons that several of them have. */
import type { User } from '../../user.ts';
import type { SearchOperator, SearchTerm } from './parser.ts';
import type { FileEntity, StorageState } from '../state.ts';

/** Who searches where. */
export interface SearchContext {
  readonly state: StorageState;
  readonly user: User;
}

/** Whether a search finds a file. */
export type FileFilter = (file: FileEntity) => boolean;

/** A field that a query can search. */
export interface SearchField {
  readonly operators: readonly SearchOperator[];
  /** @throws ApiError 400 if the field has no such value */
  readonly filterOf: (term: SearchTerm, context: SearchContext) => FileFilter;
}

/** The result of a comparison for equality, or of `!=`. */
export const equals = (operator: SearchOperator, isEqual: boolean): boolean =>
  operator === '!=' ? !isEqual : isEqual;

/** Compares a text of a file with the value of a query. */
export type TextTest = (text: string, value: string) => boolean;

/**
 * The name has a word for each word of the value that begins with it, in any order and place:
 * googleapis/google-api-python-client#2118 (2023) and prasmussen/gdrive#211 (2016). That all words
 * of the value may be beginnings is assumed. A value without words must occur as it is.
 */
export const hasWords: TextTest = (name, value) => {
  const [words, wanted] = [wordsOf(name), wordsOf(value)];
  if (wanted.length === 0) return name.includes(value);
  return wanted.every((part) => words.some((word) => word.startsWith(part)));
};

/** Whether a value is on the side of the limit that an operator names. */
export function compare(operator: SearchOperator, instant: number, limit: number): boolean {
  if (operator === '<') return instant < limit;
  if (operator === '<=') return instant <= limit;
  if (operator === '>') return instant > limit;
  return operator === '>=' ? instant >= limit : equals(operator, instant === limit);
}

/** The words of a text, in small letters. */
export const wordsOf = (text: string): readonly string[] =>
  text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
