/** One HTTP request to the gateway, and what its response means. */
import type { ResponseExtensions } from '../../schema/extensions.js';
import { printDefinitions } from './print.ts';
import { type GatewayError, RequestError, type SentError, toGatewayError } from './error.ts';
import { announceSession } from './session.ts';

/** A document with the types of its data and variables, as code generators make them. */
interface TypedDocument<Data, Variables> {
  readonly __apiType?: (variables: Variables) => Data;
  /** Of a parsed one, which may have no types. */
  readonly definitions?: readonly object[];
}

/** The text of an operation, or a typed document: a text with types, or a parsed one. */
export type Document<Data, Variables> = string | TypedDocument<Data, Variables>;

/** How to reach the gateway. */
export interface ClientOptions {
  /** Of the endpoint, for example `https://graph.example.com/graphql`. */
  readonly url: string;
  /** Called before each attempt, so that it has the current access token. */
  readonly headers?: () => Record<string, string> | Promise<Record<string, string>>;
  /**
   * Default: the global `fetch`. With that of `createStudiograph`, the gateway needs no port, and
   * the host of `url` can be any.
   * @example createClient({ url: 'http://gateway/graphql', fetch: gateway.fetch })
   */
  readonly fetch?: (request: Request, init: Pick<RequestInit, 'signal'>) => Promise<Response>;
  /**
   * Whether users sign in at the gateway, so that requests carry its cookie. Default: false, and
   * `headers` has a token.
   */
  readonly session?: boolean;
  /** The pause after the first failure; each further one doubles it. Default: 500. */
  readonly firstPauseMs?: number;
  /** Called with the extensions of each response and event, also of one without data. */
  onExtensions?(operationName: string | undefined, extensions: ResponseExtensions): void;
}

/** What a response, or an event of a subscription, has. */
export interface Result<Data> {
  readonly data: Data;
  /** Of fields, and of the payloads of a mutation. */
  readonly errors: readonly GatewayError[];
  readonly extensions: ResponseExtensions;
}

/** An operation that is sent. */
export interface OperationRequest {
  readonly text: string;
  readonly variables: object;
  readonly onExtensions: ReadExtensions;
}

type ReadExtensions = (extensions: ResponseExtensions) => void;

/** A document that may be its own text. */
interface TypedText {
  readonly definitions?: readonly object[];
  toString(): string;
}

/** @throws TypeError for a document that has no text */
export function operationOf(
  client: ClientOptions,
  document: string | TypedText,
  variables: object = {},
): OperationRequest {
  const text = textOf(document);
  const [, name] = /\b(?:query|mutation|subscription)\s+(\w+)/.exec(text) ?? [];
  return { text, variables, onExtensions: (own) => client.onExtensions?.(name, own) };
}

/** The text of a document. @throws TypeError for any other object */
export function textOf(document: string | TypedText): string {
  if (typeof document === 'object' && document.definitions)
    return printDefinitions(document.definitions);
  const text = document.toString();
  if (text === '[object Object]')
    throw new TypeError('The document is neither a text nor a parsed document.');
  return text;
}

/** @throws RequestError without a response; the error of `headers` */
export async function post(
  client: ClientOptions,
  { text, variables }: OperationRequest,
  accept: string,
  signal: AbortSignal | undefined,
): Promise<Response> {
  const own = await client.headers?.();
  const body = JSON.stringify({ query: text, variables });
  const headers = { ...own, accept, 'content-type': 'application/json' };
  const init = { method: 'POST', headers, body, signal: signal ?? null };
  const response = await send(client, client.url, init);
  if (response.status === 401 && client.session) announceSession({ hasEnded: true });
  return response;
}

/** @throws RequestError without a response, and for one of another server */
export async function send(
  { fetch: sendRequest = fetch, session }: ClientOptions,
  url: string,
  { signal = null, ...init }: RequestInit,
): Promise<Response> {
  const credentials = session ? 'include' : 'same-origin';
  const request = new Request(url, { ...init, signal, credentials });
  // Node forgets the signal of a request that is garbage: `fetch` has it besides.
  const response = await connected(sendRequest(request, { signal }));
  const { status } = response;
  if (status !== 404) return response;
  // Missing data have another status: this is another server, or another path of the gateway.
  await response.body?.cancel();
  throw new RequestError(`No gateway answers at ${url}, only HTTP status 404.`, { status });
}

/** @throws RequestError if the connection breaks */
export const connected = async <T>(work: Promise<T>): Promise<T> =>
  work.catch((cause: unknown) => {
    throw new RequestError('There is no connection to the gateway.', { status: 0, cause });
  });

/** The body of a response, or the data of an event. */
interface SentResult<Data> {
  readonly data?: Data | null;
  readonly errors?: readonly SentError[];
  readonly extensions?: ResponseExtensions;
}

/** @throws RequestError if there are no data, also if the body is cut off */
export async function resultOf<Data>(
  response: Response,
  onExtensions?: ReadExtensions,
): Promise<Result<Data>> {
  // A proxy may answer with HTML.
  const body = (await response.json().catch(() => undefined)) as SentResult<Data> | undefined;
  return toResult(body ?? {}, response, onExtensions);
}

/** @throws RequestError if there are no data */
export function toResult<Data>(
  sent: SentResult<Data>,
  { status, headers }: Response,
  onExtensions?: ReadExtensions,
): Result<Data> {
  const { data, extensions = {} } = sent;
  onExtensions?.(extensions);
  if (data == null) throw rejection(sent, status, headers.get('retry-after'));
  return { data, errors: fieldErrors(sent), extensions };
}

/** The error of a response without data. */
export function rejection(
  sent: SentResult<unknown>,
  status: number,
  retryAfter?: string | null,
): RequestError {
  const message = `The gateway answered with HTTP status ${status}.`;
  return new RequestError(message, { status, errors: fieldErrors(sent), retryAfter });
}

const fieldErrors = ({ errors = [] }: SentResult<unknown>): readonly GatewayError[] =>
  errors.map((each) => toGatewayError({ ...each, extensions: each.extensions ?? {} }));

/** The error of a result of which errors have left nothing. */
export const emptied = ({ errors }: Result<unknown>, status: number): RequestError =>
  new RequestError(errors[0]!.message, { status, errors });

/** Whether errors have left nothing of the data. */
export const isEmpty = ({ data, errors }: Result<unknown>): boolean =>
  errors.length > 0 && Object.values(data as object).every((field) => field === null);
