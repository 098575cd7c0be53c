/** Writes to the sections of a channel's home page. */
import type { youtube_v3 } from '@googleapis/youtube';
import { Paths } from '../../data/read/path.ts';
import { filled, updateParts } from '../../data/write/update.ts';
import { upstreamError, InvalidInput } from '../../upstream/error.ts';
import { channelSections } from '../../upstream/video/index.ts';
import { blaming, naming } from '../error-path.ts';
import { changes, type Merge } from '../field/change.ts';
import type { ResourceRef } from '../field/field-factory.ts';
import { deletion } from '../field/deletion.ts';
import { mutation } from '../field/mutation.ts';
import { refFrom, upstreamId } from '../global-id.ts';
import { checkText } from '../text.ts';
import { ChannelSectionType } from './channel-section.ts';
import { Channel, ChannelSection, Playlist } from './resource.ts';

/** What sections of a type are made of; those of all other types of nothing but their type. */
const made: Readonly<
  Record<
    string,
    { readonly of: 'playlistIds' | 'channelIds'; readonly titled: boolean; readonly most: number }
  >
> = {
  singlePlaylist: { of: 'playlistIds', titled: false, most: 1 },
  multiplePlaylists: { of: 'playlistIds', titled: true, most: 100 },
  multipleChannels: { of: 'channelIds', titled: true, most: 100 },
};

interface Given {
  readonly type?: string | null;
  readonly title?: string | null;
  readonly position?: number | null;
  readonly playlistIds?: readonly string[] | null;
  readonly channelIds?: readonly string[] | null;
}

const idsOf =
  (target: ResourceRef<any>): Merge =>
  (given: readonly string[], _, argument) =>
    given.map((id, index) => upstreamId(target.resource, id, `${argument}.${index}`));

/** @throws InvalidArgument for what cannot be right whatever the section is, before any call */
function check(given: Given): void {
  const { title, position, playlistIds, channelIds } = given;
  if (title != null) checkText('title', title, Number.POSITIVE_INFINITY, 1);
  if (position != null && position < 0)
    throw new InvalidInput('position', 'places are counted from zero');
  for (const [argument, target, ids] of [
    ['playlistIds', Playlist, playlistIds],
    ['channelIds', Channel, channelIds],
  ] as const) {
    const named =
      ids?.map((id, index) => upstreamId(target.resource, id, `${argument}.${index}`)) ?? [];
    const twice = named.findIndex((id, index) => named.indexOf(id) < index);
    if (twice >= 0)
      throw new InvalidInput(`${argument}.${twice}`, 'it stands in the section already');
    if (named.length > 100) throw new InvalidInput(argument, 'at most 100');
  }
}

/** What the type of a section takes and does not take. @param given what the client says of it @throws InvalidArgument */
function checkWhole(
  { snippet, contentDetails }: youtube_v3.Schema$ChannelSection,
  given: Given,
): void {
  const type = snippet?.type ?? '';
  const { of, titled = false, most = 0 } = made[type] ?? {};
  const lists = {
    playlistIds: contentDetails?.playlists ?? [],
    channelIds: contentDetails?.channels ?? [],
  };
  if (titled && !snippet?.title)
    throw new InvalidInput('title', 'a section of this type needs one');
  if (!titled && given.title != null)
    throw new InvalidInput('title', 'a section of this type is called after it');
  for (const [argument, ids] of Object.entries(lists) as [keyof typeof lists, string[]][]) {
    if (argument !== of) {
      if (given[argument]?.length)
        throw new InvalidInput(argument, 'a section of this type has none');
    } else if (ids.length === 0 || ids.length > most)
      throw new InvalidInput(
        argument,
        most === 1
          ? 'a section of this type has exactly one'
          : `a section of this type has 1 to ${most}`,
      );
  }
}

/** What its type has no use for does not go along: upstream would refuse or forget it. */
function trim({ snippet, contentDetails }: youtube_v3.Schema$ChannelSection): void {
  const { of, titled = false } = made[snippet?.type ?? ''] ?? {};
  if (!titled) delete snippet?.title;
  if (of !== 'playlistIds') delete contentDetails?.playlists;
  if (of !== 'channelIds') delete contentDetails?.channels;
}

const beginnings = changes(channelSections.insert, {
  type: [ChannelSectionType, 'snippet.type', 'What it will show.'],
  title: [
    'String',
    'snippet.title',
    'What will stand above it: for several playlists or channels, and for no other type.',
  ],
  position: ['Int', 'snippet.position', 'Its place, counted from zero; left out, the last one.'],
  playlistIds: [
    ['ID'],
    'contentDetails.playlists',
    'The playlists it will be made of: one, or several under a title.',
    idsOf(Playlist),
  ],
  channelIds: [
    ['ID'],
    'contentDetails.channels',
    'The channels it will be made of, under a title; not the one it stands on.',
    idsOf(Channel),
  ],
});

mutation('createChannelSection', {
  description:
    "Adds a section to the home page of the caller's channel, or of the one that `x-content-owner-channel` names. A channel has ten at most: an eleventh is `INVALID_INPUT` with the reason `maxChannelSectionExceeded`. Where the answer is lost, nobody can tell whether it was made: look before you repeat it.",
  operations: [channelSections.insert],
  inputDescription: 'What the new section shows, and where.',
  input: (t) => ({
    ...beginnings.inputs(t),
    type: t.field({ type: ChannelSectionType, required: true, description: 'What it will show.' }),
  }),
  node: ['channelSection', ChannelSection, 'The section that was added.'],
  run: async (input, execution) => {
    check(input);
    const changes = beginnings.changesOf(input);
    const { body } = filled(changes);
    checkWhole(body, input);
    const answered = Paths.of('id', 'snippet', 'contentDetails');
    const made = await blaming(
      changes,
      execution.send(channelSections.insert, { part: answered.parts, body }),
    );
    if (made.id == null) throw upstreamError(channelSections.insert, 'UPSTREAM_INVALID');
    const ref = refFrom(ChannelSection.resource, made.id);
    execution.invalidate(ref, made, answered);
    return { ref };
  },
});

const sectionChanges = changes(
  channelSections.update,
  {
    type: [
      ChannelSectionType,
      'snippet.type',
      'What it shows from now on; what the new type is made of must be given, too.',
    ],
    title: [
      'String',
      'snippet.title',
      'What stands above it from now on: of several playlists or channels alone.',
    ],
    position: [
      'Int',
      'snippet.position',
      'Another place, counted from zero; the others make room.',
    ],
    playlistIds: [
      ['ID'],
      'contentDetails.playlists',
      'All playlists it is made of: the list replaces the old one.',
      idsOf(Playlist),
    ],
    channelIds: [
      ['ID'],
      'contentDetails.channels',
      'All channels it is made of: the list replaces the old one.',
      idsOf(Channel),
    ],
  },
  ['position'],
);

mutation('updateChannelSection', {
  description:
    'Changes what is named of a section and keeps the rest: it reads the section, merges and replaces it. Of two writers of the same field the last one wins; the service has no proven conditional write.',
  operations: [channelSections.list, channelSections.update],
  inputDescription:
    'What to change on a section. A field left out keeps its value, null clears it.',
  input: (t) => ({
    id: t.id({ required: true, description: 'Which section, of a channel of yours.' }),
    ...sectionChanges.inputs(t),
  }),
  node: ['channelSection', ChannelSection, 'The section after the change.'],
  run: async ({ id, ...input }, execution) => {
    const ref = refFrom(ChannelSection.resource, id);
    check(input);
    const changes = sectionChanges.changesOf(input);
    const update = updateParts(execution, {
      ref,
      write: channelSections.update,
      changes,
      // The type needs its playlists or channels, and they their type.
      alongside: ['snippet', 'contentDetails'],
      adjust: (next: youtube_v3.Schema$ChannelSection) => {
        checkWhole(next, input);
        trim(next);
      },
    });
    // A playlist that is not there is no section that is not there.
    return { ref: await naming(ref.key[0]!, blaming(changes, update)) };
  },
});

deletion('deleteChannelSection', {
  target: ChannelSection,
  operation: channelSections.delete,
  description: 'Takes a section off the home page; what it showed stays.',
  inputDescription: 'Which section goes.',
  which: 'The section, of a channel of yours.',
  deletes: 'The global id of the section that is gone.',
});
