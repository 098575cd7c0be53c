/** The video service's handlers, by operation key. */
import type { Handlers } from '../handler.ts';
import { listActivities } from './activity.ts';
import { listReasons, reportAbuse } from './abuse-report.ts';
import { listCategories } from './category.ts';
import { listChannels } from './channel.ts';
import { listComments, listThreads } from './comment.ts';
import { listGuideCategories } from './guide-category.ts';
import { listLanguages, listRegions } from './language.ts';
import { listLevels, listMembers } from './member.ts';
import { deletePlaylist, insertPlaylist, listPlaylists, updatePlaylist } from './playlist.ts';
import { listItems } from './playlist-item.ts';
import { deleteItem, insertItem, updateItem } from './playlist-item-write.ts';
import { search } from './search.ts';
import { deleteSubscription, insertSubscription, listSubscriptions } from './subscription.ts';
import { getRating, listVideos } from './video.ts';
import { updateVideo } from './video-update.ts';
import { deleteVideo, rateVideo } from './video-write.ts';

export const videoHandlers: Handlers = {
  'video:activities.list': listActivities,
  'video:channels.list': listChannels,
  'video:commentThreads.list': listThreads,
  'video:comments.list': listComments,
  'video:guideCategories.list': listGuideCategories,
  'video:i18nLanguages.list': listLanguages,
  'video:i18nRegions.list': listRegions,
  'video:members.list': listMembers,
  'video:membershipsLevels.list': listLevels,
  'video:playlistItems.list': listItems,
  'video:playlistItems.insert': insertItem,
  'video:playlistItems.update': updateItem,
  'video:playlistItems.delete': deleteItem,
  'video:playlists.list': listPlaylists,
  'video:playlists.insert': insertPlaylist,
  'video:playlists.update': updatePlaylist,
  'video:playlists.delete': deletePlaylist,
  'video:search.list': search,
  'video:subscriptions.list': listSubscriptions,
  'video:subscriptions.insert': insertSubscription,
  'video:subscriptions.delete': deleteSubscription,
  'video:videoAbuseReportReasons.list': listReasons,
  'video:videoCategories.list': listCategories,
  'video:videos.list': listVideos,
  'video:videos.update': updateVideo,
  'video:videos.delete': deleteVideo,
  'video:videos.getRating': getRating,
  'video:videos.rate': rateVideo,
  'video:videos.reportAbuse': reportAbuse,
};
