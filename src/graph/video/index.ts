/** The YouTube Data service in the graph. */
import './abuse-report.ts';
import './caption.ts';
import './caption-content.ts';
import './category.ts';
import './channel.ts';
import './channel-again.ts';
import './channel-query.ts';
import './channel-section.ts';
import './channel-video.ts';
import './comment.ts';
import './comment-thread.ts';
import './language.ts';
import './member.ts';
import './playlist.ts';
import './playlist-item.ts';
import './playlist-query.ts';
import './search.ts';
import './subscription.ts';
import './video.ts';
import './video-player.ts';
import './video-query.ts';
import { activityWrites } from './activity.ts';
import { captionWrites } from './caption-write.ts';
import { channelSectionWrites } from './channel-section-write.ts';
import { channelWrites } from './channel-write.ts';
import { commentModerationWrites } from './comment-moderation.ts';
import { commentWrites } from './comment-write.ts';
import { imageWrites } from './image-write.ts';
import { playlistItemWrites } from './playlist-item-write.ts';
import { playlistWrites } from './playlist-write.ts';
import { subscriptionWrites } from './subscription-write.ts';
import { videoUploadWrites } from './video-upload.ts';
import { videoWrites } from './video-write.ts';

export { captionUpload } from './caption-upload.ts';
export { videoUpload } from './video-upload.ts';

/** All mutations of the service. */
export const youtubeWrites = [
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
  ...videoWrites,
];
