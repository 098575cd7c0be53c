/** Writes of the sections of a channel's home page. */
import { remove } from '../../data/write/action.ts';
import { insert } from '../../data/write/insert.ts';
import { replaceParts } from '../../data/write/replace-parts.ts';
import type { youtube_v3 } from '@googleapis/youtube';
import { InvalidInput } from '../../upstream/error.ts';
import { channelSections } from '../../upstream/video/index.ts';
import { write } from '../field/write.ts';
import { changes, required, type RowOptions } from '../field/write-input.ts';
import { upstreamId } from '../global-id.ts';
import { ChannelSectionType } from './channel-section.ts';
import { Channel, ChannelSection, Playlist } from './resource.ts';

type Section = youtube_v3.Schema$ChannelSection;

interface TypeRules {
  /** The list that a section of the type contains. */
  readonly list: 'playlistIds' | 'channelIds';
  readonly titled: boolean;
  readonly max: number;
}

/** Number of playlists or channels that a section can have. */
const maxEntries = 100;

/** Sections of any other type have neither a list nor a title. */
const typeRules: Readonly<Record<string, TypeRules>> = {
  singlePlaylist: { list: 'playlistIds', titled: false, max: 1 },
  multiplePlaylists: { list: 'playlistIds', titled: true, max: maxEntries },
  multipleChannels: { list: 'channelIds', titled: true, max: maxEntries },
};

type Referenced = NonNullable<RowOptions<unknown>['references']>;

/** Row options for a list of ids of one resource, each at most once. */
const distinctIds = (target: Referenced) => ({
  references: target,
  check: (ids: readonly string[], argument: string): void => {
    const own = ids.map((id, index) => upstreamId(target.resource, id, `${argument}.${index}`));
    const repeated = own.findIndex((id, index) => own.indexOf(id) < index);
    if (repeated >= 0) throw new InvalidInput(`${argument}.${repeated}`, 'is in the list already');
    if (own.length > maxEntries)
      throw new InvalidInput(argument, `expected at most ${maxEntries} ids, got ${own.length}`);
  },
});

const title = { notBlank: true } as const;

const position = {
  check: (value: number, argument: string): void => {
    if (value < 0) throw new InvalidInput(argument, `${value} is negative; positions start at 0`);
  },
} as const;

interface SectionInput {
  readonly title?: string | null;
  readonly playlistIds?: readonly string[] | null;
  readonly channelIds?: readonly string[] | null;
}

/** @throws InvalidInput for a field that a section of this type requires or cannot have */
function checkSection({ snippet, contentDetails }: Section, input: SectionInput): void {
  const { list, titled = false, max = 0 } = typeRules[snippet?.type ?? ''] ?? {};
  if (titled && !snippet?.title)
    throw new InvalidInput('title', 'a section of this type needs a title');
  if (!titled && input.title != null)
    throw new InvalidInput('title', 'a section of this type has no title of its own');
  const lists = {
    playlistIds: contentDetails?.playlists ?? [],
    channelIds: contentDetails?.channels ?? [],
  };
  for (const argument of ['playlistIds', 'channelIds'] as const) {
    const { length } = lists[argument];
    if (argument !== list && input[argument]?.length)
      throw new InvalidInput(argument, 'a section of this type has none');
    if (argument === list && (length === 0 || length > max))
      throw new InvalidInput(
        argument,
        max === 1
          ? 'a section of this type has exactly one'
          : `a section of this type has 1 to ${max}`,
      );
  }
}

/** Removes fields that the section's type does not use: the API rejects or drops them. */
function trimSection({ snippet, contentDetails }: Section): void {
  const { list, titled = false } = typeRules[snippet?.type ?? ''] ?? {};
  if (!titled) delete snippet?.title;
  if (list !== 'playlistIds') delete contentDetails?.playlists;
  if (list !== 'channelIds') delete contentDetails?.channels;
}

const createChannelSection = write('createChannelSection', {
  description:
    "Adds a section to the home page of the caller's channel, or of the one that `x-content-owner-channel` names. A channel has ten at most: an eleventh is `INVALID_INPUT` with the reason `maxChannelSectionExceeded`. Where the answer is lost, nobody can tell whether it was made: look before you repeat it.",
  inputDescription: 'What the new section shows, and where.',
  operation: channelSections.insert,
  target: ChannelSection,
  strategy: insert({ parts: ['snippet', 'contentDetails'] }),
  input: changes(channelSections.insert, {
    type: [required(ChannelSectionType), 'snippet.type', 'What it will show.'],
    title: [
      'String',
      'snippet.title',
      'What will stand above it: for several playlists or channels, and for no other type.',
      title,
    ],
    position: [
      'Int',
      'snippet.position',
      'Its place, counted from zero; left out, the last one.',
      position,
    ],
    playlistIds: [
      ['ID'],
      'contentDetails.playlists',
      'The playlists it will be made of: one, or several under a title.',
      distinctIds(Playlist),
    ],
    channelIds: [
      ['ID'],
      'contentDetails.channels',
      'The channels it will be made of, under a title; not the one it stands on.',
      distinctIds(Channel),
    ],
  }),
  adjust: (next, _, input) => checkSection(next, input),
  result: ['channelSection', 'The section that was added.'],
});

const updateChannelSection = write('updateChannelSection', {
  description:
    'Changes what is named of a section and keeps the rest: it reads the section, merges and replaces it. Concurrent changes of other fields are kept; of two writers of the same field the last one wins.',
  inputDescription:
    'What to change on a section. A field left out keeps its value, null clears it.',
  operation: channelSections.update,
  target: ChannelSection,
  id: 'Which section, of a channel of yours.',
  // The API requires the playlists or channels with the type, and the type with them.
  strategy: replaceParts({ resend: { snippet: ['contentDetails'], contentDetails: ['snippet'] } }),
  input: changes(channelSections.update, {
    type: [
      ChannelSectionType,
      'snippet.type',
      'What it shows from now on; what the new type is made of must be given, too.',
    ],
    title: [
      'String',
      'snippet.title',
      'What stands above it from now on: of several playlists or channels alone.',
      title,
    ],
    position: [
      'Int',
      'snippet.position',
      'Another place, counted from zero; the others make room.',
      { ...position, clearable: false },
    ],
    playlistIds: [
      ['ID'],
      'contentDetails.playlists',
      'All playlists it is made of: the list replaces the old one.',
      distinctIds(Playlist),
    ],
    channelIds: [
      ['ID'],
      'contentDetails.channels',
      'All channels it is made of: the list replaces the old one.',
      distinctIds(Channel),
    ],
  }),
  adjust: (next, _, input) => {
    checkSection(next, input);
    trimSection(next);
  },
  result: ['channelSection', 'The section after the change.'],
});

const deleteChannelSection = write('deleteChannelSection', {
  description: 'Takes a section off the home page; what it showed stays.',
  inputDescription: 'Which section goes.',
  operation: channelSections.delete,
  target: ChannelSection,
  id: 'The section, of a channel of yours.',
  strategy: remove(),
  deletes: 'The global id of the section that is gone.',
});

export const channelSectionWrites = [
  createChannelSection,
  updateChannelSection,
  deleteChannelSection,
];
