/**
 * The content of a multipart request: checks the order and size of its parts, and puts the files
 * into the variables.
 */
import type { GraphQLError } from 'graphql';
import type { GraphQLParams } from 'graphql-yoga';
import { graphError } from '../../engine/schema/error/error.ts';
import { UploadedFile } from '../../engine/schema/upload/file.ts';
import { showValue } from '../../engine/api/error.ts';
import { type BodyLimits, checkJson } from '../document/body-limits.ts';
import { bodyTooLong, malformed, paramsFromJson } from '../document/params.ts';

/** Limits of one form. */
export interface MultipartLimits {
  /** Limits of the field `operations`. */
  readonly body: BodyLimits;
  /** Maximum size of all files of a request together, in bytes. */
  readonly fileBytes: number;
}

/** Maximum number of files of one request. */
export const maxFiles = 10;

/** Maximum number of paths in the variables that one request may fill. */
const maxPaths = 50;

/** Maximum length of the `map` field, in characters. */
const maxMapLength = 10_000;

/** Paths in the variables, by the name of their file. */
type FileMap = ReadonlyMap<string, readonly string[]>;

/** All methods throw a GraphQLError for a part that is invalid or comes at the wrong time. */
export class MultipartForm {
  readonly #limits: MultipartLimits;
  /** JSON, which is parsed when it is its turn. */
  #operations: string | undefined;
  #map: FileMap | undefined;
  #bytes = 0;
  readonly #chunks = new Map<string, Buffer[]>();
  readonly #files = new Map<string, UploadedFile>();

  constructor(limits: MultipartLimits) {
    this.#limits = limits;
  }

  /** @param isTruncated whether the parser dropped the end of the value */
  addField(name: string, value: string, isTruncated: boolean): void {
    if (name === 'operations' && this.#operations === undefined)
      this.#setOperations(value, isTruncated);
    else if (name === 'map' && this.#operations !== undefined && !this.#map)
      this.#setMap(value, isTruncated);
    else throw malformed('A form needs the fields operations and map, in this order, then files.');
  }

  startFile(name: string): void {
    if (!this.#map)
      throw malformed(
        'A file was sent before the fields operations and map; expected it after them.',
      );
    if (!this.#map.has(name)) throw malformed(`map: has no path for the file ${showValue(name)}`);
    if (this.#chunks.has(name))
      throw malformed(
        `The file ${showValue(name)} was sent twice; each file needs a name of its own.`,
      );
    this.#chunks.set(name, []);
  }

  addChunk(name: string, chunk: Buffer): void {
    this.#bytes += chunk.length;
    if (this.#bytes > this.#limits.fileBytes) throw this.#filesTooLarge(name);
    this.#chunks.get(name)?.push(chunk);
  }

  endFile(name: string, type: string): void {
    this.#files.set(name, new UploadedFile(type, Buffer.concat(this.#chunks.get(name) ?? [])));
    this.#chunks.set(name, []);
  }

  /** @returns the parameters of the request, with all files in the variables */
  params(): GraphQLParams {
    if (this.#operations === undefined || !this.#map)
      throw malformed('A form needs the fields operations and map.');
    const params = paramsFromJson(this.#operations);
    for (const [name, paths] of this.#map) {
      const file = this.#files.get(name);
      if (!file) throw malformed(`map: the form does not contain the file ${showValue(name)}`);
      for (const path of paths) setFile(params, path, file);
    }
    return params;
  }

  #setOperations(value: string, isTruncated: boolean): void {
    const { bytes, json } = this.#limits.body;
    const length = Buffer.byteLength(value);
    if (isTruncated || length > bytes) throw bodyTooLong(bytes, length);
    checkJson(Buffer.from(value), json);
    this.#operations = value;
  }

  #setMap(value: string, isTruncated: boolean): void {
    if (isTruncated || value.length > maxMapLength)
      throw malformed(`map: too long; expected at most ${maxMapLength} characters`);
    this.#map = parseMap(value);
  }

  #filesTooLarge(name: string): GraphQLError {
    const limit = this.#limits.fileBytes;
    const argument = this.#map?.get(name)?.[0]?.replace(/^variables\./, '');
    const message = `The files of the request have more than ${limit} bytes in total. Send smaller files; videos and captions can be sent to an upload session.`;
    const http = { status: 413, headers: { connection: 'close' } };
    return graphError('INVALID_INPUT', message, { argument, limit, http });
  }
}

function parseMap(text: string): FileMap {
  let map: unknown;
  try {
    map = JSON.parse(text);
  } catch {
    throw malformed('map: not JSON; expected for example {"0":["variables.input.file"]}');
  }
  if (typeof map !== 'object' || map === null || Array.isArray(map))
    throw malformed('map: not a JSON object; expected {"0":["variables.input.file"]}');
  const entries = Object.entries(map);
  for (const [, paths] of entries)
    if (!Array.isArray(paths) || paths.length === 0 || !paths.every(isVariablePath))
      throw malformed('map: expected lists of paths like "variables.input.file"');
  const typed = entries as [string, string[]][];
  if (typed.length > maxFiles || typed.flatMap(([, paths]) => paths).length > maxPaths)
    throw malformed(
      `map: too many entries; expected at most ${maxFiles} files and ${maxPaths} paths`,
    );
  return new Map(typed);
}

const isVariablePath = (path: unknown): path is string =>
  typeof path === 'string' && /^variables(\.\w{1,100}){1,20}$/.test(path);

/** Replaces null in the variables by the file. */
function setFile({ variables }: GraphQLParams, path: string, file: UploadedFile): void {
  const keys = path.split('.').slice(1);
  const lastKey = keys.pop()!;
  const parent = keys.reduce<unknown>(
    (value, key) => (hasOwn(value, key) ? value[key] : undefined),
    variables,
  );
  if (!hasOwn(parent, lastKey))
    throw malformed(
      `map: ${showValue(path)} does not exist in the variables; expected null at the place of each file`,
    );
  if (parent[lastKey] !== null)
    throw malformed(
      `map: ${showValue(path)} is not null in the variables; expected null for each file`,
    );
  parent[lastKey] = file;
}

const hasOwn = (value: unknown, key: string): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, key);
