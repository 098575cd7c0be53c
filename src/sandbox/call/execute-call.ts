/** Executes a call: checks in the order of the real services, the handler, the response. */
import { type AnyOperation, isRead, serviceOf } from '../../engine/api/operation.ts';
import { ApiError } from '../http/api-error.ts';
import { authenticate, authorize, checkChannel } from '../http/auth.ts';
import { checkWrittenParts, parseBody } from './check-body.ts';
import { checkAlt, checkQuery } from './check-query.ts';
import { FileResponse } from '../http/file-response.ts';
import { type StreamAnswers, StreamResponse } from '../http/stream-response.ts';
import { type ApiCall, checkIfMatch, type HandlerEntry } from './handler.ts';
import { findHandler } from './handlers.ts';
import { applyMask, checkMask, type Mask, parseMask } from './mask.ts';
import { Query } from './query.ts';
import { etagMatches, etagOf, selectParts } from '../http/response-body.ts';
import type { Route } from '../http/route.ts';
import { schemasOf, signatureOf } from '../../services/rest-schema.ts';
import type { Simulation } from '../simulation.ts';
import { ignoredAnswer, storedEntity } from './stored-entity.ts';
import type { Media } from '../upload/media.ts';

/** A request, after its route was found and its body was read. */
export interface ApiRequest {
  /** The query string without the question mark. */
  readonly search: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** JSON; for uploads the metadata. */
  readonly body: string;
  /** The file of an upload. */
  readonly media?: Media;
  /** Whether a write is answered with success and not executed. */
  readonly isIgnored?: boolean;
}

/** The result of a call; at most one of `answer`, `content` and `stream` is set. */
interface ApiResponse {
  /** 200, 204 or 304. */
  readonly status: number;
  readonly answer?: object;
  readonly content?: FileResponse;
  readonly stream?: StreamAnswers;
  readonly etag?: string;
}

interface ValidCall {
  readonly call: ApiCall;
  readonly handle: HandlerEntry['handle'];
  readonly mask: Mask;
}

/**
 * Runs all checks that precede the handler. Resumable uploads run them before their bytes arrive.
 * @throws ApiError if the real service would reject the request, 501 for operations without handler
 */
export function validateCall(
  route: Route,
  { search, headers, body: text, media }: ApiRequest,
  simulation: Simulation,
): ValidCall {
  const { operation, path } = route;
  const entry = findHandler(operation.key);
  const params = new URLSearchParams(search);
  checkPath(route, headers, params);
  const query = new Query(params, operation.query);
  checkAlt(query);
  const user = authenticate(simulation, operation, headers, params);
  checkQuery(operation, query, entry?.filterConflictReason);
  const parts: ReadonlySet<string> = new Set(operation.parts ? query.list('part') : []);
  authorize(operation, user, query, parts);
  if (!query.has(entry?.needsNoChannel ?? '')) checkChannel(operation, user, query, parts);
  const mask = maskOf(operation, query.text('fields') ?? entry?.defaultFields);
  const body = parseBody(operation, text);
  if (operation.hasRequestBody) checkWrittenParts(operation, body, parts, entry);
  if (entry === undefined)
    throw new ApiError(501, 'notImplemented', {
      message: `The sandbox does not simulate ${operation.key} yet.`,
    });
  const call: ApiCall = {
    operation,
    simulation,
    user,
    path,
    query,
    parts,
    body,
    headers,
    ...(media && { media }),
  };
  entry.precheck?.(call);
  return { call, handle: entry.handle, mask };
}

/** @throws ApiError if the real service would reject the request */
export function executeCall(
  route: Route,
  request: ApiRequest,
  simulation: Simulation,
): ApiResponse {
  const { call, handle, mask } = validateCall(route, request, simulation);
  const { operation, parts, headers } = call;
  checkCondition(call);
  const { isIgnored } = request;
  if (!isRead(operation) && !isIgnored) simulation.tick();
  const result = isIgnored ? ignoredAnswer(call) : handle(call);
  if (result === undefined) return { status: 204 };
  if (result instanceof FileResponse) return { status: 200, content: result };
  if (result instanceof StreamResponse) return { status: 200, stream: result.answers };
  const answer = selectParts(operation, result, parts);
  const { etag } = answer as { readonly etag?: string };
  const known = headers['if-none-match'];
  if (operation.method === 'GET' && etag && known !== undefined && etagMatches(etag, known))
    return { status: 304, etag };
  return {
    status: 200,
    answer: applyMask(mask, answer) ?? {},
    ...(etag !== undefined && { etag }),
  };
}

/**
 * The condition of an update of a YouTube entity. The handlers of Calendar check theirs themselves.
 * @throws ApiError 412 if the `If-Match` header is not the etag, in quotes, of the entity that the
 * body names
 */
function checkCondition(call: ApiCall): void {
  const { headers, operation } = call;
  if (headers['if-match'] === undefined || operation.method !== 'PUT' || !operation.parts) return;
  const entity = storedEntity(call);
  if (entity) checkIfMatch(call, `"${etagOf(entity)}"`);
}

const fileContentType = /^((image|video|audio|multipart)\/|application\/octet-stream|text\/xml)/i;

/**
 * Operations with uploads have two paths: one for files and one for metadata only.
 * @throws ApiError 400 if the request was sent to the wrong one
 */
function checkPath(
  { operation, upload }: Route,
  headers: ApiRequest['headers'],
  params: URLSearchParams,
): void {
  if (upload && !operation.upload)
    throw new ApiError(400, 'notUpload', { message: 'This method does not accept uploads.' });
  if (upload || !operation.upload) return;
  if (params.has('uploadType') || fileContentType.test(headers['content-type'] ?? ''))
    throw new ApiError(400, 'wrongUrlForUpload', {
      message: 'Uploads must be sent to the upload URL.',
    });
}

/** @throws ApiError 400 if the mask is malformed or names unknown fields */
function maskOf(operation: AnyOperation, fields: string | undefined): Mask {
  if (fields === undefined) return 'all';
  const mask = parseMask(fields);
  const { answer } = signatureOf(operation.key);
  if (answer !== undefined) checkMask(schemasOf(serviceOf(operation)), mask, answer);
  return mask;
}
