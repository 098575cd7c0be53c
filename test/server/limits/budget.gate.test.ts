import { buildSchema } from 'graphql';
import { readFileSync } from 'node:fs';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { graphError } from '../../../src/engine/schema/error/error.ts';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { FixedClock } from '../../support/clock/fixed-clock.ts';
import { type TestResponse, startServer } from '../../support/gateway/server.ts';
import { startSmall } from '../../support/gateway/small-schema.ts';
import { openStudio, useStudio } from '../../support/gateway/studio.ts';

const list = (first: number): string =>
  `{ playlist(id: "${ids.playlist.fifty}") { title items(first: ${first}) { nodes { title } } } }`;

/** The day of the budgets in these tests: winter time, 8 hours behind UTC. */
const morning = '2027-03-10T18:00:00Z';
const midnight = '2027-03-11T08:00:00.000Z';

/** Pages beyond the full ones that an estimate counts once for a list, in case pages are short. */
const extraPages = 3;

const clock = new FixedClock(morning);
beforeEach(() => clock.set(morning));

describe('an estimate above the largest integer', () => {
  it('is rejected, and reported as the largest GraphQL integer', async () => {
    await using studio = await openStudio({
      clock,
      env: { MAX_DEPTH: '200', QUOTA_BUDGET: 'VIDEO=20' },
    });
    const nested = (depth: number): string =>
      depth === 0
        ? 'sections { title channels { title } }'
        : `subscriptions(first: 500) { nodes { channel { ${nested(depth - 1)} } } }`;
    const document = `{ channel(by: { id: "${ids.channel.studio}" }) { ${nested(45)} } }`;
    const headers = { authorization: 'Bearer studio-owner' };
    const { body } = await studio.gateway.query(document, {}, headers);
    const dryRun = await studio.query(
      'query ($document: String!) { quota(dryRun: { document: $document }) { dryRun { requests } buckets { spent } } }',
      {
        document,
      },
    );
    expect([body.errors, dryRun.errors]).toMatchObject([
      [{ extensions: { code: 'QUERY_TOO_EXPENSIVE' } }],
      undefined,
    ]);
    expect(dryRun.data.quota.dryRun).toEqual({ requests: 2 ** 31 - 1 });
    expect(dryRun.data.quota.buckets[0]).toEqual({ spent: 0 });
    expect(studio.calls()).toEqual([]);
  });
});

describe('a budget', () => {
  const studio = useStudio({ clock, env: { QUOTA_BUDGET: 'VIDEO=20, CALENDAR=1' } });
  // A call that hangs ends by the clock; the studio is closed after that.
  afterAll(() => clock.set('2027-03-12T12:00:00.000Z'));

  const spent = async (token: string | null = 'studio-owner'): Promise<number> => {
    const { data } = await studio.query('{ quota { buckets { bucket spent } } }', {}, token);
    return (data.quota.buckets as { bucket: string; spent: number }[]).find(
      ({ bucket }) => bucket === 'VIDEO',
    )!.spent;
  };

  it('rejects an operation that may cost more than is left, before any call', {
    tags: ['S9'],
  }, async () => {
    await studio.query(list(500));
    await studio.query(list(500));
    studio.sandbox.clearCalls();
    const rejected = await studio.query(
      `{ a: playlist(id: "x") { items(first: 500) { nodes { title } } } b: playlist(id: "y") { items(first: 500) { nodes { title } } } }`,
    );
    expect(rejected.data).toBeUndefined();
    expect(rejected.errors).toEqual([
      {
        message: `The operation can take more quota units of the bucket VIDEO than are left: 16 of 20. Request shorter lists (first), or split the operation. More units are available after ${midnight}.`,
        extensions: {
          code: 'QUOTA_EXCEEDED',
          bucket: 'VIDEO',
          limit: 20,
          remaining: 16,
          resetAt: midnight,
          advice: 'Request shorter lists (first), or split the operation.',
          requestId: expect.any(String),
        },
      },
    ]);
    expect(studio.calls()).toEqual([]);
  });
  it('counts the spent units, not the estimated ones', async () => {
    await studio.query(list(500));
    expect([await spent(), studio.calls().length]).toEqual([2, 2]);
  });
  it('is whole again from midnight, Pacific time', async () => {
    await studio.query(list(50));
    clock.set('2027-03-11T07:59:59.999Z');
    expect(await spent()).toBe(2);
    clock.set(midnight);
    expect(await spent()).toBe(0);
  });
  it('is separate for each token, and shared by all callers without one', async () => {
    await studio.query(list(50), {}, 'studio-guest');
    await studio.query(list(50), {}, null);
    await studio.query(list(50), {}, null, { 'x-content-owner': 'somebody' });
    expect([await spent(), await spent('studio-guest'), await spent(null)]).toEqual([0, 2, 4]);
  });
  it('is not exceeded by concurrent requests', { tags: ['S9'] }, async () => {
    const ask = (): Promise<TestResponse> =>
      studio.gateway.query(list(100), {}, { authorization: 'Bearer studio-owner' });
    const responses = await Promise.all(Array.from({ length: 30 }, ask));
    const errors = responses.flatMap(
      ({ body }) => (body.errors ?? []) as { extensions: { code: string } }[],
    );
    // Each one reserves its estimate before its calls, so few of those that come at once run.
    expect(responses.length - errors.length).toBeGreaterThanOrEqual(1);
    expect(studio.calls().length).toBeLessThanOrEqual(20);
    expect(await spent()).toBe(studio.calls().length);
    expect(new Set(errors.map(({ extensions }) => extensions.code))).toEqual(
      new Set(['QUOTA_EXCEEDED']),
    );
  });
  it('gets back the units that a failed request did not spend', async () => {
    studio.sandbox.fault({ match: { service: 'video' }, status: 403, reason: 'forbidden' });
    const { errors } = await studio.query(list(500));
    studio.sandbox.clearFaults();
    expect([errors!.length > 0, await spent()]).toEqual([true, studio.calls().length]);
  });
  it('counts retries', async () => {
    studio.sandbox.fault({
      match: { operation: 'video:playlistItems.list' },
      status: 503,
      times: 1,
    });
    const { errors } = await studio.query(list(50));
    expect([errors, studio.calls().length, await spent()]).toEqual([undefined, 3, 3]);
  });
  it('gets back the units that a request did not spend when its client disconnects', async () => {
    studio.sandbox.fault({ match: { operation: 'video:playlistItems.list' }, hang: true });
    const leaving = new AbortController();
    const aborted = studio.gateway
      .send('/graphql', {
        method: 'POST',
        signal: leaving.signal,
        headers: { 'content-type': 'application/json', authorization: 'Bearer studio-owner' },
        body: JSON.stringify({ query: list(500) }),
      })
      .catch(() => 'gone');
    await expect.poll(() => studio.calls().length).toBe(2);
    expect(await spent()).toBe(11 + extraPages);
    leaving.abort();
    expect(await aborted).toBe('gone');
    await expect.poll(() => spent()).toBe(2);
  });
  it('admits operations that cost nothing', async () => {
    const { errors } = await studio.query(`{ __typename viewer { id } videos(ids: []) { id } }`);
    expect(errors).toBeUndefined();
  });
  it('is separate for each bucket', async () => {
    await studio.query(`{ calendar(id: "${ids.calendar.release}") { id } }`);
    const { errors } = await studio.query(
      `{ calendar(id: "${ids.calendar.release}") { summary } }`,
    );
    expect(errors![0]!.extensions).toMatchObject({
      code: 'QUOTA_EXCEEDED',
      bucket: 'CALENDAR',
      limit: 1,
      remaining: 0,
    });
    expect((await studio.query(list(50))).errors).toBeUndefined();
  });
  it('ends with the minute for the services that count by the minute', async () => {
    const document = `{ calendar(id: "${ids.calendar.release}") { summary } }`;
    await studio.query(document);
    const { extensions } = (await studio.query(document)).errors![0]!;
    clock.set(extensions['resetAt'] as string);
    expect((await studio.query(document)).errors).toBeUndefined();
  });
  it('rejects a write that it does not cover before any call', async () => {
    const { errors } = await studio.query(
      `mutation { deletePlaylist(input: {id: "${ids.playlist.fifty}"}) { deletedId } }`,
    );
    expect([errors![0]!.extensions['code'], studio.calls()]).toEqual(['QUOTA_EXCEEDED', []]);
  });
});

describe('searches, uploads and statistics of videos', () => {
  const studio = useStudio({
    clock,
    env: {
      QUOTA_BUDGET: 'SEARCH=1,VIDEO_UPLOAD=1,VIDEO_STATISTICS=1,VIDEO=1',
      VIDEO_STATISTICS_SOURCE: 'batchGetStats',
    },
  });
  const upload = readFileSync(
    new URL('../../../schema/operations/27-upload-video.graphql', import.meta.url),
    'utf8',
  );

  it.each([
    ['SEARCH', '{ search(search: "harbour", first: 3) { nodes { title } } }', 'video:search.list'],
    ['VIDEO_UPLOAD', upload, 'video:videos.insert'],
    [
      'VIDEO_STATISTICS',
      `{ video(id: "${ids.video.trailer}") { statistics { viewCount } } }`,
      'video:videos.batchGetStats',
    ],
  ])('are counted in a bucket of their own: %s', async (bucket, document, operation) => {
    const { errors, extensions } = await studio.query(document);
    expect([errors, extensions['cost']]).toEqual([
      undefined,
      { requests: 1, avoided: 0, units: { [bucket]: 1 }, operations: { [operation]: 1 } },
    ]);
    const rejected = await studio.query(document);
    expect(rejected.errors![0]!.extensions).toMatchObject({
      code: 'QUOTA_EXCEEDED',
      bucket,
      limit: 1,
      remaining: 0,
    });
    expect(studio.operations()).toEqual([operation]);
  });
});

describe('a query that may cost too much', () => {
  it.each([
    [
      'calls',
      { MAX_QUERY_CALLS: '14', MAX_ESTIMATED_CALLS: '14' },
      { limit: 14, value: 12 + extraPages },
    ],
    [
      'units of a bucket',
      { MAX_QUERY_UNITS: '14' },
      { limit: 14, value: 12 + extraPages, bucket: 'VIDEO' },
    ],
  ])('is rejected before any call, with the limit and the estimate: %s', async (_, env, more) => {
    await using studio = await openStudio({ clock, env });
    const document = `query ($first: Int!) { video(id: "v") { title } playlist(id: "${ids.playlist.fifty}") { title items(first: $first) { nodes { title } } } }`;
    const { data, errors } = await studio.query(document, { first: 500 });
    expect([data, errors![0]!.extensions]).toEqual([
      undefined,
      {
        code: 'QUERY_TOO_EXPENSIVE',
        ...more,
        field: 'playlist.items',
        advice: 'Lower first of items, or split the operation.',
        requestId: expect.any(String),
      },
    ]);
    expect(studio.calls()).toEqual([]);
    expect((await studio.query(document, { first: 400 })).data.playlist).not.toBeNull();
  });
});

describe('a query that runs out of calls', () => {
  const studio = useStudio({ clock, env: { MAX_QUERY_CALLS: '2' } });
  const id = ids.playlist.long;
  const document =
    'query ($id: ID!, $after: String) { playlist(id: $id) { items(first: 120, after: $after) { nodes { position } pageInfo { hasNextPage endCursor } } } }';

  it('keeps the items that it has, and the cursor to go on', async () => {
    const { data, errors, extensions } = await studio.query(document, { id });
    const { nodes, pageInfo } = data.playlist.items;
    expect([errors, pageInfo.hasNextPage]).toEqual([undefined, true]);
    expect(extensions['warnings']).toEqual([
      { code: 'LIST_STOPPED', path: ['playlist', 'items'], value: '2' },
    ]);
    expect(studio.calls().length).toBe(2);
    const next = await studio.query(document, { id, after: pageInfo.endCursor });
    const positions = [...nodes, ...next.data.playlist.items.nodes].map(
      ({ position }: { position: number }) => position,
    );
    expect(positions).toEqual(Array.from({ length: 120 }, (_, index) => index));
    expect(next.data.playlist.items.pageInfo.hasNextPage).toBe(false);
  });
  it('has an error in the fields for which it could read nothing', async () => {
    const files = [ids.file.script, ids.file.budget, ids.file.benTreatment, ids.file.missing];
    const { data, errors } = await studio.query(
      `{ ${files.map((file, index) => `f${index}: file(id: "${file}") { name }`).join(' ')} }`,
    );
    const failed = errors!.filter(({ extensions }) => extensions['code'] === 'QUERY_TOO_EXPENSIVE');
    expect(failed.length).toBe(2);
    expect(Object.values(data).filter((file) => file !== null).length).toBeGreaterThan(0);
    expect(studio.calls().length).toBe(2);
  });
  it('stops no mutation between its writes: it is refused before', async () => {
    const { errors } = await studio.query(
      `mutation { ${[0, 1, 2, 3].map((index) => `m${index}: deleteFile(input: { id: "${ids.file.budget}" }) { deletedId }`).join(' ')} }`,
    );
    expect(errors![0]!.extensions).toMatchObject({ code: 'QUERY_TOO_EXPENSIVE', limit: 2 });
    expect(studio.calls()).toEqual([]);
  });
});

describe('the rejection of an expensive operation', () => {
  const studio = useStudio({ clock, env: { MAX_QUERY_CALLS: '100', MAX_ESTIMATED_CALLS: '100' } });

  it('names the field whose own calls take most, by its response names', async () => {
    const { errors } = await studio.query(
      `
      query ($by: ChannelBy!) {
        page: channel(by: $by) {
          ...Sections
          uploads { items(first: 50) { nodes { title } } }
        }
      }
      fragment Sections on Channel {
        sections { title lists: playlists { title items(first: 5) { nodes { title } } } }
      }`,
      { by: { id: ids.channel.studio } },
    );
    const { message, extensions } = errors![0]!;
    const { value, limit, field } = extensions as Record<string, string | number>;
    expect([limit, field]).toEqual([100, 'page.sections.lists.items']);
    expect(message).toMatch(
      new RegExp(
        `^The operation can take up to ${value} REST calls; the limit is 100\\. The most expensive field is page\\.sections\\.lists\\.items, with up to \\d+\\. Lower first of lists, items, or split`,
      ),
    );
    expect(studio.calls()).toEqual([]);
  });
  it('names all fields on the path, and those whose `first` lowers the cost', async () => {
    const { errors } = await studio.query(
      '{ viewer { mine: calendars { nodes { calendar { events(first: 50) { nodes { attachments { file { name } } } } } } } } }',
    );
    const { message, extensions } = errors![0]!;
    expect(extensions['field']).toBe('viewer.mine.nodes.calendar.events.nodes.attachments.file');
    expect(message).toContain('Lower first of mine, events, attachments, or split the operation.');
  });
  it('keeps its advice, whatever the names of the fields are', async () => {
    const name = 'studio'.repeat(30);
    const { errors } = await studio.query(
      `{ viewer { ${name}: calendars { nodes { calendar { events(first: 50) { nodes { attachments { file { name } } } } } } } } }`,
    );
    const { message, extensions } = errors![0]!;
    const advice = `Lower first of ${name}, events, attachments, or split the operation.`;
    expect(extensions).toMatchObject({ advice });
    expect(message).toMatch(/^The operation can take up to \d+ REST calls; .*…/);
    expect(message).toMatch(/, events, attachments, or split the operation\.$/);
  });
  it('names the mutation, and advises fewer entries', async () => {
    const { errors } = await studio.query(
      'mutation ($input: AddPlaylistItemsInput!) { addPlaylistItems(input: $input) { failedCount } }',
      {
        input: {
          playlistId: ids.playlist.fifty,
          entries: Array.from({ length: 50 }, () => ({ videoId: ids.video.trailer })),
        },
      },
    );
    const { message, extensions } = errors![0]!;
    expect(extensions).toMatchObject({
      code: 'QUERY_TOO_EXPENSIVE',
      bucket: 'VIDEO',
      field: 'addPlaylistItems',
    });
    expect(message).toContain('Send fewer entries in the input');
    expect(extensions['advice']).toMatch(/^Send fewer entries in the input/);
    expect(studio.calls()).toEqual([]);
  });
});

describe('admission', () => {
  /** An admission that counts the admitted and the settled executions. */
  function gate(refuses: (index: number) => boolean) {
    const counts = { admitted: 0, settled: 0 };
    const admission = {
      admit: () =>
        refuses((counts.admitted += 1))
          ? graphError('QUERY_TOO_EXPENSIVE', 'too expensive', { limit: 1, value: 2 })
          : undefined,
      settle: () => void (counts.settled += 1),
    };
    return { counts, admission };
  }
  it('rejects an operation before any resolver is called, and settles nothing', async () => {
    const { counts, admission } = gate(() => true);
    const server = await startSmall({}, { admission });
    const { status, body } = await server.query('{ name }');
    await server.close();
    expect([status, body]).toEqual([
      400,
      {
        errors: [
          {
            message: 'too expensive',
            extensions: expect.objectContaining({ code: 'QUERY_TOO_EXPENSIVE' }),
          },
        ],
      },
    ]);
    expect([server.seen.resolved, counts]).toEqual([0, { admitted: 1, settled: 0 }]);
  });
  it('settles each admitted execution once, however it ends', async () => {
    const { counts, admission } = gate(() => false);
    const resolvers = {
      wait: () => Promise.resolve('waited'),
      fail: () => {
        throw new Error('planted');
      },
    };
    await using server = await startSmall({}, { admission, resolvers });
    for (const document of ['{ name }', '{ wait }', '{ fail(how: "x") }', '{ need(n: null) }'])
      await server.query(document);
    await server.query('query ($n: Int!) { need(n: $n) }');
    expect(counts).toEqual({ admitted: 3, settled: 3 });
  });
  it('admits each event of a subscription separately', async () => {
    const { counts, admission } = gate((index) => index === 3);
    const schema = buildSchema('type Query { name: String } type Subscription { tick: Int }');
    Object.assign(schema.getSubscriptionType()!.getFields()['tick']!, {
      subscribe: async function* () {
        for (const tick of [1, 2, 3]) yield { tick };
      },
    });
    await using server = await startServer({
      schema,
      reachable: async () => true,
      contextOf: () => ({}),
      admission,
    });
    const { text } = await server.query(
      'subscription { tick }',
      {},
      { accept: 'text/event-stream' },
    );
    const events = [...text.matchAll(/^event: next\ndata: (.*)$/gm)].map(
      ([, data]) => JSON.parse(data!) as { data?: object; errors?: object[] },
    );
    expect(events.map(({ data, errors }) => data ?? errors!.length)).toEqual([
      { tick: 1 },
      1,
      { tick: 3 },
    ]);
    expect(counts).toEqual({ admitted: 4, settled: 3 });
  });
});
