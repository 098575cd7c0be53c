/**
 * Limits what parsing a large answer costs: `JSON.parse` blocks the event loop, and takes a hundred
 * times as long for small values, or for ever new property names, as for long texts.
 */

/** Values of smaller answers are not counted: in so few bytes they cost at most 100 ms. */
export const countedBytes = 1024 * 1024;

/**
 * Maximum number of different property names. An object with names that no other one has costs
 * about 1 µs for each. Answers have some hundred, and those that apps have given to properties of
 * files and events.
 */
const maxNames = 50_000;

/** Bits of the set of names: enough that few of `maxNames` names have the same one. */
const nameBits = 1 << 20;

const quote = 0x22;
const comma = 0x2c;
const colon = 0x3a;
const openList = 0x5b;
const backslash = 0x5c;
const openObject = 0x7b;

/** Counts the values of one or more JSON texts, without parsing them. */
export class ValueCount {
  readonly #max: number;
  #values = 0;
  #names = 0;
  /** One bit for each hash of a name. */
  readonly #knownNames = new Uint32Array(nameBits / 32);

  /** @param max number of values: elements of lists, members of objects, and lists and objects */
  constructor(max: number) {
    this.#max = max;
  }

  /** @returns whether all texts so far have no more values and names than allowed */
  add(text: Buffer): boolean {
    for (let at = 0; at < text.length; at += 1) {
      const byte = text[at];
      if (byte === quote) {
        const end = endOfString(text, at);
        if (text[end + 1] === colon) this.#addName(text, at, end);
        at = end;
      } else if (byte === comma || byte === openObject || byte === openList) this.#values += 1;
      if (this.#values > this.#max || this.#names > maxNames) return false;
    }
    return true;
  }

  #addName(text: Buffer, start: number, end: number): void {
    let hash = end - start;
    for (let at = start + 1; at < end; at += 1) hash = Math.imul(hash ^ text[at]!, 0x01_00_01_93);
    const bit = (hash ^ (hash >>> 15)) & (nameBits - 1);
    const mask = 1 << (bit & 31);
    if ((this.#knownNames[bit >>> 5]! & mask) !== 0) return;
    this.#knownNames[bit >>> 5]! |= mask;
    this.#names += 1;
  }
}

/** Whether the body of a response has more values or names than allowed. */
export const hasTooManyValues = (body: Buffer, max: number): boolean =>
  body.length >= countedBytes && !new ValueCount(max).add(body);

/** @returns the place of the quote that ends the string; the end of the text if there is none */
function endOfString(text: Buffer, start: number): number {
  for (let end = text.indexOf(quote, start + 1); end >= 0; end = text.indexOf(quote, end + 1)) {
    let escapes = 0;
    while (text[end - 1 - escapes] === backslash) escapes += 1;
    if (escapes % 2 === 0) return end;
  }
  return text.length;
}
