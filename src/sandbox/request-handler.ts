/** One HTTP exchange with a service: route, fault, checks, handler, answer. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { catalogue } from '../upstream/catalogue.ts';
import { tokenOf } from './auth.ts';
import { textOf } from './read-body.ts';
import type { SandboxState } from './sandbox-state.ts';
import type { Fault } from './fault.ts';
import type { MutableRecordedCall } from './recorder.ts';
import { ApiError } from './api-error.ts';
import { respond, catchApiError, faultResponse, type HttpResponse } from './http-response.ts';
import { router } from './route.ts';
import { handleUpload } from './upload/handle-upload.ts';
import { matchUpload } from './upload/upload.ts';
import { apiKey, userOf } from './user.ts';

const route = router([...catalogue.values()]);

export async function handleRequest(
  core: SandboxState,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { path, search } = split(request.url ?? '/');
  const headers = request.headers as Readonly<Record<string, string | undefined>>;
  const method = request.method ?? 'GET';
  const routed = catchApiError(() => route(method, path));
  const upload =
    routed instanceof ApiError
      ? undefined
      : catchApiError(() => matchUpload(core.sessions, { method, path, search }, routed));
  const found = upload instanceof ApiError ? upload : (upload?.route ?? routed);
  const brought = upload instanceof ApiError ? undefined : upload;
  const body = brought ? '' : await textOf(request);
  if (body === undefined) return void response.writeHead(413).end();
  const entry = core.recorder.open(method, path, search, headers);
  noteCaller(entry, headers, search);
  if (body !== '') entry.body = parsed(body);
  const operation = found instanceof ApiError ? undefined : found?.operation;
  if (operation) entry.operation = operation.key;
  const fault = core.faults.take(operation, method, request.url ?? '/');
  if (fault?.delayMs !== undefined) await wait(fault.delayMs);
  if (fault?.hang) return;
  if (fault?.drop === 'before') return void request.socket.destroy();
  const incoming = { search, headers, body };
  const note = (metadata: string): void => void (entry.body = parsed(metadata));
  const reply =
    faultResponse(fault, operation) ??
    (brought
      ? await handleUpload(
          core,
          brought,
          { path, apiRequest: incoming, entry, request, onMetadata: note },
          fault,
        )
      : respond(core.simulation, found, incoming));
  if (reply === undefined || fault?.drop === 'after') return void request.socket.destroy();
  entry.status = reply.status;
  if (fault?.cut || fault?.garble) entry.broken = true;
  // What is still on its way is let through, so that the caller gets to read the answer.
  request.resume();
  send(request, response, reply, fault);
}

function split(url: string): { readonly path: string; readonly search: string } {
  const mark = url.indexOf('?');
  return mark < 0
    ? { path: url, search: '' }
    : { path: url.slice(0, mark), search: url.slice(mark + 1) };
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}

function noteCaller(
  entry: MutableRecordedCall,
  headers: Readonly<Record<string, string | undefined>>,
  search: string,
): void {
  const params = new URLSearchParams(search);
  const token = tokenOf(headers, params);
  const name =
    token === undefined
      ? keyName(headers['x-goog-api-key'] ?? params.get('key'))
      : userOf(token)?.name;
  if (name !== undefined) entry.user = name;
}

const keyName = (key: string | null): string | undefined =>
  key === apiKey ? 'api-key' : undefined;

function send(
  request: IncomingMessage,
  response: ServerResponse,
  { status, headers, body }: HttpResponse,
  fault: Fault | undefined,
): void {
  const retry = fault?.retryAfter === undefined ? {} : { 'retry-after': String(fault.retryAfter) };
  if (body === undefined) return void response.writeHead(status, { ...headers, ...retry }).end();
  const plain = fault?.garble ? Buffer.from('{"items": [NaN, undefined}') : Buffer.from(body);
  const gzip =
    !fault && plain.length > 1024 && /\bgzip\b/.test(String(request.headers['accept-encoding']));
  const bytes = gzip ? gzipSync(plain) : plain;
  response.writeHead(status, {
    ...headers,
    ...retry,
    ...(gzip ? { 'content-encoding': 'gzip' } : {}),
    'content-length': bytes.length,
  });
  if (!fault?.cut) return void response.end(bytes);
  response.write(bytes.subarray(0, Math.ceil(bytes.length / 2)), () => request.socket.destroy());
}
