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
];
/** Resources of which not all is shown yet. */
export const pending: readonly string[] = [
  'Activity',
  'Caption',
  'Channel',
  'ChannelSection',
  'Comment',
  'CommentThread',
  'Member',
  'MembershipsLevel',
  'SearchResult',
  'Subscription',
  'Video',
  'VideoRating',
];
