/** All resources of the service, for global ids. */
import { VideoAbuseReportReason } from './abuse-report/resource.ts';
import { Caption } from './caption/resource.ts';
import { GuideCategory, VideoCategory } from './category/resource.ts';
import { ChannelSection } from './channel-section/resource.ts';
import { Channel } from './channel/resource.ts';
import { CommentThread } from './comment-thread/resource.ts';
import { Comment } from './comment/resource.ts';
import { Language, Region } from './language/resource.ts';
import { MembershipLevel } from './member/resource.ts';
import { PlaylistItem } from './playlist-item/resource.ts';
import { Playlist } from './playlist/resource.ts';
import { ChannelSubscription } from './subscription/resource.ts';
import { Video } from './video/resource.ts';

export const videoResources = [
  Video,
  Caption,
  Channel,
  ChannelSection,
  Playlist,
  PlaylistItem,
  CommentThread,
  Comment,
  GuideCategory,
  Language,
  Region,
  VideoAbuseReportReason,
  VideoCategory,
  ChannelSubscription,
  MembershipLevel,
];
