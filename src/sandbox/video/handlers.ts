/** The operations of the video service that the sandbox implements. */
import type { Handlers } from '../call/handler.ts';
import { listAbuseReportReasons, reportAbuse } from './abuse-report.ts';
import { listActivities } from './activity.ts';
import {
  checkCaptionInsert,
  checkCaptionUpdate,
  deleteCaption,
  insertCaption,
  listCaptions,
  updateCaption,
} from './caption/caption.ts';
import { downloadCaption } from './caption/download.ts';
import { listChannels } from './channel/channel.ts';
import {
  deleteChannelSection,
  insertChannelSection,
  listChannelSections,
  updateChannelSection,
} from './channel-section/channel-section.ts';
import { updateChannel } from './channel/update.ts';
import { listComments, listCommentThreads } from './comment/list.ts';
import { markAsSpam, setModerationStatus } from './comment/moderation.ts';
import { deleteComment, insertCommentThread, insertReply, updateComment } from './comment/write.ts';
import { listGuideCategories } from './category/guide-category.ts';
import {
  checkOwnChannel,
  checkThumbnailTarget,
  insertBanner,
  setThumbnail,
  setWatermark,
  unsetWatermark,
} from './image/image.ts';
import {
  checkPlaylistImageInsert,
  checkPlaylistImageUpdate,
  deletePlaylistImage,
  insertPlaylistImage,
  listPlaylistImages,
  updatePlaylistImage,
} from './image/playlist-image.ts';
import { listLanguages, listRegions } from './language.ts';
import { listMembers, listMembershipLevels } from './member.ts';
import { listPlaylists } from './playlist/playlist.ts';
import { listPlaylistItems } from './playlist-item/playlist-item.ts';
import {
  deletePlaylistItem,
  insertPlaylistItem,
  updatePlaylistItem,
} from './playlist-item/write.ts';
import { deletePlaylist, insertPlaylist, updatePlaylist } from './playlist/write.ts';
import { listSearchResults } from './search/search.ts';
import { deleteSubscription, insertSubscription, listSubscriptions } from './subscription.ts';
import { listVideos } from './video/video.ts';
import { listVideoCategories } from './category/video-category.ts';
import { deleteVideo } from './video/delete.ts';
import { batchGetStatistics } from './video/statistics.ts';
import { getTrainability } from './video/trainability.ts';
import { checkVideoInsert, insertVideo } from './video/insert.ts';
import { getRating, rateVideo } from './video/rating.ts';
import { updateVideo } from './video/update.ts';

/** Handlers by operation key, with the reasons that YouTube documents for missing fields. */
export const videoHandlers: Handlers = {
  'video:activities.list': listActivities,
  'video:captions.list': listCaptions,
  'video:captions.insert': {
    handle: insertCaption,
    precheck: checkCaptionInsert,
    mayBeEmpty: ['snippet.name'],
  },
  'video:captions.update': { handle: updateCaption, precheck: checkCaptionUpdate },
  'video:captions.delete': deleteCaption,
  'video:captions.download': downloadCaption,
  'video:channelBanners.insert': { handle: insertBanner, precheck: checkOwnChannel },
  'video:channels.list': {
    handle: listChannels,
    filterConflictReason: 'invalidCriteria',
    needsNoChannel: 'mine',
  },
  'video:channels.update': {
    handle: updateChannel,
    missingReasons: { id: 'requiredItemIdNotSet' },
  },
  'video:channelSections.list': listChannelSections,
  'video:channelSections.insert': {
    handle: insertChannelSection,
    missingReasons: { 'snippet.type': 'typeRequired' },
  },
  'video:channelSections.update': {
    handle: updateChannelSection,
    missingReasons: { id: 'idRequired', 'snippet.type': 'typeRequired' },
  },
  'video:channelSections.delete': deleteChannelSection,
  'video:commentThreads.list': listCommentThreads,
  'video:commentThreads.insert': {
    handle: insertCommentThread,
    missingReasons: {
      'snippet.topLevelComment.snippet.textOriginal': 'commentTextRequired',
      'snippet.channelId|snippet.videoId': 'channelOrVideoIdMissing',
    },
  },
  'video:comments.list': listComments,
  'video:comments.insert': {
    handle: insertReply,
    missingReasons: {
      'snippet.parentId': 'parentIdMissing',
      'snippet.textOriginal': 'commentTextRequired',
    },
  },
  'video:comments.update': {
    handle: updateComment,
    missingReasons: { 'snippet.textOriginal': 'commentTextRequired' },
  },
  'video:comments.delete': deleteComment,
  'video:comments.setModerationStatus': setModerationStatus,
  'video:comments.markAsSpam': markAsSpam,
  'video:guideCategories.list': listGuideCategories,
  'video:i18nLanguages.list': listLanguages,
  'video:i18nRegions.list': listRegions,
  'video:members.list': listMembers,
  'video:membershipsLevels.list': listMembershipLevels,
  'video:playlistImages.delete': deletePlaylistImage,
  'video:playlistImages.insert': {
    handle: insertPlaylistImage,
    precheck: checkPlaylistImageInsert,
  },
  'video:playlistImages.list': listPlaylistImages,
  'video:playlistImages.update': {
    handle: updatePlaylistImage,
    precheck: checkPlaylistImageUpdate,
  },
  'video:playlistItems.list': listPlaylistItems,
  'video:playlistItems.insert': {
    handle: insertPlaylistItem,
    missingReasons: {
      'snippet.playlistId': 'playlistIdRequired',
      'snippet.resourceId': 'resourceIdRequired',
    },
  },
  'video:playlistItems.update': {
    handle: updatePlaylistItem,
    missingReasons: {
      'snippet.playlistId': 'playlistIdRequired',
      'snippet.resourceId': 'resourceIdRequired',
    },
  },
  'video:playlistItems.delete': deletePlaylistItem,
  'video:playlists.list': listPlaylists,
  'video:playlists.insert': {
    handle: insertPlaylist,
    missingReasons: { 'snippet.title': 'playlistTitleRequired' },
  },
  'video:playlists.update': {
    handle: updatePlaylist,
    missingReasons: { 'snippet.title': 'playlistTitleRequired' },
  },
  'video:playlists.delete': deletePlaylist,
  'video:search.list': listSearchResults,
  'video:subscriptions.list': listSubscriptions,
  'video:subscriptions.insert': {
    handle: insertSubscription,
    missingReasons: { 'snippet.resourceId': 'publisherRequired' },
  },
  'video:subscriptions.delete': deleteSubscription,
  'video:videoAbuseReportReasons.list': listAbuseReportReasons,
  'video:thumbnails.set': { handle: setThumbnail, precheck: checkThumbnailTarget },
  'video:videoCategories.list': listVideoCategories,
  'video:videos.batchGetStats': batchGetStatistics,
  'video:videos.list': listVideos,
  'video:videos.insert': { handle: insertVideo, precheck: checkVideoInsert },
  'video:videos.update': {
    handle: updateVideo,
    missingReasons: { 'snippet.title': 'invalidTitle', 'snippet.categoryId': 'invalidCategoryId' },
  },
  'video:videos.delete': deleteVideo,
  'video:videoTrainability.get': getTrainability,
  'video:videos.getRating': getRating,
  'video:videos.rate': rateVideo,
  'video:videos.reportAbuse': reportAbuse,
  'video:watermarks.set': { handle: setWatermark, precheck: checkOwnChannel },
  'video:watermarks.unset': { handle: unsetWatermark, precheck: checkOwnChannel },
};
