/** The video service's handlers, by operation key. */
import type { Handlers } from '../handler.ts';
import { listActivities } from './activity.ts';
import { listReasons, reportAbuse } from './abuse-report.ts';
import { listCategories } from './category.ts';
import { listChannels } from './channel.ts';
import { deleteSection, insertSection, listSections, updateSection } from './channel-section.ts';
import { updateChannel } from './channel-update.ts';
import { listComments, listThreads } from './comment.ts';
import {
  deleteComment,
  insertReply,
  insertThread,
  markAsSpam,
  setModerationStatus,
  updateComment,
} from './comment-write.ts';
import { listGuideCategories } from './guide-category.ts';
import {
  checkCaption,
  checkNewCaption,
  deleteCaption,
  insertCaption,
  listCaptions,
  updateCaption,
} from './caption.ts';
import { downloadCaption } from './caption-download.ts';
import {
  checkOwnChannel,
  checkThumbnail,
  insertBanner,
  setThumbnail,
  setWatermark,
  unsetWatermark,
} from './image.ts';
import { listLanguages, listRegions } from './language.ts';
import { listLevels, listMembers } from './member.ts';
import { deletePlaylist, insertPlaylist, listPlaylists, updatePlaylist } from './playlist.ts';
import { listItems } from './playlist-item.ts';
import { deleteItem, insertItem, updateItem } from './playlist-item-write.ts';
import { search } from './search.ts';
import { deleteSubscription, insertSubscription, listSubscriptions } from './subscription.ts';
import { getRating, listVideos } from './video.ts';
import { checkNewVideo, insertVideo } from './video-insert.ts';
import { updateVideo } from './video-update.ts';
import { deleteVideo, rateVideo } from './video-write.ts';

export const videoHandlers: Handlers = {
  'video:activities.list': listActivities,
  'video:captions.list': listCaptions,
  'video:captions.insert': { handle: insertCaption, precheck: checkNewCaption },
  'video:captions.update': { handle: updateCaption, precheck: checkCaption },
  'video:captions.delete': deleteCaption,
  'video:captions.download': downloadCaption,
  'video:channelBanners.insert': { handle: insertBanner, precheck: checkOwnChannel },
  'video:channels.list': listChannels,
  'video:channels.update': updateChannel,
  'video:channelSections.list': listSections,
  'video:channelSections.insert': insertSection,
  'video:channelSections.update': updateSection,
  'video:channelSections.delete': deleteSection,
  'video:commentThreads.list': listThreads,
  'video:commentThreads.insert': insertThread,
  'video:comments.list': listComments,
  'video:comments.insert': insertReply,
  'video:comments.update': updateComment,
  'video:comments.delete': deleteComment,
  'video:comments.setModerationStatus': setModerationStatus,
  'video:comments.markAsSpam': markAsSpam,
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
  'video:thumbnails.set': { handle: setThumbnail, precheck: checkThumbnail },
  'video:videoCategories.list': listCategories,
  'video:videos.list': listVideos,
  'video:videos.insert': { handle: insertVideo, precheck: checkNewVideo },
  'video:videos.update': updateVideo,
  'video:videos.delete': deleteVideo,
  'video:videos.getRating': getRating,
  'video:videos.rate': rateVideo,
  'video:videos.reportAbuse': reportAbuse,
  'video:watermarks.set': { handle: setWatermark, precheck: checkOwnChannel },
  'video:watermarks.unset': { handle: unsetWatermark, precheck: checkOwnChannel },
};
