/**
 * Writes of playlist items. Writes to one playlist are sent one after the other in the order of the
 * requests, for all callers: concurrent calls would leave the order of the items undefined.
 */
import type { youtube_v3 } from '@googleapis/youtube';
import type { Execution } from '../../../engine/execution/execution.ts';
import { Paths } from '../../../engine/read/path.ts';
import type { Ref } from '../../../engine/read/resource.ts';
import { insertEach } from '../../../engine/write/insert/insert-each.ts';
import { replaceParts } from '../../../engine/write/update/replace-parts.ts';
import { upstreamError } from '../../../engine/api/error.ts';
import { playlistItems } from '../operations.ts';
import { fields } from '../../../engine/schema/field/path-field.ts';
import { write } from '../../../engine/schema/write/write.ts';
import { changes, required } from '../../../engine/schema/write/write-input.ts';
import {
  type Payload,
  type PayloadFields,
  nullOnFailure,
} from '../../../engine/schema/write/write-payload.ts';
import type { LockSpec, ReasonPaths } from '../../../engine/schema/write/write-spec.ts';
import { refFrom } from '../../../engine/schema/type/global-id.ts';
import { checkNotNegative } from '../../../engine/schema/type/number.ts';
import { Playlist, PlaylistItem, Video } from '../resources.ts';

const note = { maxLength: 280 } as const;

const position = { check: checkNotNegative } as const;

/** The payload's playlist, which is locked while its items are written. */
const playlistField =
  (description: string): PayloadFields =>
  (t) =>
    fields(t, {
      playlist: [
        Playlist,
        description,
        { key: ({ extra }: Payload) => (extra as Ref | undefined)?.key ?? null },
      ],
    });

const playlistOfOne = playlistField(
  nullOnFailure('The playlist with its items after the mutation.'),
);

const playlistOfMany = playlistField(
  'The playlist with its items after the mutation, also if entries failed. Null if the gateway rejected the input, or if the playlist was not found.',
);

const { playlistNotFound, manualSortRequired, invalidPlaylistItemPosition } =
  playlistItems.insert.reasons;

/** The API names a rejected value only by the reason. */
const reasons: ReasonPaths<typeof playlistItems.insert> = {
  playlistNotFound: 'snippet.playlistId',
  playlistItemsNotAccessible: ['snippet.playlistId', 'entity'],
  playlistContainsMaximumNumberOfVideos: 'snippet.playlistId',
  videoAlreadyInPlaylist: 'snippet.resourceId',
  videoNotFound: 'snippet.resourceId',
  invalidContentDetails: 'contentDetails.note',
  manualSortRequired: 'snippet.position',
  invalidPlaylistItemPosition: 'snippet.position',
};

const addPlaylistItems = write('addPlaylistItems', {
  description:
    'Add videos to a playlist, one after another in the given order. The gateway first checks all entries: if one is invalid, for example a URL instead of an id or a note that is too long, the whole input is rejected, `results` is null and nothing is added. A video that YouTube rejects does not affect the other videos. An error that concerns the playlist, or a failure of YouTube, ends the mutation; the remaining videos are not sent, and each fails with this error. The gateway runs writes to the same playlist one after another. Costs 50 quota units per video.',
  operation: playlistItems.insert,
  target: PlaylistItem,
  strategy: insertEach({
    parts: ['snippet', 'contentDetails', 'status'],
    constants: { 'snippet.resourceId.kind': 'youtube#video' },
    countedPath: 'snippet.position',
    stopReasons: [playlistNotFound, manualSortRequired, invalidPlaylistItemPosition],
    entryCodes: new Set(['INVALID_INPUT', 'NOT_FOUND', 'CONFLICT', 'GONE']),
  }),
  input: changes(playlistItems.insert, {
    playlistId: [
      'The playlist: a global id or a YouTube id. Owner only.',
      { references: Playlist },
    ],
    position: [
      'The position of the first added item, starting at 0; the other items follow. Default: the end of the playlist. Requires manual sorting of the playlist, which can be set on YouTube only.',
      position,
    ],
  }),
  entries: {
    argument: 'entries',
    description:
      'The videos to add, in this order. At most 50 entries. Each video costs 50 quota units, so the cost limit of an operation (2,000 units by default) admits at most 39 videos.',
    typeName: 'NewPlaylistItemInput',
    typeDescription: 'A video to add to a playlist.',
    max: 50,
    input: changes(playlistItems.insert, {
      videoId: [
        required('ID'),
        'snippet.resourceId.videoId',
        'The video: a global id or a YouTube id. A playlist can contain a video more than once.',
        { references: Video },
      ],
      note: ['A note of the playlist owner. At most 280 characters.', note],
    }),
  },
  lock: {
    resource: Playlist.resource,
    of: async (_, { input }) =>
      refFrom(Playlist.resource, (input as { playlistId: string }).playlistId, 'playlistId'),
  },
  reasons,
  each: 'The created playlist item. Null if the entry failed.',
  fields: playlistOfMany,
});

/** The playlist of an item, which never changes. */
async function playlistOf(execution: Execution, ref: Ref): Promise<Ref> {
  const paths = Paths.of('snippet.playlistId');
  const item: youtube_v3.Schema$PlaylistItem | null = await execution.load(ref, {
    paths,
    downstream: new Set(),
  });
  const id = item?.snippet?.playlistId;
  if (id == null) throw upstreamError(playlistItems.list, 'NOT_FOUND', { id: ref.key[0]! });
  return refFrom(Playlist.resource, id);
}

const playlistLock: LockSpec = {
  resource: Playlist.resource,
  operations: [playlistItems.list],
  of: (execution, { ref }) => playlistOf(execution, ref!),
};

const updatePlaylistItem = write('updatePlaylistItem', {
  description:
    'Move an item within its playlist, or change its note. The gateway runs writes to the same playlist one after another. If two clients change the same field, the last write wins.',
  operation: playlistItems.update,
  target: PlaylistItem,
  id: { note: 'Not the id of the video. Playlist owner only.' },
  // The item is read when the earlier writes of the playlist have ended, because they may move it.
  strategy: replaceParts(),
  input: changes(playlistItems.update, {
    position: [
      'The new position, starting at 0 and counted without the moved item. Requires manual sorting of the playlist, which can be set on YouTube only.',
      { ...position, clearable: false },
    ],
    note: ['The note. At most 280 characters. Null removes the note.', note],
  }),
  lock: playlistLock,
  reasons,
  result: 'The playlist item after the change.',
  fields: playlistOfOne,
});

const deletePlaylistItem = write('deletePlaylistItem', {
  description:
    'Remove an item from its playlist and keep the video. The gateway runs writes to the same playlist one after another.',
  operation: playlistItems.delete,
  target: PlaylistItem,
  id: { note: 'Not the id of the video. Playlist owner only.' },
  lock: playlistLock,
  reasons,
  bulk: {
    name: 'deletePlaylistItems',
    description:
      'Remove items from their playlists and keep the videos. Items of one playlist are removed one after another. Costs 51 quota units per item: the cost limit of an operation (2,000 units by default) admits at most 39 items.',
    entries: 'The items to remove, of one playlist or of several.',
  },
  fields: playlistOfOne,
});

export const playlistItemWrites = [addPlaylistItems, updatePlaylistItem, deletePlaylistItem];
