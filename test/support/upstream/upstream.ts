/** An operation of each kind, and a client of the REST APIs that calls the server of a test. */
import { googleApis } from '../../../src/services/api.ts';
import { type Clock, systemClock } from '../../../src/engine/caller/clock.ts';
import { UpstreamError } from '../../../src/engine/api/error.ts';
import { body, del, get, patch, post, returns } from '../../../src/engine/api/operation.ts';
import { csv, flag, required, text } from '../../../src/engine/api/param.ts';
import type { UpstreamSettings } from '../../../src/engine/rest/settings.ts';
import { createUpstream } from '../../../src/engine/rest/connection/transport.ts';
import type { CallOptions, Upstream } from '../../../src/engine/rest/upstream.ts';
import { unlimitedFailures } from '../gateway/server.ts';

interface Entity {
  readonly id?: string;
}

interface EntityList {
  readonly items?: readonly Entity[];
}

const common = { units: 1, bucket: 'VIDEO', scopes: ['youtube', 'youtube.force-ssl'] } as const;

/** A public read with owner-only parts, and with parameters that need an access token. */
export const videosList = get('video:videos.list', '/videos', {
  ...common,
  query: {
    part: required(csv()),
    id: csv(50),
    mine: flag,
    onBehalfOfContentOwner: text,
    onBehalfOfContentOwnerChannel: text,
  },
  returns: returns<EntityList>(),
  auth: 'public',
  userParams: ['mine', 'onBehalfOfContentOwner'],
  ownerOnlyParts: ['fileDetails'],
  idempotent: true,
});

/** A write that is not idempotent. */
export const videosInsert = post('video:entities.insert', '/entities', {
  ...common,
  query: { part: required(csv()) },
  body: body<Entity>(),
  returns: returns<Entity>(),
  auth: 'user',
  idempotent: false,
});

/** An idempotent write. */
export const videosRate = post('video:videos.rate', '/videos/rate', {
  ...common,
  query: { id: required(text), rating: required(text) },
  auth: 'user',
  idempotent: true,
});

/** A deletion. */
export const videosDelete = del('video:videos.delete', '/videos', {
  ...common,
  query: { id: required(text) },
  auth: 'user',
  idempotent: true,
});

/** A read whose content owner has another parameter. */
export const captionsList = get('video:captions.list', '/captions', {
  ...common,
  query: { part: required(csv()), onBehalfOf: text, onBehalfOfContentOwner: text },
  returns: returns<EntityList>(),
  auth: 'user',
  idempotent: true,
});

/** An operation of another service, below the host of the address. */
export const cuepoint = post('live:cuepoints.insert', '/liveBroadcasts/cuepoint', {
  isBelowHost: true,
  ...common,
  query: {},
  auth: 'user',
  idempotent: false,
});

/** A read of Google Drive. */
export const filesGet = get('storage:files.get', '/drive/v3/files/{fileId}', {
  ...common,
  bucket: 'STORAGE',
  scopes: ['drive'],
  query: {},
  returns: returns<Entity>(),
  auth: 'user',
  idempotent: true,
});

/** A conditional write that is not idempotent. */
export const eventsPatch = patch(
  'calendar:events.patch',
  '/calendars/{calendarId}/events/{eventId}',
  {
    ...common,
    bucket: 'CALENDAR',
    scopes: ['calendar.events'],
    query: {},
    body: body<Entity>(),
    returns: returns<Entity>(),
    auth: 'user',
    idempotent: false,
    conditional: true,
  },
);

/** A read that is a POST. */
export const freebusy = post('calendar:freebusy.query', '/freeBusy', {
  ...common,
  bucket: 'CALENDAR',
  scopes: ['calendar.freebusy'],
  query: {},
  body: body<object>(),
  returns: returns<object>(),
  auth: 'public',
  idempotent: true,
  readOnly: true,
});

type Settings = Partial<UpstreamSettings> & { readonly url: string };

/**
 * A client whose services all have the address `url`, with short delays before retries, and with
 * breakers that do not open.
 */
export function upstreamAt({ url, ...settings }: Settings): Upstream & AsyncDisposable {
  const upstream = createUpstream({
    api: googleApis,
    bases: { video: `${url}/youtube/v3`, storage: url, calendar: `${url}/calendar/v3` },
    apiKey: 'gateway-key',
    ...settings,
    retry: { baseDelayMs: 1, rateLimitBaseDelayMs: 1, ...settings.retry },
    breaker: { failures: unlimitedFailures, ...settings.breaker },
  });
  return Object.assign(upstream, { [Symbol.asyncDispose]: () => upstream.close() });
}

/** Options of a caller with a token whose deadline is `ms` from now, by the clock of the client. */
export const withDeadline = (
  ms: number,
  more: Partial<CallOptions> = {},
  clock: Clock = systemClock,
): CallOptions => ({
  identity: { token: 'caller-token' },
  deadline: clock.now() + ms,
  ...more,
});

/** The failure of a call that must fail. */
export async function failureOf(call: Promise<unknown>): Promise<UpstreamError['failure']> {
  const error: unknown = await call.then(
    (response) => new Error(`succeeded with ${JSON.stringify(response)}`),
    (error: unknown) => error,
  );
  if (error instanceof UpstreamError) return error.failure;
  throw error;
}
