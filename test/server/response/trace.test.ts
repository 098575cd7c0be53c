/** `extensions.trace`: what a client that asks for it learns about the calls of its operation. */
import { setImmediate } from 'node:timers/promises';
import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Trace, TracedCall } from '../../../src/engine/trace/response-extensions.ts';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { apiKey } from '../../../src/sandbox/user.ts';
import { formOf, preflightHeader } from '../../support/client/form.ts';
import {
  type GatewayOptions,
  type RunningGateway,
  startGateway,
  type TestResponse,
} from '../../support/gateway/gateway.ts';
import { png } from '../../support/page/image.ts';
import { transports } from '../../support/client/subscription-client.ts';
import { connectSocket } from '../../support/client/web-socket.ts';

const owner = 'studio-owner';
const token = { authorization: `Bearer ${owner}` };
const asking = { ...token, 'x-trace': '1' };

const acrossServices = readFileSync(
  new URL('../../../schema/operations/01-across-services.graphql', import.meta.url),
  'utf8',
);

let gateway: RunningGateway;

const start = async (options: GatewayOptions = {}): Promise<void> => {
  gateway = await startGateway({ ...options, env: { RETRY_BASE_MS: '1', ...options.env } });
};

/** Starts a gateway for each test, with other settings. */
const withSettings = (env: GatewayOptions['env']): void => {
  beforeEach(() => start({ env: env! }));
  afterEach(() => gateway.close());
};

const ask = (query: string, variables?: object, headers = asking): Promise<TestResponse> =>
  gateway.query(query, variables, headers);

const traceOf = ({ body }: TestResponse): Trace => body.extensions.trace as Trace;

/** Sends an operation that has no errors. */
async function trace(query: string, variables?: object, headers = asking): Promise<Trace> {
  const response = await ask(query, variables, headers);
  expect(response.body.errors).toBeUndefined();
  return traceOf(response);
}

/** The operation of a call, and for what it was made. */
const purposeOf = ({ operation, fields }: TracedCall): string =>
  `${operation} ${fields.toSorted().join()}`;

/** Why a call was not made earlier. */
const reasonsOf = ({ waits }: TracedCall): unknown[] =>
  waits
    .filter(({ reason }) => reason !== 'connection')
    .map(({ reason, calls }) => (calls ? [reason, ...calls] : [reason]));

const partOf = (list: readonly string[] | undefined): readonly string[] | undefined =>
  list?.flatMap((each) => each.split(','));

/** Calls as the sandbox has received them. */
const received = () =>
  gateway.sandbox.calls().map(({ operation, query, status, path, search, body }) => ({
    operation,
    part: partOf(query['part']),
    mask: query['fields']?.[0],
    ids: query['id']?.[0]!.split(',').length,
    status,
    url: `${gateway.sandbox.url}${path}?${search}`,
    body,
  }));

/** The same facts of a trace. */
const told = ({ calls }: Trace) =>
  calls.map(({ operation, part, mask, ids: count, attempts, url, body }) => ({
    operation,
    part,
    mask,
    ids: count,
    status: attempts.at(-1)?.status,
    url,
    body,
  }));

const byUrl = (one: { url?: string | undefined }, other: { url?: string | undefined }): number =>
  one.url!.localeCompare(other.url!);

const playlist = (id: string, first = 20): string =>
  `{ playlist(id: "${id}") { items(first: ${first}) { nodes { video { title channel { title } } } } } }`;

const video = (id: string): string => `{ video(id: "${id}") { title } }`;

describe('extensions.trace', () => {
  withSettings({});

  it('has the calls that the services have received, and their units', async () => {
    const response = await ask(acrossServices);
    const calls = received();
    const { extensions } = response.body;
    expect(told(extensions.trace).toSorted(byUrl)).toEqual(calls.toSorted(byUrl));
    expect(calls.length).toBe(extensions.cost.requests);
    const units: Record<string, number> = {};
    for (const call of extensions.trace.calls as readonly TracedCall[]) {
      expect([call.source, call.error]).toEqual(['service', undefined]);
      units[call.bucket!] = (units[call.bucket!] ?? 0) + call.units;
    }
    expect(units).toEqual(extensions.cost.units);
    expect(Object.keys(units)).toHaveLength(3);
  });
  it('names the fields that asked for a call, and the calls that returned its ids', async () => {
    const { calls } = await trace(acrossServices);
    expect(calls.map(purposeOf)).toEqual([
      'calendar:events.get event',
      ...Array<string>(4).fill('storage:files.get event.attachments.file'),
      'live:liveBroadcasts.list event.broadcast',
      'video:videos.list event.broadcast.video',
      'live:liveStreams.list event.broadcast.boundStream',
      'video:commentThreads.list event.broadcast.video.commentThreads',
      'video:channels.list event.broadcast.video.channel',
    ]);
    expect(calls.map(reasonsOf)).toEqual([
      [],
      ...Array.from({ length: 5 }, () => [['ids', 0]]),
      [['ids', 5]],
      [['ids', 5]],
      [['ids', 6]],
      [['ids', 6]],
    ]);
    expect(new Set(calls.map(({ service }) => service)).size).toBe(4);
  });
  it('has times within those of the execution', async () => {
    const { calls, durationMs } = await trace(acrossServices);
    for (const call of calls) {
      const end = call.startMs + call.durationMs;
      expect(call.startMs).toBeGreaterThanOrEqual(0);
      expect(end).toBeLessThanOrEqual(durationMs + 0.01);
      for (const attempt of call.attempts) {
        expect(attempt.startMs).toBeGreaterThanOrEqual(call.startMs);
        expect(attempt.startMs + attempt.durationMs).toBeLessThanOrEqual(end + 0.01);
      }
    }
  });
  it('names the fields of links that a list loads before its items are resolved', async () => {
    const { calls } = await trace(playlist(ids.playlist.drafts));
    expect(calls.map(purposeOf)).toEqual([
      'video:playlistItems.list playlist.items',
      'video:videos.list playlist.items.nodes.video',
      'video:channels.list playlist.items.nodes.video.channel',
    ]);
    expect(calls.map(reasonsOf)).toEqual([[], [['ids', 0]], [['ids', 1]]]);
    expect(calls.map((call) => call.ids)).toEqual([undefined, 3, 1]);
  });
  it('names each field of a call for several, also under aliases and in fragments', async () => {
    const { calls } = await trace(
      `{ a: video(id: "${ids.video.trailer}") { ...V } b: video(id: "${ids.video.makingOf}") { ...V }
         c: video(id: "${ids.video.trailer}") { title } }
       fragment V on Video { title owner: channel { title } }`,
    );
    expect(calls.map(purposeOf)).toEqual([
      'video:videos.list a,b,c',
      'video:channels.list a.owner,b.owner',
    ]);
    expect(calls.map((call) => call.ids)).toEqual([2, 1]);
  });
  it('names both places of the links of a list', async () => {
    const { calls } = await trace(
      `{ playlist(id: "${ids.playlist.drafts}") { items {
           nodes { video { title } } edges { node { video { description } } } } } }`,
    );
    expect(calls.map(purposeOf).slice(1)).toEqual([
      'video:videos.list playlist.items.edges.node.video,playlist.items.nodes.video',
    ]);
  });
  it('names all fields that wait for the id behind a well-known id', async () => {
    const { calls } = await trace(
      '{ a: calendar(id: "primary") { summary } b: calendar(id: "primary") { summary } }',
    );
    expect(calls.map(purposeOf)).toEqual([
      'calendar:calendars.get a,b',
      'calendar:calendars.get a,b',
    ]);
    expect(calls.map(reasonsOf)).toEqual([[], [['order', 0]]]);
  });
  it('names all fields that share a page', async () => {
    const list = `playlist(id: "${ids.playlist.drafts}") { items { nodes { note } } }`;
    const { calls } = await trace(`{ a: ${list} b: ${list} }`);
    expect(calls.map(purposeOf)).toEqual(['video:playlistItems.list a.items,b.items']);
  });
  it('has all attempts of a call, and the pause between them', async () => {
    const match = { operation: 'video:videos.list' };
    gateway.sandbox.fault({ match, times: 1, status: 503 });
    const [call, ...more] = (await trace(video(ids.video.trailer))).calls;
    expect(more).toEqual([]);
    expect(call!.attempts.map(({ status }) => status)).toEqual([503, 200]);
    expect(reasonsOf(call!)).toEqual([['backOff']]);
    expect(call!.units).toBe(2);
    gateway.sandbox.fault({ match, times: 1, drop: 'before' });
    const [dropped] = (await trace(video(ids.video.trailer))).calls;
    expect(dropped!.attempts.map(({ status, error }) => [status, error])).toEqual([
      [undefined, 'connectionLost'],
      [200, undefined],
    ]);
  });
  it('has the error of a call that fails for good', async () => {
    gateway.sandbox.fault({ match: { service: 'live' }, status: 503 });
    const response = await ask(acrossServices);
    const failed = traceOf(response).calls.filter(({ error }) => error !== undefined);
    expect(failed.map(({ operation, error }) => [operation, error])).toEqual([
      ['live:liveBroadcasts.list', 'UPSTREAM_UNAVAILABLE'],
    ]);
    expect(failed[0]!.attempts.map(({ status }) => status)).toEqual([503, 503, 503]);
    expect(traceOf(response).calls.map(({ service }) => service)).toContain('storage');
  });
  it('shows an answer that an equal call of another request got', async () => {
    const answer = Promise.withResolvers<void>();
    gateway.sandbox.fault({ match: { service: 'video' }, times: 1, until: answer.promise });
    const traced = Promise.all([1, 2].map(() => trace(video(ids.video.trailer))));
    await expect.poll(() => gateway.gateway.load().requests).toBe(2);
    await expect.poll(() => gateway.sandbox.calls().length).toBe(1);
    // The second request finds the call of the first one meanwhile.
    for (let turn = 0; turn < 20; turn += 1) await setImmediate();
    answer.resolve();
    const calls = (await traced).flatMap((each) => each.calls);
    expect(gateway.sandbox.calls()).toHaveLength(1);
    const facts = calls.map(({ source, units, attempts }) =>
      [source, units, attempts.length].join(' '),
    );
    expect(facts.toSorted()).toEqual(['service 1 1', 'shared 0 0']);
    expect(calls[0]!.url).toBe(calls[1]!.url);
  });
  it('has the steps of a write with their bodies', async () => {
    const { calls } = await trace(
      `mutation { made: updateEvent(input: { by: { key: { calendarId: "${ids.calendar.ava}", eventId: "${ids.event.focus}" } }, summary: "planted" }) {
         event { summary calendar { summary } } } }`,
    );
    expect(calls.map(({ body }) => body)).toContainEqual(
      expect.objectContaining({ summary: 'planted' }),
    );
    expect(told({ calls } as unknown as Trace)).toEqual(received());
    expect(new Set(calls.map(({ fields }) => fields.join()))).toEqual(
      new Set(['made', 'made.event.calendar']),
    );
    const last = calls.length - 1;
    expect(calls.map(reasonsOf).slice(1, last)).toEqual(
      calls.slice(1, last).map((_, index) => [['order', index]]),
    );
    expect(calls[last]!.waits[0]!.reason).toBe('ids');
  });
  it('has an upload in the request, without its bytes', async () => {
    const document = `mutation ($input: SetVideoThumbnailInput!) {
      setVideoThumbnail(input: $input) { video { thumbnails { url } } } }`;
    const variables = { input: { id: ids.video.trailer, file: null } };
    const form = formOf(document, variables, { 'input.file': { type: 'image/png', bytes: png } });
    const response = await gateway.send('/graphql', {
      method: 'POST',
      headers: { ...preflightHeader, ...asking, accept: 'application/json' },
      body: form,
    });
    expect(response.body.errors).toBeUndefined();
    const [call] = traceOf(response).calls;
    expect(purposeOf(call!)).toBe('video:thumbnails.set setVideoThumbnail');
    expect(call!.attempts.map(({ status }) => status)).toEqual([200]);
    expect(call!.body).toBeUndefined();
    expect(call!.url).toBe(received()[0]!.url);
  });
  it('has the start of an upload, without the URL of its session', async () => {
    const document = `mutation { createVideo(input: { title: "Film", contentType: "video/mp4",
      contentLength: "1000" }) { uploadSession { id } } }`;
    const response = await ask(document);
    const [call] = traceOf(response).calls;
    expect(purposeOf(call!)).toBe('video:videos.insert createVideo');
    expect(call!.url).toBe(received()[0]!.url);
    expect(call!.body).toMatchObject({ snippet: { title: 'Film' } });
    expect(call!.attempts.map(({ status }) => status)).toEqual([200]);
    expect(response.text).not.toContain('upload_id');
  });
  it('is sent for a query by GET', async () => {
    const query = encodeURIComponent(video(ids.video.trailer));
    const response = await gateway.send(`/graphql?query=${query}`, { headers: asking });
    expect(traceOf(response).calls.map(purposeOf)).toEqual(['video:videos.list video']);
  });
  it('is sent over a WebSocket that asks for it when it connects', async () => {
    const client = await connectSocket(gateway.url, { ...token, 'X-Trace': '1' });
    const [next] = await client.run(video(ids.video.trailer));
    expect(next!.payload.extensions.trace.calls.map(purposeOf)).toEqual([
      'video:videos.list video',
    ]);
    await client.close();
    await using other = await connectSocket(gateway.url, token);
    const [plain] = await other.run(video(ids.video.trailer));
    expect(plain!.payload.extensions.trace).toBeUndefined();
  });
  it('is absent without the header, and with another value', async () => {
    const values = [{}, { 'x-trace': '0' }, { 'x-trace': 'true' }];
    for (const headers of values) {
      const { body } = await ask(acrossServices, {}, { ...token, ...headers } as typeof asking);
      expect(Object.keys(body.extensions)).toEqual(['cost']);
    }
  });
  it('changes nothing else of the response', async () => {
    const [traced, plain] = [
      await ask(playlist(ids.playlist.fifty, 50)),
      await ask(playlist(ids.playlist.fifty, 50), {}, token as typeof asking),
    ];
    const { trace: _, ...extensions } = traced.body.extensions;
    expect({ ...traced.body, extensions }).toEqual(plain.body);
  });
});

describe('the events of a subscription', () => {
  withSettings({});

  const query = `subscription { progress: broadcastProgress(id: "pi0A2df6cQk") { broadcast { title } } }`;

  it.each(Object.entries(transports))('have traces of their own, over %s', async (_, open) => {
    const eventOf = async (headers: Readonly<Record<string, string>>): Promise<any> => {
      const stream = await open(gateway.url, { query, token: owner, headers });
      const [event] = await stream.until(1);
      stream.leave();
      return event;
    };
    const event = await eventOf({ 'x-trace': '1' });
    expect(event.extensions.trace.calls.map(purposeOf)).toEqual([
      'live:liveBroadcasts.list progress.broadcast',
    ]);
    expect((await eventOf({})).extensions.trace).toBeUndefined();
  });
});

describe('waits for a service', () => {
  withSettings({ RETRY_RATE_LIMIT_BASE_MS: '2000', CONNECTIONS_PER_SERVICE: '1' });

  it('show a rate limit, and that other calls wait for its end', async () => {
    const match = { operation: 'video:videos.list' };
    gateway.sandbox.fault({ match, times: 1, status: 429, reason: 'rateLimitExceeded' });
    const first = trace(video(ids.video.trailer));
    // The service has answered before the gateway knows: only its log tells that it does.
    await expect
      .poll(() => gateway.lines.map(({ msg }) => msg))
      .toContain('call failed, will be retried');
    const [later] = (await trace(video(ids.video.makingOf))).calls;
    expect(reasonsOf(later!)).toEqual([['rateLimit']]);
    expect(later!.attempts.map(({ status }) => status)).toEqual([200]);
    const [limited] = (await first).calls;
    expect(limited!.attempts.map(({ status }) => status)).toEqual([429, 200]);
    expect(reasonsOf(limited!)).toEqual([['backOff']]);
  });
  it('show that no connection was free', async () => {
    const { calls } = await trace(
      `{ video(id: "${ids.video.trailer}") { title } playlist(id: "${ids.playlist.drafts}") { title } }`,
    );
    expect(calls.map(({ waits }) => waits.map(({ reason }) => reason))).toEqual([
      [],
      ['connection'],
    ]);
  });
});

describe('with QUOTA_BUDGET', () => {
  withSettings({ QUOTA_BUDGET: 'VIDEO=1000' });

  it('shows that the execution waits for the store', async () => {
    const { waits } = await trace(video(ids.video.trailer));
    expect(waits.map(({ kind }) => kind)).toEqual(['store']);
  });
});

describe('with READS_AT_ONCE', () => {
  withSettings({ READS_AT_ONCE: '1' });

  it('shows that a call waits for a place', async () => {
    const { calls } = await trace(
      `{ video(id: "${ids.video.trailer}") { title } playlist(id: "${ids.playlist.drafts}") { title } }`,
    );
    expect(calls.map(reasonsOf)).toEqual([[], [['place']]]);
  });
});

describe('with BATCH_MAX_WAIT_MS', () => {
  withSettings({ BATCH_MAX_WAIT_MS: '10000' });

  it('shows that a page waits for the page before, and a batch for calls that add ids', async () => {
    const operation = 'video:videos.list';
    const first = Promise.withResolvers<void>();
    gateway.sandbox.fault({ match: { operation }, every: 2, until: first.promise });
    const traced = trace(playlist(ids.playlist.long, 100));
    // The second batch is answered when the gateway has read the answer of the first one.
    const isAnswered = (): boolean =>
      gateway.sandbox.calls().some((each) => each.operation === operation && each.status === 200);
    await expect.poll(isAnswered).toBe(true);
    for (let turn = 0; turn < 20; turn += 1) await setImmediate();
    first.resolve();
    const { calls } = await traced;
    expect(calls.map(purposeOf)).toEqual([
      'video:playlistItems.list playlist.items',
      'video:playlistItems.list playlist.items',
      'video:videos.list playlist.items.nodes.video',
      'video:videos.list playlist.items.nodes.video',
      'video:channels.list playlist.items.nodes.video.channel',
    ]);
    const [page, nextPage, ...others] = calls.map(reasonsOf);
    expect([page, nextPage]).toEqual([[], [['order', 0]]]);
    const slow = calls[2]!.durationMs > calls[3]!.durationMs ? 2 : 3;
    expect(others).toEqual([
      [['ids', 0, 1]],
      [['ids', 0, 1]],
      [
        ['ids', 2, 3],
        ['batch', slow],
      ],
    ]);
  });
});

describe('with CACHE=callers', () => {
  withSettings({ CACHE: 'callers' });

  it('shows that an answer was stored', async () => {
    const list = `{ videoCategories(regionCode: "DE") { title } }`;
    const sources: unknown[] = [];
    for (let count = 0; count < 2; count += 1)
      sources.push(...(await trace(list)).calls.map(({ source }) => source));
    expect(sources).toEqual(['service', 'cache']);
  });
});

describe('secrets', () => {
  it.each([{ UPSTREAM_API_KEY_IN: 'query' }, { UPSTREAM_API_KEY_IN: 'header' }])(
    'are not in traces: %s',
    async (env) => {
      await start({ env: { ...env } });
      const responses = [
        await ask(acrossServices),
        await ask(video(ids.video.trailer), {}, { 'x-trace': '1' } as unknown as typeof asking),
      ];
      const isSent = gateway.sandbox.calls().map(({ user }) => user);
      expect(isSent).toContain('api-key');
      for (const response of responses) {
        const text = JSON.stringify(traceOf(response));
        expect(text.length).toBeGreaterThan(200);
        expect([owner, apiKey].filter((secret) => text.includes(secret))).toEqual([]);
      }
      await gateway.close();
    },
  );
});

describe('with TRACE=0', () => {
  withSettings({ TRACE: '0' });

  it('the header has no effect', async () => {
    const { body } = await ask(acrossServices);
    expect(Object.keys(body.extensions)).toEqual(['cost']);
    await using client = await connectSocket(gateway.url, asking);
    const [next] = await client.run(video(ids.video.trailer));
    expect(next!.payload.extensions.trace).toBeUndefined();
  });
});
