/** Ids as parts of a request. An id must name exactly one entity, regardless of its characters. */
import { InvalidInput, showValue } from '../call/error.ts';

/** Most ids contain only these characters, and need no further check. */
const plainId = /^[\w-]+$/;

/**
 * Control, bidirectional and other invisible characters, and lone surrogates, which no id of a
 * service contains.
 */
const invisible = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;

/**
 * Path segments that are operations of their own at the position of an id (`DELETE /files/trash`).
 */
const reserved: ReadonlySet<string> = new Set(['trash', 'generateIds']);

/**
 * The longest ids, those of events, have 1,024 characters. Longer ones would make the URL too long.
 */
const maxLength = 2_048;

/**
 * Encodes one id as exactly one path segment, percent-encoded.
 * @param name of the argument
 * @throws {InvalidInput} for dots, slashes and other text that would name another operation or
 * entity
 */
export function encodePathId(name: string, value: unknown): string {
  const id = checkText(name, value);
  if (reserved.has(id))
    throw new InvalidInput(name, `${showValue(id)} is a reserved word; expected an id`);
  if (plainId.test(id)) return id;
  if (id === '.' || id === '..' || /[/\\?%]/.test(id) || invisible.test(id))
    throw new InvalidInput(
      name,
      `${showValue(id)} is not an id; expected text without "/", "\\", "?", "%" and invisible characters`,
    );
  return encodeURIComponent(id);
}

/** Whether a value of a response can be an id in a path. */
export function isPathId(id: string | undefined): id is string {
  try {
    return encodePathId('id', id) !== '';
  } catch {
    return false;
  }
}

/**
 * Returns one id outside the path, unchanged.
 * @param name of the argument
 * @throws {InvalidInput} for commas and white space, which would turn one id into two
 */
export function checkListId(name: string, value: unknown): string {
  const id = checkText(name, value);
  if (plainId.test(id)) return id;
  if (/[,\s]/.test(id) || invisible.test(id))
    throw new InvalidInput(
      name,
      `${showValue(id)} is not an id; expected text without commas, white space and invisible characters`,
    );
  return id;
}

function checkText(name: string, value: unknown): string {
  if (typeof value !== 'string' || value.trim() === '')
    throw new InvalidInput(
      name,
      `${showValue(value)} is not an id; expected text that is not blank`,
    );
  if (value.length > maxLength)
    throw new InvalidInput(
      name,
      `${showValue(value)} is not an id; expected at most ${maxLength} characters`,
    );
  return value;
}
