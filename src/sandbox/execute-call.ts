/** One call of a service from descriptor to answer: the checks in their order, the handler, and what is cut away afterwards. */
import { type AnyOperation, serviceOf } from '../upstream/operation.ts';
import { authenticate, authorize } from './auth.ts';
import { checkWritten, parseBody } from './check-body.ts';
import { calendarHandlers } from './calendar/handlers.ts';
import { checkQuery } from './check-query.ts';
import { FileResponse } from './file-response.ts';
import type { ApiCall, Handler, HandlerEntry, Handlers } from './handler.ts';
import { isObject } from './json.ts';
import { liveHandlers } from './live/handlers.ts';
import { applyMask, checkMask, type Mask, parseMask } from './mask.ts';
import { Query } from './query.ts';
import { fingerprint } from './random.ts';
import { ApiError } from './api-error.ts';
import type { Route } from './route.ts';
import { schemasOf, signatureOf } from './schema.ts';
import { storageHandlers } from './storage/handlers.ts';
import type { Media } from './upload/media.ts';
import { videoHandlers } from './video/handlers.ts';
import type { Simulation } from './simulation.ts';

const handlers: Handlers = {
  ...videoHandlers,
  ...liveHandlers,
  ...storageHandlers,
  ...calendarHandlers,
};

const entries: ReadonlyMap<string, HandlerEntry> = new Map(
  Object.entries(handlers).map(([key, entry]) => [
    key,
    typeof entry === 'function' ? { handle: entry } : entry,
  ]),
);

export interface ApiRequest {
  readonly search: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: string;
  /** What an upload brought; `body` holds its metadata. */
  readonly media?: Media;
}

export interface ApiResponse {
  /** 200, 204 or 304. */
  readonly status: number;
  readonly answer?: object;
  readonly content?: FileResponse;
  readonly etag?: string;
}

/**
 * All that is checked before anything happens, and before the bytes of a resumable upload are taken.
 * @throws ApiError what the real service would refuse
 */
export function validateCall(
  route: Route,
  { search, headers, body, media }: ApiRequest,
  simulation: Simulation,
): Admitted {
  const { operation, path } = route;
  const params = new URLSearchParams(search);
  checkAddress(route, headers, params);
  const query = new Query(params, operation.query);
  const user = authenticate(operation, headers, params);
  checkQuery(operation, query);
  const parts: ReadonlySet<string> = new Set(operation.parts ? query.list('part') : []);
  authorize(operation, user, query, parts);
  const entry = entries.get(operation.key);
  const mask = maskOf(operation, query.text('fields') ?? entry?.defaultFields);
  const parsed = parseBody(operation, body);
  if (operation.hasRequestBody) checkWritten(operation, parsed, parts);
  if (entry === undefined || (route.upload && serviceOf(operation) === 'storage'))
    throw new ApiError(501, 'notImplemented', {
      message: `The sandbox does not simulate ${operation.key} yet.`,
    });
  const call = {
    operation,
    simulation,
    user,
    path,
    query,
    parts,
    body: parsed,
    headers,
    ...(media ? { media } : {}),
  };
  entry.precheck?.(call);
  return { call, handler: entry.handle, mask };
}

interface Admitted {
  readonly call: ApiCall;
  readonly handler: Handler;
  readonly mask: Mask;
}

/** @throws ApiError what the real service would refuse */
export function executeCall(
  route: Route,
  incoming: ApiRequest,
  simulation: Simulation,
): ApiResponse {
  const { call, handler, mask } = validateCall(route, incoming, simulation);
  const { operation, parts, headers } = call;
  if (operation.method !== 'GET') simulation.tick();
  const whole = handler(call);
  if (whole === undefined) return { status: 204 };
  if (whole instanceof FileResponse) return { status: 200, content: whole };
  return finish(operation, named(operation, whole, parts), mask, headers);
}

const bytes = /^((image|video|audio|multipart)\/|application\/octet-stream|text\/xml)/i;

/** Bytes go to one address, all else to the other. */
function checkAddress(
  { operation, upload }: Route,
  headers: ApiRequest['headers'],
  params: URLSearchParams,
): void {
  if (upload && !operation.upload)
    throw new ApiError(400, 'notUpload', { message: 'This method does not take uploads.' });
  if (upload || !operation.upload) return;
  if (params.has('uploadType') || bytes.test(headers['content-type'] ?? ''))
    throw new ApiError(400, 'wrongUrlForUpload', {
      message: 'Uploads must be sent to the upload URL.',
    });
}

function maskOf(operation: AnyOperation, text: string | undefined): Mask {
  if (text === undefined) return 'all';
  const mask = parseMask(text);
  const { answer } = signatureOf(operation.key);
  if (answer !== undefined) checkMask(schemasOf(serviceOf(operation)), mask, answer);
  return mask;
}

/** Only the parts that were asked for, each item with its etag: the video services alone have parts. */
function named(operation: AnyOperation, whole: object, parts: ReadonlySet<string>): object {
  const service = serviceOf(operation);
  if (service !== 'video' && service !== 'live') return structuredClone(whole);
  const unnamed = new Set(
    (operation.parts ?? []).filter((part) => part !== 'id' && !parts.has(part)),
  );
  const cut = (resource: object): object =>
    tagged(Object.fromEntries(Object.entries(resource).filter(([name]) => !unnamed.has(name))));
  const { items } = whole as { items?: readonly object[] };
  return items === undefined ? cut(whole) : tagged({ ...whole, items: items.map(cut) });
}

const tagged = (resource: object): object => {
  // Parts of a resource, as thumbnails are, stand in a list of their own now and then, but have no tag.
  if (!('kind' in resource)) return structuredClone(resource);
  const { kind, ...rest } = structuredClone(resource) as Record<string, unknown>;
  return { ...(kind === undefined ? {} : { kind }), etag: fingerprint(rest), ...rest };
};

function finish(
  operation: AnyOperation,
  answer: object,
  mask: Mask,
  headers: ApiRequest['headers'],
): ApiResponse {
  const { etag } = answer as { etag?: string };
  const held = headers['if-none-match']?.split(',').map((tag) => tag.trim().replace(/^"|"$/g, ''));
  if (
    operation.method === 'GET' &&
    etag !== undefined &&
    held?.some((tag) => tag === '*' || tag === etag.replace(/^"|"$/g, ''))
  )
    return { status: 304, etag };
  const left = applyMask(mask, answer) ?? {};
  return {
    status: 200,
    answer: isObject(left) ? left : {},
    ...(etag === undefined ? {} : { etag }),
  };
}
