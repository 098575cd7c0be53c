/** What the sandbox answers a request with: the operation's answer, or the body of a refusal. */
import { fileHttpResponse } from './file-response.ts';
import { type AnyOperation, type Service, serviceOf } from '../upstream/operation.ts';
import { type Fault, faultError } from './fault.ts';
import { errorBody, ApiError } from './api-error.ts';
import type { Route } from './route.ts';
import { type ApiRequest, executeCall } from './execute-call.ts';
import type { Simulation } from './simulation.ts';

export interface HttpResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

export function catchApiError<T>(run: () => T): T | ApiError {
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

export function errorResponse(error: ApiError, service: Service): HttpResponse {
  return {
    status: error.status,
    headers: { ...json, ...error.detail.headers },
    body: JSON.stringify(errorBody(error, service), null, 2),
  };
}

/** A fault that answers instead of the operation. */
export function faultResponse(
  fault: Fault | undefined,
  operation: AnyOperation | undefined,
): HttpResponse | undefined {
  if (fault?.html)
    return { status: fault.status ?? 502, headers: html, body: page(fault.status ?? 502) };
  if (fault?.status === undefined) return undefined;
  return errorResponse(faultError(fault), operation ? serviceOf(operation) : 'video');
}

/** Does the operation. */
export function respond(
  simulation: Simulation,
  found: Route | ApiError | undefined,
  incoming: ApiRequest,
): HttpResponse {
  if (found === undefined) return { status: 404, headers: html, body: page(404) };
  if (found instanceof ApiError) return errorResponse(found, 'video');
  const out = catchApiError(() => {
    const done = executeCall(found, incoming, simulation);
    return done.content ? fileHttpResponse(done.content, incoming.headers) : done;
  });
  if (out instanceof ApiError) return errorResponse(out, serviceOf(found.operation));
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
