/** Paying members of the caller's channel, membership levels, and the feed of new members. */
import type { youtube_v3 } from '@googleapis/youtube';
import { polledPages } from '../../../engine/feed/source/polled-pages.ts';
import { members } from '../operations.ts';
import { builder } from '../../../engine/schema/builder.ts';
import { connection } from '../../../engine/schema/list/connection.ts';
import { connectionType } from '../../../engine/schema/list/connection-type.ts';
import type { FieldBuilder } from '../../../engine/schema/field/field-factory.ts';
import { feed } from '../../../engine/schema/feed/feed.ts';
import { feedPageType } from '../../../engine/schema/feed/feed-page-type.ts';
import { list } from '../../../engine/schema/list/list.ts';
import { fields, ownKey } from '../../../engine/schema/field/path-field.ts';
import { unreadableId } from '../../../engine/schema/field/unreadable-id.ts';
import { upstreamId } from '../../../engine/schema/type/global-id.ts';
import { Viewer } from '../../shared/viewer.ts';
import { node } from '../../../engine/schema/type/node-interface.ts';
import { parseChannelIds } from '../channel/ids.ts';
import { Channel, MembershipLevel } from '../resources.ts';
import { noChannel } from '../../shared/youtube/no-channel.ts';

/** Fields of both kinds of duration, with the same REST fields. */
const durationFields = (
  t: FieldBuilder<
    Pick<youtube_v3.Schema$MembershipsDuration, 'memberSince' | 'memberTotalDurationMonths'>
  >,
) =>
  fields(t, {
    startedAt: [
      'DateTime',
      'The time when the membership began. After an interruption, the time of the new beginning.',
      { rest: 'memberSince' },
    ],
    totalMonths: [
      'The total number of full months, including months before an interruption.',
      { rest: 'memberTotalDurationMonths' },
    ],
  });

/** Maximum number of membership levels of a channel, as stated on YouTube's help pages. */
const maxLevels = 6;

const MembershipDuration = builder
  .objectType<youtube_v3.Schema$MembershipsDuration>('MembershipDuration', 'MembershipsDuration')
  .implement({
    description: 'The duration of a channel membership, independent of the level.',
    fields: durationFields,
  });

const MembershipDurationAtLevel = builder
  .objectType<youtube_v3.Schema$MembershipsDurationAtLevel>(
    'MembershipDurationAtLevel',
    'MembershipsDurationAtLevel',
  )
  .implement({
    description: 'The duration of a channel membership at one level.',
    fields: (t) => ({
      ...durationFields(t),
      ...fields(t, {
        levelId: [
          'ID',
          'The YouTube id of the level that the duration applies to.',
          { rest: 'level' },
        ],
        level: [MembershipLevel, 'The level that the duration applies to.', { id: 'level' }],
      }),
    }),
  });

const Member = builder.objectType<youtube_v3.Schema$Member>('Member').implement({
  description: "A paying member of the caller's channel.",
  fields: (t) => ({
    id: unreadableId(
      t,
      { list: 'Viewer.members' },
      // A member is a channel that pays for a membership of another channel.
      {
        type: 'Member',
        operation: members.list,
        paths: ['snippet.creatorChannelId', 'snippet.memberDetails.channelId'],
      },
    ),
    ...fields(t, 'snippet.memberDetails', {
      displayName: 'The title of the channel of the member.',
      profileImageUrl: ['URL', 'The profile picture of the member.'],
      channelUrl: ['URL', 'The URL of the channel page of the member.'],
      channelId: 'The YouTube id of the channel that pays for the membership.',
      channel: [Channel, 'The channel that pays for the membership.', { id: 'channelId' }],
    }),
    ...fields(t, 'snippet', {
      creatorChannelId:
        "The YouTube id of the channel that the membership belongs to: the caller's channel.",
      levelId: [
        'ID',
        'The YouTube id of the highest level that the member can access. REST field: `highestAccessibleLevel`.',
        { path: 'membershipsDetails.highestAccessibleLevel' },
      ],
      creator: [
        Channel,
        "The channel that the membership belongs to: the caller's channel.",
        { id: 'creatorChannelId', maxEntities: 1 },
      ],
      levelName: [
        'The name of the highest level that the member can access. Needs no further call, unlike `level`.',
        { path: 'membershipsDetails.highestAccessibleLevelDisplayName' },
      ],
      level: [
        MembershipLevel,
        'The highest level that the member can access.',
        { id: 'membershipsDetails.highestAccessibleLevel' },
      ],
      accessibleLevels: [
        [MembershipLevel],
        'All levels that the member can access: the highest level and the lower levels. An entry is null if the level no longer exists.',
        { ids: 'membershipsDetails.accessibleLevels', maxItems: maxLevels },
      ],
      membershipDuration: [
        MembershipDuration,
        'The duration of the membership, independent of the level.',
        { path: 'membershipsDetails.membershipsDuration' },
      ],
      durationAtLevels: [
        [MembershipDurationAtLevel],
        'The duration of the membership at each level.',
        { path: 'membershipsDetails.membershipsDurationAtLevels', maxItems: maxLevels },
      ],
    }),
  }),
});

/** Requested with each member in place of an id, which members do not have. */
const minimumPath = 'snippet.creatorChannelId';

const memberConnection = connectionType(Member, 'members', {
  counted: [
    members.list,
    'The number of members that match the arguments, over all pages, as estimated by YouTube.',
  ],
  minimumPath,
});

/** Error reasons for a missing channel, and for a channel without memberships. */
const noMembers = [...noChannel, members.list.reasons.channelMembershipsNotEnabled];

/** Maximum number of channels in one call. */
const maxChannels = 100;

interface MemberArguments {
  readonly levelId?: string | null;
  readonly channelIds?: readonly string[] | null;
}

const filterParameters = ({ levelId, channelIds }: MemberArguments): Record<string, unknown> => ({
  ...(levelId == null
    ? {}
    : { hasAccessToLevel: upstreamId(MembershipLevel.resource, levelId, 'levelId') }),
  ...(channelIds == null
    ? {}
    : { filterByMemberChannelId: parseChannelIds(channelIds, maxChannels) }),
});

/** New members since a cursor. YouTube states no polling interval; the first page is empty. */
const memberUpdates = polledPages(members.list, { mode: 'updates' }, { minimumPath });

const MemberUpdatePage = feedPageType('MemberUpdatePage', {
  item: Member,
  items: 'members',
  description: 'A page of new members and members who changed to a higher level.',
  itemsDescription:
    'The members who joined or upgraded after the cursor `after`. Empty if `after` is omitted.',
  texts: {
    cursor: 'The cursor for the next page. Pass as `after`. Null if YouTube returns no page token.',
    hasMore:
      'Whether more members can be read at once. False in a page without members. Null in other pages: YouTube does not say.',
    reset:
      'Whether the cursor was too old. Never true: a cursor that YouTube no longer knows has the error `INVALID_INPUT`.',
    pollAfter: 'The time to wait before the next page is read. Always null: YouTube states none.',
  },
  moreUnknown: true,
  maxItems: members.list.page!.maxSize!,
});

export function addMember(): void {
  MembershipLevel.implement({
    ...node,
    description: "A membership level of the caller's channel.",
    fields: (t) => ({
      levelId: ownKey(t, 'The YouTube id of the membership level. REST field: `id`.'),
      ...fields(t, 'snippet', {
        displayName: ['The name that viewers see.', { path: 'levelDetails.displayName' }],
        creatorChannelId:
          "The YouTube id of the channel that offers the level: the caller's channel.",
        creator: [
          Channel,
          "The channel that offers the level: the caller's channel.",
          { id: 'creatorChannelId', maxEntities: 1 },
        ],
      }),
    }),
  });

  builder.objectFields(Viewer, (t) => ({
    members: connection(
      t,
      memberConnection,
      {
        operation: members.list,
        args: () => ({}),
        argumentParameters: filterParameters,
        sameForAllParents: true,
        argumentNames: { hasAccessToLevel: 'levelId', filterByMemberChannelId: 'channelIds' },
        nullOnReasons: noMembers,
        arguments: {
          levelId: [
            'ID',
            'Return only members with access to this level: a global id or a YouTube id.',
          ],
          channelIds: [
            ['ID'],
            'Return only members with these channels: global ids or YouTube ids. At most 100.',
          ],
        },
      },
      "The members of the caller's channel, newest first. Null with a warning if the channel has no memberships. Requires the scope `https://www.googleapis.com/auth/youtube.channel-memberships.creator`.",
    ),
    memberUpdates: feed(
      t,
      {
        type: MemberUpdatePage,
        operations: [members.list],
        afterDescription:
          'Return members after this cursor. Default: begin now and return no members.',
        source: () => memberUpdates,
        nullOnReasons: noMembers,
      },
      "The feed of members who join the caller's channel or upgrade. Null with a warning if the channel has no memberships. Requires the scope `https://www.googleapis.com/auth/youtube.channel-memberships.creator`.",
    ),
    membershipLevels: list(
      t,
      MembershipLevel,
      { nullOnReasons: noMembers, maxItems: maxLevels },
      "The membership levels of the caller's channel in display order. Null with a warning if the channel has no memberships. Requires the scope `https://www.googleapis.com/auth/youtube.channel-memberships.creator`.",
    ),
  }));
}
