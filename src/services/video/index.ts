/** The YouTube Data service in the graph. */
import { addAbuseReport } from './abuse-report/type.ts';
import { addActivity } from './activity/type.ts';
import { activityWrites } from './activity/write.ts';
import { addCaptionContent } from './caption/content.ts';
import { captionUpload, captionWrites } from './caption/write.ts';
import { addCaption } from './caption/type.ts';
import { addCategory } from './category/type.ts';
import { addChannelList } from './channel/list.ts';
import { channelSectionWrites } from './channel-section/write.ts';
import { addChannelSection } from './channel-section/type.ts';
import { channelWrites } from './channel/write.ts';
import { addChannel } from './channel/type.ts';
import { commentModerationWrites } from './comment/write/moderation.ts';
import { addCommentThread } from './comment-thread/type.ts';
import { commentWrites } from './comment/write/write.ts';
import { addComment } from './comment/type.ts';
import { imageWrites, thumbnailUpload } from './image/write.ts';
import { addLanguage } from './language/type.ts';
import { addMember } from './member/type.ts';
import { addPlaylistImage } from './playlist-image/type.ts';
import { playlistImageUpload, playlistImageWrites } from './playlist-image/write.ts';
import { playlistItemWrites } from './playlist-item/write.ts';
import { addPlaylistItem } from './playlist-item/type.ts';
import { playlistWrites } from './playlist/write.ts';
import { addPlaylist } from './playlist/type.ts';
import { addSearch } from './search/type.ts';
import { subscriptionWrites } from './subscription/write.ts';
import { addSubscription } from './subscription/type.ts';
import { addVideoList } from './video/list.ts';
import { videoEntityWrites } from './video/write/write.ts';
import { addVideo } from './video/type.ts';

export { videoResources } from './resources.ts';

export function addVideoService(): void {
  addAbuseReport();
  addActivity();
  addCaptionContent();
  addCaption();
  addCategory();
  addChannelList();
  addChannelSection();
  addChannel();
  addCommentThread();
  addComment();
  addLanguage();
  addMember();
  addPlaylistImage();
  addPlaylistItem();
  addPlaylist();
  addSearch();
  addSubscription();
  addVideoList();
  addVideo();
}

/** Uploads as kinds of `createUploadSession`. */
export const videoUploads = {
  caption: captionUpload,
  playlistImage: playlistImageUpload,
  videoThumbnail: thumbnailUpload,
};

export const videoWrites = [
  ...activityWrites,
  ...captionWrites,
  ...channelSectionWrites,
  ...channelWrites,
  ...commentModerationWrites,
  ...commentWrites,
  ...imageWrites,
  ...playlistImageWrites,
  ...playlistItemWrites,
  ...playlistWrites,
  ...subscriptionWrites,
  ...videoEntityWrites,
];
