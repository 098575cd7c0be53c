/**
 * Writes to the items of playlists: those of one playlist go upstream one after the other, in the order in which they were
 * asked, whoever asks. Two at once would leave the order to chance.
 */
import type { youtube_v3 } from '@googleapis/youtube';
import { Paths } from '../../data/read/path.ts';
import type { Ref } from '../../data/read/resource.ts';
import type { Execution, WriteAnswer } from '../../data/execution.ts';
import { updateParts } from '../../data/write/update.ts';
import { upstreamError, InvalidInput, UpstreamError } from '../../upstream/error.ts';
import { playlistItems } from '../../upstream/video/index.ts';
import { blaming, naming } from '../error-path.ts';
import { builder } from '../builder.ts';
import { changes } from '../field/change.ts';
import type { Field, FieldBuilder } from '../field/field-factory.ts';
import { linkBy } from '../field/link.ts';
import { mutation, type Result, settleItem } from '../field/mutation.ts';
import { globalId, refFrom } from '../global-id.ts';
import { checkText } from '../text.ts';
import { Playlist, PlaylistItem, Video } from './resource.ts';

const mostAtOnce = 50;
const mostOfNote = 280;

/** The payload's playlist, whose key `also` is. */
const playlistOf = (t: FieldBuilder<any>): Record<string, Field> => ({
  playlist: linkBy(
    t,
    Playlist,
    { key: ({ also }) => also ?? null },
    'The playlist as it is after this, its items among it.',
  ),
});

function checkPosition(position: number | null | undefined): void {
  if (position != null && position < 0)
    throw new InvalidInput('position', 'places are counted from zero');
}

interface Addition {
  readonly videoId: string;
  readonly note?: string | null | undefined;
}

const NewPlaylistItem = builder.inputType('NewPlaylistItem', {
  description: 'A video that shall stand in a playlist.',
  fields: (t) => ({
    videoId: t.id({
      required: true,
      description:
        'Global id or id of the video service; a video may stand in a list more than once.',
    }),
    note: t.string({ description: 'A note of yours on it, up to 280 characters.' }),
  }),
});

/** What a refusal is about, where it names no value: it stands in the reason. */
const meant = {
  playlistNotFound: 'snippet.playlistId',
  playlistItemsNotAccessible: 'snippet.playlistId',
  videoNotFound: 'snippet.resourceId',
  invalidContentDetails: 'contentDetails.note',
  manualSortRequired: 'snippet.position',
  invalidPlaylistItemPosition: 'snippet.position',
};

/** Where in the input each path of the body comes from. */
const origins = (index: number) => [
  { argument: `items.${index}.videoId`, path: 'snippet.resourceId' },
  { argument: `items.${index}.note`, path: 'contentDetails.note' },
  { argument: 'playlistId', path: 'snippet.playlistId' },
  { argument: 'position', path: 'snippet.position' },
];

/** What upstream answers to an insert: asking for all of it costs nothing. */
const answered = ['snippet', 'contentDetails', 'status'] as const;

/** Refusals that the next entry would meet, too: it would only cost. */
const ofTheList: ReadonlySet<string> = new Set([
  'playlistNotFound',
  'manualSortRequired',
  'invalidPlaylistItemPosition',
]);

const ofOneEntry: ReadonlySet<string> = new Set(['INVALID_INPUT', 'NOT_FOUND', 'CONFLICT', 'GONE']);

const endsAll = ({ code, failure: { reason = '' } }: UpstreamError): boolean =>
  !ofOneEntry.has(code) || ofTheList.has(reason);

/** The same failure for an entry that was not sent: of that one the outcome is known. */
const unsent = ({ failure }: UpstreamError): UpstreamError =>
  new UpstreamError({ ...failure, status: undefined, outcome: undefined });

/** @param place of the first; later ones follow it, without gaps for those that were refused */
async function addAll(
  execution: Execution,
  playlistId: string,
  items: readonly Addition[],
  place?: number | null,
): Promise<Result[]> {
  const results: Result[] = [];
  const written: WriteAnswer[] = [];
  let end: UpstreamError | undefined;
  const addOne = async ({ videoId, note }: Addition): Promise<Ref> => {
    if (end) throw end;
    const position = place == null ? undefined : place + written.length;
    const snippet = {
      playlistId,
      resourceId: { kind: 'youtube#video', videoId },
      ...(position === undefined ? {} : { position }),
    };
    const body: youtube_v3.Schema$PlaylistItem = {
      snippet,
      ...(note == null ? {} : { contentDetails: { note } }),
    };
    try {
      const answer = await execution.send(playlistItems.insert, { part: answered, body });
      if (answer.id == null) throw upstreamError(playlistItems.insert, 'UPSTREAM_INVALID');
      const ref = refFrom(PlaylistItem.resource, answer.id);
      written.push({ ref, answer });
      return ref;
    } catch (error) {
      if (error instanceof UpstreamError && endsAll(error)) end = unsent(error);
      throw error;
    }
  };
  for (const [index, item] of items.entries())
    results.push(await settleItem(index, blaming(origins(index), addOne(item), meant)));
  execution.invalidateMany(written, Paths.of('id', ...answered));
  return results;
}

mutation('addPlaylistItems', {
  description:
    'Puts videos on a playlist, one after the other in the order given, and after all writes to that playlist that this gateway was asked before. A video that is refused leaves the others alone; what would refuse all of them, or a failure of the service, ends it, and every entry says what became of it. 50 units a video.',
  operations: [playlistItems.insert],
  inputDescription: 'Which videos to put on which playlist, and where.',
  input: (t) => ({
    playlistId: t.id({
      required: true,
      description: 'The list that they shall stand in, one of your own.',
    }),
    items: t.field({
      type: [NewPlaylistItem],
      required: true,
      description: `What to add, in this order: 1 to ${mostAtOnce}.`,
    }),
    position: t.int({
      description:
        'The place of the first, counted from zero; the others follow it. Left out, they go to the end. Lists that the service sorts take none.',
    }),
  }),
  each: [PlaylistItem, 'The item that was made.'],
  also: playlistOf,
  run: async ({ playlistId, items, position }, execution) => {
    const list = refFrom(Playlist.resource, playlistId, 'playlistId');
    if (items.length < 1 || items.length > mostAtOnce)
      throw new InvalidInput('items', `1 to ${mostAtOnce} entries`);
    checkPosition(position);
    const additions = (items as readonly Addition[]).map(({ videoId, note }, index) => {
      checkText(`items.${index}.note`, note, mostOfNote);
      return { videoId: refFrom(Video.resource, videoId, `items.${index}.videoId`).key[0]!, note };
    });
    const results = await execution.runExclusive(list, playlistItems.insert, () =>
      addAll(execution, list.key[0]!, additions, position),
    );
    return { results, also: list.key };
  },
});

/** The playlist that an item stands in: it never changes, and says in which line a write to it waits. */
async function listOf(execution: Execution, ref: Ref): Promise<Ref> {
  const item: youtube_v3.Schema$PlaylistItem | null = await execution.load(ref, {
    paths: Paths.of('snippet.playlistId'),
    downstream: new Set(),
  });
  const id = item?.snippet?.playlistId;
  if (id == null) throw upstreamError(playlistItems.list, 'NOT_FOUND', { id: ref.key[0]! });
  return refFrom(Playlist.resource, id);
}

const itemChanges = changes(
  playlistItems.update,
  {
    position: [
      'Int',
      'snippet.position',
      'Its new place, counted from zero in the list as it is without the item; the others make room.',
    ],
    note: ['String', 'contentDetails.note', 'Another note, up to 280 characters.'],
  },
  ['position'],
);

mutation('updatePlaylistItem', {
  description:
    'Moves an item of a playlist, or changes the note on it, after all writes to that playlist that this gateway was asked before. Only a list that is sorted by hand has places to move to. Of two writers of the same field the last one wins.',
  operations: [playlistItems.list, playlistItems.update],
  inputDescription:
    'What to change on an item. A field left out stays as it is; null clears the note.',
  input: (t) => ({
    id: t.id({ required: true, description: 'The item: its own id, not that of the video.' }),
    ...itemChanges.inputs(t),
  }),
  node: ['playlistItem', PlaylistItem, 'The item where it stands now.'],
  also: playlistOf,
  // It is read to know its line, and once more when its turn has come.
  price: () => [
    [playlistItems.list, 2],
    [playlistItems.update, 1],
  ],
  run: async ({ id, ...input }, execution) => {
    const ref = refFrom(PlaylistItem.resource, id);
    checkPosition(input.position);
    checkText('note', input.note, mostOfNote);
    const changes = itemChanges.changesOf(input);
    const list = await listOf(execution, ref);
    // What is sent again of the item is read when its turn has come: it may have been moved meanwhile.
    const update = execution.runExclusive(list, playlistItems.update, () =>
      updateParts(execution, { ref, write: playlistItems.update, changes }),
    );
    return { ref: await blaming(changes, naming(ref.key[0]!, update), meant), also: list.key };
  },
});

mutation('deletePlaylistItem', {
  description:
    'Takes an item off its playlist, after all writes to that playlist that this gateway was asked before; the video stays.',
  operations: [playlistItems.list, playlistItems.delete],
  inputDescription: 'Which item to take off.',
  input: (t) => ({
    id: t.id({
      required: true,
      description: 'The item: the id of its place in the list, not that of the video.',
    }),
  }),
  deletes: 'The global id of the item that is gone.',
  also: playlistOf,
  run: async ({ id }, execution) => {
    const ref = refFrom(PlaylistItem.resource, id);
    const own = ref.key[0]!;
    const list = await listOf(execution, ref);
    await execution.runExclusive(list, playlistItems.delete, () =>
      naming(own, execution.send(playlistItems.delete, { id: own })),
    );
    execution.invalidate();
    return { deletedId: globalId('PlaylistItem', ref.key), also: list.key };
  },
});
