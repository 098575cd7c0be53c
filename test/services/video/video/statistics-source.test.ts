/** Statistics of videos from `videos.batchGetStats`, and what else is read with them. */
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ids } from '../../../../src/sandbox/seed/ids.ts';
import { videoState } from '../../../../src/sandbox/video/state.ts';
import { openStudio, useStudio } from '../../../support/gateway/studio.ts';

const studio = useStudio({
  env: { VIDEO_STATISTICS_SOURCE: 'batchGetStats', BATCH_MAX_WAIT_MS: '5000' },
});

const statistics = 'video:videos.batchGetStats';
const list = 'video:videos.list';
const simulation = () => studio.sandbox.simulation();

/** Reads of `videos.list` alone, of the same data. */
let byList: Awaited<ReturnType<typeof openStudio>>;

beforeAll(async () => {
  byList = await openStudio({ sandbox: studio.sandbox });
});

afterAll(() => byList.close());

/** The selections that the answers of `videos.batchGetStats` have. */
const ofStatistics = [
  'id',
  'statistics { viewCount }',
  'statistics { likeCount commentCount }',
  'videoId statistics { viewCount }',
];

const ofList = [
  'title',
  'statistics { viewCount dislikeCount }',
  'publishedAt',
  'contentDetails { duration }',
  'statistics { viewCount } channel { channelId }',
];

const calledWith = (operation: string): string[] =>
  studio
    .calls()
    .filter((call) => call.operation === operation)
    .flatMap(({ query }) => query['id']!.flatMap((each) => each.split(',')));

const count = (operation: string): number =>
  studio.calls().filter((call) => call.operation === operation).length;

/** The video of an answer, whatever field has it. */
const read = async (selection: string, id: string = ids.video.trailer) =>
  studio.query(`query ($id: ID!) { video(id: $id) { ${selection} } }`, { id });

describe('the operation', () => {
  it.each(ofStatistics.slice(1))('is that of statistics for %s', async (selection) => {
    const { data, errors, extensions } = await read(selection);
    expect(errors).toBeUndefined();
    expect(studio.operations()).toEqual([statistics]);
    expect(extensions['cost']).toMatchObject({ requests: 1, units: { VIDEO_STATISTICS: 1 } });
    expect(extensions['cost'].units).not.toHaveProperty('VIDEO');
    expect(data).toEqual(
      await byList.data(`{ video(id: "${ids.video.trailer}") { ${selection} } }`),
    );
  });

  it.each(ofList)('is that of the list for %s', async (selection) => {
    const { errors, extensions } = await read(`${selection} publicStatsViewable`);
    expect(errors).toBeUndefined();
    expect(studio.operations()).toEqual([list]);
    expect(extensions['cost'].units).toEqual({ VIDEO: 1 });
  });

  it('takes the API key, and the content owner', async () => {
    const query = `{ video(id: "${ids.video.trailer}") { statistics { viewCount } } }`;
    const withKey = await studio.query(query, {}, null);
    const headers = { 'x-content-owner': ids.contentOwner };
    const forOwner = await studio.query(query, {}, 'studio-owner', headers);
    expect([withKey.errors, forOwner.errors]).toEqual([undefined, undefined]);
    expect(studio.operations()).toEqual([statistics, statistics]);
  });

  it('is that of the list while the setting is off', async () => {
    await byList.data(`{ video(id: "${ids.video.trailer}") { statistics { viewCount } } }`);
    expect(studio.operations()).toEqual([list]);
  });

  it('is that of statistics for pointers, links and whole pages of videos', async () => {
    const { extensions } = await studio.query(
      `{ channel(by: { id: "${ids.channel.studio}" }) { videos(first: 50) { nodes { statistics { viewCount } } } } }`,
    );
    expect(extensions['cost'].operations).toEqual({
      'video:channels.list': 1,
      'video:playlistItems.list': 1,
      [statistics]: 1,
    });
  });
});

describe('a query', () => {
  // Private ones can be missing, and are then read again.
  const known = (): string[] =>
    [...videoState(simulation()).videos.values()]
      .filter(({ status }) => status.privacyStatus !== 'private')
      .map(({ id }) => id);

  /** Fields of one query: each reads some of the videos, and selects something of them. */
  const anyFields = fc.array(
    fc.record({
      from: fc.nat({ max: 150 }),
      size: fc.integer({ min: 1, max: 120 }),
      selection: fc.constantFrom(...ofStatistics, ...ofList),
    }),
    { minLength: 1, maxLength: 4 },
  );

  it('makes as many calls as without the setting, the fewest of them lists', async () => {
    const all = known();
    for (const fields of fc.sample(anyFields, { seed: 20_261_129, numRuns: 25 })) {
      const read = fields.map(({ from, size, selection }) => ({
        ids: all.slice(from % all.length).slice(0, size),
        selection,
      }));
      const variables = Object.fromEntries(read.map((each, index) => [`ids${index}`, each.ids]));
      const declared = read.map((_, index) => `$ids${index}: [ID!]!`).join();
      const selected = read.map(
        ({ selection }, index) => `f${index}: videos(ids: $ids${index}) { ${selection} }`,
      );
      const query = `query (${declared}) { ${selected.join(' ')} }`;
      studio.sandbox.clearCalls();
      const data = await studio.data(query, variables);
      const needList = new Set(
        read.filter((each) => ofList.includes(each.selection)).flatMap((each) => each.ids),
      );
      const needAny = new Set(read.flatMap((each) => each.ids));
      const lists = Math.ceil(needList.size / 50);
      expect({ query, lists: count(list), calls: studio.calls().length }).toEqual({
        query,
        lists,
        calls: Math.ceil(needAny.size / 50),
      });
      const called = [...calledWith(list), ...calledWith(statistics)];
      expect(called.toSorted()).toEqual([...needAny].toSorted());
      expect(data).toEqual(await byList.data(query, variables));
    }
  });
});

describe('what `videos.batchGetStats` does not answer', () => {
  const both = [ids.video.trailer, ids.video.rtl];
  const query = 'query ($ids: [ID!]!) { videos(ids: $ids) { statistics { viewCount } } }';
  // Estimates leave out what is read again.
  const send = async (videoIds: readonly string[] = both) =>
    (await studio.gateway.query(query, { ids: videoIds }, { authorization: 'Bearer studio-owner' }))
      .body;

  let expected: any;

  beforeEach(async () => {
    expected = await byList.data(query, { ids: both });
    studio.sandbox.clearCalls();
  });

  it.each([
    [404, 'notFound'],
    [403, 'quotaExceeded'],
    [403, 'forbidden'],
    [400, 'badRequest'],
  ])('is read by the list after %i %s', async (status, reason) => {
    studio.refuse(statistics, status, reason);
    const { data, errors, extensions } = await send();
    expect([data, errors]).toEqual([expected, undefined]);
    expect(count(list)).toBe(1);
    expect(extensions.cost.units).toEqual({ VIDEO_STATISTICS: 1, VIDEO: 1 });
  });

  it('is read by the list until the day ends, once the units are used up', async () => {
    studio.sandbox.fault({
      match: { operation: statistics },
      times: 1,
      status: 403,
      reason: 'quotaExceeded',
    });
    await send();
    studio.sandbox.clearCalls();
    expect((await send()).data).toEqual(expected);
    expect(studio.operations()).toEqual([list]);
    const { quota } = await studio.data('{ quota { buckets { bucket exhausted } } }');
    expect(quota.buckets.filter((each: any) => each.exhausted)).toEqual([
      { bucket: 'VIDEO_STATISTICS', exhausted: true },
    ]);
  });

  it('is one video, if the answer leaves it out', async () => {
    videoState(simulation()).leavesOutStatistics = true;
    expect((await send()).data).toEqual(expected);
    expect([calledWith(statistics), calledWith(list)]).toEqual([both, [ids.video.trailer]]);
  });

  it('does not exist, if the list does not answer it either', async () => {
    const { data, errors } = await send([ids.video.missing, ids.video.rtl]);
    expect([data.videos, errors]).toEqual([[null, expected.videos[1]], undefined]);
    expect(calledWith(list)).toEqual([ids.video.missing]);
  });

  it('has the error of the list', async () => {
    studio.refuse(statistics, 403, 'quotaExceeded');
    studio.refuse(list, 403, 'quotaExceeded');
    const { errors } = await send();
    expect(errors[0].extensions).toMatchObject({ code: 'QUOTA_EXCEEDED', operation: list });
  });
});

describe('the estimate', () => {
  it('names the bucket of each read', async () => {
    const plan = async (document: string) =>
      (
        await studio.data(
          'query ($dryRun: DryRunInput!) { quota(dryRun: $dryRun) { dryRun { requests units { bucket units } } } }',
          { dryRun: { document } },
        )
      ).quota.dryRun;
    const videoOf = (selection: string): string =>
      `{ video(id: "${ids.video.trailer}") { ${selection} } }`;
    expect(await plan(videoOf('statistics { viewCount }'))).toEqual({
      requests: 1,
      units: [{ bucket: 'VIDEO_STATISTICS', units: 1 }],
    });
    expect(await plan(videoOf('title statistics { viewCount }'))).toEqual({
      requests: 1,
      units: [{ bucket: 'VIDEO', units: 1 }],
    });
  });
});
