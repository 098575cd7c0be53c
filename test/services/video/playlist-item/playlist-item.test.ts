import { beforeAll, describe, expect, it } from 'vitest';
import { globalId } from '../../../../src/engine/schema/type/global-id.ts';
import { ids, uploadsOf } from '../../../../src/sandbox/seed/ids.ts';
import { maxPlaylistItems } from '../../../../src/sandbox/video/playlist-item/write.ts';
import { videoState } from '../../../../src/sandbox/video/state.ts';
import { useStudio } from '../../../support/gateway/studio.ts';

const studio = useStudio({ env: { MAX_QUERY_UNITS: '10000' } });
const { playlist, video, channel } = ids;

// From then on the service accepts the token, and no write makes a read for its turn.
beforeAll(() => studio.query(`{ video(id: "${video.trailer}") { title } }`));

const state = () => videoState(studio.sandbox.simulation());
const entries = (id: string) => state().playlistItems.get(id)!;
const order = (id: string): string[] => entries(id).map(({ videoId }) => videoId);
const item = (id: string, place: number): string => entries(id)[place]!.id;
const everything = () => structuredClone([...state().playlistItems]);

const calls = () =>
  studio.calls().map(({ operation }) => operation.replace('video:playlistItems.', ''));

const bodies = (operation: string) =>
  studio
    .calls()
    .filter((call) => call.operation === `video:playlistItems.${operation}`)
    .map(({ body }) => body as any);

const errors = 'errors { __typename code message path reason }';
const title = (id: string): string => state().videos.get(id)!.snippet.title;

describe('addPlaylistItems', () => {
  const add = (selection = '') =>
    `mutation ($input: AddPlaylistItemsInput!) { addPlaylistItems(input: $input) { results { index playlistItem { playlistItemId position ${selection} } ${errors} } failedCount playlist { itemCount } ${errors} } }`;
  const input = (playlistId: string, videoIds: readonly string[], more: object = {}) => ({
    input: { playlistId, entries: videoIds.map((videoId) => ({ videoId })), ...more },
  });

  it('adds items in the given order, and returns each one from the response of its own insert', async () => {
    const { data } = await studio.query(add('title privacyStatus note video { videoId }'), {
      input: {
        playlistId: globalId('Playlist', [playlist.empty]),
        entries: [
          { videoId: video.rtl, note: 'مقدمة 🎬' },
          { videoId: globalId('Video', [video.trailer]) },
          { videoId: video.rtl },
        ],
      },
    });
    expect(data.addPlaylistItems).toEqual({
      results: [video.rtl, video.trailer, video.rtl].map((videoId, index) => ({
        index,
        playlistItem: {
          playlistItemId: item(playlist.empty, index),
          position: index,
          title: title(videoId),
          privacyStatus: 'PUBLIC',
          note: index === 0 ? 'مقدمة 🎬' : null,
          video: { videoId },
        },
        errors: [],
      })),
      failedCount: 0,
      playlist: { itemCount: 3 },
      errors: [],
    });
    expect(calls()).toEqual(['insert', 'insert', 'insert', 'video:playlists.list']);
    expect(bodies('insert')).toEqual([
      {
        snippet: {
          playlistId: playlist.empty,
          resourceId: { kind: 'youtube#video', videoId: video.rtl },
        },
        contentDetails: { note: 'مقدمة 🎬' },
      },
      {
        snippet: {
          playlistId: playlist.empty,
          resourceId: { kind: 'youtube#video', videoId: video.trailer },
        },
      },
      {
        snippet: {
          playlistId: playlist.empty,
          resourceId: { kind: 'youtube#video', videoId: video.rtl },
        },
      },
    ]);
  });
  it('adds items together at the given position, without a gap for a rejected one', async () => {
    const before = order(playlist.fifty);
    const { data } = await studio.query(
      add(),
      input(playlist.fifty, [video.rtl, video.missing, video.emoji], { position: 5 }),
    );
    expect(data.addPlaylistItems).toMatchObject({
      results: [
        { index: 0, playlistItem: { position: 5 }, errors: [] },
        {
          index: 1,
          playlistItem: null,
          errors: [
            { code: 'NOT_FOUND', path: ['entries', '1', 'videoId'], reason: 'videoNotFound' },
          ],
        },
        { index: 2, playlistItem: { position: 6 }, errors: [] },
      ],
      failedCount: 1,
      playlist: { itemCount: 52 },
      errors: [],
    });
    expect(order(playlist.fifty)).toEqual([
      ...before.slice(0, 5),
      video.rtl,
      video.emoji,
      ...before.slice(5),
    ]);
  });
  it('continues after a duplicate in a playlist that allows each video once', async () => {
    const { data } = await studio.query(add(), input(playlist.series, [video.trailer, video.rtl]));
    expect(data.addPlaylistItems.results).toMatchObject([
      {
        playlistItem: null,
        errors: [
          {
            __typename: 'ConflictError',
            reason: 'videoAlreadyInPlaylist',
            path: ['entries', '0', 'videoId'],
          },
        ],
      },
      { playlistItem: { position: 2 }, errors: [] },
    ]);
  });
  it.each([
    [
      'the playlist does not exist',
      () => input(playlist.missing, three),
      'NOT_FOUND',
      ['playlistId'],
      'playlistNotFound',
    ],
    [
      'the playlist belongs to another channel',
      () => input(playlist.ben, three),
      'FORBIDDEN',
      ['playlistId'],
      'playlistItemsNotAccessible',
    ],
    [
      'it is the playlist of uploads',
      () => input(uploadsOf(channel.studio), three),
      'FORBIDDEN',
      ['playlistId'],
      'playlistItemsNotAccessible',
    ],
    [
      'the playlist is sorted automatically',
      () => input(playlist.sorted, three, { position: 0 }),
      'INVALID_INPUT',
      ['position'],
      'manualSortRequired',
    ],
    [
      'the position is beyond the end',
      () => input(playlist.empty, three, { position: 9 }),
      'INVALID_INPUT',
      ['position'],
      'invalidPlaylistItemPosition',
    ],
  ])(
    'fails as a whole with one call if %s, with the error for every entry',
    async (_, variables, code, path, reason) => {
      const before = everything();
      const { data } = await studio.query(add(), variables());
      const rejected = {
        playlistItem: null,
        errors: [{ code, reason, ...(path ? { path } : {}) }],
      };
      expect(data.addPlaylistItems).toMatchObject({
        results: [rejected, rejected, rejected],
        failedCount: 3,
        errors: rejected.errors,
      });
      expect(calls().filter((call) => call === 'insert')).toHaveLength(1);
      expect(everything()).toEqual(before);
    },
  );
  it('stops when the playlist is full, and returns the items added before', async () => {
    const list = entries(playlist.empty);
    for (let place = 0; place < maxPlaylistItems - 1; place += 1)
      list.push({
        ...entries(playlist.fifty)[0]!,
        id: `filler ${place}`,
        playlistId: playlist.empty,
      });
    const { data } = await studio.query(
      add(),
      input(playlist.empty, [video.trailer, video.rtl, video.emoji]),
    );
    const full = {
      playlistItem: null,
      errors: [
        {
          __typename: 'ForbiddenError',
          reason: 'playlistContainsMaximumNumberOfVideos',
          path: ['playlistId'],
        },
      ],
    };
    expect(data.addPlaylistItems).toMatchObject({
      results: [{ playlistItem: { position: maxPlaylistItems - 1 }, errors: [] }, full, full],
      failedCount: 2,
      errors: full.errors,
    });
    expect(calls().filter((call) => call === 'insert')).toHaveLength(2);
  });
  it('stops when the quota is exhausted: an error at the path of each item that was not added', async () => {
    studio.refuse('video:playlistItems.insert', 403, 'quotaExceeded');
    const { data, errors: failures } = await studio.query(add(), input(playlist.empty, three));
    expect(data.addPlaylistItems).toMatchObject({
      results: [null, null, null],
      failedCount: 3,
      errors: [],
    });
    expect(failures!.map(({ path, extensions }) => [path!.join('.'), extensions['code']])).toEqual(
      // The playlist itself is not read any more either.
      ['results.0', 'results.1', 'results.2', 'playlist'].map((path) => [
        `addPlaylistItems.${path}`,
        'QUOTA_EXCEEDED',
      ]),
    );
    expect(calls().filter((call) => call === 'insert')).toHaveLength(1);
  });
  it('does not repeat an insert with an unknown outcome, and sends no later one', async () => {
    studio.sandbox.fault({
      match: { operation: 'video:playlistItems.insert' },
      drop: 'after',
      times: 1,
    });
    const { data, errors: failures } = await studio.query(add(), input(playlist.empty, three));
    expect(data.addPlaylistItems).toMatchObject({ failedCount: 3, errors: [] });
    expect(failures!.map(({ extensions }) => [extensions['code'], extensions['outcome']])).toEqual([
      ['UPSTREAM_UNAVAILABLE', 'UNKNOWN'],
      ['UPSTREAM_UNAVAILABLE', undefined],
      ['UPSTREAM_UNAVAILABLE', undefined],
    ]);
    expect(order(playlist.empty)).toEqual(three.slice(0, 1));
  });
  it('adds 50 items', async () => {
    const videoIds = Array.from({ length: 50 }, () => video.rtl);
    const { data } = await studio.query(add(), input(playlist.empty, videoIds));
    expect(data.addPlaylistItems.errors).toEqual([]);
    expect(order(playlist.empty)).toEqual(videoIds);
  });
  it('names the entry in an error that names no value', async () => {
    studio.sandbox.fault({
      match: { operation: 'video:playlistItems.insert' },
      status: 400,
      reason: 'unknown',
      times: 1,
    });
    const { data } = await studio.query(add(), input(playlist.empty, three));
    expect(data.addPlaylistItems).toMatchObject({
      results: [
        { index: 0, errors: [{ code: 'INVALID_INPUT', path: ['entries', '0'] }] },
        { index: 1, errors: [] },
        { index: 2, errors: [] },
      ],
      failedCount: 1,
      errors: [],
    });
  });
  const three = [video.trailer, video.rtl, video.emoji];
});

describe('updatePlaylistItem', () => {
  const update = (selection: string) =>
    `mutation ($input: UpdatePlaylistItemInput!) { updatePlaylistItem(input: $input) { ${selection} ${errors} } }`;

  it('moves an item, sends its current playlist and video, and returns the list after the move', async () => {
    const [a, b, c, ...rest] = order(playlist.fifty);
    const { data } = await studio.query(
      update(
        'playlistItem { position title } playlist { items(first: 3) { nodes { position video { videoId } } } }',
      ),
      { input: { id: item(playlist.fifty, 0), position: 2 } },
    );
    expect(data.updatePlaylistItem).toEqual({
      playlistItem: { position: 2, title: title(a!) },
      playlist: {
        items: { nodes: [b, c, a].map((videoId, position) => ({ position, video: { videoId } })) },
      },
      errors: [],
    });
    expect(order(playlist.fifty)).toEqual([b, c, a, ...rest]);
    expect(calls()).toEqual(['list', 'list', 'update', 'list']);
    expect(studio.calls()[2]!.query['part']).toEqual(['snippet']);
    expect(bodies('update')).toEqual([
      {
        id: item(playlist.fifty, 2),
        snippet: {
          playlistId: playlist.fifty,
          resourceId: { kind: 'youtube#video', videoId: a },
          position: 2,
        },
      },
    ]);
  });
  it('changes the note without a position, even in a sorted playlist', async () => {
    const id = item(playlist.sorted, 1);
    const before = order(playlist.sorted);
    const { data } = await studio.query(update('playlistItem { note }'), {
      input: { id, note: 'Schön 🌊' },
    });
    expect(data.updatePlaylistItem).toEqual({ playlistItem: { note: 'Schön 🌊' }, errors: [] });
    expect(bodies('update')).toEqual([{ id, contentDetails: { note: 'Schön 🌊' } }]);
    expect(order(playlist.sorted)).toEqual(before);
  });
});

describe('deletePlaylistItem', () => {
  const remove = `mutation ($id: ID!) { deletePlaylistItem(input: { id: $id }) { deletedId playlist { playlistId itemCount } errors { code reason ... on NotFoundError { id: objectId } } } }`;

  it('deletes the item and returns the playlist without it; the video remains', async () => {
    const before = order(playlist.fifty);
    const id = item(playlist.fifty, 3);
    const { data } = await studio.query(remove, { id });
    expect(data.deletePlaylistItem).toEqual({
      deletedId: globalId('PlaylistItem', [id]),
      playlist: { playlistId: playlist.fifty, itemCount: 49 },
      errors: [],
    });
    expect(order(playlist.fifty)).toEqual(before.toSpliced(3, 1));
    expect(state().videos.has(before[3]!)).toBe(true);
    expect(calls()).toEqual(['list', 'delete', 'video:playlists.list']);
  });
  it('deletes the item of a deleted video', async () => {
    const place = order(playlist.gone).indexOf(video.deleted);
    const { data } = await studio.query(remove, {
      id: globalId('PlaylistItem', [item(playlist.gone, place)]),
    });
    expect(data.deletePlaylistItem.errors).toEqual([]);
    expect(order(playlist.gone)).not.toContain(video.deleted);
  });
});
