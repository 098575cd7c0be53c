/** A file of a GraphQL request, completely in memory. */

/** The content is private: code that walks over the variables finds a leaf. */
export class UploadedFile {
  readonly #bytes: Buffer;
  readonly #type: string;

  /** @param type media type that the client declares */
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
