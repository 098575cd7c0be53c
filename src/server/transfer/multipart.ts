/**
 * Requests that bring files, by the GraphQL multipart request specification: `operations` and `map` first, then the files.
 * Read as it streams in, and never more of it held than the limits allow.
 */
import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { Busboy } from '@fastify/busboy';
import type { GraphQLParams } from 'graphql-yoga';
import { graphError } from '../../graph/error.ts';
import { UploadedFile } from '../../graph/upload/file.ts';
import { malformed, paramsFromJson, tooLong } from '../params.ts';

export interface MultipartLimits {
  /** Longest `operations`. */
  readonly bodyBytes: number;
  /** All files of a request together. */
  readonly fileBytes: number;
}

/** Files of one request. */
const mostFiles = 10;
const mostPlaces = 50;
const longestMap = 10_000;

/** How long a client that brings too much may go on before it hears so, in ms: while it writes it reads no answer. */
const lingerMs = 2_000;

export const isMultipart = (contentType: string | null | undefined): boolean =>
  /^multipart\/form-data\s*(;|$)/i.test(contentType ?? '');

/** @throws GraphQLError for whatever is no such request, or brings more than it may */
export function paramsFromMultipart(
  req: IncomingMessage,
  limits: MultipartLimits,
): Promise<GraphQLParams> {
  return new Promise((resolve, reject) => {
    const form = new Form(limits);
    const parser = parserOf(req, limits);
    let over = false;
    const end = (settle: () => void): void => {
      if (over) return;
      over = true;
      req.unpipe(parser).removeListener('close', brokeOff).resume();
      settle();
    };
    const refuse = (error: unknown): void => end(() => afterwards(req, () => reject(error)));
    const brokeOff = (): void => {
      if (!req.complete) refuse(malformed('The body broke off.'));
    };
    /** Nothing that comes after the end counts any more. */
    const guarded =
      <A extends readonly unknown[]>(work: (...given: A) => void) =>
      (...given: A): void => {
        if (over) return;
        try {
          work(...given);
        } catch (error) {
          refuse(error);
        }
      };
    parser
      .on(
        'field',
        guarded((name: string, value: string, _: boolean, cut: boolean) =>
          form.field(name, value, cut),
        ),
      )
      .on('file', (name: string, stream: Readable, _: unknown, __: unknown, type: string) => {
        stream.on(
          'data',
          guarded((chunk: Buffer) => form.chunk(name, chunk)),
        );
        stream.on('error', refuse).on(
          'end',
          guarded(() => form.end(name, type)),
        );
        guarded(() => form.begin(name))();
      })
      .on('error', () => refuse(malformed('The body is no form.')));
    for (const limit of ['partsLimit', 'filesLimit', 'fieldsLimit'])
      parser.on(limit, () =>
        refuse(malformed(`At most ${mostFiles} files beside operations and map.`)),
      );
    parser.on(
      'finish',
      guarded(() => {
        const params = form.params();
        end(() => resolve(params));
      }),
    );
    req.once('close', brokeOff).pipe(parser);
  });
}

function parserOf(
  { headers }: IncomingMessage,
  { bodyBytes, fileBytes }: MultipartLimits,
): InstanceType<typeof Busboy> {
  try {
    return new Busboy({
      headers: headers as typeof headers & { 'content-type': string },
      limits: {
        fieldNameSize: 100,
        fieldSize: bodyBytes,
        fields: 2,
        files: mostFiles,
        fileSize: fileBytes + 1,
        parts: mostFiles + 2,
        headerPairs: 10,
        headerSize: 4_096,
      },
    });
  } catch {
    throw malformed('The body is no form: it names no boundary.');
  }
}

/** Lets a client that is still sending come to its end, for a while. */
function afterwards(req: IncomingMessage, settle: () => void): void {
  if (req.complete || req.destroyed) return settle();
  const timer = setTimeout(settle, lingerMs);
  const done = (): void => {
    clearTimeout(timer);
    settle();
  };
  req.once('end', done).once('close', done);
}

type Map = ReadonlyMap<string, readonly string[]>;

/** What has come of a request. */
class Form {
  readonly #limits: MultipartLimits;
  #operations: GraphQLParams | undefined;
  #map: Map | undefined;
  #held = 0;
  readonly #chunks = new Map<string, Buffer[]>();
  readonly #files = new Map<string, UploadedFile>();

  constructor(limits: MultipartLimits) {
    this.#limits = limits;
  }

  field(name: string, value: string, cut: boolean): void {
    const { bodyBytes } = this.#limits;
    if (name === 'operations' && !this.#operations) {
      if (cut || Buffer.byteLength(value) > bodyBytes)
        throw tooLong(bodyBytes, Buffer.byteLength(value));
      this.#operations = paramsFromJson(value);
    } else if (name === 'map' && this.#operations && !this.#map) {
      if (cut || value.length > longestMap) throw malformed('The map is too long.');
      this.#map = mapOf(value);
    } else
      throw malformed('A form has the fields operations and map, in this order, before its files.');
  }

  begin(name: string): void {
    if (!this.#map) throw malformed('Files come after operations and map.');
    if (!this.#map.has(name)) throw malformed('The map names no place for a file.');
    if (this.#chunks.has(name)) throw malformed('A file came twice.');
    this.#chunks.set(name, []);
  }

  chunk(name: string, chunk: Buffer): void {
    this.#held += chunk.length;
    if (this.#held > this.#limits.fileBytes) throw this.#tooLarge(name);
    this.#chunks.get(name)?.push(chunk);
  }

  end(name: string, type: string): void {
    this.#files.set(name, new UploadedFile(type, Buffer.concat(this.#chunks.get(name) ?? [])));
    this.#chunks.set(name, []);
  }

  params(): GraphQLParams {
    if (!this.#operations || !this.#map)
      throw malformed('A form needs the fields operations and map.');
    for (const [name, places] of this.#map) {
      const file = this.#files.get(name);
      if (!file) throw malformed('The map names a file that did not come.');
      for (const place of places) put(this.#operations, place, file);
    }
    return this.#operations;
  }

  #tooLarge(name: string) {
    const { fileBytes: limit } = this.#limits;
    const argument = this.#map?.get(name)?.[0]?.replace(/^variables\./, '');
    return graphError(
      'INVALID_INPUT',
      `The files of a request have at most ${limit} bytes. Larger ones go up by an upload session.`,
      {
        argument,
        limit,
        http: { status: 413, headers: { connection: 'close' } },
      },
    );
  }
}

function mapOf(text: string): Map {
  let map: unknown;
  try {
    map = JSON.parse(text);
  } catch {
    throw malformed('The map is no JSON.');
  }
  if (typeof map !== 'object' || map === null || Array.isArray(map))
    throw malformed('The map is no JSON object.');
  const entries = Object.entries(map);
  const isPlace = (place: unknown): place is string =>
    typeof place === 'string' && /^variables(\.\w{1,100}){1,20}$/.test(place);
  for (const [, places] of entries)
    if (!Array.isArray(places) || places.length === 0 || !places.every(isPlace))
      throw malformed('The map names places in the variables, as `variables.input.file`.');
  const all = entries as [string, string[]][];
  if (all.length > mostFiles || all.flatMap(([, places]) => places).length > mostPlaces)
    throw malformed('The map names too many places.');
  return new Map(all);
}

/** Puts a file where the variables hold null for it. */
function put({ variables }: GraphQLParams, place: string, file: UploadedFile): void {
  const names = place.split('.').slice(1);
  const last = names.pop()!;
  const holder = names.reduce<unknown>(
    (value, name) => (has(value, name) ? value[name] : undefined),
    variables,
  );
  if (!has(holder, last) || holder[last] !== null)
    throw malformed('The map names a place where the variables hold no null.');
  holder[last] = file;
}

const has = (value: unknown, name: string): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name);
