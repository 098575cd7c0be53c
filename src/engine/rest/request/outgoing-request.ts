/**
 * The HTTP request of a call: below the base address of its service, with a credential, and with
 * its file. The credential is the caller's token, or the gateway's API key for public data, and
 * never both. Only conditions and ranges of the caller's headers are forwarded.
 */
import type { Api } from '../../api/api.ts';
import { randomUUID } from 'node:crypto';
import { InvalidInput, showValue, upstreamError } from '../../api/error.ts';
import type { AnyOperation, Method } from '../../api/operation.ts';
import { type Arguments, buildRequest } from './request.ts';
import type { ResolvedSettings } from '../settings.ts';
import type { BuiltRequest, CallOptions, FileContent, FileInfo } from '../upstream.ts';
import type { Identity } from '../../caller/identity.ts';

/** A request that undici can send. */
export interface OutgoingRequest {
  readonly method: Method;
  /** Path and query on the origin of the service. */
  readonly path: string;
  /** Names and values alternate. */
  readonly headers: string[];
  readonly body: string | Uint8Array | null;
  /** Whether the connection is closed after the response. */
  readonly reset?: true;
}

/** @returns the request without its credential and its body */
export const builtRequest = (
  { method, path }: OutgoingRequest,
  { baseUrl: { origin } }: { readonly baseUrl: URL },
): BuiltRequest => ({ method, url: origin + path.replace(/&key=[^&]*/, '') });

export interface CallInput {
  readonly operation: AnyOperation;
  readonly args: Arguments;
  readonly options: CallOptions;
}

type UploadType = 'media' | 'multipart' | 'resumable';

type RequestSettings = Pick<ResolvedSettings, 'api' | 'apiKey' | 'apiKeyIn'>;

export class RequestBuilder {
  readonly #basePath: string;
  readonly #settings: RequestSettings;

  /** @param basePath path of the service's base address, without a slash at its end */
  constructor(basePath: string, settings: RequestSettings) {
    this.#basePath = basePath;
    this.#settings = settings;
  }

  /**
   * Builds the request of a call, with its file if it has one.
   * @throws {InvalidInput} for an argument, a header or a media type that must not be sent
   * @throws {UpstreamError} `UNAUTHENTICATED` without a suitable credential
   */
  call(input: CallInput): OutgoingRequest {
    const { operation, options } = input;
    if (options.file !== undefined) return this.#callWithFile(input, options.file);
    const accept = operation.download === 'always' ? '*/*' : 'application/json';
    return this.#build(input, operation.isBelowHost ? '' : this.#basePath, accept);
  }

  /** The request of a download: the response is the bytes of the file. Throws as `call` does. */
  download(input: CallInput): OutgoingRequest {
    const request = this.#build(input, this.#basePath, '*/*');
    return input.operation.download === 'alt'
      ? { ...request, path: `${request.path}&alt=media` }
      : request;
  }

  /** The request of a download at another path of the host. Throws as `call` does. */
  downloadAt(path: string, { operation, options }: Omit<CallInput, 'args'>): OutgoingRequest {
    const { identity } = options;
    credentialOf({ ...operation, auth: 'user' }, {}, identity.token, undefined);
    const headers = headersFor(this.#settings.api, '*/*', identity.token);
    addForwardedHeaders(headers, options.headers);
    return { method: 'GET', path, headers, body: null };
  }

  /**
   * The request that opens a resumable upload: metadata in the body, facts of the file in headers.
   * Throws as `call` does.
   */
  uploadStart(input: CallInput, { contentType, length }: FileInfo): OutgoingRequest {
    const headers = ['x-upload-content-type', checkMediaType(contentType)];
    if (length !== undefined) headers.push('x-upload-content-length', String(length));
    return this.#buildUpload(input, headers, 'resumable');
  }

  /** The file is the body, or its second part if the call has metadata. */
  #callWithFile(input: CallInput, file: FileContent): OutgoingRequest {
    const fileType = checkMediaType(file.contentType);
    // A closed keep-alive connection would be noticed only after all bytes are sent, so `reset` is
    // set.
    if (input.args['body'] === undefined) {
      const request = this.#buildUpload(input, ['content-type', fileType], 'media');
      return { ...request, body: file.bytes, reset: true };
    }
    const boundary = randomUUID();
    const headers = ['content-type', `multipart/related; boundary=${boundary}`];
    const request = this.#buildUpload(input, headers, 'multipart');
    return { ...request, body: relatedBody(boundary, request.body!, file), reset: true };
  }

  /** An operation at its upload address. */
  #buildUpload(
    input: CallInput,
    headers: readonly string[],
    uploadType: UploadType,
  ): OutgoingRequest {
    const { operation } = input;
    const { path } = operation.upload!;
    // The upload path is `/upload`, a part of the base address such as `/tasks/v1`, and the path
    // of the operation.
    const version = path.slice('/upload'.length, -operation.path.length || undefined);
    const parent = this.#basePath.endsWith(version)
      ? this.#basePath.slice(0, this.#basePath.length - version.length)
      : '';
    const request = this.#build(
      { ...input, operation: { ...operation, path } },
      parent,
      'application/json',
      headers,
    );
    return { ...request, path: `${request.path}&uploadType=${uploadType}` };
  }

  /** @param own headers of the call, beside those of every request */
  #build(
    { operation, args, options }: CallInput,
    basePath: string,
    accept: string,
    own: readonly string[] = noHeaders,
  ): OutgoingRequest {
    const { identity } = options;
    const { api, apiKey, apiKeyIn } = this.#settings;
    const completed = withDelegation(api, operation, { args, identity });
    const { method, path, body } = buildRequest(api, operation, completed);
    const credential = credentialOf(operation, completed, identity.token, apiKey);
    const headers = headersFor(api, accept, credential === 'token' ? identity.token : undefined);
    let target = basePath + path;
    if (credential === 'apiKey')
      if (apiKeyIn === 'header') headers.push(api.calls.apiKeyHeader, apiKey!);
      else target += `&key=${encodeURIComponent(apiKey!)}`;
    if (body !== undefined && !own.includes('content-type'))
      headers.push('content-type', 'application/json');
    headers.push(...own);
    const given = args['headers'] as Readonly<Record<string, string>> | undefined;
    if (given !== undefined) headers.push(...Object.entries(given).flat());
    addForwardedHeaders(headers, options.headers);
    return { method, path: target, headers, body: body ?? null };
  }
}

const noHeaders: readonly string[] = [];

/**
 * The headers of every request. Without `accept-encoding`, a proxy may compress any answer (RFC
 * 9110, 12.5.3). To unpack one of 6 kB takes 0.03 ms of CPU time at once, 0.17 ms as a stream; to
 * parse it takes 0.05 ms (measured on 30 November 2026).
 */
function headersFor({ calls: { userAgent } }: Api, accept: string, token?: string): string[] {
  const headers = ['accept', accept, 'accept-encoding', 'identity', 'user-agent', userAgent];
  if (token !== undefined) headers.push('authorization', `Bearer ${token}`);
  return headers;
}

/** A `multipart/related` body: the metadata as JSON, then the file. */
const relatedBody = (boundary: string, metadata: string | Uint8Array, file: FileContent): Buffer =>
  Buffer.concat([
    Buffer.from(`--${boundary}\r\ncontent-type: application/json\r\n\r\n`),
    Buffer.from(metadata),
    Buffer.from(`\r\n--${boundary}\r\ncontent-type: ${file.contentType}\r\n\r\n`),
    file.bytes,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);

function checkMediaType(contentType: string): string {
  if (!/^[\w.+-]+\/[\w.+-]+$/.test(contentType))
    throw new InvalidInput(
      'contentType',
      `${showValue(contentType)} is not a media type; expected for example image/png`,
    );
  return contentType;
}

/**
 * Whether the call is sent with the caller's token or with the gateway's API key.
 * @throws {UpstreamError} `UNAUTHENTICATED` if neither is allowed; no call is made then
 */
function credentialOf(
  operation: AnyOperation,
  args: Arguments,
  token: string | undefined,
  apiKey: string | undefined,
): 'token' | 'apiKey' {
  if (token !== undefined && visibleText.test(token)) return 'token';
  if (token === undefined && apiKey !== undefined && isPublic(operation, args)) return 'apiKey';
  throw upstreamError(operation, 'UNAUTHENTICATED');
}

/** Characters that a header may contain unchanged, without blanks. */
const visibleText = /^[\x21-\x7e]+$/;

/** Whether the call, with these arguments, reads only public data. */
export function isPublic(
  { auth, userParams, ownerOnlyParts }: AnyOperation,
  args: Arguments,
): boolean {
  if (auth !== 'public') return false;
  if (userParams?.some((name) => args[name] !== undefined && args[name] !== null)) return false;
  const parts = args['part'];
  if (ownerOnlyParts === undefined || !Array.isArray(parts)) return true;
  return !parts.some((part: string) => ownerOnlyParts.includes(part));
}

/**
 * Returns the arguments with the account for which the caller acts, if the operation takes one and
 * the arguments name none. Without a token such an account has no meaning.
 */
export function withDelegation(
  { delegation: { account, part } }: Api,
  { query }: AnyOperation,
  { args, identity }: { readonly args: Arguments; readonly identity: Identity },
): Arguments {
  const { token, onBehalfOf, subaccount } = identity;
  if (token === undefined || onBehalfOf === undefined) return args;
  const name = account.find((each) => each in query);
  return {
    ...(name !== undefined && { [name]: onBehalfOf }),
    ...(subaccount !== undefined && part in query && { [part]: subaccount }),
    ...args,
  };
}

/** HTTP wants an etag in quotes. Those of some services contain them. */
export const quotedEtag = (etag: string): string => (/^(W\/)?"/.test(etag) ? etag : `"${etag}"`);

/** The condition of a read whose answer is known. @param etag of the answer, if it has one */
export const unlessEtag = (etag: string | undefined): Pick<CallOptions, 'headers'> =>
  etag === undefined ? {} : { headers: { 'if-none-match': quotedEtag(etag) } };

const forwardedNames = ['if-match', 'if-none-match', 'range'] as const;

/**
 * Adds the caller's conditions and range to the headers of a request; all other headers of the
 * caller are dropped.
 * @throws {InvalidInput} for a value with characters that no header may contain
 */
function addForwardedHeaders(
  headers: string[],
  given: Readonly<Record<string, string>> | undefined,
): void {
  if (given === undefined) return;
  for (const name of forwardedNames) {
    const value = given[name];
    if (value === undefined) continue;
    if (!/^[\x20-\x7e\x80-\xff]*$/.test(value))
      throw new InvalidInput(
        name,
        `${showValue(value)} is not a header value; expected text without control characters`,
      );
    headers.push(name, value);
  }
}
