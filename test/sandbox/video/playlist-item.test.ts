/** Writes of playlist items and playlists: positions, and rejected requests. */
import { describe, expect, it } from 'vitest';
import { ids, uploadsOf } from '../../../src/sandbox/seed/ids.ts';
import { maxPlaylists } from '../../../src/sandbox/video/playlist/write.ts';
import { maxPlaylistItems } from '../../../src/sandbox/video/playlist-item/write.ts';
import { videoState } from '../../../src/sandbox/video/state.ts';
import { type TestResponse, useSandbox } from '../../support/gateway/sandbox.ts';

const box = useSandbox();
const { playlist, video, channel } = ids;
const state = () => videoState(box.sandbox.simulation());
const storedItems = (id: string) => state().playlistItems.get(id)!;
const order = (id: string): string[] => storedItems(id).map(({ videoId }) => videoId);
const itemId = (id: string, index: number): string => storedItems(id)[index]!.id;

const send = (
  method: string,
  query: string,
  body?: object,
  token = 'studio-owner',
): Promise<TestResponse> =>
  box.ask(`/youtube/v3/${query}`, { method, token, ...(body ? { body } : {}) });

const itemSnippet = (playlistId: string, videoId: string, more: object = {}) => ({
  playlistId,
  resourceId: { kind: 'youtube#video', videoId },
  ...more,
});

const add = (snippet: object, contentDetails?: object, token?: string) =>
  send(
    'POST',
    `playlistItems?part=${contentDetails ? 'snippet,contentDetails' : 'snippet'}`,
    { snippet, ...(contentDetails ? { contentDetails } : {}) },
    token,
  );

const update = (part: string, body: object, token?: string) =>
  send('PUT', `playlistItems?part=${part}`, body, token);

const remove = (id: string, token?: string) =>
  send('DELETE', `playlistItems?id=${id}`, undefined, token);

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
  it.each<
    readonly [request: string, call: () => Promise<TestResponse>, status: number, reason: string]
  >([
    [
      'an item without a playlist',
      () => add({ resourceId: { kind, videoId: video.trailer } }),
      400,
      'playlistIdRequired',
    ],
    [
      'an item without a video',
      () => add({ playlistId: playlist.empty }),
      400,
      'resourceIdRequired',
    ],
    [
      'a resource that is not a video',
      () =>
        add({
          playlistId: playlist.empty,
          resourceId: { kind: 'youtube#channel', channelId: channel.kite },
        }),
      400,
      'invalidResourceType',
    ],
    [
      'an unknown video',
      () => add(itemSnippet(playlist.empty, video.missing)),
      404,
      'videoNotFound',
    ],
    [
      "another channel's private video",
      () => add(itemSnippet(playlist.empty, video.strangersPrivate)),
      400,
      'failedPrecondition',
    ],
    [
      'an unknown playlist',
      () => add(itemSnippet(playlist.missing, video.trailer)),
      404,
      'playlistNotFound',
    ],
    [
      "another channel's private playlist",
      () => add(itemSnippet(playlist.drafts, video.emoji), undefined, 'studio-guest'),
      404,
      'playlistNotFound',
    ],
    [
      "another channel's playlist",
      () => add(itemSnippet(playlist.ben, video.trailer)),
      403,
      'playlistItemsNotAccessible',
    ],
    [
      'the uploads playlist',
      () => add(itemSnippet(uploadsOf(channel.studio), video.emoji)),
      403,
      'playlistItemsNotAccessible',
    ],
    [
      'a position in the uploads playlist',
      () => add(itemSnippet(uploadsOf(channel.studio), video.emoji, { position: 0 })),
      400,
      'manualSortRequired',
    ],
    [
      'a position in a sorted playlist',
      () => add(itemSnippet(playlist.sorted, video.rtl, { position: 0 })),
      400,
      'manualSortRequired',
    ],
    [
      'a position after the end',
      () => add(itemSnippet(playlist.empty, video.trailer, { position: 1 })),
      400,
      'invalidPlaylistItemPosition',
    ],
    [
      'a negative position',
      () => add(itemSnippet(playlist.empty, video.trailer, { position: -1 })),
      400,
      'invalidPlaylistItemPosition',
    ],
    [
      'a note of 281 characters',
      () => add(itemSnippet(playlist.empty, video.trailer), { note: '✨'.repeat(281) }),
      400,
      'invalidContentDetails',
    ],
    [
      'a video that is already in the series',
      () => add(itemSnippet(playlist.series, video.trailer)),
      409,
      'videoAlreadyInPlaylist',
    ],
    [
      'a video that is already in another series',
      () => add(itemSnippet(playlist.series, video.localized)),
      400,
      'videoAlreadyInAnotherSeriesPlaylist',
    ],
    [
      'a token without the required scope',
      () => add(itemSnippet(playlist.empty, video.trailer), undefined, 'studio-reader'),
      403,
      'insufficientPermissions',
    ],
  ])('%s', async (_, call, status, reason) => {
    const before = structuredClone([...state().playlistItems]);
    expect(await call()).toMatchObject({ status, reason });
    expect([...state().playlistItems]).toEqual(before);
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
  const firstItem = () => itemId(playlist.fifty, 0);
  const firstVideo = () => order(playlist.fifty)[0]!;
  it.each<
    readonly [request: string, call: () => Promise<TestResponse>, status: number, reason: string]
  >([
    [
      'an update without an id',
      () => update('contentDetails', { contentDetails: {} }),
      400,
      'required',
    ],
    [
      'an update of an unknown item',
      () => update('contentDetails', { id: 'UExnothing', contentDetails: {} }),
      404,
      'playlistItemNotFound',
    ],
    [
      'an update without the playlist',
      () =>
        update('snippet', { id: firstItem(), snippet: { resourceId: { kind: 'youtube#video' } } }),
      400,
      'playlistIdRequired',
    ],
    [
      'an update without the video',
      () => update('snippet', { id: firstItem(), snippet: { playlistId: playlist.fifty } }),
      400,
      'resourceIdRequired',
    ],
    [
      'an update with another playlist',
      () =>
        update('snippet', { id: firstItem(), snippet: itemSnippet(playlist.empty, firstVideo()) }),
      404,
      'playlistItemNotFound',
    ],
    [
      'a position after the last item',
      () =>
        update('snippet', {
          id: firstItem(),
          snippet: itemSnippet(playlist.fifty, firstVideo(), { position: 50 }),
        }),
      400,
      'invalidPlaylistItemPosition',
    ],
    [
      'a position in a sorted playlist',
      () =>
        update('snippet', {
          id: itemId(playlist.sorted, 1),
          snippet: itemSnippet(playlist.sorted, order(playlist.sorted)[1]!, { position: 0 }),
        }),
      400,
      'manualSortRequired',
    ],
    [
      'a part of the body that is not in the part parameter',
      () => update('snippet', { id: firstItem(), contentDetails: {} }),
      400,
      'unexpectedPart',
    ],
    [
      "an update in another channel's playlist",
      () => update('contentDetails', { id: itemId(playlist.ben, 0), contentDetails: {} }),
      403,
      'playlistItemsNotAccessible',
    ],
    [
      "an update in another channel's private playlist",
      () =>
        update(
          'contentDetails',
          { id: itemId(playlist.drafts, 0), contentDetails: {} },
          'studio-guest',
        ),
      404,
      'playlistItemNotFound',
    ],
    [
      "deleting an item of another channel's playlist",
      () => remove(itemId(playlist.ben, 0)),
      403,
      'playlistItemsNotAccessible',
    ],
    [
      'deleting an item of the uploads playlist',
      () => removeUpload(),
      400,
      'playlistOperationUnsupported',
    ],
  ])('%s', async (_, call, status, reason) => {
    const before = structuredClone([...state().playlistItems]);
    expect(await call()).toMatchObject({ status, reason });
    expect([...state().playlistItems]).toEqual(before);
  });
  async function removeUpload(): Promise<TestResponse> {
    const { body } = await send(
      'GET',
      `playlistItems?part=id&playlistId=${uploadsOf(channel.studio)}&maxResults=1`,
    );
    return remove(body.items[0].id);
  }
});

describe('a playlist', () => {
  const make = (body: object) => send('POST', `playlists?part=${Object.keys(body).join()}`, body);
  it('stores whether it is a podcast', async () => {
    const { body } = await make({
      snippet: { title: 'Casts' },
      status: { podcastStatus: 'enabled' },
    });
    expect(body.status).toEqual({ privacyStatus: 'public', podcastStatus: 'enabled' });
    const after = await send('PUT', 'playlists?part=status', {
      id: body.id,
      status: { privacyStatus: 'private' },
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
