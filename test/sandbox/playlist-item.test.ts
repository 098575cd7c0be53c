/** What the video service makes of writes to a playlist's entries: where they come to stand, and every rule that refuses one. */
import { describe, expect, it } from 'vitest';
import { ids, uploadsOf } from '../../src/sandbox/seed/ids.ts';
import { maxPlaylists } from '../../src/sandbox/video/playlist-write.ts';
import { maxPlaylistItems } from '../../src/sandbox/video/playlist-item-write.ts';
import { videoState } from '../../src/sandbox/video/state.ts';
import { type Got, useSandbox } from '../support/sandbox.ts';

const box = useSandbox();
const { playlist, video, channel } = ids;
const state = () => videoState(box.sandbox.simulation());
const entries = (id: string) => state().playlistItems.get(id)!;
const order = (id: string): string[] => entries(id).map(({ videoId }) => videoId);
const at = (id: string, place: number): string => entries(id)[place]!.id;

const send = (method: string, query: string, body?: object, token = 'studio-owner'): Promise<Got> =>
  box.ask(`/youtube/v3/${query}`, { method, token, ...(body ? { body } : {}) });

const placed = (playlistId: string, videoId: string, more: object = {}) => ({
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

describe('an entry', () => {
  it('goes to the end where no place is said, else to its place, and the others make room', async () => {
    const before = order(playlist.fifty);
    const last = await add(placed(playlist.fifty, video.rtl));
    expect(last.body.snippet).toMatchObject({ position: 50, playlistId: playlist.fifty });
    await add(placed(playlist.fifty, video.emoji, { position: 2 }));
    expect(order(playlist.fifty)).toEqual([
      ...before.slice(0, 2),
      video.emoji,
      ...before.slice(2),
      video.rtl,
    ]);
  });
  it('may stand twice in a plain list, under ids of its own', async () => {
    const [one, two] = [
      await add(placed(playlist.empty, video.trailer)),
      await add(placed(playlist.empty, video.trailer)),
    ];
    expect(one.body.id).not.toBe(two.body.id);
    expect(order(playlist.empty)).toEqual([video.trailer, video.trailer]);
  });
  it('goes on top of a list that the service sorts', async () => {
    const before = order(playlist.sorted);
    expect((await add(placed(playlist.sorted, video.rtl))).status).toBe(200);
    expect(order(playlist.sorted)).toEqual([video.rtl, ...before]);
  });
  it('moves to the place said, and to the end where the snippet says none', async () => {
    const [a, b, c, ...rest] = order(playlist.fifty);
    await update('snippet', {
      id: at(playlist.fifty, 0),
      snippet: placed(playlist.fifty, a!, { position: 2 }),
    });
    expect(order(playlist.fifty)).toEqual([b, c, a, ...rest]);
    await update('snippet', { id: at(playlist.fifty, 0), snippet: placed(playlist.fifty, b!) });
    expect(order(playlist.fifty)).toEqual([c, a, ...rest, b]);
  });
  it('keeps its place when only its note changes, and loses what the details leave out', async () => {
    const id = at(playlist.localized, 0);
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
  it('goes, and the others close up', async () => {
    const before = order(playlist.fifty);
    const id = at(playlist.fifty, 1);
    expect((await remove(id)).status).toBe(204);
    expect(order(playlist.fifty)).toEqual([before[0], ...before.slice(2)]);
    expect(await remove(id)).toMatchObject({ status: 404, reason: 'playlistItemNotFound' });
  });
  it('of a deleted video can still be moved and removed', async () => {
    const place = order(playlist.gone).indexOf(video.deleted);
    const id = at(playlist.gone, place);
    const moved = await update('snippet', {
      id,
      snippet: placed(playlist.gone, video.deleted, { position: 0 }),
    });
    expect(moved.body.snippet).toMatchObject({ position: 0, title: 'Deleted video' });
    expect((await remove(id)).status).toBe(204);
  });
});

describe('an entry is refused', () => {
  const kind = 'youtube#video';
  it.each<readonly [law: string, call: () => Promise<Got>, status: number, reason: string]>([
    [
      'without a playlist',
      () => add({ resourceId: { kind, videoId: video.trailer } }),
      400,
      'playlistIdRequired',
    ],
    ['without a video', () => add({ playlistId: playlist.empty }), 400, 'resourceIdRequired'],
    [
      'for what is no video',
      () =>
        add({
          playlistId: playlist.empty,
          resourceId: { kind: 'youtube#channel', channelId: channel.kite },
        }),
      400,
      'invalidResourceType',
    ],
    [
      'for a video that is not there',
      () => add(placed(playlist.empty, video.missing)),
      404,
      'videoNotFound',
    ],
    [
      "for somebody's private video",
      () => add(placed(playlist.empty, video.strangersPrivate)),
      404,
      'videoNotFound',
    ],
    [
      'in a playlist that is not there',
      () => add(placed(playlist.missing, video.trailer)),
      404,
      'playlistNotFound',
    ],
    [
      "in somebody's private playlist",
      () => add(placed(playlist.drafts, video.emoji), undefined, 'studio-guest'),
      404,
      'playlistNotFound',
    ],
    [
      "in somebody's playlist",
      () => add(placed(playlist.ben, video.trailer)),
      403,
      'playlistItemsNotAccessible',
    ],
    [
      'in the uploads',
      () => add(placed(uploadsOf(channel.studio), video.emoji)),
      403,
      'playlistItemsNotAccessible',
    ],
    [
      'at a place in the uploads',
      () => add(placed(uploadsOf(channel.studio), video.emoji, { position: 0 })),
      400,
      'manualSortRequired',
    ],
    [
      'at a place in a sorted list',
      () => add(placed(playlist.sorted, video.rtl, { position: 0 })),
      400,
      'manualSortRequired',
    ],
    [
      'beyond the end',
      () => add(placed(playlist.empty, video.trailer, { position: 1 })),
      400,
      'invalidPlaylistItemPosition',
    ],
    [
      'before the beginning',
      () => add(placed(playlist.empty, video.trailer, { position: -1 })),
      400,
      'invalidPlaylistItemPosition',
    ],
    [
      'with a note of 281 characters',
      () => add(placed(playlist.empty, video.trailer), { note: '✨'.repeat(281) }),
      400,
      'invalidContentDetails',
    ],
    [
      'twice in a series',
      () => add(placed(playlist.series, video.trailer)),
      409,
      'videoAlreadyInPlaylist',
    ],
    [
      'in two series',
      () => add(placed(playlist.series, video.localized)),
      400,
      'videoAlreadyInAnotherSeriesPlaylist',
    ],
    [
      'without the scope',
      () => add(placed(playlist.empty, video.trailer), undefined, 'studio-reader'),
      403,
      'insufficientPermissions',
    ],
  ])('%s', async (_, call, status, reason) => {
    const before = structuredClone([...state().playlistItems]);
    expect(await call()).toMatchObject({ status, reason });
    expect([...state().playlistItems]).toEqual(before);
  });
  it('with a note of 280 characters it is not', async () => {
    expect(
      (await add(placed(playlist.empty, video.trailer), { note: '✨'.repeat(280) })).status,
    ).toBe(200);
  });
  it('when the playlist is full', async () => {
    const list = entries(playlist.empty);
    const [model] = entries(playlist.fifty);
    for (let place = 0; place < maxPlaylistItems - 1; place += 1)
      list.push({ ...model!, id: `filler ${place}`, playlistId: playlist.empty });
    expect((await add(placed(playlist.empty, video.trailer))).status).toBe(200);
    expect(await add(placed(playlist.empty, video.trailer))).toMatchObject({
      status: 403,
      reason: 'playlistContainsMaximumNumberOfVideos',
    });
  });
});

describe('a change to an entry is refused', () => {
  const first = () => at(playlist.fifty, 0);
  const own = () => order(playlist.fifty)[0]!;
  it.each<readonly [law: string, call: () => Promise<Got>, status: number, reason: string]>([
    ['without its id', () => update('contentDetails', { contentDetails: {} }), 400, 'required'],
    [
      'of nothing',
      () => update('contentDetails', { id: 'UExnothing', contentDetails: {} }),
      404,
      'playlistItemNotFound',
    ],
    [
      'without its playlist',
      () => update('snippet', { id: first(), snippet: { resourceId: { kind: 'youtube#video' } } }),
      400,
      'playlistIdRequired',
    ],
    [
      'without its video',
      () => update('snippet', { id: first(), snippet: { playlistId: playlist.fifty } }),
      400,
      'resourceIdRequired',
    ],
    [
      'into another playlist',
      () => update('snippet', { id: first(), snippet: placed(playlist.empty, own()) }),
      404,
      'playlistItemNotFound',
    ],
    [
      'beyond the last place',
      () =>
        update('snippet', {
          id: first(),
          snippet: placed(playlist.fifty, own(), { position: 50 }),
        }),
      400,
      'invalidPlaylistItemPosition',
    ],
    [
      'to a place in a sorted list',
      () =>
        update('snippet', {
          id: at(playlist.sorted, 1),
          snippet: placed(playlist.sorted, order(playlist.sorted)[1]!, { position: 0 }),
        }),
      400,
      'manualSortRequired',
    ],
    [
      'with a part that it does not name',
      () => update('snippet', { id: first(), contentDetails: {} }),
      400,
      'unexpectedPart',
    ],
    [
      "of somebody's playlist",
      () => update('contentDetails', { id: at(playlist.ben, 0), contentDetails: {} }),
      403,
      'playlistItemsNotAccessible',
    ],
    [
      "of somebody's private playlist",
      () =>
        update(
          'contentDetails',
          { id: at(playlist.drafts, 0), contentDetails: {} },
          'studio-guest',
        ),
      404,
      'playlistItemNotFound',
    ],
    [
      'removing it from a stranger',
      () => remove(at(playlist.ben, 0)),
      403,
      'playlistItemsNotAccessible',
    ],
    ['removing it from the uploads', () => removeUpload(), 400, 'playlistOperationUnsupported'],
  ])('%s', async (_, call, status, reason) => {
    const before = structuredClone([...state().playlistItems]);
    expect(await call()).toMatchObject({ status, reason });
    expect([...state().playlistItems]).toEqual(before);
  });
  async function removeUpload(): Promise<Got> {
    const { body } = await send(
      'GET',
      `playlistItems?part=id&playlistId=${uploadsOf(channel.studio)}&maxResults=1`,
    );
    return remove(body.items[0].id);
  }
});

describe('a playlist', () => {
  const make = (body: object) => send('POST', `playlists?part=${Object.keys(body).join()}`, body);
  it('takes and keeps whether it is a podcast', async () => {
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
    ['a translation with too long a title', { en: { title: 'x'.repeat(151) } }],
  ])('refuses %s', async (_, localizations) => {
    const refused = await make({ snippet: { title: 'New', defaultLanguage: 'en' }, localizations });
    expect(refused).toMatchObject({ status: 400, reason: 'localizationValidationError' });
  });
  it('is one too many where a channel has as many as it may', async () => {
    const { playlists } = state();
    const [model] = playlists.values();
    const had = [...playlists.values()].filter(
      ({ snippet }) => snippet.channelId === channel.studio,
    ).length;
    for (let made = had; made < maxPlaylists; made += 1)
      playlists.set(`PLfiller${made}`, { ...model!, id: `PLfiller${made}` });
    expect(await make({ snippet: { title: 'New' } })).toMatchObject({
      status: 400,
      reason: 'maxPlaylistExceeded',
    });
  });
});
