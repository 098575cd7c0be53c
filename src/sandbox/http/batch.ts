/**
 * The batch endpoints of Drive and Calendar: several calls as parts of one `multipart/mixed`
 * request. Each call has its own checks, faults and response, in the order of the request.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { catalogue } from '../../services/catalogue.ts';
import { serviceOf } from '../../engine/api/operation.ts';
import { ApiError } from './api-error.ts';
import {
  catchApiError,
  errorResponse,
  faultResponse,
  garbledBody,
  type HttpResponse,
  respond,
} from './http-response.ts';
import { recordCall, splitUrl } from '../call/record-call.ts';
import { createRouter, type Route } from './route.ts';
import type { SandboxState } from '../sandbox-state.ts';

/** A service that accepts batches. */
interface BatchEndpoint {
  readonly service: 'storage' | 'calendar';
  /** Maximum number of calls. Calendar documents 1,000, but more than 50 have been rejected. */
  readonly maxCalls: number;
}

const endpoints: Readonly<Record<string, BatchEndpoint>> = {
  '/batch/drive/v3': { service: 'storage', maxCalls: 100 },
  '/batch/calendar/v3': { service: 'calendar', maxCalls: 50 },
};

/** Maximum length of the URL of a call in a batch. */
const maxUrlLength = 8_000;

type Headers = Readonly<Record<string, string | undefined>>;

/** A batch as it was received. */
interface BatchRequest {
  readonly headers: Headers;
  readonly body: string;
}

/** A call in a batch. */
interface BatchedCall {
  readonly id: string | undefined;
  readonly method: string;
  readonly url: string;
  readonly headers: Headers;
  readonly body: string;
}

/** The batch endpoint at a path. */
export const findBatchEndpoint = (method: string, path: string): BatchEndpoint | undefined =>
  method === 'POST' && Object.hasOwn(endpoints, path) ? endpoints[path] : undefined;

/** @returns undefined if a fault of a call closes the connection; never, if a call never ends */
export async function respondToBatch(
  state: SandboxState,
  endpoint: BatchEndpoint,
  request: BatchRequest,
): Promise<HttpResponse | undefined> {
  const calls = catchApiError(() => readCalls(endpoint, request));
  if (calls instanceof ApiError) return errorResponse(calls, endpoint.service);
  const parts: string[] = [];
  for (const call of calls) {
    const response = await respondToCall(state, endpoint, call);
    if (response === undefined) return undefined;
    parts.push(writePart(call, response));
  }
  const boundary = 'batch_sandbox';
  return {
    status: 200,
    headers: { 'content-type': `multipart/mixed; boundary=${boundary}` },
    body: `${parts.map((part) => `--${boundary}\r\n${part}\r\n`).join('')}--${boundary}--\r\n`,
  };
}

async function respondToCall(
  state: SandboxState,
  { service }: BatchEndpoint,
  call: BatchedCall,
): Promise<HttpResponse | undefined> {
  const { method, url, headers, body } = call;
  const { path, search } = splitUrl(url);
  const route = catchApiError(() => findRoute(service, call, path, search));
  const operation = route instanceof ApiError ? undefined : route?.operation;
  const entry = recordCall(state, { method, path, search, headers, body }, operation);
  const fault = state.faults.take(operation, { method, url, headers });
  if (fault?.delayMs !== undefined) await wait(fault.delayMs);
  await fault?.until;
  if (fault?.hang) await new Promise<never>(() => {});
  if (fault?.drop === 'before') return undefined;
  const apiRequest = { search, headers, body, isIgnored: fault?.ignore === true };
  const response = faultResponse(fault, operation) ?? respond(state.simulation, route, apiRequest);
  if (fault?.drop === 'after') return undefined;
  entry.status = response.status;
  if (!fault?.garble) return response;
  entry.broken = true;
  return { ...response, body: garbledBody };
}

const findAnyRoute = createRouter([...catalogue.values()]);

/**
 * The route of a call; undefined for paths that the API does not have.
 * @throws ApiError for a call that is not allowed in a batch
 */
function findRoute(
  service: BatchEndpoint['service'],
  { method, url }: BatchedCall,
  path: string,
  search: string,
): Route | undefined {
  if (url.length > maxUrlLength)
    throw new ApiError(400, 'badRequest', { message: 'The URL of the request is too long.' });
  const route = findAnyRoute(method, path);
  if (route === undefined || serviceOf(route.operation) !== service) return undefined;
  const isMedia = new URLSearchParams(search).get('alt') === 'media';
  if (isMedia || route.upload || route.operation.download === 'always')
    throw new ApiError(400, 'badRequest', {
      message: 'Media uploads and downloads are not supported in a batch.',
    });
  return route;
}

/** @throws ApiError 400 for a request that is no batch, and for one with too many calls */
function readCalls({ maxCalls }: BatchEndpoint, { headers, body }: BatchRequest): BatchedCall[] {
  const { 'content-type': type = '' } = headers;
  const match = /^multipart\/mixed\s*;.*\bboundary=(?:"([^"]+)"|([^\s;"]+))/i.exec(type);
  const boundary = match?.[1] ?? match?.[2];
  if (boundary === undefined) return throwMalformed();
  const [, ...parts] = `\r\n${body}`.split(`\r\n--${boundary}`);
  if (!parts.pop()?.startsWith('--') || parts.length === 0) return throwMalformed();
  if (parts.length > maxCalls)
    throw new ApiError(400, 'badRequest', {
      message: `The batch has ${parts.length} calls; the maximum is ${maxCalls}.`,
    });
  const shared = Object.entries(headers).filter(([name]) => !name.startsWith('content-'));
  return parts.map((part) => readCall(part, Object.fromEntries(shared)));
}

function throwMalformed(): never {
  throw new ApiError(400, 'badRequest', { message: 'Failed to parse the batch request.' });
}

/** @param shared headers of the batch that apply to calls without a header of that name */
function readCall(part: string, shared: Headers): BatchedCall {
  const [, head = '', request = ''] = /^\r\n(.*?)\r\n\r\n(.*)$/s.exec(part) ?? throwMalformed();
  const own = readHeaders(head);
  if (!/^application\/http\b/i.test(own['content-type'] ?? '')) return throwMalformed();
  const end = `${request}\r\n\r\n`.indexOf('\r\n\r\n');
  const [line = '', ...fields] = request.slice(0, end).split('\r\n');
  const [, method, url] = /^([A-Z]+) (\/\S*)(?: HTTP\/1\.1)?$/.exec(line) ?? throwMalformed();
  return {
    id: /^<(.+)>$/.exec(own['content-id'] ?? '')?.[1],
    method: method!,
    url: url!,
    headers: { ...shared, ...readHeaders(fields.join('\n')) },
    body: request.slice(end).trim(),
  };
}

/** Headers by their names in lower case. */
const readHeaders = (text: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...text.matchAll(/^([\w-]+):[ \t]*(.*?)[ \t]*$/gm)].map(([, name, value]) => [
      name!.toLowerCase(),
      value!,
    ]),
  );

function writePart({ id }: BatchedCall, { status, headers, body }: HttpResponse): string {
  // Files are never sent in batches.
  const text = typeof body === 'string' ? body : '';
  const fields = { ...headers, 'content-length': String(Buffer.byteLength(text)) };
  const lines = [
    'Content-Type: application/http',
    ...(id === undefined ? [] : [`Content-ID: <response-${id}>`]),
    '',
    `HTTP/1.1 ${status} ${status < 300 ? 'OK' : 'Error'}`,
    ...Object.entries(fields).map(([name, value]) => `${name}: ${value}`),
    '',
    text,
  ];
  return lines.join('\r\n');
}
