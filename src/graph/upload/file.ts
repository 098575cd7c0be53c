/** A file that came with a GraphQL request, held whole. */

/** What it holds is private: whoever walks over the variables finds a leaf. */
export class UploadedFile {
  readonly #bytes: Buffer;
  readonly #type: string;

  /** @param type media type as the client declares it */
  constructor(type: string, bytes: Buffer) {
    this.#type = type.toLowerCase();
    this.#bytes = bytes;
  }

  get type(): string {
    return this.#type;
  }

  get bytes(): Buffer {
    return this.#bytes;
  }
}
