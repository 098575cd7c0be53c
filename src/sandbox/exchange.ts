/** One HTTP exchange with a service: route, fault, checks, handler, answer. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { catalogue } from '../upstream/catalogue.ts';
import { type AnyOperation, type Service, serviceOf } from '../upstream/operation.ts';
import { tokenOf } from './auth.ts';
import type { Core } from './core.ts';
import { type Fault, refusalOf } from './fault.ts';
import type { Recording } from './recorder.ts';
import { errorBody, Refusal } from './refusal.ts';
import { type Route, router } from './route.ts';
import { perform } from './service.ts';
import { apiKey, userOf } from './user.ts';

const route = router([...catalogue.values()]);

interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** @param url the request's target as it was sent; @param body its whole body */
export async function exchange(core: Core, request: IncomingMessage, response: ServerResponse, body: string): Promise<void> {
  const { path, search } = split(request.url ?? '/');
  const headers = request.headers as Readonly<Record<string, string | undefined>>;
  const method = request.method ?? 'GET';
  const entry = core.recorder.open(method, path, search, headers);
  noteCaller(entry, headers, search);
  if (body !== '') entry.body = parsed(body);
  const found = attempt(() => route(method, path));
  const operation = found instanceof Refusal ? undefined : found?.operation;
  if (operation) entry.operation = operation.key;
  const fault = core.faults.take(operation, method, request.url ?? '/');
  if (fault?.delayMs !== undefined) await wait(fault.delayMs);
  if (fault?.hang) return;
  if (fault?.drop === 'before') return void request.socket.destroy();
  const reply = faulty(fault, operation) ?? answer(core, found, { search, headers, body });
  if (fault?.drop === 'after') return void request.socket.destroy();
  entry.status = reply.status;
  if (fault?.cut || fault?.garble) entry.broken = true;
  send(request, response, reply, fault);
}
function split(url: string): { readonly path: string; readonly search: string } {
  const mark = url.indexOf('?');
  return mark < 0 ? { path: url, search: '' } : { path: url.slice(0, mark), search: url.slice(mark + 1) };
}
function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}
function noteCaller(entry: Recording, headers: Readonly<Record<string, string | undefined>>, search: string): void {
  const params = new URLSearchParams(search);
  const token = tokenOf(headers, params);
  const name = token === undefined ? keyName(headers['x-goog-api-key'] ?? params.get('key')) : userOf(token)?.name;
  if (name !== undefined) entry.user = name;
}
const keyName = (key: string | null): string | undefined => (key === apiKey ? 'api-key' : undefined);
function attempt<T>(run: () => T): T | Refusal {
  try {
    return run();
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

const json = { 'content-type': 'application/json; charset=UTF-8' };
const html = { 'content-type': 'text/html; charset=UTF-8' };
const page = (status: number): string =>
  `<!DOCTYPE html><html lang=en><title>Error ${status}</title><p><b>${status}.</b> That's an error.</html>`;

function refusal(error: Refusal, service: Service): Reply {
  return { status: error.status, headers: { ...json, ...error.detail.headers }, body: JSON.stringify(errorBody(error, service), null, 2) };
}
function faulty(fault: Fault | undefined, operation: AnyOperation | undefined): Reply | undefined {
  if (fault?.html) return { status: fault.status ?? 502, headers: html, body: page(fault.status ?? 502) };
  if (fault?.status === undefined) return undefined;
  return refusal(refusalOf(fault), operation ? serviceOf(operation) : 'video');
}
function answer(core: Core, found: Route | Refusal | undefined, incoming: Parameters<typeof perform>[1]): Reply {
  if (found === undefined) return { status: 404, headers: html, body: page(404) };
  if (found instanceof Refusal) return refusal(found, 'video');
  const out = attempt(() => perform(found, incoming, core.world));
  if (out instanceof Refusal) return refusal(out, serviceOf(found.operation));
  const headers = out.etag === undefined ? {} : { etag: `"${out.etag.replace(/^"|"$/g, '')}"` };
  if (out.answer === undefined) return { status: out.status, headers };
  const compact = /(^|&)prettyPrint=(false|0)(&|$)/.test(incoming.search);
  return { status: out.status, headers: { ...json, ...headers }, body: JSON.stringify(out.answer, null, compact ? 0 : 2) };
}

function send(request: IncomingMessage, response: ServerResponse, { status, headers, body }: Reply, fault: Fault | undefined): void {
  const retry = fault?.retryAfter === undefined ? {} : { 'retry-after': String(fault.retryAfter) };
  if (body === undefined) return void response.writeHead(status, { ...headers, ...retry }).end();
  const plain = Buffer.from(fault?.garble ? '{"items": [NaN, undefined}' : body);
  const gzip = !fault && plain.length > 1024 && /\bgzip\b/.test(String(request.headers['accept-encoding']));
  const bytes = gzip ? gzipSync(plain) : plain;
  response.writeHead(status, { ...headers, ...retry, ...(gzip ? { 'content-encoding': 'gzip' } : {}), 'content-length': bytes.length });
  if (!fault?.cut) return void response.end(bytes);
  response.write(bytes.subarray(0, Math.ceil(bytes.length / 2)), () => request.socket.destroy());
}
