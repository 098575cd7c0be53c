/**
 * Fields of YouTube Live Streaming resources that no GraphQL field shows. Add a field: remove it
 * here.
 */
import type { UnexposedFields } from './field-group.ts';

export const liveFields: readonly UnexposedFields[] = [
  {
    reason: 'Repeats the category of `Broadcast.video`.',
    fields: ['LiveBroadcast.snippet.categoryId'],
  },
  {
    reason: 'Repeats `ChatMessage.authorChannelId`.',
    fields: ['LiveChatMessage.authorDetails.channelId'],
  },
  {
    reason: 'New in YouTube in 2026. An update sends it unchanged, so that it is not erased.',
    fields: [
      'LiveBroadcast.contentDetails.availabilityConfig',
      'LiveBroadcast.monetizationDetails.adsMonetizationStatus',
      'LiveBroadcast.monetizationDetails.eligibleForAdsMonetization',
      'LiveBroadcast.monetizationDetails.cuepointSchedule.creatorCuepointConfig',
      'LiveBroadcast.monetizationDetails.cuepointSchedule.ytOptimizedCuepointConfig',
    ],
  },
  {
    reason: 'Deprecated: broadcasts no longer have a slate.',
    fields: ['LiveBroadcast.contentDetails.startWithSlate'],
  },
  {
    reason: 'Deprecated by YouTube.',
    fields: [
      'LiveBroadcast.monetizationDetails.cuepointSchedule.repeatIntervalSecs',
      'LiveBroadcast.monetizationDetails.cuepointSchedule.scheduleStrategy',
    ],
  },

  {
    reason: 'Deprecated: replaced by `contentDetails.closedCaptionsType`.',
    fields: ['LiveBroadcast.contentDetails.enableClosedCaptions'],
  },
  {
    reason: 'Deprecated: replaced by `contentDetails.latencyPreference`.',
    fields: ['LiveBroadcast.contentDetails.enableLowLatency'],
  },
  {
    reason: 'Deprecated: replaced by `cdn.resolution` and `cdn.frameRate`.',
    fields: ['LiveStream.cdn.format'],
  },
];
