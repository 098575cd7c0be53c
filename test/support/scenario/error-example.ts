/** One request for each error code and warning, after which the gateway sends it. */
import { hash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { expect, vi } from 'vitest';
import { Calls } from '../../../src/engine/execution/calls.ts';
import { liveState } from '../../../src/sandbox/live/state.ts';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { FixedClock } from '../clock/fixed-clock.ts';
import type { GatewayOptions, RunningGateway } from '../gateway/gateway.ts';
import type { EditingProxy } from '../proxy/editing-proxy.ts';

type Edit = Parameters<EditingProxy['edit']>[0];

/** What leads to an error or a warning. */
export interface ErrorScenario {
  /** The document, or the whole body of the request. */
  readonly request: string | object;
  /** Default: that of the owner of the studio; null: none. */
  readonly token?: string | null;
  readonly options?: GatewayOptions;
  /** Sends other requests before, and makes services fail. */
  readonly prepare?: (gateway: RunningGateway) => unknown;
  /** Changes the answers of services to reads, or to writes. */
  readonly edit?: Edit;
  readonly editWrites?: Edit;
}

/** Calls fail at once: what is shown is the error, not how often the gateway has tried. */
const once = { RETRY_ATTEMPTS: '1' };

const failing =
  (operation: string, fault: object) =>
  ({ sandbox }: RunningGateway): void =>
    sandbox.fault({ match: { operation }, ...fault });

const title = (id: string): string => `{ video(id: "${id}") { title } }`;

const trailer = title(ids.video.trailer);

const eventKey = `{ calendarId: "${ids.calendar.release}", eventId: "${ids.event.launchMeeting}" }`;

const errors = 'errors { __typename code message path reason }';

const asOwner = { authorization: 'Bearer studio-owner' };

const unknownHash = {
  extensions: { persistedQuery: { version: 1, sha256Hash: hash('sha256', trailer) } },
};

/** Lets the gateway itself fail when it makes a call. */
function breakCalls(): void {
  vi.spyOn(Calls.prototype, 'send').mockRejectedValue(new TypeError('x is not a function'));
}

/** Takes the only place of a gateway, until that closes. */
async function takePlace(gateway: RunningGateway): Promise<void> {
  const { sandbox } = gateway;
  sandbox.fault({ match: { operation: 'storage:files.get' }, hang: true });
  gateway.query(`{ file(id: "${ids.file.script}") { name } }`, {}, asOwner).catch(() => {});
  await expect.poll(() => sandbox.calls().length).toBe(1);
}

/** Documents that an operator has listed. */
const listed = {
  PERSISTED_OPERATIONS: fileURLToPath(new URL('../../../schema/operations', import.meta.url)),
  PERSISTED_ONLY: 'on',
};

/** By code. */
export const errorScenarios: Readonly<Record<string, ErrorScenario>> = {
  UNAUTHENTICATED: {
    request: `{ video(id: "${ids.video.trailer}") { title viewerRating } }`,
    token: null,
  },
  FORBIDDEN: {
    request: `mutation { deletePlaylist(input: { id: "${ids.playlist.fifty}" }) { ${errors} } }`,
    token: 'studio-guest',
  },
  MISSING_SCOPE: {
    request: `mutation { createPlaylist(input: { title: "Talks" }) { errors { code message ... on MissingScopeError { anyOf } } } }`,
    token: 'studio-reader',
  },
  NOT_FOUND: { request: title(ids.video.missing) },
  GONE: {
    request: `mutation { updateEvent(input: { by: { key: ${eventKey} }, summary: "Launch" }) { ${errors} } }`,
    prepare: (gateway) =>
      gateway.query(
        `mutation { deleteEvent(input: { by: { key: ${eventKey} } }) { ${errors} } }`,
        {},
        asOwner,
      ),
  },
  INVALID_INPUT: {
    request: `{ playlist(id: "${ids.playlist.fifty}") { items(first: 900) { nodes { title } } } }`,
  },
  CONFLICT: {
    request: `mutation { updateEvent(input: { by: { key: ${eventKey} }, summary: "Launch", ifMatch: "\\"1\\"" }) { errors { code message path ... on ConflictError { current { ... on Event { summary } } } } } }`,
  },
  QUOTA_EXCEEDED: {
    request: `{ playlist(id: "${ids.playlist.fifty}") { items(first: 500) { nodes { title } } } }`,
    options: { env: { QUOTA_BUDGET: 'VIDEO=5' }, clock: new FixedClock('2026-03-10T09:00:00Z') },
  },
  RATE_LIMITED: {
    request: trailer,
    options: { env: once },
    prepare: failing('video:videos.list', { status: 429, retryAfter: 30 }),
  },
  UPSTREAM_UNAVAILABLE: {
    request: trailer,
    options: { env: once },
    prepare: failing('video:videos.list', { status: 503 }),
  },
  UPSTREAM_TIMEOUT: {
    request: trailer,
    options: { env: { ...once, FIRST_BYTE_TIMEOUT_MS: '100' } },
    prepare: failing('video:videos.list', { hang: true }),
  },
  UPSTREAM_INVALID: {
    request: trailer,
    options: { env: once },
    prepare: failing('video:videos.list', { garble: true }),
  },
  UPSTREAM_TOO_LARGE: {
    request: trailer,
    edit: (answer) => void (answer['etag'] = 'x'.repeat(2 ** 25)),
  },
  QUERY_TOO_EXPENSIVE: {
    request: `{ playlist(id: "${ids.playlist.fifty}") { items(first: 500) { nodes { video { commentThreads(first: 500) { nodes { id } } } } } } }`,
  },
  OPERATION_RETIRED: {
    request: `mutation { createActivity(input: { text: "New film on Friday" }) { ${errors} } }`,
  },
  PARTLY_DONE: {
    request: `mutation { updateBroadcast(input: { id: "${ids.broadcast.nightShift}", title: "New", enableAutoStop: true }) { errors { code message reason ... on PartlyDoneError { done remaining } } } }`,
    options: { env: once },
    prepare: failing('video:videos.update', { status: 403, reason: 'forbidden' }),
  },
  NOT_APPLIED: {
    request: `mutation { updateEvent(input: { by: { key: ${eventKey} }, summary: "Launch" }) { ${errors} } }`,
    prepare: failing('calendar:events.update', { ignore: true }),
  },
  MORE_ERRORS: {
    request: `{ playlist(id: "${ids.playlist.long}") { items(first: 120) { nodes { video { title } } } } }`,
    options: { env: once },
    prepare: failing('video:videos.list', { status: 503 }),
  },
  QUERY_TOO_DEEP: {
    request: `{ file(id: "${ids.file.script}") { ${'parents { '.repeat(20)}id${' }'.repeat(20)} } }`,
  },
  QUERY_TOO_LARGE: {
    request: `{ ${Array.from({ length: 31 }, (_, at) => `v${at}: __typename`).join(' ')} }`,
  },
  INTERNAL: { request: trailer, prepare: breakCalls },
  OVERLOADED: {
    request: trailer,
    options: { env: { MAX_CONCURRENT_REQUESTS: '1' } },
    prepare: takePlace,
  },
  GRAPHQL_PARSE_FAILED: { request: '{ video(id: "x") { title }' },
  GRAPHQL_VALIDATION_FAILED: { request: '{ video(id: "x") { titel } }' },
  PERSISTED_QUERY_NOT_FOUND: { request: unknownHash },
  PERSISTED_QUERY_NOT_SUPPORTED: { request: unknownHash, token: null },
  PERSISTED_QUERY_ONLY: { request: trailer, options: { env: listed } },
  INVALID_TRANSITION: {
    request: `mutation { transitionBroadcast(input: { id: "${ids.broadcast.launch}", status: LIVE }) { errors { code message path ... on InvalidTransitionError { status allowed } } } }`,
  },
  STREAM_INACTIVE: {
    request: `mutation { transitionBroadcast(input: { id: "${ids.broadcast.launch}", status: TESTING }) { errors { code message reason ... on StreamInactiveError { streamStatus streamHealth } } } }`,
    prepare: ({ sandbox }) => sandbox.setStreamStatus(ids.stream.main, 'inactive'),
  },
  EXPECTED_ABSENCE: {
    request: `{ video(id: "${ids.video.commentsOff}") { commentThreads(first: 1) { nodes { id } } } }`,
  },
  UNKNOWN_VALUE: {
    request: `{ broadcast(id: "${ids.broadcast.launch}") { lifeCycleStatus } }`,
    prepare: ({ sandbox }) => {
      const { broadcasts } = liveState(sandbox.simulation());
      broadcasts.get(ids.broadcast.launch)!.lifeCycleStatus = 'paused' as never;
    },
  },
  LIST_STOPPED: {
    request: `{ playlist(id: "${ids.playlist.long}") { items(first: 120) { nodes { title } pageInfo { hasNextPage endCursor } } } }`,
    prepare: ({ sandbox }) =>
      sandbox.fault({
        match: { operation: 'video:playlistItems.list', pathIncludes: 'pageToken' },
        status: 400,
        reason: 'invalidPageToken',
      }),
  },
  NOT_SHOWN: {
    request: `mutation { createPlaylist(input: { title: "Talks" }) { playlist { title } errors { code } } }`,
    editWrites: (answer) => void ((answer['snippet'] as { title: string }).title = 'Talk'),
  },
  INVALID_ITEMS: {
    request: '{ search(search: "harbor", first: 3) { nodes { title } } }',
    edit: (answer) => {
      const [first] = (answer['items'] ?? []) as { id?: unknown }[];
      if (first) delete first.id;
    },
  },
};
