/** Writes of the sections of a channel's home page. */
import type { youtube_v3 } from '@googleapis/youtube';
import { insert } from '../../../engine/write/insert/insert.ts';
import { replaceParts } from '../../../engine/write/update/replace-parts.ts';
import { InvalidInput, showValue } from '../../../engine/api/error.ts';
import { channelSections } from '../operations.ts';
import { repeatedIndexes } from '../../../engine/schema/write/invalid-inputs.ts';
import { write } from '../../../engine/schema/write/write.ts';
import { changes, type RowOptions } from '../../../engine/schema/write/write-input.ts';
import { upstreamId } from '../../../engine/schema/type/global-id.ts';
import { checkNotNegative } from '../../../engine/schema/type/number.ts';
import { Channel, ChannelSection, Playlist } from '../resources.ts';

type Section = youtube_v3.Schema$ChannelSection;

/** The list and the title that sections of one type have. */
interface TypeRules {
  readonly list: 'playlistIds' | 'channelIds';
  /** Whether the section has a title of its own. */
  readonly titled: boolean;
  /** Maximum number of ids in the list. The minimum is 1. */
  readonly max: number;
}

/** Maximum number of playlists or channels of a section. */
const maxEntries = 100;

/** Rules of the types with a list. Sections of other types have neither a list nor a title. */
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
    if (ids.length > maxEntries)
      throw new InvalidInput(argument, `expected at most ${maxEntries} ids, got ${ids.length}`);
    const [repeated] = repeatedIndexes(
      ids.map((id, index) => upstreamId(target.resource, id, `${argument}.${index}`)),
    );
    if (repeated !== undefined)
      throw new InvalidInput(
        `${argument}.${repeated}`,
        `${showValue(ids[repeated])} is in the list already; expected each id once`,
      );
  },
});

const sectionRows = {
  type: [
    'The kind of content of the section.',
    { ifChanged: 'The playlists or channels of the new type must also be given.' },
  ],
  title: [
    'The title of the section. Required for `MULTIPLE_PLAYLISTS` and `MULTIPLE_CHANNELS`, rejected for other types.',
    { notBlank: true },
  ],
  position: [
    'The position of the section. The first section has position 0.',
    {
      check: checkNotNegative,
      clearable: false,
      ifNew: 'Default: after the last section.',
      ifChanged: 'The other sections move.',
    },
  ],
  playlistIds: [
    ['ID'],
    'contentDetails.playlists',
    'Playlists in display order: global ids or YouTube ids. Exactly 1 for `SINGLE_PLAYLIST`, 1 to 100 for `MULTIPLE_PLAYLISTS`, none for other types.',
    {
      ...distinctIds(Playlist),
      ifChanged: 'The list replaces the current one. Null is rejected for types with playlists.',
    },
  ],
  channelIds: [
    ['ID'],
    'contentDetails.channels',
    'Channels in display order: global ids or YouTube ids. 1 to 100 for `MULTIPLE_CHANNELS`, none for other types. The channel of the section is not accepted.',
    {
      ...distinctIds(Channel),
      ifChanged: 'The list replaces the current one. Null is rejected for `MULTIPLE_CHANNELS`.',
    },
  ],
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
    throw new InvalidInput('title', 'is missing; a section of this type needs a title');
  if (!titled && input.title != null)
    throw new InvalidInput(
      'title',
      `${showValue(input.title)} is not allowed: a section of this type has no title of its own`,
    );
  const lists = {
    playlistIds: contentDetails?.playlists ?? [],
    channelIds: contentDetails?.channels ?? [],
  };
  for (const argument of ['playlistIds', 'channelIds'] as const) {
    const { length } = lists[argument];
    if (argument !== list && input[argument]?.length)
      throw new InvalidInput(
        argument,
        'is not allowed for a section of this type; expected no ids',
      );
    if (argument === list && (length === 0 || length > max))
      throw new InvalidInput(
        argument,
        max === 1
          ? `a section of this type has exactly one id; got ${length}`
          : `a section of this type has 1 to ${max} ids; got ${length}`,
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
    "Create a section on the home page of the caller's channel, or of the channel in the request header `x-content-owner-channel`. Error `INVALID_INPUT` with the reason `maxChannelSectionExceeded` if the channel has 10 sections already. If the response is lost, check `Channel.sections` before a retry.",
  operation: channelSections.insert,
  target: ChannelSection,
  strategy: insert({ parts: ['snippet', 'contentDetails'] }),
  input: changes(channelSections.insert, sectionRows),
  adjust: (next, _, input) => checkSection(next, input),
  result: 'The created section.',
});

const updateChannelSection = write('updateChannelSection', {
  description:
    'Update a section of a home page. The gateway reads the section, merges the given fields and replaces the section. If two clients change the same field, the last write wins.',
  operation: channelSections.update,
  target: ChannelSection,
  id: { note: 'Channel owner only.' },
  // The API accepts a type only together with the playlists or channels of the section, and these
  // only together with the type.
  strategy: replaceParts({ resend: { snippet: ['contentDetails'], contentDetails: ['snippet'] } }),
  input: changes(channelSections.update, sectionRows),
  adjust: (next, _, input) => {
    checkSection(next, input);
    trimSection(next);
  },
  result: 'The section after the update.',
});

const deleteChannelSection = write('deleteChannelSection', {
  description: 'Delete a section of a home page. The playlists and channels in the section remain.',
  operation: channelSections.delete,
  target: ChannelSection,
  id: { note: 'Channel owner only.' },
});

export const channelSectionWrites = [
  createChannelSection,
  updateChannelSection,
  deleteChannelSection,
];
