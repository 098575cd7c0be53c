/**
 * Writes of playlist items. Writes to one playlist are sent one after the other in the order of the
 * requests, for all callers: concurrent calls would leave the order of the items undefined.
 */
import type { youtube_v3 } from '@googleapis/youtube';
import type { Execution } from '../../data/execution.ts';
import { Paths } from '../../data/read/path.ts';
import type { Ref } from '../../data/read/resource.ts';
import { remove } from '../../data/write/action.ts';
import { insertEach } from '../../data/write/insert-each.ts';
import { replaceParts } from '../../data/write/replace-parts.ts';
import { InvalidInput, upstreamError } from '../../upstream/error.ts';
import { playlistItems } from '../../upstream/video/index.ts';
import { link } from '../field/link.ts';
import { write } from '../field/write.ts';
import { changes, required } from '../field/write-input.ts';
import type { PayloadFields } from '../field/write-payload.ts';
import type { LockSpec, ReasonPaths } from '../field/write-spec.ts';
import { refFrom } from '../global-id.ts';
import { Playlist, PlaylistItem, Video } from './resource.ts';

const note = { maxLength: 280 } as const;

const position = {
  check: (value: number, argument: string): void => {
    if (value < 0) throw new InvalidInput(argument, `${value} is negative; positions start at 0`);
  },
} as const;

/** The payload's playlist, which is locked while its items are written. */
const playlistField: PayloadFields = (t) => ({
  playlist: link(
    t,
    Playlist,
    { key: ({ extra }) => (extra as Ref | undefined)?.key ?? null },
    'The playlist as it is after this, its items among it.',
  ),
});

const { playlistNotFound, manualSortRequired, invalidPlaylistItemPosition } =
  playlistItems.insert.reasons;

/** The API names a rejected value only by the reason. */
const reasons: ReasonPaths<typeof playlistItems.insert> = {
  playlistNotFound: 'snippet.playlistId',
  playlistItemsNotAccessible: ['snippet.playlistId', 'id'],
  videoNotFound: 'snippet.resourceId',
  invalidContentDetails: 'contentDetails.note',
  manualSortRequired: 'snippet.position',
  invalidPlaylistItemPosition: 'snippet.position',
};

const addPlaylistItems = write('addPlaylistItems', {
  description:
    'Puts videos on a playlist, one after the other in the order given, and after all writes to that playlist that this gateway was asked before. A video that is refused leaves the others alone; what would refuse all of them, or a failure of the service, ends it, and every entry says what became of it. 50 units a video.',
  inputDescription: 'Which videos to put on which playlist, and where.',
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
      required('ID'),
      'snippet.playlistId',
      'The list that they shall stand in, one of your own.',
      { references: Playlist },
    ],
    position: [
      'Int',
      'snippet.position',
      'The place of the first, counted from zero; the others follow it. Left out, they go to the end. Lists that the service sorts take none.',
      position,
    ],
  }),
  entries: {
    argument: 'items',
    description: 'What to add, in this order: 1 to 50.',
    typeName: 'NewPlaylistItem',
    typeDescription: 'A video that shall stand in a playlist.',
    max: 50,
    input: changes(playlistItems.insert, {
      videoId: [
        required('ID'),
        'snippet.resourceId.videoId',
        'Global id or id of the video service; a video may stand in a list more than once.',
        { references: Video },
      ],
      note: ['String', 'contentDetails.note', 'A note of yours on it, up to 280 characters.', note],
    }),
  },
  lock: {
    operations: [],
    of: async (_, { input }) =>
      refFrom(Playlist.resource, (input as { playlistId: string }).playlistId, 'playlistId'),
  },
  reasons,
  each: 'The item that was made.',
  fields: playlistField,
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
  operations: [playlistItems.list],
  of: (execution, { ref }) => playlistOf(execution, ref!),
};

const updatePlaylistItem = write('updatePlaylistItem', {
  description:
    'Moves an item of a playlist, or changes the note on it, after all writes to that playlist that this gateway was asked before. Only a list that is sorted by hand has places to move to. Of two writers of the same field the last one wins.',
  inputDescription:
    'What to change on an item. A field left out stays as it is; null clears the note.',
  operation: playlistItems.update,
  target: PlaylistItem,
  id: 'The item: its own id, not that of the video.',
  // The item is read when the earlier writes of the playlist have ended, because they may move it.
  strategy: replaceParts(),
  input: changes(playlistItems.update, {
    position: [
      'Int',
      'snippet.position',
      'Its new place, counted from zero in the list as it is without the item; the others make room.',
      { ...position, clearable: false },
    ],
    note: ['String', 'contentDetails.note', 'Another note, up to 280 characters.', note],
  }),
  lock: playlistLock,
  reasons,
  result: ['playlistItem', 'The item where it stands now.'],
  fields: playlistField,
});

const deletePlaylistItem = write('deletePlaylistItem', {
  description:
    'Takes an item off its playlist, after all writes to that playlist that this gateway was asked before; the video stays.',
  inputDescription: 'Which item to take off.',
  operation: playlistItems.delete,
  target: PlaylistItem,
  id: 'The item: the id of its place in the list, not that of the video.',
  strategy: remove(),
  lock: playlistLock,
  reasons,
  deletes: 'The global id of the item that is gone.',
  fields: playlistField,
});

export const playlistItemWrites = [addPlaylistItems, updatePlaylistItem, deletePlaylistItem];
