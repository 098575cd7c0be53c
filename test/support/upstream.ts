/**
 * A few operations of every kind, and an upstream with small limits that calls a test's own server.
 */
import { UpstreamError } from '../../src/upstream/error.ts';
import {
  body,
  csv,
  del,
  flag,
  get,
  type Operation,
  patch,
  post,
  required,
  returns,
  text,
} from '../../src/upstream/operation.ts';
import type { UpstreamSettings } from '../../src/upstream/settings.ts';
import { createUpstream } from '../../src/upstream/transport.ts';
import type { CallOptions, Upstream } from '../../src/upstream/upstream.ts';

interface Thing {
  readonly id?: string;
}

interface Things {
  readonly items?: readonly Thing[];
}

const common = { units: 1, bucket: 'video', scopes: ['youtube', 'youtube.force-ssl'] } as const;

/** A public read with parts, some of them the owner's, and parameters that need a person. */
export const videosList = get('video:videos.list', '/videos', {
  ...common,
  query: {
    part: required(csv()),
    id: csv(50),
    mine: flag,
    onBehalfOfContentOwner: text,
    onBehalfOfContentOwnerChannel: text,
  },
  returns: returns<Things>(),
  auth: 'public',
  userParams: ['mine', 'onBehalfOfContentOwner'],
  ownerOnlyParts: ['fileDetails'],
  idempotent: true,
});

/** A write that must not be repeated. */
export const videosInsert = post('video:things.insert', '/things', {
  ...common,
  query: { part: required(csv()) },
  body: body<Thing>(),
  returns: returns<Thing>(),
  auth: 'user',
  idempotent: false,
});

/** A write that may be repeated. */
export const videosRate = post('video:videos.rate', '/videos/rate', {
  ...common,
  query: { id: required(text), rating: required(text) },
  auth: 'user',
  idempotent: true,
});

export const videosDelete = del('video:videos.delete', '/videos', {
  ...common,
  query: { id: required(text) },
  auth: 'user',
  idempotent: true,
});

export const captionsList = get('video:captions.list', '/captions', {
  ...common,
  query: { part: required(csv()), onBehalfOf: text, onBehalfOfContentOwner: text },
  returns: returns<Things>(),
  auth: 'user',
  idempotent: true,
});

export const cuepoint = post('live:cuepoints.insert', '/liveBroadcasts/cuepoint', {
  ...common,
  root: 'host',
  query: {},
  auth: 'user',
  idempotent: false,
});

export const filesGet = get('storage:files.get', '/drive/v3/files/{fileId}', {
  ...common,
  bucket: 'storage',
  scopes: ['drive'],
  query: {},
  returns: returns<Thing>(),
  auth: 'user',
  idempotent: true,
});

export const eventsPatch = patch(
  'calendar:events.patch',
  '/calendars/{calendarId}/events/{eventId}',
  {
    ...common,
    bucket: 'calendar',
    scopes: ['calendar.events'],
    query: {},
    body: body<Thing>(),
    returns: returns<Thing>(),
    auth: 'user',
    idempotent: false,
    conditional: true,
  },
);

export const freebusy = post('calendar:freebusy.query', '/freeBusy', {
  ...common,
  bucket: 'calendar',
  scopes: ['calendar.freebusy'],
  query: {},
  body: body<object>(),
  returns: returns<object>(),
  auth: 'public',
  idempotent: true,
  readOnly: true,
});

type Small = Partial<UpstreamSettings> & { readonly url: string };

/** An upstream whose services all live at `url`, and which hardly waits before it repeats. */
export function upstreamAt({ url, ...settings }: Small): Upstream & AsyncDisposable {
  const upstream = createUpstream({
    bases: { video: `${url}/youtube/v3`, storage: url, calendar: `${url}/calendar/v3` },
    apiKey: 'gateway-key',
    ...settings,
    retry: { baseDelayMs: 1, rateLimitBaseDelayMs: 1, ...settings.retry },
  });
  return Object.assign(upstream, { [Symbol.asyncDispose]: () => upstream.close() });
}

/** Options of a caller who has a token and the given number of milliseconds. */
export const within = (ms: number, more: Partial<CallOptions> = {}): CallOptions => ({
  identity: { token: 'caller-token' },
  deadline: performance.now() + ms,
  ...more,
});

/** The failure of a call that has to fail. */
export async function failure(call: Promise<unknown>): Promise<UpstreamError['failure']> {
  const error: unknown = await call.then(
    (answer) => new Error(`answered ${JSON.stringify(answer)}`),
    (error: unknown) => error,
  );
  if (error instanceof UpstreamError) return error.failure;
  throw error;
}

export type { Operation };
