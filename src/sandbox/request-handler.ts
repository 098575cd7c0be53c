/** Handles one HTTP request to a service: route, recording, fault, execution, response. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { catalogue } from '../upstream/catalogue.ts';
import { ApiError } from './api-error.ts';
import { findBatchEndpoint, respondToBatch } from './batch.ts';
import type { ApiRequest } from './execute-call.ts';
import type { Fault } from './fault.ts';
import { catchApiError, faultResponse, type HttpResponse, respond } from './http-response.ts';
import { readBody } from './read-body.ts';
import { parseOrText, recordCall, splitUrl } from './record-call.ts';
import { createRouter, type Route } from './route.ts';
import type { SandboxState } from './sandbox-state.ts';
import { handleUpload } from './upload/handle-upload.ts';
import { type MatchedUpload, matchUpload } from './upload/upload.ts';

type Headers = Readonly<Record<string, string | undefined>>;

const findRoute = createRouter([...catalogue.values()]);

/** Sends the response, or closes the connection if a fault says so. */
export async function handleRequest(
  state: SandboxState,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { method = 'GET', url = '/' } = request;
  const headers = request.headers as Headers;
  const { path, search } = splitUrl(url);
  const { route, upload } = matchRequest(state, method, path, search);
  const body = upload ? '' : await readBody(request);
  if (body === undefined) return void response.writeHead(413).end();
  const operation = route instanceof ApiError ? undefined : route?.operation;
  const entry = recordCall(state, { method, path, search, headers, body }, operation);
  const fault = state.faults.take(operation, { method, url, headers });
  if (fault?.delayMs !== undefined) await wait(fault.delayMs);
  if (fault?.hang) return;
  if (fault?.drop === 'before') return void request.socket.destroy();
  const apiRequest: ApiRequest = { search, headers, body };
  const onMetadata = (metadata: string): void => void (entry.body = parseOrText(metadata));
  const result =
    faultResponse(fault, operation) ??
    (upload
      ? await handleUpload(state, upload, { path, apiRequest, entry, request, onMetadata }, fault)
      : await execute(state, request, { path, route, apiRequest }));
  if (result === undefined || fault?.drop === 'after') return void request.socket.destroy();
  entry.status = result.status;
  if (fault?.cut || fault?.garble) entry.broken = true;
  send(request, response, result, fault);
}

interface Execution {
  readonly path: string;
  readonly route: Route | ApiError | undefined;
  readonly apiRequest: ApiRequest;
}

/** Executes a call, or all calls of a batch. */
async function execute(
  state: SandboxState,
  { method = 'GET' }: IncomingMessage,
  { path, route, apiRequest }: Execution,
): Promise<HttpResponse | undefined> {
  const batch = findBatchEndpoint(method, path);
  if (batch) return respondToBatch(state, batch, apiRequest);
  return respond(state.simulation, route, apiRequest);
}

interface MatchedRequest {
  /** Undefined for unknown paths. */
  readonly route: Route | ApiError | undefined;
  /** Set for requests with the content of an upload. */
  readonly upload?: MatchedUpload;
}

function matchRequest(
  { sessions }: SandboxState,
  method: string,
  path: string,
  search: string,
): MatchedRequest {
  const route = catchApiError(() => findRoute(method, path));
  if (route instanceof ApiError) return { route };
  const upload = catchApiError(() => matchUpload(sessions, { method, path, search }, route));
  if (upload instanceof ApiError) return { route: upload };
  return upload ? { route: upload.route, upload } : { route };
}

/** Sends a response, compressed if the client accepts it and no fault changes the bytes. */
function send(
  request: IncomingMessage,
  response: ServerResponse,
  { status, headers, body }: HttpResponse,
  fault: Fault | undefined,
): void {
  const retryAfter =
    fault?.retryAfter === undefined ? {} : { 'retry-after': String(fault.retryAfter) };
  if (body === undefined)
    return void response.writeHead(status, { ...headers, ...retryAfter }).end();
  const plain = Buffer.from(fault?.garble ? '{"items": [NaN, undefined}' : body);
  const acceptsGzip = /\bgzip\b/.test(String(request.headers['accept-encoding']));
  const isCompressed = !fault && plain.length > 1024 && acceptsGzip;
  const bytes = isCompressed ? gzipSync(plain) : plain;
  response.writeHead(status, {
    ...headers,
    ...retryAfter,
    ...(isCompressed && { 'content-encoding': 'gzip' }),
    'content-length': bytes.length,
  });
  if (!fault?.cut) return sendWhileReceiving(request, response, bytes);
  response.write(bytes.subarray(0, Math.ceil(bytes.length / 2)), () => request.socket.destroy());
}

/**
 * Sends a response at once, and ends it when the request has been received. A connection that is
 * closed earlier is reset, and the client may lose the response.
 */
function sendWhileReceiving(
  request: IncomingMessage,
  response: ServerResponse,
  bytes: Buffer,
): void {
  if (request.complete || request.destroyed) return void response.end(bytes);
  response.write(bytes);
  request.resume().once('close', () => response.end());
}
