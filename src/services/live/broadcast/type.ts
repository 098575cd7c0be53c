/** Broadcasts: those of a viewer, and one by its id. */
import type { youtube_v3 } from '@googleapis/youtube';
import { connectionType } from '../../../engine/schema/list/connection-type.ts';
import { computed, fields, valueType, ownKey } from '../../../engine/schema/field/path-field.ts';
import { node } from '../../../engine/schema/type/node-interface.ts';
import { thumbnail, thumbnails } from '../../shared/youtube/thumbnail.ts';
import { BroadcastContentDetails } from './content-detail.ts';
import { allowedTransitions, BroadcastTransition, LifeCycleStatus } from './life-cycle.ts';
import { Broadcast, LiveChat, Stream } from '../resources.ts';
import { BroadcastMonetization } from './monetization.ts';
import { builder } from '../../../engine/schema/builder.ts';
import { lookup } from '../../../engine/schema/field/lookup.ts';
import { required } from '../../../engine/schema/field/input-row.ts';
import { connection } from '../../../engine/schema/list/connection.ts';
import { Viewer } from '../../shared/viewer.ts';
import { noChannel } from '../../shared/youtube/no-channel.ts';
import { liveBroadcasts } from '../operations.ts';
import { BroadcastStatusFilter, BroadcastTypeFilter } from '../../shared/youtube/enums.ts';

export const broadcastConnection = connectionType(Broadcast, 'broadcasts');

const BroadcastStatistics = valueType<youtube_v3.Schema$LiveBroadcastStatistics>(
  'BroadcastStatistics',
  'LiveBroadcastStatistics',
).rows('Statistics of a broadcast that is live.', {
  concurrentViewerCount: [
    'The number of current viewers. Null if the broadcast is not live or the channel owner hides the number.',
    { rest: 'concurrentViewers' },
  ],
});

export function addBroadcast(): void {
  Broadcast.implement({
    ...node,
    description:
      'A live broadcast on YouTube: upcoming, live or ended. Channel owner only. Other callers can read the broadcast as a `Video`.',
    fields: (t) => ({
      broadcastId: ownKey(
        t,
        'The YouTube id of the broadcast, equal to the `videoId` of its video.',
      ),
      ...fields(t, 'snippet', {
        title: 'The title. At most 100 characters.',
        description: 'The description. At most 5,000 bytes.',
        publishedAt: 'The time when the broadcast was created.',
        liveChatId: 'The id of the live chat. Null if the broadcast has no chat.',
        categoryId: 'The YouTube id of the category of the video.',
        isDefaultBroadcast:
          'Whether the broadcast is the persistent broadcast of the channel, which is always available and needs no schedule.',
        channelId: 'The YouTube id of the channel that owns the broadcast.',
        scheduledStartAt: ['The planned start.', { rest: 'scheduledStartTime' }],
        scheduledEndAt: [
          'The planned end. Null if no end is planned.',
          { rest: 'scheduledEndTime' },
        ],
        actualStartAt: [
          'The time when the broadcast went live. Null if the broadcast has not started.',
          { rest: 'actualStartTime' },
        ],
        actualEndAt: [
          'The time when the broadcast ended. Null if the broadcast has not ended.',
          { rest: 'actualEndTime' },
        ],
        liveChat: [
          LiveChat,
          'The live chat of the broadcast. Null if the broadcast has no chat.',
          { id: 'liveChatId' },
        ],
      }),
      ...fields(t, 'status', {
        lifeCycleStatus: [
          LifeCycleStatus,
          'The current status of the broadcast, from creation to its end.',
        ],
        privacyStatus: 'Who can watch the broadcast.',
        recordingStatus: 'The state of the recording.',
        liveBroadcastPriority: 'The priority that YouTube assigns to the broadcast.',
        madeForKids: 'Whether the broadcast is classified as made for kids.',
        selfDeclaredMadeForKids:
          'Whether the channel owner declares the broadcast as made for kids.',
      }),
      allowedTransitions: computed(
        t,
        [BroadcastTransition],
        {
          paths: ['status.lifeCycleStatus', 'contentDetails.monitorStream.enableMonitorStream'],
          compute: ({ status, contentDetails }) =>
            status?.lifeCycleStatus
              ? allowedTransitions(
                  status.lifeCycleStatus,
                  contentDetails?.monitorStream?.enableMonitorStream === true,
                )
              : null,
        },
        'The statuses that `transitionBroadcast` accepts now. `TESTING` and `LIVE` also require a bound stream that receives data. Empty if the current status is transient or final.',
      ),
      thumbnails: thumbnails(t),
      thumbnail: thumbnail(t),
      ...fields(t, {
        contentDetails: [
          BroadcastContentDetails,
          'The settings of the player, the recording and the monitor stream.',
        ],
        monetizationDetails: [
          BroadcastMonetization,
          'Whether the broadcast shows ads, and the settings of its ad breaks.',
        ],
        statistics: [
          BroadcastStatistics,
          'Statistics of the running broadcast, such as the number of current viewers.',
        ],
        boundStreamId: [
          'The YouTube id of the bound stream. Null if no stream is bound.',
          { path: 'contentDetails.boundStreamId' },
        ],
        boundStream: [
          Stream,
          'The stream that provides the video of the broadcast. Null if no stream is bound.',
          { id: 'contentDetails.boundStreamId' },
        ],
      }),
    }),
  });

  builder.queryFields((t) => ({
    broadcast: lookup(
      t,
      Broadcast,
      'The global id, or the YouTube id of the broadcast, which equals the video id.',
      "A broadcast of the caller's channel. Broadcasts of other channels are available as `video` only. Error `NOT_FOUND` if there is no such broadcast or the caller may not see it.",
    ),
  }));

  builder.objectFields(Viewer, (t) => ({
    broadcasts: connection(
      t,
      broadcastConnection,
      {
        operation: liveBroadcasts.list,
        // Always sent: the default of the REST API excludes persistent broadcasts.
        args: (_, { status, type }) => ({
          ...(status === 'all' ? { mine: true } : { broadcastStatus: status }),
          broadcastType: type,
        }),
        argumentNames: { broadcastStatus: 'status', broadcastType: 'type' },
        nullOnReasons: noChannel,
        arguments: {
          status: [
            required(BroadcastStatusFilter),
            'Return only broadcasts with this progress.',
            { default: 'all' },
          ],
          type: [
            required(BroadcastTypeFilter),
            'Return only broadcasts of this kind.',
            { default: 'all' },
          ],
        },
      },
      "Broadcasts of the caller's channel, including ended broadcasts. The order is undefined: to find the next ones, read `status: UPCOMING` with `first: 50`, which costs as much as one item, and compare `scheduledStartAt`. A document can have the field twice, for two statuses. Null with a warning if the caller has no channel.",
    ),
  }));
}
