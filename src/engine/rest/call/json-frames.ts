/**
 * Divides the body of a response without an end into its JSON objects, as its bytes come. The
 * framing is recognised by the first byte: elements of an array, one object after the other (one a
 * line, or not), or server-sent events, of which the data are the objects. Between the objects
 * there may be blanks, comments and empty lines, by which a service shows that it is there.
 *
 * It looks at bytes, not at characters: in UTF-8 no byte of a longer character is that of an ASCII
 * one, so it does not matter where a chunk ends.
 */

const [lineFeed, carriageReturn, quote, colon, backslash] = [0x0a, 0x0d, 0x22, 0x3a, 0x5c];
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d];
const empty = Buffer.alloc(0);

/** Blanks and commas, and the brackets around all of them. */
const separators: ReadonlySet<number> = new Set([...Buffer.from(' \t\r\n,'), openList, closeList]);

/** The marks with which a text may begin (RFC 8259, 8.1: a reader may ignore them). */
const ignoredStart: ReadonlySet<number> = new Set([0xef, 0xbb, 0xbf, ...Buffer.from(' \t\r\n')]);

/** The body is not framed in any of the known ways, or an object is too large. */
export class FrameError extends Error {
  readonly isTooLarge: boolean;

  constructor(isTooLarge: boolean) {
    super(isTooLarge ? 'an object of the stream is too large' : 'the stream is not framed JSON');
    this.name = 'FrameError';
    this.isTooLarge = isTooLarge;
  }
}

/** What a framing keeps of an object that is not complete. */
interface Framing {
  /** @param take is called with the bytes of each object that the chunk completes */
  add(chunk: Buffer, take: (object: Buffer) => void): void;
}

/** The objects of one response. */
export class JsonFrames {
  readonly #maxBytes: number;
  #framing: Framing | undefined;

  /** @param maxBytes of one object; no more is kept in memory */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /**
   * @returns the bytes of the objects that the chunk completes, which are JSON if the service is
   * right
   * @throws FrameError
   */
  add(chunk: Buffer): Buffer[] {
    const objects: Buffer[] = [];
    let start = 0;
    if (this.#framing === undefined)
      while (start < chunk.length && ignoredStart.has(chunk[start]!)) start += 1;
    if (start === chunk.length) return objects;
    const first = chunk[start];
    const isJson = first === openList || first === openObject;
    this.#framing ??= isJson ? new Values(this.#maxBytes) : new Events(this.#maxBytes);
    this.#framing.add(start === 0 ? chunk : chunk.subarray(start), (object) =>
      objects.push(object),
    );
    return objects;
  }
}

/** Bytes that are not complete yet. */
class Pending {
  readonly #maxBytes: number;
  #chunks: Buffer[] = [];
  #size = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get size(): number {
    return this.#size;
  }

  add(bytes: Buffer): void {
    this.#size += bytes.length;
    if (this.#size > this.#maxBytes) throw new FrameError(true);
    if (bytes.length > 0) this.#chunks.push(bytes);
  }

  take(): Buffer {
    const bytes = this.#chunks.length === 1 ? this.#chunks[0]! : Buffer.concat(this.#chunks);
    this.#chunks = [];
    this.#size = 0;
    return bytes;
  }
}

/** Objects one after the other, or the elements of an array. */
class Values implements Framing {
  readonly #pending: Pending;
  /** Number of open lists and objects; 0 between two objects. */
  #depth = 0;
  #isInString = false;
  #isEscaped = false;

  constructor(maxBytes: number) {
    this.#pending = new Pending(maxBytes);
  }

  add(chunk: Buffer, take: (object: Buffer) => void): void {
    let start = 0;
    for (let at = 0; at < chunk.length; at += 1) {
      const byte = chunk[at]!;
      if (this.#depth === 0) {
        if (separators.has(byte)) continue;
        if (byte !== openObject) throw new FrameError(false);
        start = at;
      }
      if (!this.#endsObject(byte)) continue;
      this.#pending.add(chunk.subarray(start, at + 1));
      take(this.#pending.take());
    }
    if (this.#depth > 0) this.#pending.add(chunk.subarray(start));
  }

  #endsObject(byte: number): boolean {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (this.#isInString) {
      if (byte === backslash) this.#isEscaped = true;
      else if (byte === quote) this.#isInString = false;
    } else if (byte === quote) this.#isInString = true;
    else if (byte === openObject || byte === openList) this.#depth += 1;
    else if (byte === closeObject || byte === closeList) {
      this.#depth -= 1;
      return this.#depth === 0;
    }
    return false;
  }
}

const dataName = Buffer.from('data');
const blank = 0x20;

/** Server-sent events (WHATWG HTML, 9.2.6). One that no empty line has ended does not count. */
class Events implements Framing {
  readonly #line: Pending;
  readonly #data: Pending;
  #endsWithReturn = false;

  constructor(maxBytes: number) {
    this.#line = new Pending(maxBytes);
    this.#data = new Pending(maxBytes);
  }

  add(chunk: Buffer, take: (object: Buffer) => void): void {
    let start = 0;
    for (let at = 0; at < chunk.length; at += 1) {
      const byte = chunk[at];
      if (byte !== lineFeed && byte !== carriageReturn) {
        this.#endsWithReturn = false;
        continue;
      }
      // The second byte of a line end.
      const isSecond = byte === lineFeed && this.#endsWithReturn;
      this.#endsWithReturn = byte === carriageReturn;
      if (!isSecond) {
        this.#line.add(chunk.subarray(start, at));
        this.#addLine(this.#line.take(), take);
      }
      start = at + 1;
    }
    this.#line.add(chunk.subarray(start));
  }

  #addLine(line: Buffer, take: (object: Buffer) => void): void {
    if (line.length === 0) {
      if (this.#data.size > 0) take(this.#data.take());
      return;
    }
    const end = line.indexOf(colon);
    const name = end < 0 ? line : line.subarray(0, end);
    if (!isFieldName(name)) throw new FrameError(false);
    if (!name.equals(dataName)) return;
    const value = end < 0 ? empty : line.subarray(end + (line[end + 1] === blank ? 2 : 1));
    // Several lines of data are one text; in JSON a line end is as good as a blank.
    if (this.#data.size > 0) this.#data.add(Buffer.from('\n'));
    this.#data.add(value);
  }
}

/** A comment has no name. What is no event, such as a page in HTML, has no other one either. */
const isFieldName = (name: Buffer): boolean => /^(data|event|id|retry)?$/.test(name.toString());
