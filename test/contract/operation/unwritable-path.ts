/**
 * Paths of the bodies of updates, as Google's clients declare them, that no update writes, with the
 * reason. A path stands for all paths below it. The clients declare one type for the answer and the
 * body, so most of these paths are what an answer shows.
 */

/** Paths that an update of one type cannot write, for one reason. */
interface UnwritablePaths {
  readonly reason: string;
  readonly paths: readonly string[];
}

const identity = {
  reason: 'Identifies the resource and its version.',
  paths: ['etag', 'id', 'kind'],
};

const fixed = (...paths: string[]): UnwritablePaths => ({
  reason: 'Set at creation only.',
  paths,
});

const shown = (...paths: string[]): UnwritablePaths => ({
  reason: 'Determined by the service.',
  paths,
});

const deprecated = (...paths: string[]): UnwritablePaths => ({
  reason: 'Deprecated; the service ignores it in an update.',
  paths,
});

const undocumented = (...paths: string[]): UnwritablePaths => ({
  reason: 'Not among the values that the reference says an update sets.',
  paths,
});

const thumbnails = shown('snippet.thumbnails');

/** By service and type. */
export const unwritablePaths: Readonly<Record<string, readonly UnwritablePaths[]>> = {
  'video:Caption': [
    identity,
    fixed('snippet.language', 'snippet.name', 'snippet.videoId'),
    shown(
      'snippet.audioTrackType',
      'snippet.failureReason',
      'snippet.isAutoSynced',
      'snippet.isCC',
      'snippet.isEasyReader',
      'snippet.isLarge',
      'snippet.lastUpdated',
      'snippet.status',
      'snippet.trackKind',
    ),
  ],
  'video:PlaylistImage': [identity, shown('snippet.height', 'snippet.width')],
  'video:ChannelSection': [
    identity,
    shown('snippet.channelId', 'snippet.localized'),
    deprecated('localizations', 'snippet.defaultLanguage', 'snippet.style', 'targeting'),
  ],
  'video:Channel': [
    identity,
    shown(
      'auditDetails',
      'contentDetails',
      'contentOwnerDetails',
      'snippet',
      'statistics',
      'status.isChannelMonetizationEnabled',
      'status.isLinked',
      'status.longUploadsStatus',
      'status.madeForKids',
      'status.privacyStatus',
      'topicDetails',
    ),
    {
      reason: 'Changed on YouTube only.',
      paths: ['brandingSettings.channel.title'],
    },
    deprecated(
      'brandingSettings.channel.defaultTab',
      'brandingSettings.channel.featuredChannelsTitle',
      'brandingSettings.channel.featuredChannelsUrls',
      'brandingSettings.channel.moderateComments',
      'brandingSettings.channel.profileColor',
      'brandingSettings.channel.showBrowseView',
      'brandingSettings.channel.showRelatedChannels',
      'brandingSettings.hints',
      'conversionPings',
    ),
    {
      reason: 'YouTube makes the sizes of a banner; the others are deprecated.',
      paths: [
        'brandingSettings.image.backgroundImageUrl',
        'brandingSettings.image.bannerImageUrl',
        'brandingSettings.image.bannerMobileExtraHdImageUrl',
        'brandingSettings.image.bannerMobileHdImageUrl',
        'brandingSettings.image.bannerMobileImageUrl',
        'brandingSettings.image.bannerMobileLowImageUrl',
        'brandingSettings.image.bannerMobileMediumHdImageUrl',
        'brandingSettings.image.bannerTabletExtraHdImageUrl',
        'brandingSettings.image.bannerTabletHdImageUrl',
        'brandingSettings.image.bannerTabletImageUrl',
        'brandingSettings.image.bannerTabletLowImageUrl',
        'brandingSettings.image.bannerTvHighImageUrl',
        'brandingSettings.image.bannerTvImageUrl',
        'brandingSettings.image.bannerTvLowImageUrl',
        'brandingSettings.image.bannerTvMediumImageUrl',
        'brandingSettings.image.largeBrandedBannerImageImapScript',
        'brandingSettings.image.largeBrandedBannerImageUrl',
        'brandingSettings.image.smallBrandedBannerImageImapScript',
        'brandingSettings.image.smallBrandedBannerImageUrl',
        'brandingSettings.image.trackingImageUrl',
        'brandingSettings.image.watchIconImageUrl',
      ],
    },
  ],
  'video:Comment': [
    identity,
    shown(
      'snippet.authorChannelId',
      'snippet.authorChannelUrl',
      'snippet.authorDisplayName',
      'snippet.authorProfileImageUrl',
      'snippet.canRate',
      'snippet.channelId',
      'snippet.likeCount',
      'snippet.moderationStatus',
      'snippet.publishedAt',
      'snippet.textDisplay',
      'snippet.updatedAt',
      'snippet.viewerRating',
    ),
    fixed('snippet.parentId', 'snippet.postId', 'snippet.videoId'),
  ],
  'video:PlaylistItem': [
    identity,
    thumbnails,
    shown(
      'contentDetails.videoId',
      'contentDetails.videoPublishedAt',
      'snippet.channelId',
      'snippet.channelTitle',
      'snippet.description',
      'snippet.publishedAt',
      'snippet.title',
      'snippet.videoOwnerChannelId',
      'snippet.videoOwnerChannelTitle',
      'status.privacyStatus',
    ),
    {
      reason: 'An item of a playlist is a video.',
      paths: ['snippet.resourceId.channelId', 'snippet.resourceId.playlistId'],
    },
  ],
  'video:Playlist': [
    identity,
    thumbnails,
    shown(
      'contentDetails.itemCount',
      'player',
      'snippet.channelId',
      'snippet.channelTitle',
      'snippet.localized',
      'snippet.publishedAt',
      'snippet.thumbnailVideoId',
    ),
    deprecated('snippet.tags'),
  ],
  'video:Video': [
    identity,
    thumbnails,
    shown(
      'ageGating',
      'contentDetails',
      'fileDetails',
      'liveStreamingDetails',
      'player',
      'processingDetails',
      'snippet.channelId',
      'snippet.channelTitle',
      'snippet.liveBroadcastContent',
      'snippet.localized',
      'snippet.publishedAt',
      'statistics',
      'status.failureReason',
      'status.madeForKids',
      'status.rejectionReason',
      'status.uploadStatus',
      'suggestions',
      'topicDetails',
    ),
    deprecated(
      'monetizationDetails',
      'projectDetails',
      'recordingDetails.location',
      'recordingDetails.locationDescription',
    ),
  ],
  'live:LiveBroadcast': [
    identity,
    thumbnails,
    shown(
      'contentDetails.boundStreamId',
      'contentDetails.boundStreamLastUpdateTimeMs',
      'contentDetails.monitorStream.embedHtml',
      'monetizationDetails.eligibleForAdsMonetization',
      'snippet.actualEndTime',
      'snippet.actualStartTime',
      'snippet.channelId',
      'snippet.isDefaultBroadcast',
      'snippet.liveChatId',
      'snippet.publishedAt',
      'statistics',
      'status.lifeCycleStatus',
      'status.liveBroadcastPriority',
      'status.madeForKids',
      'status.recordingStatus',
    ),
    deprecated(
      'contentDetails.enableClosedCaptions',
      'contentDetails.enableLowLatency',
      'contentDetails.startWithSlate',
    ),
    undocumented(
      'contentDetails.enableContentEncryption',
      'contentDetails.mesh',
      'contentDetails.stereoLayout',
    ),
  ],
  'live:LiveStream': [
    identity,
    shown(
      'cdn.ingestionInfo',
      'contentDetails.closedCaptionsIngestionUrl',
      'snippet.channelId',
      'snippet.isDefaultStream',
      'snippet.publishedAt',
      'status',
    ),
    deprecated('cdn.format'),
  ],
  // The other read-only paths of Drive and Calendar are in `test/data/read-only.json`.
  'storage:File': [fixed('createdTime', 'id', 'parents', 'shortcutDetails.targetId')],
  'storage:Permission': [fixed('domain', 'emailAddress', 'type')],
  'calendar:CalendarListEntry': [fixed('id')],
  'calendar:Event': [
    fixed('birthdayProperties.type', 'eventType', 'iCalUID', 'id'),
    shown(
      'attachments.fileId',
      'attendees.asyncOperation',
      'attendees.organizer',
      'attendees.self',
    ),
    {
      reason: 'A flag of the request, which no answer to the gateway has.',
      paths: ['attendeesOmitted'],
    },
  ],
};
