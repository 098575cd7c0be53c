/** Ids as parts of a request: an id must name exactly one entity, whatever characters it has. */
import { InvalidInput } from './error.ts';

/** Nearly every id is of these alone: it needs no closer look and no encoding. */
const plain = /^[\w-]+$/;

/** Control, bidirectional and other invisible formatting characters, and lone surrogates: never part of an honest id. */
const invisible = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;

/** Words that are operations of their own where an id is expected (`DELETE /files/trash`). */
const reserved: ReadonlySet<string> = new Set(['trash', 'generateIds']);

/**
 * One id as exactly one path segment, encoded: dots would climb, slashes would add one, reserved words are other operations.
 * @throws {InvalidArgument} naming the argument.
 */
export function encodePathId(name: string, value: unknown): string {
  const id = nonEmpty(name, value);
  if (reserved.has(id)) throw new InvalidInput(name, 'this is no id');
  if (plain.test(id)) return id;
  if (id === '.' || id === '..' || /[/\\?%]/.test(id) || invisible.test(id))
    throw new InvalidInput(name, 'this is no id');
  return encodeURIComponent(id);
}

/**
 * One id outside the path, as it is: a comma would make two elements of it.
 * @throws {InvalidArgument} naming the argument.
 */
export function checkListId(name: string, value: unknown): string {
  const id = nonEmpty(name, value);
  if (plain.test(id)) return id;
  if (/[,\s]/.test(id) || invisible.test(id)) throw new InvalidInput(name, 'this is no id');
  return id;
}

function nonEmpty(name: string, value: unknown): string {
  if (typeof value !== 'string' || value === '') throw new InvalidInput(name, 'an id is needed');
  if (value.length > longest) throw new InvalidInput(name, 'this is no id');
  return value;
}

/** The longest id there is, that of an event, has 1,024 characters: anything much longer would break the call that carries it. */
const longest = 2_048;
