/**
 * A `Request`, and the response to it, as the gateway has those of `node:http`. What is between
 * them there, a connection and its messages, is left out.
 */
import type { IncomingHttpHeaders } from 'node:http';
import { Readable, Writable } from 'node:stream';

/** The part of a connection that the gateway reads. */
interface CountedBytes {
  bytesRead: number;
  bytesWritten: number;
  /** Whether the client uses https: links have this scheme. */
  readonly encrypted: boolean;
}

/** A request. Its body is read no faster than the gateway needs it. */
export class WebRequest extends Readable {
  readonly method: string;
  url: string;
  headers: IncomingHttpHeaders;
  /** `Headers` has one of each. */
  readonly rawHeaders: readonly string[] = [];
  readonly socket: CountedBytes;
  /** Whether the body has been received. */
  complete: boolean;
  readonly #reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  readonly #length: number;
  readonly #onLost: () => void;

  /**
   * @param headers replace those of the request
   * @param onLost called when the body breaks off: the client has left
   */
  constructor(request: Request, headers: IncomingHttpHeaders, onLost: () => void) {
    super();
    const [, scheme, host = '', path = ''] = /^(\w+):\/\/([^/]*)([^#]*)/.exec(request.url)!;
    this.method = request.method;
    this.url = path;
    this.headers = Object.assign(Object.fromEntries(request.headers), headers, { host });
    this.socket = { bytesRead: 0, bytesWritten: 0, encrypted: scheme === 'https' };
    this.complete = request.body === null;
    this.#length = Number(this.headers['content-length']);
    this.#reader = request.body?.getReader();
    this.#onLost = onLost;
  }

  get headersDistinct(): Readonly<Record<string, readonly string[]>> {
    const entries = Object.entries(this.headers);
    return Object.fromEntries(entries.map(([name, value]) => [name, [String(value)]]));
  }

  override _read(): void {
    if (this.complete) return void this.push(null);
    this.#reader!.read().then(
      ({ value, done }) => this.#receive(done ? undefined : value),
      () => this.#onLost(),
    );
  }

  /** What the gateway does not want is left to the host, as the rest of a body is. */
  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#reader?.releaseLock();
    // As with `node:http`, nobody has to listen for it.
    done(this.listenerCount('error') > 0 ? error : null);
  }

  #receive(piece: Uint8Array | undefined): void {
    if (this.destroyed) return;
    if (piece === undefined) {
      this.complete = true;
      this.push(null);
    } else {
      this.socket.bytesRead += piece.byteLength;
      // As with `node:http`, nothing is waited for after the last byte.
      this.complete = this.socket.bytesRead === this.#length;
      this.push(Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength));
    }
  }
}

/** Headers of one connection, which is not that of the client. */
const ofConnection: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'transfer-encoding',
  'upgrade',
]);

const withoutBody: ReadonlySet<number> = new Set([204, 205, 304]);

type HeaderValue = string | number | readonly string[];

/** As `node:http` takes them: by name, or names and values in turn. */
type GivenHeaders = Readonly<Record<string, HeaderValue>> | readonly HeaderValue[];

/**
 * The response to a request. One that is written at once is a `Response` with its body; the bodies
 * of others are streams, which are written no faster than the host reads.
 */
export class WebResponse extends Writable {
  statusCode = 200;
  statusMessage = '';
  headersSent = false;
  /** Nothing waits for it outside of the response. */
  readonly socket = null;
  readonly #req: WebRequest;
  readonly #resolve: (response: Response) => void;
  readonly #reject: (error: unknown) => void;
  #headers: [name: string, value: string][] = [];
  /** Of the body, if it is a stream. */
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  #isAnswered = false;
  /** Called when the host wants more. */
  #continue: (() => void) | undefined;

  /** @param reject called if the response ends before its head is written */
  constructor(
    req: WebRequest,
    resolve: (response: Response) => void,
    reject: (error: unknown) => void,
  ) {
    super();
    this.#req = req;
    this.#resolve = resolve;
    this.#reject = reject;
  }

  writeHead(status: number, message?: string | GivenHeaders, headers?: GivenHeaders): this {
    const isMessage = typeof message === 'string';
    this.statusCode = status;
    if (isMessage) this.statusMessage = message;
    const given = isMessage ? headers : (message ?? headers);
    if (Array.isArray(given)) this.#addList(given as readonly HeaderValue[]);
    else for (const [name, value] of Object.entries(given ?? {})) this.setHeader(name, value);
    this.headersSent = true;
    return this;
  }

  hasHeader(name: string): boolean {
    return this.getHeader(name) !== undefined;
  }

  getHeader(name: string): string | undefined {
    const key = name.toLowerCase();
    return this.#headers.find(([each]) => each === key)?.[1];
  }

  setHeader(name: string, value: HeaderValue): this {
    this.removeHeader(name);
    return this.appendHeader(name, value);
  }

  setHeaders(headers: Headers | ReadonlyMap<string, HeaderValue>): this {
    for (const [name] of headers) this.removeHeader(name);
    for (const [name, value] of headers) this.appendHeader(name, value);
    return this;
  }

  appendHeader(name: string, value: HeaderValue): this {
    const key = name.toLowerCase();
    if (ofConnection.has(key)) return this;
    const values = Array.isArray(value) ? (value as readonly string[]) : [String(value)];
    for (const each of values) this.#headers.push([key, each]);
    return this;
  }

  removeHeader(name: string): void {
    const key = name.toLowerCase();
    if (this.#headers.length > 0) this.#headers = this.#headers.filter(([each]) => each !== key);
  }

  /** The host gets the response before its body. */
  flushHeaders(): void {
    if (this.#controller || this.destroyed) return;
    const stream = new ReadableStream<Uint8Array>({
      start: (controller) => void (this.#controller = controller),
      pull: () => this.#goOn(),
      cancel: () => void this.destroy(),
    });
    this.#answer(stream);
  }

  override end(chunk?: unknown, encoding?: unknown, callback?: () => void): this {
    const isStream = this.#controller !== undefined || this.writableEnded || this.destroyed;
    if (isStream || typeof chunk === 'function')
      return super.end(chunk, encoding as BufferEncoding, callback);
    this.#answer(this.#wholeOf(chunk as string | Buffer | null, encoding as BufferEncoding));
    return super.end(callback);
  }

  override _write(chunk: Buffer, _: unknown, done: () => void): void {
    this.flushHeaders();
    this.#req.socket.bytesWritten += chunk.length;
    if (!this.#hasBody) return done();
    this.#continue = done;
    this.#controller!.enqueue(chunk);
  }

  override _final(done: () => void): void {
    this.#controller?.close();
    done();
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    const isComplete = this.#isAnswered && (this.writableFinished || !this.#controller);
    if (!isComplete) this.#fail(error ?? new Error('The response has ended early.'));
    if (!this.#req.complete) this.#req.destroy();
    done();
  }

  get #hasBody(): boolean {
    return this.#req.method !== 'HEAD' && !withoutBody.has(this.statusCode);
  }

  /** As `node:http` does: the new ones replace those of the same names. */
  #addList(list: readonly HeaderValue[]): void {
    if (this.#headers.length > 0)
      for (let index = 0; index < list.length; index += 2) this.removeHeader(list[index] as string);
    for (let index = 0; index < list.length; index += 2)
      this.appendHeader(list[index] as string, list[index + 1]!);
  }

  #wholeOf(body: string | Buffer | null | undefined, encoding: BufferEncoding): BodyInit | null {
    if (!body || body.length === 0) return null;
    const length = Buffer.byteLength(body);
    this.#req.socket.bytesWritten += length;
    // `Response` encodes text as UTF-8, which is the same for ASCII.
    const isText = typeof body === 'string' && (encoding !== 'latin1' || length === body.length);
    return isText ? body : Buffer.from(body as string, encoding);
  }

  #answer(body: BodyInit | null): void {
    const { statusCode: status, statusMessage: statusText } = this;
    const init = { status, statusText, headers: this.#headers };
    this.#resolve(new Response(this.#hasBody ? body : null, init));
    this.headersSent = true;
    this.#isAnswered = true;
  }

  #fail(error: Error): void {
    if (this.#isAnswered) this.#controller?.error(error);
    else this.#reject(error);
  }

  #goOn(): void {
    const next = this.#continue;
    this.#continue = undefined;
    next?.();
  }
}
