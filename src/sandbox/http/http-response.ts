/** HTTP responses: JSON, files, errors and HTML pages. */
import type { Service } from '../../engine/api/register.ts';
import { type AnyOperation, serviceOf } from '../../engine/api/operation.ts';
import { ApiError, errorBody } from './api-error.ts';
import { type Bytes, RepeatedBytes } from '../bytes.ts';
import { gzipSync } from 'node:zlib';
import { type ApiRequest, executeCall } from '../call/execute-call.ts';
import { type Fault, faultError } from '../fault.ts';
import { fileHttpResponse } from './file-response.ts';
import type { Route } from './route.ts';
import type { StreamAnswers } from './stream-response.ts';
import type { Simulation } from '../simulation.ts';

/** A response before compression; without a body it is empty. */
export interface HttpResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Bytes;
  /** In the place of `headers` and `body`. */
  readonly stream?: StreamAnswers;
}

/** The body of a response that a fault garbles: invalid JSON. */
export const garbledBody = '{"items": [NaN, undefined}';

/** The result of a function, or the `ApiError` that it throws. */
export function catchApiError<T>(run: () => T): T | ApiError {
  try {
    return run();
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}

const jsonHeaders = { 'content-type': 'application/json; charset=UTF-8' };

/** The HTML page with which Google's front end responds to unknown paths. */
const htmlResponse = (status: number): HttpResponse => ({
  status,
  headers: { 'content-type': 'text/html; charset=UTF-8' },
  body:
    `<!DOCTYPE html><html lang=en><title>Error ${status}</title>` +
    `<p><b>${status}.</b> That's an error.</html>`,
});

/** The answers of what is between the service and its caller, by the name of the fault. */
const pages: Readonly<Record<NonNullable<Fault['page']>, (status: number) => HttpResponse>> = {
  html: htmlResponse,
  empty: (status) => ({ status, headers: {} }),
  json: (status) => ({
    status,
    headers: jsonHeaders,
    body: JSON.stringify({ message: 'Not here', error: { status, code: 'proxy' } }),
  }),
  gzip: (status) => {
    const { headers, body } = htmlResponse(status);
    const bytes = new RepeatedBytes(gzipSync(body as string));
    return { status, headers: { ...headers, 'content-encoding': 'gzip' }, body: bytes };
  },
};

/** The JSON response of an error. */
export const errorResponse = (error: ApiError, service: Service): HttpResponse => ({
  status: error.status,
  headers: { ...jsonHeaders, ...error.detail.headers },
  body: JSON.stringify(errorBody(error, service), null, 2),
});

/** The response of a fault that replaces the call; undefined if the call is to be executed. */
export function faultResponse(
  fault: Fault | undefined,
  operation: AnyOperation | undefined,
): HttpResponse | undefined {
  if (fault?.page !== undefined) return pages[fault.page](fault.status ?? 502);
  if (fault?.status === undefined) return undefined;
  return errorResponse(faultError(fault), operation ? serviceOf(operation) : 'video');
}

/**
 * Executes a call.
 * @param route the result of the router: a route, an error, or undefined for unknown paths
 */
export function respond(
  simulation: Simulation,
  route: Route | ApiError | undefined,
  request: ApiRequest,
): HttpResponse {
  simulation.clock.sync();
  if (route === undefined) return htmlResponse(404);
  if (route instanceof ApiError) return errorResponse(route, 'video');
  const response = catchApiError(() => execute(simulation, route, request));
  return response instanceof ApiError
    ? errorResponse(response, serviceOf(route.operation))
    : response;
}

function execute(simulation: Simulation, route: Route, request: ApiRequest): HttpResponse {
  const { status, answer, content, stream, etag } = executeCall(route, request, simulation);
  if (content) return fileHttpResponse(content, request.headers);
  if (stream) return { status, headers: {}, stream };
  const headers = etag === undefined ? {} : { etag: `"${etag.replace(/^"|"$/g, '')}"` };
  if (answer === undefined) return { status, headers };
  const isCompact = /(^|&)prettyPrint=(false|0)(&|$)/.test(request.search);
  return {
    status,
    headers: { ...jsonHeaders, ...headers },
    body: JSON.stringify(answer, null, isCompact ? 0 : 2),
  };
}
