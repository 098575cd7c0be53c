/** The sandbox as a stand-in of Google's services in the tests of other projects. */
import type { youtube_v3 } from '@googleapis/youtube';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type RecordedCall, type Sandbox, startSandbox } from '../../src/sandbox/package.ts';
import { sendPlain } from '../support/client/plain-request.ts';
import { calendarAs, driveAs, youtubeAs } from '../support/official.ts';
import { expectWithin } from '../support/report/expect-within.ts';

let sandbox: Sandbox;

beforeAll(async () => {
  sandbox = await startSandbox({ empty: true });
});

beforeEach(() => sandbox.reset());

afterAll(() => sandbox.close());

const youtube = (token = 'studio-owner') => youtubeAs(token, sandbox.url);
const drive = (token = 'studio-owner') => driveAs(token, sandbox.url);
const calendar = (token = 'studio-owner') => calendarAs(token, sandbox.url);

const operations = (calls: readonly RecordedCall[]) => calls.map(({ operation }) => operation);

describe('a test with the official clients', () => {
  it('reads the videos of a playlist that it has added', async () => {
    const channel = sandbox.add('channels', { snippet: { title: 'Field Radio' } });
    const snippet = { channelId: channel.id, title: 'Pilot' };
    const video = sandbox.add('videos', { snippet, statistics: { viewCount: 1200 } });
    const playlist = sandbox.add('playlists', { snippet: { title: 'Season 1' } });
    const resourceId = { videoId: video.id };
    sandbox.add('playlistItems', { snippet: { playlistId: playlist.id, resourceId } });

    const { playlistItems, videos } = youtube();
    const page = await playlistItems.list({ part: ['snippet'], playlistId: playlist.id });
    expect(page.data.items!.map((item) => item.snippet!.title)).toEqual(['Pilot']);
    const { data } = await videos.list({ part: ['snippet', 'statistics'], id: [video.id] });
    expect(data.items).toMatchObject([
      { snippet: { channelTitle: 'Field Radio' }, statistics: { viewCount: '1200' } },
    ]);
    expect(operations(sandbox.calls())).toEqual(['video:playlistItems.list', 'video:videos.list']);
  });
  it('reads a folder that is shared with another person', async () => {
    const mimeType = 'application/vnd.google-apps.folder';
    const folder = sandbox.add('files', { name: 'Press', mimeType });
    const [, guest] = sandbox.users;
    sandbox.add('permissions', { fileId: folder.id, emailAddress: guest!.email, role: 'writer' });
    const file = sandbox.add('files', { name: 'kit.txt', parents: [folder.id] }, { content: 'Hi' });

    const { files } = drive(guest!.token);
    const { data } = await files.list({ q: `'${folder.id}' in parents` });
    expect(data.files).toMatchObject([{ id: file.id, name: 'kit.txt', mimeType: 'text/plain' }]);
    expect((await files.get({ fileId: file.id, alt: 'media' })).data).toBe('Hi');
  });
  it('reads a series of events on a calendar of its own', async () => {
    const { id: calendarId } = sandbox.add('calendars', { summary: 'Shoots' });
    const start = { dateTime: '2027-03-14T09:00:00+01:00', timeZone: 'Europe/Stockholm' };
    const recurrence = ['RRULE:FREQ=DAILY;COUNT=3'];
    sandbox.add('events', { calendarId, summary: 'Shoot', start, recurrence });

    const { data } = await calendar().events.list({ calendarId, singleEvents: true });
    expect(data.items).toMatchObject([1, 2, 3].map(() => ({ summary: 'Shoot' })));
  });
  it('ends a broadcast that is live', async () => {
    const { id } = sandbox.add('liveBroadcasts', { status: { lifeCycleStatus: 'live' } });
    await youtube().liveBroadcasts.transition({
      part: ['status'],
      id,
      broadcastStatus: 'complete',
    });
    expect(sandbox.calls()).toMatchObject([{ query: { id: [id], broadcastStatus: ['complete'] } }]);
  });
  it('meets a fault, and succeeds after it', async () => {
    const { id } = sandbox.add('videos');
    sandbox.fault({ match: { operation: 'video:videos.list' }, times: 1, status: 503 });
    const list = () => youtube().videos.list({ part: ['id'], id: [id] });
    await expect(list()).rejects.toMatchObject({ status: 503 });
    expect((await list()).data.items).toHaveLength(1);
    expect(sandbox.calls().map(({ status }) => status)).toEqual([503, 200]);
  });
  it('begins without what the test before it has left', async () => {
    const listed = await Promise.all([
      youtube().playlists.list({ part: ['id'], mine: true }),
      drive().files.list(),
      calendar().events.list({ calendarId: 'primary' }),
      youtube().liveBroadcasts.list({ part: ['id'], broadcastStatus: 'all' }),
    ]);
    const itemsOf = (data: object) => ('files' in data ? data.files : (data as any).items);
    expect(listed.map(({ data }) => itemsOf(data).length)).toEqual([0, 0, 0, 0]);
  });
});

describe('an added entity', () => {
  /** Entities that need others, by their names. */
  const parents = (): Readonly<Record<string, () => object>> => {
    const videoId = () => sandbox.add('videos').id;
    const fileId = () => sandbox.add('files').id;
    return {
      playlistItems: () => ({
        snippet: { playlistId: sandbox.add('playlists').id, resourceId: { videoId: videoId() } },
      }),
      captions: () => ({ snippet: { videoId: videoId() } }),
      channelSections: () => ({ snippet: { type: 'recentUploads' } }),
      subscriptions: () => ({
        snippet: { resourceId: { channelId: sandbox.add('channels').id } },
      }),
      commentThreads: () => ({ snippet: { videoId: videoId() } }),
      comments: () => ({
        snippet: {
          parentId: sandbox.add('commentThreads', { snippet: { videoId: videoId() } }).id,
        },
      }),
      permissions: () => ({ fileId: fileId(), emailAddress: 'ben@studio.example' }),
      calendarList: () => {
        const as = { as: 'studio-guest' };
        const { id } = sandbox.add('calendars', {}, as);
        sandbox.add('acl', { calendarId: id, scope: { value: 'ava@studio.example' } }, as);
        return { id };
      },
      acl: () => ({ calendarId: 'primary', scope: { value: 'ben@studio.example' } }),
    };
  };
  it.each([
    'channels',
    'videos',
    'playlists',
    'playlistItems',
    'captions',
    'channelSections',
    'subscriptions',
    'commentThreads',
    'comments',
    'liveBroadcasts',
    'liveStreams',
    'drives',
    'files',
    'permissions',
    'calendars',
    'calendarList',
    'acl',
    'events',
  ] as const)('needs no field but ids of others, and is another one each time: %s', (name) => {
    const add = () => sandbox.add(name, parents()[name]?.());
    expect(add().id).toMatch(/./);
    // Their ids are those of calendars and people.
    if (name === 'acl' || name === 'permissions') return;
    expect(add().id).not.toBe(add().id);
  });
  it('has the type of what it is made of, and its other fields', () => {
    const broadcast = sandbox.add<youtube_v3.Schema$LiveBroadcast>('liveBroadcasts');
    expect(broadcast.snippet!.liveChatId).toMatch(/./);
    expect(broadcast.status!.lifeCycleStatus).toBe('created');
  });
  it('is that of the person with the token', async () => {
    const { id } = sandbox.add('videos', {}, { as: 'studio-guest' });
    const { data } = await youtube().videos.list({ part: ['snippet'], id: [id] });
    expect(data.items).toMatchObject([{ snippet: { channelTitle: 'Ben Okafor' } }]);
  });
});

describe('a changed entity', () => {
  it('has fields that clients cannot write', async () => {
    const [{ channelId: id = '' }] = sandbox.users as [Sandbox['users'][number]];
    sandbox.change('channels', { id, statistics: { subscriberCount: '7' } });
    const { data } = await youtube().channels.list({ part: ['statistics'], mine: true });
    expect(data.items).toMatchObject([{ statistics: { subscriberCount: '7', viewCount: '0' } }]);
  });
});

describe('a broadcast', () => {
  const [scheduledStartTime, actualEndTime] = ['2020-01-01T09:00:00Z', '2020-01-01T10:00:00Z'];
  it('can be in the past, and has the texts and times of its video', async () => {
    const { id } = sandbox.add('liveBroadcasts', {
      snippet: { scheduledStartTime },
      status: { lifeCycleStatus: 'complete' },
    });
    sandbox.change('liveBroadcasts', { id, snippet: { title: 'Night shift', actualEndTime } });
    const { liveBroadcasts, videos } = youtube();
    const broadcasts = await liveBroadcasts.list({ part: ['snippet'], id: [id] });
    expect(broadcasts.data.items).toMatchObject([
      { snippet: { title: 'Night shift', scheduledStartTime, actualEndTime } },
    ]);
    const { data } = await videos.list({ part: ['snippet', 'liveStreamingDetails'], id: [id] });
    expect(data.items).toMatchObject([
      {
        snippet: { title: 'Night shift', liveBroadcastContent: 'none' },
        liveStreamingDetails: { scheduledStartTime, actualEndTime },
      },
    ]);
    expect(data.items![0]!.liveStreamingDetails).not.toHaveProperty('title');
  });
});

describe('an entity is refused', () => {
  it.each([
    ['an unknown resource', 'films', {}, /films: unknown; expected one of channels, videos/],
    ['an unknown field', 'videos', { snippet: { headline: 'A' } }, /headline/],
    ['a value of another type', 'videos', { snippet: { title: 1 } }, /snippet.title/],
    ['an id', 'videos', { id: 'pilot' }, /videos: id: cannot be set/],
    ['an id', 'channels', { id: 'pilot' }, /channels: id: cannot be set/],
    ['another owner', 'videos', { snippet: { channelId: 'UC1' } }, /no channel has the id UC1/],
    ['a field that is computed', 'videos', { player: { embedHtml: '' } }, /player.embedHtml/],
    ['a field that is nowhere stored', 'files', { size: '7' }, /files: size: cannot be set/],
    [
      'what the service refuses',
      'playlists',
      { snippet: { title: '' } },
      /playlistTitleRequired at body.snippet.title/,
    ],
    ['a missing key of the path', 'permissions', { role: 'reader' }, /fileId: missing/],
  ])('with the reason: %s', (_, name, entity, message) => {
    expect(() => sandbox.add(name as 'videos', entity)).toThrow(message);
  });
  it('if it is to be changed and there is none, or its fields are not stored', () => {
    const id = 'missing';
    expect(() => sandbox.change('videos', { id })).toThrow(
      'videos: no entity has the id "missing"',
    );
    const { id: fileId } = sandbox.add('files');
    expect(() => sandbox.change('files', { id: fileId, name: 'A' })).toThrow(/cannot be set/);
  });
});

describe('the control routes', () => {
  const send = async (method: string, path: string, body: object) => {
    const { status, text } = await sendPlain(`${sandbox.url}/_sandbox/${path}`, {
      method,
      body: JSON.stringify(body),
    });
    return { status, body: text === '' ? undefined : JSON.parse(text) };
  };

  it('add and change entities as well', async () => {
    const entity = { name: 'kit.txt' };
    const file = { resource: 'files', entity, content: 'Hi', as: 'studio-guest' };
    const added = await send('POST', 'entities', file);
    expect(added).toMatchObject({ status: 200, body: { name: 'kit.txt', mimeType: 'text/plain' } });
    const { data } = await drive('studio-guest').files.get({ fileId: added.body.id, alt: 'media' });
    expect(data).toBe('Hi');
    const { id } = sandbox.add('videos');
    const views = { id, statistics: { viewCount: 7 } };
    const changed = await send('PATCH', 'entities', { resource: 'videos', entity: views });
    expect(changed).toMatchObject({ status: 200, body: { id, statistics: { viewCount: '7' } } });
  });
  it.each([
    ['POST', 'entities', { resource: 'films' }, /^films: unknown/],
    ['POST', 'entities', { entity: {} }, /^resource: expected a text/],
    ['POST', 'entities', { resource: 'videos', entity: [] }, /^entity: expected an object/],
    ['POST', 'entities', { resource: 'videos', name: 'A' }, /^name: unknown/],
    ['PATCH', 'entities', { resource: 'videos', content: '' }, /^content: unknown/],
    ['POST', 'reset', { empty: 1 }, /^empty: 1 is not true or false/],
  ])('refuse what they cannot do: %s %s %j', async (method, path, body, error) => {
    const { status, body: answer } = await send(method, path, body);
    expect([status, answer.error]).toEqual([400, expect.stringMatching(error)]);
  });
  it('leave nothing but the users until the next reset', async () => {
    const studio = await startSandbox();
    try {
      const playlists = async () =>
        (await youtubeAs('studio-owner', studio.url).playlists.list({ part: ['id'], mine: true }))
          .data.items!.length;
      const reset = (body: object) =>
        sendPlain(`${studio.url}/_sandbox/reset`, { method: 'POST', body: JSON.stringify(body) });
      expect(await playlists()).toBeGreaterThan(0);
      await reset({ empty: true });
      expect(await playlists()).toBe(0);
      await reset({});
      expect(await playlists()).toBeGreaterThan(0);
    } finally {
      await studio.close();
    }
  });
});

it('shares nothing with another sandbox in the process', async () => {
  const now = new Date('2026-03-10T09:00:00Z');
  const [first, second] = await Promise.all([startSandbox({ now }), startSandbox({ now })]);
  try {
    const { id } = first.add('playlists');
    first.fault({ status: 503 });
    const idsOf = async ({ url }: Sandbox) =>
      (await youtubeAs('studio-owner', url).playlists.list({ part: ['id'], id: [id] })).data.items;
    await expect(idsOf(first)).rejects.toMatchObject({ status: 503 });
    expect(await idsOf(second)).toEqual([]);
    expect([first.calls().length, second.calls().length]).toEqual([1, 1]);
    second.advance(1000);
    second.reset();
    first.clearFaults();
    expect(await idsOf(first)).toHaveLength(1);
    expect(first.now()).toEqual(new Date(now.getTime() + 1000));
  } finally {
    await Promise.all([first.close(), second.close()]);
  }
});

it('has its initial faults again after a reset', async () => {
  const faults = [{ status: 403, reason: 'quotaExceeded', times: 1 }];
  const limited = await startSandbox({ empty: true, faults });
  try {
    const list = () =>
      youtubeAs('studio-owner', limited.url).channels.list({ part: ['id'], mine: true });
    for (const _ of [1, 2]) {
      await expect(list()).rejects.toMatchObject({ status: 403 });
      expect((await list()).status).toBe(200);
      limited.reset();
    }
  } finally {
    await limited.close();
  }
});

it('takes half of the time to reset that a start takes', { tags: ['fullSize'] }, async () => {
  const studio = await startSandbox({ now: new Date(0) });
  /** Milliseconds of a reset and of a write in each service. */
  const timeOf = (now: Date): number => {
    const before = performance.now();
    studio.reset(now);
    for (const name of ['playlists', 'liveStreams', 'files', 'events'] as const) studio.add(name);
    return performance.now() - before;
  };
  const same = new Date(0);
  timeOf(same);
  const times = Array.from({ length: 10 }, (_, index) => [
    timeOf(new Date(1_000 + index)),
    timeOf(same),
  ]);
  const medianOf = (at: number): number =>
    times.map((each) => each[at]!).toSorted((a, b) => a - b)[5]!;
  expectWithin(medianOf(1), medianOf(0) / 2);
  expect(studio.calls()).toEqual([]);
  await studio.close();
});
