/** Fields of YouTube Data resources that no GraphQL field shows. Add a field: remove it here. */
import { type UnexposedFields } from './field-group.ts';

export const videoFields: readonly UnexposedFields[] = [
  {
    reason: 'No `part` value requests it.',
    fields: ['Video.ageGating', 'Video.monetizationDetails', 'Video.projectDetails'],
  },
  {
    reason:
      'In the discovery document alone: the page of videos, and answers, have `regionRestriction`.',
    fields: ['Video.contentDetails.countryRestriction'],
  },
  {
    reason: 'Only for the creation of a link: answers have the id of the channel.',
    fields: ['Video.brandPartner.channelHandle'],
  },
  {
    reason: 'Repeats the id.',
    fields: [
      'Caption.snippet.videoId',
      'I18nLanguage.snippet.hl',
      'I18nRegion.snippet.gl',
      'VideoRating.videoId',
      'VideoTrainability.videoId',
    ],
  },
  {
    reason: 'The operation reads a subset of the paths of `Video`, which shows them.',
    fields: ['VideoStat.id', 'VideoStat.statistics'],
  },
  {
    reason:
      'Not exactly what `Video` shows: the time of the upload, and a duration with parts of a second.',
    fields: ['VideoStat.snippet.publishTime', 'VideoStat.contentDetails.duration'],
  },
  {
    reason: 'No longer used by YouTube. An update sends it unchanged, so that it is not erased.',
    fields: ['PlaylistItem.contentDetails.startAt', 'PlaylistItem.contentDetails.endAt'],
  },
  {
    reason: 'Deprecated and always empty.',
    fields: ['Playlist.snippet.tags'],
  },
  {
    reason: 'Repeats `contentDetails.videoId`: all items are videos.',
    fields: ['PlaylistItem.snippet.resourceId'],
  },
  {
    reason:
      'Only in the former home feed, which YouTube no longer lists. `Activity.target` has the subject.',
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
    reason: 'Subscriptions are always to channels.',
    fields: [
      'Subscription.snippet.resourceId.kind',
      'Subscription.snippet.resourceId.videoId',
      'Subscription.snippet.resourceId.playlistId',
    ],
  },
  {
    reason: 'Deprecated: always zero.',
    fields: ['Video.statistics.favoriteCount'],
  },
  {
    reason: 'The feature no longer exists: the field is empty or has no effect.',
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
    reason: 'The banner in another size: sizes are chosen by a suffix to the URL that is shown.',
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
    reason: 'For page designs that no longer exist.',
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
    reason: 'YouTube rejects requests for its part.',
    fields: ['Channel.conversionPings', 'ChannelSection.localizations', 'ChannelSection.targeting'],
  },
];
