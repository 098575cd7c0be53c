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
    fields: [
      'Video.ageGating',
      'Video.monetizationDetails',
      'Video.projectDetails',
      'Video.brandPartner',
    ],
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
    fields: [
      'Caption.snippet.videoId',
      'I18nLanguage.snippet.hl',
      'I18nRegion.snippet.gl',
      'VideoRating.videoId',
    ],
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
  {
    why: 'Upstream has given up what it stood for: it holds nothing, or nothing that anybody sees.',
    fields: [
      'Channel.contentDetails.relatedPlaylists.favorites',
      'Channel.contentDetails.relatedPlaylists.watchHistory',
      'Channel.contentDetails.relatedPlaylists.watchLater',
      'Channel.topicDetails.topicIds',
      'Channel.brandingSettings.channel.defaultTab',
      'Channel.brandingSettings.channel.moderateComments',
      'Channel.brandingSettings.channel.showRelatedChannels',
      'Channel.brandingSettings.channel.showBrowseView',
      'Channel.brandingSettings.channel.featuredChannelsTitle',
      'Channel.brandingSettings.channel.featuredChannelsUrls',
      'Channel.brandingSettings.channel.profileColor',
      'Channel.brandingSettings.watch',
      'Channel.brandingSettings.hints',
      'ChannelSection.snippet.style',
      'ChannelSection.snippet.defaultLanguage',
      'ChannelSection.snippet.localized',
    ],
  },
  {
    why: 'It is the banner in a size of its own: sizes are made by adding to the address of the one that is shown.',
    fields: [
      'Channel.brandingSettings.image.bannerImageUrl',
      'Channel.brandingSettings.image.bannerMobileImageUrl',
      'Channel.brandingSettings.image.bannerTabletLowImageUrl',
      'Channel.brandingSettings.image.bannerTabletImageUrl',
      'Channel.brandingSettings.image.bannerTabletHdImageUrl',
      'Channel.brandingSettings.image.bannerTabletExtraHdImageUrl',
      'Channel.brandingSettings.image.bannerMobileLowImageUrl',
      'Channel.brandingSettings.image.bannerMobileMediumHdImageUrl',
      'Channel.brandingSettings.image.bannerMobileHdImageUrl',
      'Channel.brandingSettings.image.bannerMobileExtraHdImageUrl',
      'Channel.brandingSettings.image.bannerTvImageUrl',
      'Channel.brandingSettings.image.bannerTvLowImageUrl',
      'Channel.brandingSettings.image.bannerTvMediumImageUrl',
      'Channel.brandingSettings.image.bannerTvHighImageUrl',
    ],
  },
  {
    why: 'It decorated pages that the platform no longer has.',
    fields: [
      'Channel.brandingSettings.image.backgroundImageUrl',
      'Channel.brandingSettings.image.largeBrandedBannerImageImapScript',
      'Channel.brandingSettings.image.largeBrandedBannerImageUrl',
      'Channel.brandingSettings.image.smallBrandedBannerImageImapScript',
      'Channel.brandingSettings.image.smallBrandedBannerImageUrl',
      'Channel.brandingSettings.image.watchIconImageUrl',
      'Channel.brandingSettings.image.trackingImageUrl',
    ],
  },
  {
    why: 'Its part is gone: upstream refuses whoever names it.',
    fields: [
      'Channel.conversionPings',
      'Channel.invideoPromotion',
      'ChannelSection.localizations',
      'ChannelSection.targeting',
    ],
  },
];

/** Resources of which not all is shown yet. */
export const pending: readonly string[] = [];
