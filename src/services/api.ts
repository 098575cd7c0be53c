/** The API that the gateway serves, as the engine has to know it. */
import {
  type AccountProof,
  createApi,
  type Normalization,
  type ServiceSpec,
} from '../engine/api/api.ts';
import { catalogue, type DescribedReason } from './catalogue.ts';
import { reasonsOf } from './shared/error-reason.ts';
import { entityReasons } from './shared/reasons.ts';
import { deletedLists, expectedOf, reasonMessage, restoreHints } from './reason-message.ts';
import normalizations from './normalization.json' with { type: 'json' };
import * as calendarEnums from './calendar/enums.ts';
import * as youtubeEnums from './shared/youtube/enums.ts';
import * as storageEnums from './storage/enums.ts';
import { schemasOf, signatures } from './rest-schema.ts';
import { partialScopes, scopePrefix } from './shared/scope.ts';
import { broadcastCodes } from './live/broadcast/error-code.ts';
import { tokenHeaders } from './shared/token-header.ts';
import { KnownResourceKeys } from './storage/resource-key-header.ts';

const mine = ['mine', true] as const;

const ownChannel: AccountProof = {
  kind: 'channel',
  argument: mine,
  path: 'items.snippet.channelId',
};

const primaryCalendar: AccountProof = {
  kind: 'address',
  argument: ['calendarId', 'primary'],
  path: 'id',
};

/**
 * How answers prove whose access token it is. YouTube names the channel of the caller, Google
 * Calendar the address of the caller's primary calendar. No answer proves that a channel and an
 * address belong together, so each service has an account of its own. By the key of the operation.
 */
const accountProofs: ReadonlyMap<string, AccountProof> = new Map([
  ['video:channels.list', { kind: 'channel', argument: mine, path: 'items.id' }],
  ['video:playlists.list', ownChannel],
  ['video:channelSections.list', ownChannel],
  ['live:liveBroadcasts.list', ownChannel],
  ['live:liveStreams.list', ownChannel],
  ['calendar:calendars.get', primaryCalendar],
  ['calendar:calendarList.get', primaryCalendar],
]);

/** The names of the services: `video` and `live` are the two APIs of YouTube. */
export const services = ['video', 'live', 'storage', 'calendar'] as const;

declare module '../engine/api/register.ts' {
  interface Register {
    readonly service: (typeof services)[number];
    /** Searches, video uploads and statistics have buckets beside the daily units of YouTube. */
    readonly bucket:
      | 'VIDEO'
      | 'SEARCH'
      | 'VIDEO_UPLOAD'
      | 'VIDEO_STATISTICS'
      | 'CALENDAR'
      | 'STORAGE';
    /** Live calls go to the address of the video service. */
    readonly address: 'video' | 'storage' | 'calendar';
    readonly reason: DescribedReason;
    readonly code: keyof typeof broadcastCodes;
    readonly headers: KnownResourceKeys;
  }
}

/** What the two APIs of YouTube share. */
const youtube = {
  address: 'video',
  tokenHeader: tokenHeaders.youtube,
  schemas: schemasOf('video'),
  enums: youtubeEnums,
} as const satisfies Partial<ServiceSpec>;

export const googleApis = createApi({
  services: {
    video: {
      ...youtube,
      product: 'YouTube',
      title: 'YouTube Data',
      description: 'The YouTube Data API. Takes the access token of YouTube.',
      reasons: reasonsOf('video'),
    },
    live: {
      ...youtube,
      product: 'YouTube Live',
      ids: 'YouTube',
      title: 'YouTube Live Streaming',
      description: 'The YouTube Live Streaming API. Takes the access token of YouTube.',
      reasons: reasonsOf('live'),
    },
    storage: {
      product: 'Google Drive',
      title: 'Google Drive',
      description: 'The Google Drive API.',
      address: 'storage',
      tokenHeader: tokenHeaders.drive,
      schemas: schemasOf('storage'),
      enums: storageEnums,
      reasons: reasonsOf('storage'),
      wellKnownIds: { root: 'My Drive' },
    },
    calendar: {
      product: 'Google Calendar',
      title: 'Google Calendar',
      description: 'The Google Calendar API.',
      address: 'calendar',
      tokenHeader: tokenHeaders.calendar,
      schemas: schemasOf('calendar'),
      enums: calendarEnums,
      reasons: reasonsOf('calendar'),
      wellKnownIds: { primary: 'primary calendar' },
    },
  },
  buckets: {
    VIDEO: {
      service: 'video',
      account: 'channel',
      description:
        'Quota of the YouTube Data API and the YouTube Live Streaming API, without what has a bucket of its own.',
    },
    SEARCH: { service: 'video', account: 'channel', description: 'Quota of YouTube searches.' },
    VIDEO_UPLOAD: {
      service: 'video',
      account: 'channel',
      description: 'Quota of uploads of new videos to YouTube.',
    },
    VIDEO_STATISTICS: {
      service: 'video',
      account: 'channel',
      description:
        'Quota of reads of nothing but statistics of YouTube videos. Unused unless the gateway is set to make such reads by `videos.batchGetStats`.',
    },
    CALENDAR: {
      service: 'calendar',
      account: 'address',
      window: 'minute',
      description: 'Quota of Google Calendar: 1 unit for each REST call.',
    },
    STORAGE: { service: 'storage', window: 'minute', description: 'Quota of Google Drive.' },
  },
  normalizations: normalizations as readonly Normalization[],
  operations: catalogue,
  calls: {
    // It makes answers smaller.
    query: 'prettyPrint=false',
    apiKeyHeader: 'x-goog-api-key',
    userAgent: 'studiograph',
  },
  // A content owner of YouTube, and one of its channels. Captions have an older name for the owner.
  delegation: {
    account: ['onBehalfOf', 'onBehalfOfContentOwner'],
    part: 'onBehalfOfContentOwnerChannel',
  },
  quotaDay: { timeZone: 'America/Los_Angeles', name: 'Pacific Time' },
  signatures,
  scopes: {
    prefix: scopePrefix,
    partial: partialScopes,
    delegated: new Set(['youtubepartner', 'youtubepartner-channel-audit']),
    withoutContent: new Set(['drive.metadata', 'drive.metadata.readonly']),
  },
  messages: {
    reasonMessage,
    expectedOf,
    deletedLists,
    restoreHints,
    entityReasons,
    urlHint: 'use resource(url:) for URLs',
  },
  codes: broadcastCodes,
  accountProofs,
  knownHeaders: () => new KnownResourceKeys(),
});
