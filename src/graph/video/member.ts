/** Paying members of the caller's channel, membership levels, and the feed of new members. */
import type { youtube_v3 } from '@googleapis/youtube';
import { polledPages } from '../../data/feed/polled-pages.ts';
import { InvalidInput } from '../../upstream/error.ts';
import { members } from '../../upstream/video/index.ts';
import { builder } from '../builder.ts';
import { connection } from '../field/connection.ts';
import { connectionType } from '../field/connection-type.ts';
import { feed, feedPageType } from '../field/feed.ts';
import { link } from '../field/link.ts';
import { list } from '../field/list.ts';
import { fieldAt, fields, ownKey } from '../field/path-field.ts';
import { upstreamId } from '../global-id.ts';
import { Viewer } from '../link/viewer.ts';
import { node } from '../node-interface.ts';
import { Channel, MembershipLevel, noChannel } from './resource.ts';

const durations = {
  memberSince: ['DateTime', 'When it began; of one that was interrupted, when it began anew.'],
  memberTotalDurationMonths: [
    'Int',
    'Full months of it all together, those before an interruption among them.',
  ],
} as const;

/** The levels of a channel. YouTube's help pages state a maximum of six. */
const MAX_LEVELS = 6;

const MembershipDuration = builder
  .objectRef<youtube_v3.Schema$MembershipsDuration>('MembershipDuration')
  .implement({
    description: 'How long somebody has been a member, at whatever level.',
    fields: (t) => fields(t, durations),
  });

const MembershipDurationAtLevel = builder
  .objectRef<youtube_v3.Schema$MembershipsDurationAtLevel>('MembershipDurationAtLevel')
  .implement({
    description: 'How long somebody has had what a level gives.',
    fields: (t) => ({
      ...fields(t, durations),
      level: link(t, MembershipLevel, 'level', 'The level in question.'),
    }),
  });

const Member = builder.objectRef<youtube_v3.Schema$Member>('Member').implement({
  description: "Somebody who pays for membership in the caller's channel.",
  fields: (t) => ({
    displayName: fieldAt(
      t,
      'String',
      'snippet.memberDetails.displayName',
      'What they go by: the name of their channel.',
    ),
    profileImageUrl: fieldAt(
      t,
      'URL',
      'snippet.memberDetails.profileImageUrl',
      'Where their picture lies.',
    ),
    channelUrl: fieldAt(
      t,
      'URL',
      'snippet.memberDetails.channelUrl',
      'The page of their channel, for a browser.',
    ),
    channel: link(t, Channel, 'snippet.memberDetails.channelId', 'Whoever it is that pays.'),
    creator: link(
      t,
      Channel,
      'snippet.creatorChannelId',
      "The channel they are a member of: the caller's own.",
    ),
    levelName: fieldAt(
      t,
      'String',
      'snippet.membershipsDetails.highestAccessibleLevelDisplayName',
      'What their highest level is called; it comes along, where `level` is a call more.',
    ),
    level: link(
      t,
      MembershipLevel,
      'snippet.membershipsDetails.highestAccessibleLevel',
      'The highest level whose benefits they have.',
    ),
    accessibleLevels: link(
      t,
      [MembershipLevel],
      { path: 'snippet.membershipsDetails.accessibleLevels', maxItems: MAX_LEVELS },
      'Every level whose benefits they have: their own, and those below.',
    ),
    duration: fieldAt(
      t,
      MembershipDuration,
      'snippet.membershipsDetails.membershipsDuration',
      'How long they have been a member in all.',
    ),
    durationAtLevels: fieldAt(
      t,
      [MembershipDurationAtLevel],
      'snippet.membershipsDetails.membershipsDurationAtLevels',
      { description: 'The same for each level by itself.', maxItems: MAX_LEVELS },
    ),
  }),
});

/** Always requested, because a member has no id. */
const minimumPath = 'snippet.creatorChannelId';

const memberConnection = connectionType(Member, 'members', {
  countedBy: members.list,
  minimumPath,
});

/** Error reasons for a missing channel, and for a channel without memberships. */
const noMembers = [...noChannel, members.list.reasons.channelMembershipsNotEnabled];
const maxChannels = 100;

interface MemberArguments {
  readonly level?: string | null;
  readonly channelIds?: readonly string[] | null;
}

function filterParameters({ level, channelIds }: MemberArguments): Record<string, unknown> {
  if (channelIds?.length === 0 || (channelIds?.length ?? 0) > maxChannels)
    throw new InvalidInput(
      'channelIds',
      `expected 1 to ${maxChannels} channels, got ${channelIds?.length}`,
    );
  return {
    ...(level == null
      ? {}
      : { hasAccessToLevel: upstreamId(MembershipLevel.resource, level, 'level') }),
    ...(channelIds == null
      ? {}
      : {
          filterByMemberChannelId: channelIds.map((id, index) =>
            upstreamId(Channel.resource, id, `channelIds.${index}`),
          ),
        }),
  };
}

/** New members since a cursor. YouTube states no interval; the first page is always empty. */
const memberUpdates = polledPages(members.list, { mode: 'updates' }, { minimumPath });

const MemberUpdates = feedPageType('MemberUpdates', {
  item: Member,
  items: 'members',
  description:
    'Who became a member, or rose to a higher level, since the last look. The feed has no end: keep the cursor, and ask again.',
  itemsDescription:
    'Those who joined or rose; empty at the first look, which only begins the feed.',
  cursorDescription: 'Give this as `after` at the next look.',
  maxItems: members.list.page!.maxSize!,
});

/** Adds the types and fields of this module to the schema. */
export function addMember(): void {
  MembershipLevel.implement({
    ...node,
    description: "A level of membership in the caller's channel.",
    fields: (t) => ({
      levelId: ownKey(t, 'Names the level in the video service.'),
      displayName: fieldAt(
        t,
        'String',
        'snippet.levelDetails.displayName',
        'What the level is called before those who may choose it.',
      ),
      creator: link(
        t,
        Channel,
        'snippet.creatorChannelId',
        "The channel that offers it: the caller's own.",
      ),
    }),
  });

  builder.objectFields(Viewer, (t) => ({
    members: connection(
      t,
      memberConnection,
      {
        operation: members.list,
        args: (_, args) => filterParameters(args),
        sameForAllParents: true,
        argumentNames: { hasAccessToLevel: 'level', filterByMemberChannelId: 'channelIds' },
        nullOnReasons: noMembers,
        arguments: {
          level: t.arg.id({ description: 'Only members who have the benefits of this level.' }),
          channelIds: t.arg.idList({
            description: 'Only these channels, at most 100: to see which of them are members.',
          }),
        },
      },
      "Members of the caller's channel, the newest first; null with a warning where it has no memberships. It needs a token with the scope for memberships.",
    ),
    memberUpdates: feed(
      t,
      {
        type: MemberUpdates,
        operations: [members.list],
        afterDescription: 'The cursor of the last look; left out, the feed begins now.',
        source: () => memberUpdates,
        nullOnReasons: noMembers,
      },
      'Who joined since the last look: one call a look. The first, without a cursor, only begins the feed. Null with a warning where the channel has no memberships.',
    ),
    membershipLevels: list(
      t,
      MembershipLevel,
      { nullOnReasons: noMembers, maxItems: MAX_LEVELS },
      "Levels of membership that the caller's channel offers, in the order in which they are shown; null with a warning where it offers none.",
    ),
  }));
}
