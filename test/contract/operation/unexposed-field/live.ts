/**
 * Fields of YouTube Live Streaming resources that no GraphQL field shows. Add a field: remove it
 * here.
 */
import type { UnexposedFields } from './field-group.ts';

export const liveFields: readonly UnexposedFields[] = [
  {
    reason: 'Repeats `ChatMessage.authorChannelId`.',
    fields: ['LiveChatMessage.authorDetails.channelId'],
  },
  {
    reason: 'Of messages that YouTube has never sent: revision history, 23 June 2026.',
    fields: [
      'LiveChatMessage.snippet.messageDeletedDetails.deletedMessageId',
      'LiveChatMessage.snippet.messageRetractedDetails.retractedMessageId',
    ],
  },
  {
    reason: 'Deprecated: broadcasts no longer have a slate.',
    fields: ['LiveBroadcast.contentDetails.startWithSlate'],
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
