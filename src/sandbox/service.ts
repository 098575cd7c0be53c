/** One call of a service from descriptor to answer: the checks in their order, the handler, and what is cut away afterwards. */
import { type AnyOperation, serviceOf } from '../upstream/operation.ts';
import { authenticate, authorize } from './auth.ts';
import { checkWritten, parseBody } from './body.ts';
import { calendarHandlers } from './calendar/handlers.ts';
import { checkQuery } from './check.ts';
import { Content } from './content.ts';
import type { Call, Handler, Handlers } from './handler.ts';
import { isObject } from './json.ts';
import { liveHandlers } from './live/handlers.ts';
import { applyMask, checkMask, type Mask, parseMask } from './mask.ts';
import { type Params, Query } from './query.ts';
import { fingerprint } from './random.ts';
import { refuse } from './api-error.ts';
import type { Route } from './route.ts';
import { schemasOf, signatureOf } from './schema.ts';
import { defaultMasks } from './storage/default-mask.ts';
import { storageHandlers } from './storage/handlers.ts';
import type { Media } from './upload/content.ts';
import { videoAdmissions, videoHandlers } from './video/handlers.ts';
import type { World } from './world.ts';

const handlers: Handlers = {
  ...videoHandlers,
  ...liveHandlers,
  ...storageHandlers,
  ...calendarHandlers,
};

export interface Incoming {
  readonly search: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: string;
  /** What an upload brought; `body` holds its metadata. */
  readonly media?: Media;
}

export interface Outgoing {
  /** 200, 204 or 304. */
  readonly status: number;
  readonly answer?: object;
  readonly content?: Content;
  readonly etag?: string;
}

/**
 * All that is checked before anything happens, and before the bytes of a resumable upload are taken.
 * @throws Refusal what the real service would refuse
 */
export function admit(
  route: Route,
  { search, headers, body, media }: Incoming,
  world: World,
): Admitted {
  const { operation, path } = route;
  const params = new URLSearchParams(search);
  checkAddress(route, headers, params);
  const query = new Query(params, operation.query as Params);
  const user = authenticate(operation, headers, params);
  checkQuery(operation, query);
  const parts: ReadonlySet<string> = new Set(operation.parts ? query.list('part') : []);
  authorize(operation, user, query, parts);
  const mask = maskOf(operation, query);
  const parsed = parseBody(operation, body);
  if (operation.hasRequestBody) checkWritten(operation, parsed, parts);
  const handler = handlers[operation.key];
  if (handler === undefined || (route.upload && serviceOf(operation) === 'storage'))
    refuse(501, 'notImplemented', {
      message: `The sandbox does not simulate ${operation.key} yet.`,
    });
  const call = {
    operation,
    world,
    user,
    path,
    query,
    parts,
    body: parsed,
    headers,
    ...(media ? { media } : {}),
  };
  videoAdmissions[operation.key]?.(call);
  return { call, handler, mask };
}

interface Admitted {
  readonly call: Call;
  readonly handler: Handler;
  readonly mask: Mask;
}

/** @throws Refusal what the real service would refuse */
export function perform(route: Route, incoming: Incoming, world: World): Outgoing {
  const { call, handler, mask } = admit(route, incoming, world);
  const { operation, parts, headers } = call;
  if (operation.method !== 'GET') world.tick();
  const whole = handler(call);
  if (whole === undefined) return { status: 204 };
  if (whole instanceof Content) return { status: 200, content: whole };
  return finish(operation, named(operation, whole, parts), mask, headers);
}

const bytes = /^((image|video|audio|multipart)\/|application\/octet-stream|text\/xml)/i;

/** Bytes go to one address, all else to the other. */
function checkAddress(
  { operation, upload }: Route,
  headers: Incoming['headers'],
  params: URLSearchParams,
): void {
  if (upload && !operation.upload)
    refuse(400, 'notUpload', { message: 'This method does not take uploads.' });
  if (upload || !operation.upload) return;
  if (params.has('uploadType') || bytes.test(headers['content-type'] ?? ''))
    refuse(400, 'wrongUrlForUpload', { message: 'Uploads must be sent to the upload URL.' });
}

function maskOf(operation: AnyOperation, query: Query): Mask {
  const text = query.text('fields') ?? defaultMasks[operation.key];
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
  headers: Incoming['headers'],
): Outgoing {
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
