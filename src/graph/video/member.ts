/** Who pays to be a member of the caller's channel, and the levels there are to choose from. */
import type { youtube_v3 } from '@googleapis/youtube';
import type { GraphQLResolveInfo } from 'graphql';
import { local } from '../../data/read/needs.ts';
import { cursorOf, listKey, positionOf, START } from '../../data/read/cursor.ts';
import { Paths } from '../../data/read/path.ts';
import { projectionOf } from '../../data/read/walker.ts';
import { InvalidInput } from '../../upstream/error.ts';
import { members } from '../../upstream/video/index.ts';
import { builder, type Context } from '../builder.ts';
import { nullOnReasons } from '../field/null-on-reason.ts';
import { withArgumentNames } from '../field/argument-name.ts';
import { connection } from '../field/connection.ts';
import { connectionType } from '../field/connection-type.ts';
import { field } from '../field/field-factory.ts';
import { link } from '../field/link.ts';
import { list } from '../field/list.ts';
import { fieldAt, fields, keyField } from '../field/path-field.ts';
import { upstreamId } from '../global-id.ts';
import { Viewer } from '../link/viewer.ts';
import { node } from '../node-interface.ts';
import { Channel, MembershipLevel, noChannel } from './resource.ts';

MembershipLevel.implement({
  ...node,
  description: "A level of membership in the caller's channel.",
  fields: (t) => ({
    levelId: keyField(t, -1, 'Names the level in the video service.'),
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

const durations = {
  memberSince: ['DateTime', 'When it began; of one that was interrupted, when it began anew.'],
  memberTotalDurationMonths: [
    'Int',
    'Full months of it all together, those before an interruption among them.',
  ],
} as const;

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
      'snippet.membershipsDetails.accessibleLevels',
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
      'The same for each level by itself.',
    ),
  }),
});

/** A member has no id; whose member it is comes cheapest. */
const minimumPath = 'snippet.creatorChannelId';

const memberConnection = connectionType(Member, 'members', {
  countedBy: members.list,
  minimumPath,
});

/** No channel, or one that has no members: states, and no failures. */
const noMembers = [...noChannel, 'channelMembershipsNotEnabled'];
const mostChannels = 100;

interface MembersGiven {
  readonly level?: string | null;
  readonly channelIds?: readonly string[] | null;
}

function chosen({ level, channelIds }: MembersGiven): Record<string, unknown> {
  if (channelIds?.length === 0 || (channelIds?.length ?? 0) > mostChannels)
    throw new InvalidInput('channelIds', `1 to ${mostChannels} channels`);
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

interface Updates {
  readonly items: readonly object[];
  readonly cursor: string | null;
}

const mode = { mode: 'updates' } as const;
const feed = listKey(members.list.key, mode);

const MemberUpdates = builder.objectRef<Updates>('MemberUpdates').implement({
  description:
    'Who became a member, or rose to a higher level, since the last look. The feed has no end: keep the cursor, and ask again.',
  fields: (t) => ({
    members: field(t, {
      type: [Member],
      nullable: false,
      description: 'Those who joined or rose; empty at the first look, which only begins the feed.',
      needs: {
        kind: 'nested',
        path: 'items',
        paths: [],
        maxItems: members.list.page!.maxSize!,
      },
      resolve: ({ items }: Updates) => items,
    }),
    cursor: field(t, {
      type: 'String',
      description: 'Give this as `after` at the next look.',
      needs: local,
      resolve: ({ cursor }: Updates) => cursor,
    }),
  }),
});

interface UpdatesAnswer {
  readonly nextPageToken?: string | null;
  readonly items?: readonly object[];
}

builder.objectFields(Viewer, (t) => ({
  members: connection(
    t,
    memberConnection,
    {
      operation: members.list,
      args: (_, given) => chosen(given),
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
  memberUpdates: field(t, {
    type: MemberUpdates,
    description:
      'Who joined since the last look: one call a look. The first, without a cursor, only begins the feed. Null with a warning where the channel has no memberships.',
    args: {
      after: t.arg.string({
        description: 'The cursor of the last look; left out, the feed begins now.',
      }),
    },
    needs: {
      kind: 'calls',
      costOf: () => ({ calls: [[members.list, 1]], loads: [], values: 1 }),
    },
    operations: [members.list],
    resolve: (
      _,
      given: { readonly after?: string | null },
      { execution }: Context,
      info: GraphQLResolveInfo,
    ) => {
      const { token } = given.after == null ? START : positionOf(given.after, feed);
      const { paths, downstream } = projectionOf(info);
      const asked = Paths.of('nextPageToken', `items.${minimumPath}`, ...paths.set);
      const args = {
        ...mode,
        maxResults: members.list.page!.maxSize,
        ...(token === '' ? {} : { pageToken: token }),
      };
      const look = async (): Promise<Updates> => {
        const answer = (await execution.page(
          members.list,
          { part: ['snippet'], ...args, fields: asked.mask },
          downstream,
        )) as UpdatesAnswer | undefined;
        const next = answer?.nextPageToken;
        return {
          items: answer?.items ?? [],
          cursor: next ? cursorOf({ ...START, token: next }, feed) : null,
        };
      };
      return nullOnReasons(
        withArgumentNames(look(), given, { pageToken: 'after' }),
        noMembers,
        execution,
        info,
      );
    },
  }),
  membershipLevels: list(
    t,
    MembershipLevel,
    { nullOnReasons: noMembers },
    "Levels of membership that the caller's channel offers, in the order in which they are shown; null with a warning where it offers none.",
  ),
}));
