/** Handles one HTTP request to a service: route, recording, fault, execution, response. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { catalogue } from '../../services/catalogue.ts';
import { ApiError } from './api-error.ts';
import { type Bytes, readAll, RepeatedBytes, sliceOf } from '../bytes.ts';
import type { ApiRequest } from '../call/execute-call.ts';
import type { Fault } from '../fault.ts';
import {
  catchApiError,
  faultResponse,
  garbledBody,
  type HttpResponse,
  respond,
} from './http-response.ts';
import { toReachable, toStored } from '../picture/picture-url.ts';
import { readBody } from './read-body.ts';
import { parseOrText, recordCall, splitUrl } from '../call/record-call.ts';
import { createRouter, type Route } from './route.ts';
import { sendStream } from './send-stream.ts';
import type { SandboxState } from '../sandbox-state.ts';
import { beginPermissionWrite } from '../storage/permission/overlap.ts';
import { findDownload, respondToDownload } from '../storage/content/download-result.ts';
import { handleUpload } from '../upload/handle-upload.ts';
import { type MatchedUpload, matchUpload } from '../upload/upload.ts';

type Headers = Readonly<Record<string, string | undefined>>;

const findRoute = createRouter([...catalogue.values()]);

/** Sends the response, or closes the connection if a fault says so. */
export async function handleRequest(
  state: SandboxState,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { method = 'GET', url = '/' } = request;
  const { path } = splitUrl(url);
  const route = catchApiError(() => findRoute(method, path));
  const end = isRoute(route) ? beginPermissionWrite(state.simulation, route) : undefined;
  try {
    await answerRequest(state, request, response);
  } finally {
    end?.();
  }
}

const isRoute = (route: Route | ApiError | undefined): route is Route =>
  route !== undefined && !(route instanceof ApiError);

async function answerRequest(
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
  const operation = isRoute(route) ? route.operation : undefined;
  const entry = recordCall(state, { method, path, search, headers, body }, operation);
  const fault = state.faults.take(operation, { method, url, headers });
  await waitFor(fault);
  if (fault?.hang) return;
  if (fault?.drop === 'before') return void request.socket.destroy();
  const apiRequest: ApiRequest = {
    search,
    headers,
    body: toStored(body, state.url),
    isIgnored: fault?.ignore === true,
  };
  const onMetadata = (metadata: string): void => void (entry.body = parseOrText(metadata));
  const result =
    faultResponse(fault, operation) ??
    (upload
      ? await handleUpload(state, upload, { path, apiRequest, entry, request, onMetadata }, fault)
      : execute(state, { method, path, route, apiRequest }));
  if (result === undefined || fault?.drop === 'after') return void request.socket.destroy();
  entry.status = result.status;
  if (result.stream) return sendStream(state, request, response, result.stream);
  const isCut = fault?.cut || (fault?.cutAfter !== undefined && !upload);
  if (isCut || fault?.garble) entry.broken = true;
  const shown = typeof result.body === 'string' && { body: toReachable(result.body, state.url) };
  await send(request, response, { ...result, ...shown }, { fault, isUpload: upload !== undefined });
}

/** Waits as a fault says. */
export async function waitFor(fault: Fault | undefined): Promise<void> {
  if (fault?.delayMs !== undefined) await wait(fault.delayMs);
  await fault?.until;
}

interface Execution {
  readonly method: string;
  readonly path: string;
  readonly route: Route | ApiError | undefined;
  readonly apiRequest: ApiRequest;
}

/** Executes a call, or sends the result of a download. */
function execute(
  state: SandboxState,
  { method, path, route, apiRequest }: Execution,
): HttpResponse {
  const download = findDownload(method, path);
  if (download) return respondToDownload(state.simulation, download, apiRequest);
  return respond(state.simulation, route, apiRequest);
}

interface MatchedRequest {
  /** Undefined for unknown paths. */
  readonly route: Route | ApiError | undefined;
  /** Set for requests with the content of an upload. */
  readonly upload?: MatchedUpload;
}

function matchRequest(
  state: SandboxState,
  method: string,
  path: string,
  search: string,
): MatchedRequest {
  const route = catchApiError(() => findRoute(method, path));
  if (route instanceof ApiError) return { route };
  const upload = catchApiError(() => matchUpload(state, { method, path, search }, route));
  if (upload instanceof ApiError) return { route: upload };
  return upload ? { route: upload.route, upload } : { route };
}

/** Sends a response, compressed if the client accepts it and no fault changes the bytes. */
export async function send(
  request: IncomingMessage,
  response: ServerResponse,
  { status, headers, body }: HttpResponse,
  { fault, isUpload }: { readonly fault: Fault | undefined; readonly isUpload: boolean },
): Promise<void> {
  const retryAfter =
    fault?.retryAfter === undefined ? {} : { 'retry-after': String(fault.retryAfter) };
  if (body === undefined)
    return void response.writeHead(status, { ...headers, ...retryAfter }).end();
  const text = fault?.garble ? garbledBody : body;
  const plain = typeof text === 'string' ? new RepeatedBytes(Buffer.from(text)) : text;
  const acceptsGzip = /\bgzip\b/.test(String(request.headers['accept-encoding']));
  const isCompressed = !fault && typeof text === 'string' && plain.size > 1024 && acceptsGzip;
  const bytes = isCompressed ? new RepeatedBytes(gzipSync(readAll(plain), { level: 1 })) : plain;
  response.writeHead(status, {
    ...headers,
    ...retryAfter,
    ...(isCompressed && { 'content-encoding': 'gzip' }),
    'content-length': bytes.size,
  });
  const cutAfter = isUpload ? undefined : fault?.cutAfter;
  const end = fault?.cut ? Math.ceil(bytes.size / 2) : (cutAfter ?? bytes.size);
  if (end < bytes.size) return sendPart(request, response, sliceOf(bytes, 0, end));
  return sendWhileReceiving(request, response, bytes);
}

/** Resolves when the response accepts more bytes or is closed. */
const drained = (response: ServerResponse): Promise<void> =>
  new Promise((resolve) => {
    const done = (): void => {
      response.off('drain', done).off('close', done);
      resolve();
    };
    response.on('drain', done).on('close', done);
  });

/** Sends bytes, at the speed of the client. @returns false if the client has gone */
async function write(response: ServerResponse, bytes: Bytes): Promise<boolean> {
  for (const piece of bytes.read(0, bytes.size)) {
    if (response.destroyed) return false;
    if (!response.write(piece)) await drained(response);
  }
  return !response.destroyed;
}

/** Sends a part of a response, then closes the connection. */
async function sendPart(
  request: IncomingMessage,
  response: ServerResponse,
  bytes: Bytes,
): Promise<void> {
  for (const piece of bytes.read(0, bytes.size))
    await new Promise((resolve) => void response.write(piece, resolve));
  request.socket.destroy();
}

/**
 * Sends a response at once, and ends it when the request has been received. A connection that is
 * closed earlier is reset, and the client may lose the response.
 */
async function sendWhileReceiving(
  request: IncomingMessage,
  response: ServerResponse,
  bytes: Bytes,
): Promise<void> {
  if (!(await write(response, bytes))) return;
  if (request.complete || request.destroyed) response.end();
  else request.resume().once('close', () => response.end());
}
