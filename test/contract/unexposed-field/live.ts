/** Fields of YouTube Live Streaming resources that no GraphQL field shows. Add a field: remove it here. */
import { notYet, type UnexposedFields } from './field-group.ts';

export const liveFields: readonly UnexposedFields[] = [
  {
    reason: notYet,
    fields: [
      'LiveBroadcast.snippet.liveChatId',
      'LiveBroadcast.snippet.categoryId',
      'LiveBroadcast.contentDetails.startWithSlate',
      'LiveBroadcast.contentDetails.availabilityConfig',
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
