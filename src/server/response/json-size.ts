/** The length of a value as JSON in UTF-8, computed without serialising it. */

/** Bounds of the length of a value as JSON. */
export interface JsonSizeBounds {
  readonly min: number;
  readonly max: number;
}

/**
 * Estimates the length of a value as JSON. Cheap, since no character is read.
 * @param stopAt the estimate ends when the lower bound exceeds this number
 */
export function jsonSizeBounds(value: unknown, stopAt: number): JsonSizeBounds {
  const estimate = new Estimate(stopAt);
  estimate.add(value);
  const { bytes, characters } = estimate;
  // A UTF-16 unit is at least one byte, and at most the escape sequence \uXXXX.
  return { min: bytes + characters, max: bytes + 6 * characters };
}

class Estimate {
  /** Bytes of everything but the content of strings. */
  bytes = 0;
  /** UTF-16 units in strings and names. */
  characters = 0;
  readonly #stopAt: number;

  constructor(stopAt: number) {
    this.#stopAt = stopAt;
  }

  add(value: unknown): void {
    if (typeof value === 'string') {
      this.bytes += 2;
      this.characters += value.length;
    } else if (typeof value !== 'object' || value === null) this.bytes += String(value).length;
    else if (Array.isArray(value)) this.#addList(value);
    else this.#addObject(value);
  }

  #addList(list: readonly unknown[]): void {
    this.bytes += listBytes(list);
    for (const element of list) {
      if (this.bytes + this.characters > this.#stopAt) return;
      this.add(element ?? null);
    }
  }

  #addObject(object: object): void {
    let isEmpty = true;
    this.bytes += 1;
    for (const name in object) {
      if (this.bytes + this.characters > this.#stopAt) return;
      const value = (object as Readonly<Record<string, unknown>>)[name];
      if (value === undefined) continue;
      isEmpty = false;
      // Quotes, a colon, and a comma or the closing brace.
      this.bytes += 4;
      this.characters += name.length;
      this.add(value);
    }
    if (isEmpty) this.bytes += 1;
  }
}

/**
 * The exact length of a value as JSON.
 * @param stopAt counting ends when the length exceeds this number
 * @returns the length, or a number above `stopAt`
 */
export function jsonBytes(value: unknown, stopAt: number): number {
  if (typeof value === 'string') return stringBytes(value, stopAt);
  if (typeof value !== 'object' || value === null) return String(value).length;
  return Array.isArray(value) ? countList(value, stopAt) : countObject(value, stopAt);
}

/** Bytes of the brackets of a list, and of a comma after each element but the last. */
export const listBytes = ({ length }: readonly unknown[]): number =>
  length === 0 ? 2 : length + 1;

function countList(list: readonly unknown[], stopAt: number): number {
  let bytes = listBytes(list);
  for (const element of list) {
    if (bytes > stopAt) return bytes;
    // Undefined is serialised as null in a list.
    bytes += jsonBytes(element ?? null, stopAt - bytes);
  }
  return bytes;
}

function countObject(object: object, stopAt: number): number {
  let bytes = 1;
  for (const name in object) {
    if (bytes > stopAt) return bytes;
    const value = (object as Readonly<Record<string, unknown>>)[name];
    // Undefined is omitted from an object. Two bytes: a colon, and a comma or the closing brace.
    if (value !== undefined)
      bytes += stringBytes(name, stopAt) + 2 + jsonBytes(value, stopAt - bytes);
  }
  return bytes === 1 ? 2 : bytes;
}

/** ASCII without the characters that JSON escapes: control characters, quote, backslash. */
const plainText = /^[ !#-[\]-\x7f]*$/;

/** @returns bytes of a string as JSON with its quotes, or a number above `stopAt` */
function stringBytes(text: string, stopAt: number): number {
  const minBytes = text.length + 2;
  if (minBytes > stopAt || plainText.test(text)) return minBytes;
  return Buffer.byteLength(JSON.stringify(text));
}
