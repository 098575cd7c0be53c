/**
 * Fields of the video service's resources that no field of the graph shows, with the reason; a path stands for all below
 * it. Whatever else `test/data/video-schema.json` knows is shown: the test beside this file holds both.
 */
export interface LeftOut {
  readonly why: string;
  /** Resource and path, `Video.snippet.title`. */
  readonly fields: readonly string[];
}
export const leftOut: readonly LeftOut[] = [
  {
    why: 'Upstream names the part in no list of parts: it cannot be asked for.',
    fields: ['Video.ageGating', 'Video.monetizationDetails', 'Video.projectDetails', 'Video.brandPartner'],
  },
  {
    why: "It repeats the title of the channel, which is linked: the channel's own title cannot be out of date.",
    fields: [
      'Activity.snippet.channelTitle',
      'SearchResult.snippet.channelTitle',
      'Video.snippet.channelTitle',
      'Playlist.snippet.channelTitle',
      'PlaylistItem.snippet.channelTitle',
      'PlaylistItem.snippet.videoOwnerChannelTitle',
    ],
  },
  {
    why: 'It repeats the id.',
    fields: ['I18nLanguage.snippet.hl', 'I18nRegion.snippet.gl', 'VideoRating.videoId'],
  },
  {
    why: 'Upstream keeps it and uses it no more; an update sends it again as it is, so that nothing is erased.',
    fields: ['PlaylistItem.contentDetails.startAt', 'PlaylistItem.contentDetails.endAt'],
  },
  {
    why: 'Deprecated, and empty.',
    fields: ['Playlist.snippet.tags'],
  },
  {
    why: 'It says once more which video it is, which the content details say, too: items show nothing but videos.',
    fields: ['PlaylistItem.snippet.resourceId'],
  },
  {
    why: 'Only the former home feed held it, which upstream refuses to list; what such an activity is about is its target.',
    fields: [
      'Activity.contentDetails.recommendation.reason',
      'Activity.contentDetails.recommendation.seedResourceId',
      'Activity.contentDetails.social.type',
      'Activity.contentDetails.social.author',
      'Activity.contentDetails.social.referenceUrl',
      'Activity.contentDetails.social.imageUrl',
      'Activity.contentDetails.promotedItem.adTag',
      'Activity.contentDetails.promotedItem.creativeViewUrl',
      'Activity.contentDetails.promotedItem.clickTrackingUrl',
      'Activity.contentDetails.promotedItem.destinationUrl',
      'Activity.contentDetails.promotedItem.ctaType',
      'Activity.contentDetails.promotedItem.descriptionText',
      'Activity.contentDetails.promotedItem.impressionUrl',
      'Activity.contentDetails.promotedItem.forecastingUrl',
      'Activity.contentDetails.promotedItem.customCtaButtonText',
    ],
  },
  {
    why: 'One subscribes to channels alone: what is subscribed to is neither a video nor a playlist.',
    fields: [
      'Subscription.snippet.resourceId.kind',
      'Subscription.snippet.resourceId.videoId',
      'Subscription.snippet.resourceId.playlistId',
    ],
  },
  {
    why: 'Deprecated: upstream says that it is always zero.',
    fields: ['Video.statistics.favoriteCount'],
  },
];
/** Resources of which not all is shown yet. */
export const pending: readonly string[] = ['Caption', 'Channel', 'ChannelSection'];
