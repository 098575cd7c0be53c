/** Fields of YouTube Live Streaming resources that the graph does not show. */
import type { ServiceFields } from './service-fields.ts';

export const liveFields: ServiceFields = {
  types: { LiveBroadcast: 'Broadcast', LiveStream: 'Stream' },
  resourcesNotExposedYet: {
    LiveChatMessage: 'live:liveChatMessages.list',
    LiveChatModerator: 'live:liveChatModerators.list',
    LiveChatBan: 'live:liveChatBans.insert',
    SuperChatEvent: 'live:superChatEvents.list',
    FanFundingEvent: 'live:fanFundingEvents.list',
    Sponsor: 'live:sponsors.list',
    Cuepoint: 'live:liveBroadcasts.cuepoint',
    LiveCuepoint: 'live:liveCuepoints.insert',
  },
  fieldsNotExposedYet: [
    'LiveBroadcast.snippet.liveChatId',
    'LiveBroadcast.snippet.categoryId',
    'LiveBroadcast.contentDetails.startWithSlate',
    'LiveBroadcast.contentDetails.availabilityConfig',
    'LiveBroadcast.monetizationDetails.cuepointSchedule.repeatIntervalSecs',
    'LiveBroadcast.monetizationDetails.cuepointSchedule.scheduleStrategy',
  ],
  omitted: [
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
  ],
};
