/** The YouTube Data service in the graph. */
import { addAbuseReport } from './abuse-report.ts';
import { activityWrites, addActivity } from './activity.ts';
import { addCaptionContent } from './caption-content.ts';
import { captionWrites } from './caption-write.ts';
import { addCaption } from './caption.ts';
import { addCategory } from './category.ts';
import { addChannelRestricted } from './channel-restricted.ts';
import { addChannelQuery } from './channel-query.ts';
import { channelSectionWrites } from './channel-section-write.ts';
import { addChannelSection } from './channel-section.ts';
import { channelWrites } from './channel-write.ts';
import { addChannel } from './channel.ts';
import { commentModerationWrites } from './comment-moderation.ts';
import { addCommentThread } from './comment-thread.ts';
import { commentWrites } from './comment-write.ts';
import { addComment } from './comment.ts';
import { imageWrites } from './image-write.ts';
import { addLanguage } from './language.ts';
import { addMember } from './member.ts';
import { playlistItemWrites } from './playlist-item-write.ts';
import { addPlaylistItem } from './playlist-item.ts';
import { playlistWrites } from './playlist-write.ts';
import { addPlaylist } from './playlist.ts';
import { addSearch } from './search.ts';
import { subscriptionWrites } from './subscription-write.ts';
import { addSubscription } from './subscription.ts';
import { addVideoComment } from './video-comment.ts';
import { addVideoPlayer } from './video-player.ts';
import { addVideoQuery } from './video-query.ts';
import { videoUploadWrites } from './video-upload.ts';
import { videoEntityWrites } from './video-write.ts';
import { addVideo } from './video.ts';

export { captionUpload } from './caption-write.ts';
export { videoResources } from './resource.ts';

/** Adds the service's types and queries to the schema. */
export function addVideoService(): void {
  addAbuseReport();
  addActivity();
  addCaptionContent();
  addCaption();
  addCategory();
  addChannelRestricted();
  addChannelQuery();
  addChannelSection();
  addChannel();
  addCommentThread();
  addComment();
  addLanguage();
  addMember();
  addPlaylistItem();
  addPlaylist();
  addSearch();
  addSubscription();
  addVideoComment();
  addVideoPlayer();
  addVideoQuery();
  addVideo();
}

/** All mutations of the service. */
export const videoWrites = [
  ...activityWrites,
  ...captionWrites,
  ...channelSectionWrites,
  ...channelWrites,
  ...commentModerationWrites,
  ...commentWrites,
  ...imageWrites,
  ...playlistItemWrites,
  ...playlistWrites,
  ...subscriptionWrites,
  ...videoUploadWrites,
  ...videoEntityWrites,
];
