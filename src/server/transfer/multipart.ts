/**
 * Reads requests with files, by the GraphQL multipart request specification: the fields
 * `operations` and `map`, then the files. The form is parsed while it arrives; no more of it is in
 * memory than the limits allow.
 */
import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { Busboy } from '@fastify/busboy';
import type { GraphQLParams } from 'graphql-yoga';
import { malformed } from '../document/params.ts';
import type { GraphqlHttpRequest } from '../connection/server-request.ts';
import { afterBody } from './byte-route.ts';
import { maxFiles, MultipartForm, type MultipartLimits } from './multipart-form.ts';

/** Further arguments of the `file` event of Busboy. */
type FileDetails = [fileName: string, encoding: string, type: string];

/** Connects a request, Busboy and a form. */
export class MultipartReader {
  readonly #request: GraphqlHttpRequest;
  readonly #req: IncomingMessage;
  readonly #parser: InstanceType<typeof Busboy>;
  readonly #form: MultipartForm;
  readonly #result = Promise.withResolvers<() => GraphQLParams>();
  #isEnded = false;

  /** @throws GraphQLError for a form without a boundary */
  constructor(request: GraphqlHttpRequest, limits: MultipartLimits) {
    this.#request = request;
    this.#req = request.req;
    this.#form = new MultipartForm(limits);
    this.#parser = createParser(request.req, limits);
  }

  /**
   * @returns reads the parameters, when it is their turn
   * @throws GraphQLError, as what is returned, for a form that is malformed or exceeds the limits
   */
  read(): Promise<() => GraphQLParams> {
    this.#parser
      .on('field', (name: string, value: string, _: boolean, isTruncated: boolean) =>
        this.#attempt(() => this.#form.addField(name, value, isTruncated)),
      )
      .on('file', (name: string, stream: Readable, ...[, , type]: FileDetails) =>
        this.#readFile(name, stream, type),
      )
      .on('error', () =>
        this.#fail(malformed('The body is not a valid form; expected multipart/form-data.')),
      )
      .on('finish', () => this.#succeed());
    for (const limit of ['partsLimit', 'filesLimit', 'fieldsLimit'])
      this.#parser.on(limit, () =>
        this.#fail(malformed(`Too many files; expected at most ${maxFiles}.`)),
      );
    this.#request.rejectBody = (error) => {
      this.#end();
      this.#result.reject(error);
    };
    this.#req
      .once('close', this.#onClose)
      .on('data', (chunk: Buffer) => this.#request.receive(chunk.length, false))
      .pipe(this.#parser);
    return this.#result.promise;
  }

  #readFile(name: string, stream: Readable, type: string): void {
    stream
      .on('data', (chunk: Buffer) => this.#attempt(() => this.#form.addChunk(name, chunk)))
      .on('error', (error) => this.#fail(error))
      .on('end', () => this.#attempt(() => this.#form.endFile(name, type)));
    this.#attempt(() => this.#form.startFile(name));
  }

  readonly #onClose = (): void => {
    const message = 'The connection closed before the whole form was received.';
    if (!this.#req.complete) this.#fail(malformed(message));
  };

  /** Ignores parts that arrive after the end. */
  #attempt(step: () => void): void {
    if (this.#isEnded) return;
    try {
      step();
    } catch (error) {
      this.#fail(error);
    }
  }

  #succeed(): void {
    if (this.#isEnded) return;
    this.#end();
    this.#request.endBody();
    this.#result.resolve(() => this.#form.params());
  }

  #fail(error: unknown): void {
    if (this.#isEnded) return;
    this.#end();
    afterBody(this.#req, this.#request.clock, () => this.#result.reject(error));
  }

  #end(): void {
    this.#isEnded = true;
    this.#req.unpipe(this.#parser).removeListener('close', this.#onClose).resume();
  }
}

function createParser(
  { headers }: IncomingMessage,
  { body, fileBytes }: MultipartLimits,
): InstanceType<typeof Busboy> {
  try {
    return new Busboy({
      headers: headers as typeof headers & { 'content-type': string },
      limits: {
        fieldNameSize: 100,
        fieldSize: body.bytes,
        fields: 2,
        files: maxFiles,
        fileSize: fileBytes + 1,
        parts: maxFiles + 2,
        headerPairs: 10,
        headerSize: 4_096,
      },
    });
  } catch {
    throw malformed(
      'content-type: no boundary; expected for example multipart/form-data; boundary=x',
    );
  }
}
