/** The length of a value as JSON in UTF-8, computed without serialising it. */

/** Bytes of a string as JSON. */
type StringSize = (text: string) => number;

/**
 * An upper limit of the length of a value as JSON; cheap, since it reads no characters.
 * @param max counting ends when the length exceeds it
 * @returns at least the length, or a number above `max`
 */
export const maxJsonBytes = (value: unknown, max: number): number =>
  countBytes(value, max, maxStringBytes);

/**
 * The exact length of a value as JSON.
 * @param max counting ends when the length exceeds it
 * @returns the length, or a number above `max`
 */
export const jsonBytes = (value: unknown, max: number): number =>
  countBytes(value, max, stringBytes);

function countBytes(value: unknown, max: number, sizeOf: StringSize): number {
  if (typeof value === 'string') return sizeOf(value);
  if (typeof value !== 'object' || value === null) return String(value).length;
  return Array.isArray(value) ? countList(value, max, sizeOf) : countObject(value, max, sizeOf);
}

function countList(list: readonly unknown[], max: number, sizeOf: StringSize): number {
  // Brackets, and a comma after each element but the last.
  let bytes = list.length === 0 ? 2 : list.length + 1;
  for (const element of list) {
    if (bytes > max) return bytes;
    // As JSON.stringify does: undefined is null in a list.
    bytes += element === undefined ? 4 : countBytes(element, max - bytes, sizeOf);
  }
  return bytes;
}

function countObject(object: object, max: number, sizeOf: StringSize): number {
  let bytes = 1;
  for (const key in object) {
    if (bytes > max) return bytes;
    const value = (object as Readonly<Record<string, unknown>>)[key];
    // The colon, and a comma or the closing brace.
    if (value !== undefined) bytes += sizeOf(key) + 2 + countBytes(value, max - bytes, sizeOf);
  }
  return bytes === 1 ? 2 : bytes;
}

/** The longest encoding of a UTF-16 unit is `\uXXXX`. */
const maxStringBytes: StringSize = (text) => 6 * text.length + 2;

/** Characters that JSON escapes: quote, backslash, control characters, unpaired surrogates. */
// oxlint-disable-next-line no-control-regex -- JSON escapes control characters
const specialCharacter = /["\\\u0000-\u001f\ud800-\udfff]/;

/** @returns bytes of a string as JSON, with its quotes */
function stringBytes(text: string): number {
  const bytes = Buffer.byteLength(text) + 2;
  return specialCharacter.test(text) ? bytes + escapeBytes(text) : bytes;
}

/** @returns bytes that escaping adds to the UTF-8 encoding of a string */
function escapeBytes(text: string): number {
  let bytes = 0;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit === 0x22 || unit === 0x5c) bytes += 1;
    else if (unit < 0x20) bytes += shortEscapes.has(unit) ? 1 : 5;
    else if (unit < 0xd800 || unit > 0xdfff) continue;
    else if (isPair(unit, text.charCodeAt(index + 1))) index += 1;
    // UTF-8 has three bytes for an unpaired surrogate, JSON escapes it as \uXXXX.
    else bytes += 3;
  }
  return bytes;
}

/** `\b`, `\t`, `\n`, `\f` and `\r`; other control characters are `\uXXXX`. */
const shortEscapes: ReadonlySet<number> = new Set([0x08, 0x09, 0x0a, 0x0c, 0x0d]);

/** Whether two UTF-16 units are one character. */
const isPair = (high: number, low: number): boolean =>
  high < 0xdc00 && low >= 0xdc00 && low <= 0xdfff;
