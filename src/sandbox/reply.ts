/** What the sandbox answers a request with: the operation's answer, or the body of a refusal. */
import { contentReply } from './content.ts';
import { type AnyOperation, type Service, serviceOf } from '../upstream/operation.ts';
import { type Fault, refusalOf } from './fault.ts';
import { errorBody, ApiError } from './api-error.ts';
import type { Route } from './route.ts';
import { type Incoming, perform } from './service.ts';
import type { World } from './world.ts';

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

export function attempt<T>(run: () => T): T | ApiError {
  try {
    return run();
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}

const json = { 'content-type': 'application/json; charset=UTF-8' };
const html = { 'content-type': 'text/html; charset=UTF-8' };

const page = (status: number): string =>
  `<!DOCTYPE html><html lang=en><title>Error ${status}</title><p><b>${status}.</b> That's an error.</html>`;

export function refusal(error: ApiError, service: Service): Reply {
  return {
    status: error.status,
    headers: { ...json, ...error.detail.headers },
    body: JSON.stringify(errorBody(error, service), null, 2),
  };
}

/** A fault that answers instead of the operation. */
export function faulty(
  fault: Fault | undefined,
  operation: AnyOperation | undefined,
): Reply | undefined {
  if (fault?.html)
    return { status: fault.status ?? 502, headers: html, body: page(fault.status ?? 502) };
  if (fault?.status === undefined) return undefined;
  return refusal(refusalOf(fault), operation ? serviceOf(operation) : 'video');
}

/** Does the operation. */
export function answer(
  world: World,
  found: Route | ApiError | undefined,
  incoming: Incoming,
): Reply {
  if (found === undefined) return { status: 404, headers: html, body: page(404) };
  if (found instanceof ApiError) return refusal(found, 'video');
  const out = attempt(() => {
    const done = perform(found, incoming, world);
    return done.content ? contentReply(done.content, incoming.headers) : done;
  });
  if (out instanceof ApiError) return refusal(out, serviceOf(found.operation));
  if ('body' in out) return out;
  const headers = out.etag === undefined ? {} : { etag: `"${out.etag.replace(/^"|"$/g, '')}"` };
  if (out.answer === undefined) return { status: out.status, headers };
  const compact = /(^|&)prettyPrint=(false|0)(&|$)/.test(incoming.search);
  return {
    status: out.status,
    headers: { ...json, ...headers },
    body: JSON.stringify(out.answer, null, compact ? 0 : 2),
  };
}
