/** Writes of playlist items and playlists: positions, and rejected requests. */
import { describe, expect, it } from 'vitest';
import { ids, uploadsOf } from '../../../src/sandbox/seed/ids.ts';
import { maxPlaylists } from '../../../src/sandbox/video/playlist/write.ts';
import { maxPlaylistItems } from '../../../src/sandbox/video/playlist-item/write.ts';
import { videoState } from '../../../src/sandbox/video/state.ts';
import { Simulation } from '../../../src/sandbox/simulation.ts';
import { seeds } from '../../../src/sandbox/seed/seeds.ts';
import { type RequestOptions, start, useSandbox } from '../../support/gateway/sandbox.ts';
import { post, put } from '../../support/client/sandbox-request.ts';
import { testRejected } from '../../support/scenario/rejected-request.ts';

const box = useSandbox('/youtube/v3');
const { playlist, video, channel } = ids;
const state = () => videoState(box.sandbox.simulation());
const storedItems = (id: string) => state().playlistItems.get(id)!;
const order = (id: string): string[] => storedItems(id).map(({ videoId }) => videoId);
const itemId = (id: string, index: number): string => storedItems(id)[index]!.id;

/** An item of a playlist as it is seeded. */
const seeded = (id: string, index = 0) => {
  const { id: itemId, videoId } = seededItems.get(id)![index]!;
  return { id: itemId, videoId };
};

const seededItems = videoState(new Simulation(start, 'studio', seeds)).playlistItems;

const itemSnippet = (playlistId: string, videoId: string, more: object = {}) => ({
  playlistId,
  resourceId: { kind: 'youtube#video', videoId },
  ...more,
});

type Request = readonly [path: string, options: RequestOptions];

const adding = (snippet: object, contentDetails?: object, token?: string): Request => [
  `/playlistItems?part=${contentDetails ? 'snippet,contentDetails' : 'snippet'}`,
  post({ snippet, contentDetails }, token),
];

const updating = (part: string, body: object, token?: string): Request => [
  `/playlistItems?part=${part}`,
  put(body, token),
];

const removing = (id: string): Request => [`/playlistItems?id=${id}`, { method: 'DELETE' }];

const add = (...item: Parameters<typeof adding>) => box.ask(...adding(...item));
const update = (part: string, body: object) => box.ask(...updating(part, body));
const remove = (id: string) => box.ask(...removing(id));

describe('a playlist item', () => {
  it('is inserted at its position, or at the end without one', async () => {
    const before = order(playlist.fifty);
    const last = await add(itemSnippet(playlist.fifty, video.rtl));
    expect(last.body.snippet).toMatchObject({ position: 50, playlistId: playlist.fifty });
    await add(itemSnippet(playlist.fifty, video.emoji, { position: 2 }));
    expect(order(playlist.fifty)).toEqual([
      ...before.slice(0, 2),
      video.emoji,
      ...before.slice(2),
      video.rtl,
    ]);
  });
  it('can be inserted twice for one video, with different ids', async () => {
    const [one, two] = [
      await add(itemSnippet(playlist.empty, video.trailer)),
      await add(itemSnippet(playlist.empty, video.trailer)),
    ];
    expect(one.body.id).not.toBe(two.body.id);
    expect(order(playlist.empty)).toEqual([video.trailer, video.trailer]);
  });
  it('is inserted first in a sorted playlist', async () => {
    const before = order(playlist.sorted);
    expect((await add(itemSnippet(playlist.sorted, video.rtl))).status).toBe(200);
    expect(order(playlist.sorted)).toEqual([video.rtl, ...before]);
  });
  it('moves to its position, or to the end if the snippet has none', async () => {
    const [a, b, c, ...rest] = order(playlist.fifty);
    await update('snippet', {
      id: itemId(playlist.fifty, 0),
      snippet: itemSnippet(playlist.fifty, a!, { position: 2 }),
    });
    expect(order(playlist.fifty)).toEqual([b, c, a, ...rest]);
    await update('snippet', {
      id: itemId(playlist.fifty, 0),
      snippet: itemSnippet(playlist.fifty, b!),
    });
    expect(order(playlist.fifty)).toEqual([c, a, ...rest, b]);
  });
  it('keeps its position when only contentDetails are updated, which replace all details', async () => {
    const id = itemId(playlist.localized, 0);
    const before = order(playlist.localized);
    const { body } = await update('contentDetails', {
      id,
      contentDetails: { note: 'again', endAt: 'PT9S' },
    });
    expect(body.contentDetails).toEqual({
      videoId: video.localized,
      note: 'again',
      endAt: 'PT9S',
      videoPublishedAt: expect.any(String),
    });
    expect(order(playlist.localized)).toEqual(before);
  });
  it('is deleted, and later items move up', async () => {
    const before = order(playlist.fifty);
    const id = itemId(playlist.fifty, 1);
    expect((await remove(id)).status).toBe(204);
    expect(order(playlist.fifty)).toEqual([before[0], ...before.slice(2)]);
    expect(await remove(id)).toMatchObject({ status: 404, reason: 'playlistItemNotFound' });
  });
  it('of a deleted video can be moved and deleted', async () => {
    const index = order(playlist.gone).indexOf(video.deleted);
    const id = itemId(playlist.gone, index);
    const moved = await update('snippet', {
      id,
      snippet: itemSnippet(playlist.gone, video.deleted, { position: 0 }),
    });
    expect(moved.body.snippet).toMatchObject({ position: 0, title: 'Deleted video' });
    expect((await remove(id)).status).toBe(204);
  });
});

describe('playlistItems.insert rejects', () => {
  const kind = 'youtube#video';
  testRejected(box, {
    '400 playlistIdRequired': {
      'an item without a playlist': adding({ resourceId: { kind, videoId: video.trailer } }),
    },
    '400 resourceIdRequired': {
      'an item without a video': adding({ playlistId: playlist.empty }),
    },
    '400 invalidResourceType': {
      'a resource that is not a video': adding({
        playlistId: playlist.empty,
        resourceId: { kind: 'youtube#channel', channelId: channel.kite },
      }),
    },
    '404 videoNotFound': {
      'an unknown video': adding(itemSnippet(playlist.empty, video.missing)),
    },
    '400 failedPrecondition': {
      "another channel's private video": adding(
        itemSnippet(playlist.empty, video.strangersPrivate),
      ),
    },
    '404 playlistNotFound': {
      'an unknown playlist': adding(itemSnippet(playlist.missing, video.trailer)),
      "another channel's private playlist": adding(
        itemSnippet(playlist.drafts, video.emoji),
        undefined,
        'studio-guest',
      ),
    },
    '403 playlistItemsNotAccessible': {
      "another channel's playlist": adding(itemSnippet(playlist.ben, video.trailer)),
      'the uploads playlist': adding(itemSnippet(uploadsOf(channel.studio), video.emoji)),
    },
    '400 manualSortRequired': {
      'a position in the uploads playlist': adding(
        itemSnippet(uploadsOf(channel.studio), video.emoji, { position: 0 }),
      ),
      'a position in a sorted playlist': adding(
        itemSnippet(playlist.sorted, video.rtl, { position: 0 }),
      ),
    },
    '400 invalidPlaylistItemPosition': {
      'a position after the end': adding(
        itemSnippet(playlist.empty, video.trailer, { position: 1 }),
      ),
      'a negative position': adding(itemSnippet(playlist.empty, video.trailer, { position: -1 })),
    },
    '400 invalidContentDetails': {
      'a note of 281 characters': adding(itemSnippet(playlist.empty, video.trailer), {
        note: '✨'.repeat(281),
      }),
    },
    '409 videoAlreadyInPlaylist': {
      'a video that is already in the series': adding(itemSnippet(playlist.series, video.trailer)),
    },
    '400 videoAlreadyInAnotherSeriesPlaylist': {
      'a video that is already in another series': adding(
        itemSnippet(playlist.series, video.localized),
      ),
    },
    '403 insufficientPermissions': {
      'a token without the required scope': adding(
        itemSnippet(playlist.empty, video.trailer),
        undefined,
        'studio-reader',
      ),
    },
  });
  it('not a note of 280 characters', async () => {
    expect(
      (await add(itemSnippet(playlist.empty, video.trailer), { note: '✨'.repeat(280) })).status,
    ).toBe(200);
  });
  it('an item of a full playlist', async () => {
    const list = storedItems(playlist.empty);
    const [template] = storedItems(playlist.fifty);
    for (let index = 0; index < maxPlaylistItems - 1; index += 1)
      list.push({ ...template!, id: `filler ${index}`, playlistId: playlist.empty });
    expect((await add(itemSnippet(playlist.empty, video.trailer))).status).toBe(200);
    expect(await add(itemSnippet(playlist.empty, video.trailer))).toMatchObject({
      status: 403,
      reason: 'playlistContainsMaximumNumberOfVideos',
    });
  });
});

describe('playlistItems.update and delete reject', () => {
  const first = seeded(playlist.fifty);
  testRejected(box, {
    '400 required': {
      'an update without an id': updating('contentDetails', { contentDetails: {} }),
    },
    '404 playlistItemNotFound': {
      'an update of an unknown item': updating('contentDetails', {
        id: 'UExnothing',
        contentDetails: {},
      }),
      'an update with another playlist': updating('snippet', {
        id: first.id,
        snippet: itemSnippet(playlist.empty, first.videoId),
      }),
      "an update in another channel's private playlist": updating(
        'contentDetails',
        { id: seeded(playlist.drafts).id, contentDetails: {} },
        'studio-guest',
      ),
    },
    '400 playlistIdRequired': {
      'an update without the playlist': updating('snippet', {
        id: first.id,
        snippet: { resourceId: { kind: 'youtube#video' } },
      }),
    },
    '400 resourceIdRequired': {
      'an update without the video': updating('snippet', {
        id: first.id,
        snippet: { playlistId: playlist.fifty },
      }),
    },
    '400 invalidPlaylistItemPosition': {
      'a position after the last item': updating('snippet', {
        id: first.id,
        snippet: itemSnippet(playlist.fifty, first.videoId, { position: 50 }),
      }),
    },
    '400 manualSortRequired': {
      'a position in a sorted playlist': updating('snippet', {
        id: seeded(playlist.sorted, 1).id,
        snippet: itemSnippet(playlist.sorted, seeded(playlist.sorted, 1).videoId, { position: 0 }),
      }),
    },
    '400 unexpectedPart': {
      'a part of the body that is not in the part parameter': updating('snippet', {
        id: first.id,
        contentDetails: {},
      }),
    },
    '403 playlistItemsNotAccessible': {
      "an update in another channel's playlist": updating('contentDetails', {
        id: seeded(playlist.ben).id,
        contentDetails: {},
      }),
      "deleting an item of another channel's playlist": removing(seeded(playlist.ben).id),
    },
  });
  it('deleting an item of the uploads playlist', async () => {
    const uploads = `/playlistItems?part=id&playlistId=${uploadsOf(channel.studio)}`;
    const [item] = (await box.ask(uploads)).body.items;
    expect(await remove(item.id)).toMatchObject({
      status: 400,
      reason: 'playlistOperationUnsupported',
    });
  });
});

describe('a playlist', () => {
  const make = (body: object) =>
    box.ask(`/playlists?part=${Object.keys(body).join()}`, { method: 'POST', body });
  it('stores whether it is a podcast', async () => {
    const { body } = await make({
      snippet: { title: 'Casts' },
      status: { podcastStatus: 'enabled' },
    });
    expect(body.status).toEqual({ privacyStatus: 'public', podcastStatus: 'enabled' });
    const after = await box.ask('/playlists?part=status', {
      method: 'PUT',
      body: {
        id: body.id,
        status: { privacyStatus: 'private' },
      },
    });
    expect(after.body.status).toEqual({ privacyStatus: 'private', podcastStatus: 'disabled' });
  });
  it.each([
    ['a translation without a title', { en: { description: 'x' } }],
    ['a translation with a title of 151 characters', { en: { title: 'x'.repeat(151) } }],
  ])('rejects %s', async (_, localizations) => {
    const rejected = await make({
      snippet: { title: 'New', defaultLanguage: 'en' },
      localizations,
    });
    expect(rejected).toMatchObject({ status: 400, reason: 'localizationValidationError' });
  });
  it('is rejected if the channel has the maximum number of playlists', async () => {
    const { playlists } = state();
    const [template] = playlists.values();
    const existing = [...playlists.values()].filter(
      ({ snippet }) => snippet.channelId === channel.studio,
    ).length;
    for (let made = existing; made < maxPlaylists; made += 1)
      playlists.set(`PLfiller${made}`, { ...template!, id: `PLfiller${made}` });
    expect(await make({ snippet: { title: 'New' } })).toMatchObject({
      status: 400,
      reason: 'maxPlaylistExceeded',
    });
  });
});
