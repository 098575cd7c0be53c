/**
 * Follows the frames of a WebSocket (RFC 6455, section 5.2) without their contents: `ws` does not
 * tell how much of a message has arrived.
 */

/** Bytes of the mask, which every frame of a client has between its head and its payload. */
const maskBytes = 4;

/** Reads the bytes that a client sends, piece by piece. */
export class FrameReader {
  /** The head of the current frame, as far as it has arrived: at most 10 bytes. */
  readonly #head = Buffer.alloc(10);
  #headLength = 0;
  /** Bytes of the current frame that follow its head and have not arrived. */
  #missing = 0;
  /** Whether the last frame of the message has not arrived. */
  #isContinued = false;
  /** Whether the last piece has completed a message. */
  hasCompleted = false;
  /** Bytes at the end of the last piece that belong to a message that is not complete. */
  rest = 0;
  /** The number of frames that have ended in these bytes. */
  restFrames = 0;

  /** Reads a piece of any length. */
  read(piece: Buffer): void {
    let start = 0;
    this.restFrames = 0;
    this.hasCompleted = false;
    for (let at = 0; at < piece.length; ) {
      if (this.#missing === 0) at = this.#readHead(piece, at);
      else {
        const taken = Math.min(this.#missing, piece.length - at);
        this.#missing -= taken;
        at += taken;
        if (this.#missing === 0 && this.#endFrame()) start = at;
      }
    }
    this.rest = piece.length - start;
  }

  /** Reads one byte. @returns the index of the next one */
  #readHead(piece: Buffer, at: number): number {
    const head = this.#head;
    head[this.#headLength] = piece[at]!;
    this.#headLength += 1;
    const shortLength = head[1]! & 0x7f;
    const size = sizeOfHead(shortLength);
    if (this.#headLength < size) return at + 1;
    let length = shortLength;
    if (size === 4) length = head.readUInt16BE(2);
    if (size === 10) length = Number(head.readBigUInt64BE(2));
    this.#missing = length + maskBytes;
    return at + 1;
  }

  /** @returns whether no message is incomplete */
  #endFrame(): boolean {
    const first = this.#head[0]!;
    this.#head.fill(0);
    this.#headLength = 0;
    // Control frames may come between the frames of a message.
    const isControl = (first & 0x08) !== 0;
    if (!isControl) this.#isContinued = (first & 0x80) === 0;
    this.restFrames = this.#isContinued ? this.restFrames + 1 : 0;
    this.hasCompleted ||= !this.#isContinued;
    return !this.#isContinued;
  }
}

/** @param shortLength the length in the second byte; 0 if the byte has not arrived */
function sizeOfHead(shortLength: number): number {
  if (shortLength < 126) return 2;
  return shortLength === 126 ? 4 : 10;
}
