/** One call of a service from descriptor to answer: the checks in their order, the handler, and what is cut away afterwards. */
import { type AnyOperation, serviceOf } from '../upstream/operation.ts';
import { authenticate, authorize } from './auth.ts';
import { checkWritten, parseBody } from './body.ts';
import { calendarHandlers } from './calendar/handlers.ts';
import { checkQuery } from './check.ts';
import type { Handlers } from './handler.ts';
import { isObject } from './json.ts';
import { liveHandlers } from './live/handlers.ts';
import { applyMask, checkMask, type Mask, parseMask } from './mask.ts';
import { type Params, Query } from './query.ts';
import { fingerprint } from './random.ts';
import { refuse } from './refusal.ts';
import type { Route } from './route.ts';
import { schemasOf, signatureOf } from './schema.ts';
import { defaultMasks } from './storage/default-mask.ts';
import { storageHandlers } from './storage/handlers.ts';
import { videoHandlers } from './video/handlers.ts';
import type { World } from './world.ts';

const handlers: Handlers = { ...videoHandlers, ...liveHandlers, ...storageHandlers, ...calendarHandlers };

export interface Incoming {
  readonly search: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: string;
}
export interface Outgoing {
  /** 200, 204 or 304. */
  readonly status: number;
  readonly answer?: object;
  readonly etag?: string;
}

/** @throws Refusal what the real service would refuse */
export function perform({ operation, path }: Route, { search, headers, body }: Incoming, world: World): Outgoing {
  const params = new URLSearchParams(search);
  const query = new Query(params, operation.query as Params);
  const user = authenticate(operation, headers, params);
  checkQuery(operation, query);
  const parts: ReadonlySet<string> = new Set(operation.parts ? query.list('part') : []);
  authorize(operation, user, query, parts);
  const mask = maskOf(operation, query);
  const parsed = parseBody(operation, body);
  if (operation.hasBody) checkWritten(operation, parsed, parts);
  const handler = handlers[operation.key];
  if (handler === undefined) refuse(501, 'notImplemented', { message: `The sandbox does not simulate ${operation.key} yet.` });
  if (operation.method !== 'GET') world.tick();
  const whole = handler({ operation, world, user, path, query, parts, body: parsed, headers });
  if (whole === undefined) return { status: 204 };
  return finish(operation, named(operation, whole, parts), mask, headers);
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
  const unnamed = new Set((operation.parts ?? []).filter((part) => part !== 'id' && !parts.has(part)));
  const cut = (resource: object): object => tagged(Object.fromEntries(Object.entries(resource).filter(([name]) => !unnamed.has(name))));
  const { items } = whole as { items?: readonly object[] };
  return items === undefined ? cut(whole) : tagged({ ...whole, items: items.map(cut) });
}
const tagged = (resource: object): object => {
  const { kind, ...rest } = structuredClone(resource) as Record<string, unknown>;
  return { ...(kind === undefined ? {} : { kind }), etag: fingerprint(rest), ...rest };
};

function finish(operation: AnyOperation, answer: object, mask: Mask, headers: Incoming['headers']): Outgoing {
  const { etag } = answer as { etag?: string };
  const held = headers['if-none-match']?.split(',').map((tag) => tag.trim().replace(/^"|"$/g, ''));
  if (operation.method === 'GET' && etag !== undefined && held?.some((tag) => tag === '*' || tag === etag.replace(/^"|"$/g, '')))
    return { status: 304, etag };
  const left = applyMask(mask, answer) ?? {};
  return { status: 200, answer: isObject(left) ? left : {}, ...(etag === undefined ? {} : { etag }) };
}
