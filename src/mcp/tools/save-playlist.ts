/** Making and changing playlists. */
import * as z from 'zod/mini';
import { typeOfId } from '../../engine/schema/type/global-id.ts';
import { agentTool, input } from './agent-tool.ts';
import { isNothingNamed, valuesBefore } from './named-value.ts';
import { named, privacyInput, privacyOf, widening } from './privacy.ts';
import { ToolFailure } from './tool-failure.ts';
import type { ToolRun } from './tool-run.ts';

const details = `fragment Details on Playlist {
  id title url privacyStatus description itemCount
}`;

const current = `query ($id: ID!) { playlist(id: $id) { ...Details } }
${details}`;

const create = `mutation ($input: CreatePlaylistInput!) {
  createPlaylist(input: $input) { playlist { ...Details } errors { code message path } }
}
${details}`;

const update = `mutation ($input: UpdatePlaylistInput!) {
  updatePlaylist(input: $input) { playlist { ...Details } errors { code message path } }
}
${details}`;

const remove = `mutation ($id: ID!) {
  deletePlaylist(input: { id: $id }) { deletedId errors { code message path } }
}`;

const itemsOf = `query ($id: ID!, $video: ID!) {
  playlist(id: $id) { items(first: 50, videoId: $video) { nodes { id } } }
}`;

const addItems = `mutation ($input: AddPlaylistItemsInput!) {
  addPlaylistItems(input: $input) {
    results { playlistItem { id position title videoId } errors { code message path } }
    errors { code message path }
  }
}`;

const removeItems = `mutation ($entries: [DeletePlaylistItemInput!]!) {
  deletePlaylistItems(input: { entries: $entries }) {
    results { deletedId errors { code message path } }
    errors { code message path }
  }
}`;

interface PlaylistDetails {
  readonly id: string;
  readonly title: string | null;
  readonly privacyStatus: string | null;
  readonly itemCount: number | null;
  readonly [name: string]: unknown;
}

/** From this number on, removing entries asks first: they are much to put back by hand. */
const manyEntries = 5;

const playlistInput = {
  id: z.optional(input.text('Its id or web address; left out: a new one.', 2_000)),
  title: z.optional(input.text('At most 150 characters.', 150)),
  description: z.optional(input.text('The whole new text; an empty one clears it.')),
  privacy: privacyInput,
  add: z.optional(input.texts('Videos to add, in this order: ids or addresses.')),
  position: z.optional(
    input.whole('Where the first of them gets; left out: at the end.', 0, 5_000),
  ),
  remove: z.optional(input.texts('Videos or entries to remove; the videos themselves stay.')),
  delete: z.optional(input.flag('Deletes the playlist; its videos stay.')),
};

type PlaylistArguments = z.output<z.ZodMiniObject<typeof playlistInput>>;

export const savePlaylist = agentTool({
  name: 'save_playlist',
  title: 'Save a playlist',
  tier: 'write',
  isDestructive: true,
  description: `Make a playlist (private if privacy is left out), change one, add and remove its videos, or delete it. What is left out stays. Asks first before it shows more people, removes ${manyEntries} or more, or deletes; each video costs 50 units.`,
  input: playlistInput,
  answer: {
    playlist: 'object',
    before: ['object', 'The old values of what has changed.'],
    added: ['array', 'The new entries, in the order of add.'],
    removed: ['array', 'The ids of the removed entries.'],
    deletedId: 'string',
  },
  run: async (given, run) => {
    checkTogether(given);
    const add = await Promise.all((given.add ?? []).map((each) => run.idOf('add', each)));
    const values = {
      title: given.title,
      description: given.description,
      privacyStatus: privacyOf(given.privacy),
    };
    if (given.id === undefined) return makePlaylist(values, { ...given, add }, run);
    const id = await run.idOf('id', given.id);
    const { playlist: old } = await run.read<{ playlist: PlaylistDetails | null }>(current, { id });
    if (!old) throw new ToolFailure();
    return given.delete
      ? deletePlaylist(old, run)
      : changePlaylist(old, values, { ...given, add }, run);
  },
});

/** @throws ToolFailure if arguments are missing, or exclude each other */
function checkTogether(given: PlaylistArguments): void {
  const { id, delete: isDelete, position, ...others } = given;
  const values = { ...others, confirm: undefined };
  const wrong = (argument: string, text: string): never => {
    throw ToolFailure.ofInput(argument, text);
  };
  if (id === undefined && isDelete) wrong('id', 'missing; expected the playlist to delete');
  if (id === undefined && !given.title?.trim())
    wrong('title', 'missing; expected that of the new playlist, or an id');
  if (id === undefined && given.remove) wrong('remove', 'a new playlist has no entries');
  if (isDelete && !isNothingNamed(values)) wrong('delete', 'expected nothing else but the id');
  if (!isDelete && isNothingNamed(values))
    wrong('title', 'nothing to change; expected at least one new value');
  if (position !== undefined && !given.add?.length) wrong('position', 'expected add, too');
}

type PlaylistValues = Readonly<
  Record<'title' | 'description' | 'privacyStatus', string | undefined>
>;

async function makePlaylist(
  values: PlaylistValues,
  given: PlaylistArguments & { readonly add: readonly string[] },
  run: ToolRun,
): Promise<object> {
  const what = named('playlist', values);
  const variables = { input: { ...values, privacyStatus: values.privacyStatus ?? 'PRIVATE' } };
  // That of the new one is not known yet; any id costs the same.
  const adding = given.add.length > 0 ? [addingTo('PL', given)] : [];
  run.ask(
    widening(what, values.privacyStatus, undefined),
    await run.expenseOf([create, variables], ...adding),
  );
  const { playlist } = await run.write<{ playlist: PlaylistDetails }>(
    `Made ${what}.`,
    create,
    variables,
  );
  run.done.push(`Its id is ${playlist.id}.`);
  if (given.add.length === 0) return { playlist };
  const added = await addEntries(playlist, given, run);
  return { playlist: { ...playlist, itemCount: added.length }, added };
}

async function deletePlaylist(old: PlaylistDetails, run: ToolRun): Promise<object> {
  const what = named('playlist', old);
  run.ask(`Deletes ${what} with ${entries(old.itemCount ?? 0)}. The videos stay.`);
  return run.write(`Deleted ${what}.`, remove, { id: old.id });
}

async function changePlaylist(
  old: PlaylistDetails,
  values: PlaylistValues,
  given: PlaylistArguments & { readonly add: readonly string[] },
  run: ToolRun,
): Promise<object> {
  const what = named('playlist', old);
  const removed = await entriesToRemove(old.id, given.remove ?? [], run);
  const changing = { input: { id: old.id, ...values } };
  const removing = { entries: removed.map((id) => ({ id })) };
  const hasValues = !isNothingNamed(values);
  const hasMore = given.add.length > 0;
  const hasLess = removed.length > 0;
  run.ask(
    widening(what, values.privacyStatus, old.privacyStatus),
    removed.length >= manyEntries &&
      `Removes ${entries(removed.length)} of ${old.itemCount} from ${what}. The videos stay.`,
    await run.expenseOf(
      ...(hasValues ? [[update, changing] as const] : []),
      ...(hasMore ? [addingTo(old.id, given)] : []),
      ...(hasLess ? [[removeItems, removing] as const] : []),
    ),
  );
  if (hasValues) await run.write(`Changed ${what}.`, update, changing);
  const added = hasMore ? await addEntries(old, given, run) : undefined;
  const results = hasLess ? await removeEntries(what, removing, run) : undefined;
  const { playlist } = await run.read<{ playlist: PlaylistDetails | null }>(current, {
    id: old.id,
  });
  return { playlist, before: valuesBefore(old, playlist), added, removed: results };
}

const entries = (count: number): string => `${count} ${count === 1 ? 'entry' : 'entries'}`;

const addingTo = (
  id: string,
  { add, position }: { readonly add: readonly string[]; readonly position?: number | undefined },
) =>
  [
    addItems,
    { input: { playlistId: id, position, entries: add.map((videoId) => ({ videoId })) } },
  ] as const;

async function addEntries(
  playlist: PlaylistDetails,
  given: Parameters<typeof addingTo>[1],
  run: ToolRun,
): Promise<readonly object[]> {
  const { results } = await run.write<{
    readonly results: readonly ({ readonly playlistItem: object | null } | null)[] | null;
  }>(`Added videos to ${named('playlist', playlist)}.`, ...addingTo(playlist.id, given));
  return (results ?? []).flatMap((each) => each?.playlistItem ?? []);
}

async function removeEntries(
  what: string,
  variables: { readonly entries: readonly object[] },
  run: ToolRun,
): Promise<readonly string[]> {
  const { results } = await run.write<{
    readonly results: readonly ({ readonly deletedId: string | null } | null)[] | null;
  }>(`Removed entries from ${what}.`, removeItems, variables);
  return (results ?? []).flatMap((each) => each?.deletedId ?? []);
}

/** @returns the ids of entries: as given, or all of a video. @throws ToolFailure */
async function entriesToRemove(
  id: string,
  given: readonly string[],
  run: ToolRun,
): Promise<readonly string[]> {
  const found = await Promise.all(
    given.map(async (each) => {
      const removed = await run.idOf('remove', each);
      if (!isVideoId(removed)) return [removed];
      const { playlist } = await run.read<{
        readonly playlist: { readonly items: { readonly nodes: readonly { id: string }[] } } | null;
      }>(itemsOf, { id, video: removed });
      const nodes = playlist?.items.nodes ?? [];
      if (nodes.length > 0) return nodes.map((item) => item.id);
      throw ToolFailure.ofNothing(`remove: the playlist does not have the video ${each}`);
    }),
  );
  return [...new Set(found.flat())];
}

/** Those of entries are longer. */
const isVideoId = (id: string): boolean => typeOfId(id) === 'Video' || /^[\w-]{11}$/.test(id);
