/** Broadcasts. */
import type { youtube_v3 } from '@googleapis/youtube';
import { builder } from '../builder.ts';
import { connectionType } from '../field/connection-type.ts';
import { enumeration } from '../field/enumeration.ts';
import { link } from '../field/link.ts';
import { computed, fieldAt, fields, ownKey } from '../field/path-field.ts';
import { node } from '../node-interface.ts';
import { PrivacyStatus } from '../video/video-enum.ts';
import { Channel, Video } from '../video/resource.ts';
import { thumbnail, thumbnails } from '../video/thumbnail.ts';
import { BroadcastContentDetails } from './broadcast-content-detail.ts';
import { allowedTransitions, BroadcastTransition, LifeCycleStatus } from './life-cycle.ts';
import { Broadcast, Stream } from './resource.ts';

export const broadcastConnection = connectionType(Broadcast, 'broadcasts');

const RecordingStatus = enumeration('RecordingStatus', 'Whether a broadcast is being recorded.', {
  notRecording: 'Not at present.',
  recording: 'At this moment.',
  recorded: 'It was, and the recording is complete.',
});

const BroadcastPriority = enumeration(
  'BroadcastPriority',
  'How important the platform takes a broadcast to be.',
  {
    low: 'Less than others.',
    normal: 'Like most.',
    high: 'More than others.',
  },
);

const BroadcastStatistics = builder
  .objectRef<youtube_v3.Schema$LiveBroadcastStatistics>('BroadcastStatistics')
  .implement({
    description: 'Figures of a broadcast while it runs.',
    fields: (t) =>
      fields(t, {
        concurrentViewers: [
          'BigInt',
          'How many viewers it has just now; null when it is not live or its owner hides that.',
        ],
      }),
  });

const CuepointSchedule = builder
  .objectRef<youtube_v3.Schema$CuepointSchedule>('CuepointSchedule')
  .implement({
    description: 'When breaks for advertising are put in automatically.',
    fields: (t) =>
      fields(t, {
        enabled: ['Boolean', 'Whether they are put in at all.'],
        pauseAdsUntil: ['DateTime', 'No breaks before this instant.'],
      }),
  });

const BroadcastMonetization = builder
  .objectRef<youtube_v3.Schema$LiveBroadcastMonetizationDetails>('BroadcastMonetizationDetails')
  .implement({
    description: 'How a broadcast earns money.',
    fields: (t) =>
      fields(t, { cuepointSchedule: [CuepointSchedule, 'Its plan for advertising breaks.'] }),
  });

/** Adds the types and fields of this module to the schema. */
export function addBroadcast(): void {
  Broadcast.implement({
    ...node,
    description:
      'What is, was or will be shown live. It is a video as well, under the same id; only the owner of the channel can read it as a broadcast.',
    fields: (t) => ({
      broadcastId: ownKey(t, "The live service's own id: that of its video."),
      ...fields(t, 'snippet', {
        title: ['String', 'What viewers see announced, up to 100 characters.'],
        description: ['String', 'What it is about, up to 5000 characters.'],
        publishedAt: ['DateTime', 'When the broadcast was set up.'],
        scheduledStartTime: ['DateTime', 'When it is planned to begin.'],
        scheduledEndTime: ['DateTime', 'When it is planned to end; null for an open end.'],
        actualStartTime: ['DateTime', 'When it went live.'],
        actualEndTime: ['DateTime', 'When it was over.'],
        liveChatId: ['ID', 'The id of the live chat. Null if the broadcast has no chat.'],
        isDefaultBroadcast: [
          'Boolean',
          "Whether it is the channel's persistent broadcast, which needs no planning.",
        ],
      }),
      ...fields(t, 'status', {
        lifeCycleStatus: [LifeCycleStatus, 'Where it stands between planning and the archive.'],
        privacyStatus: [PrivacyStatus, 'Who may watch the broadcast.'],
        recordingStatus: [RecordingStatus, 'What becomes of the recording.'],
        liveBroadcastPriority: [
          BroadcastPriority,
          'Its rank among all broadcasts of the platform.',
        ],
        madeForKids: ['Boolean', 'Whether the broadcast counts as made for children.'],
        selfDeclaredMadeForKids: [
          'Boolean',
          'Whether its owner says that it is made for children.',
        ],
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
        'Where `transitionBroadcast` can take it from here. Testing and going live need an active stream, too.',
      ),
      thumbnails: thumbnails(t),
      thumbnail: thumbnail(t),
      contentDetails: fieldAt(
        t,
        BroadcastContentDetails,
        'contentDetails',
        'Settings of player, recording and monitor.',
      ),
      monetizationDetails: fieldAt(
        t,
        BroadcastMonetization,
        'monetizationDetails',
        'Advertising while it runs.',
      ),
      statistics: fieldAt(t, BroadcastStatistics, 'statistics', 'Viewers at this moment.'),
      channel: link(t, Channel, 'snippet.channelId', 'The channel that shows it.'),
      boundStream: link(
        t,
        Stream,
        'contentDetails.boundStreamId',
        'The stream that feeds it; null while none is bound.',
      ),
      video: link(
        t,
        Video,
        { key: (_, ref) => ref!.key, usesRef: true },
        'The same as a video; null during the first seconds after it was made.',
      ),
    }),
  });
}
