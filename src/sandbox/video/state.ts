/**
 * The stored data of the video service. An entity has the shape of its REST resource as the owner
 * reads it. Serialization adds and removes properties that depend on the caller or on other
 * entities: translations, positions, owner-only properties.
 */
import type { Simulation } from '../simulation.ts';

/** Privacy status of a video or playlist. */
export type Privacy = 'public' | 'unlisted' | 'private';

/** A person's rating of a video. */
export type RatingValue = 'like' | 'dislike' | 'none';

/** An object of which only single properties are read. */
type Part = Record<string, unknown>;

/** The texts of an entity that can be translated. */
export interface TitleAndDescription {
  title: string;
  description: string;
}

/** A channel, as `channels.list` returns it to its owner. */
export interface ChannelEntity {
  readonly kind: 'youtube#channel';
  readonly id: string;
  snippet: TitleAndDescription & {
    /** The handle, with `@`. */
    customUrl: string;
    publishedAt: string;
    country?: string;
    defaultLanguage?: string;
    thumbnails: Part;
  };
  contentDetails: { relatedPlaylists: { likes: string; uploads: string } };
  statistics: Part;
  topicDetails: Part;
  status: Part;
  brandingSettings: {
    channel: Partial<Record<string, string>> & { title: string };
    image?: { bannerExternalUrl?: string };
    /** Deprecated, and still stored. */
    watch?: { textColor?: string; backgroundColor?: string; featuredPlaylistId?: string };
  };
  localizations?: Record<string, TitleAndDescription>;
  auditDetails: Part;
  contentOwnerDetails: { contentOwner?: string; timeLinked?: string };
}

/** A section of a channel's home page. Its position is its index in the channel's array. */
export interface ChannelSectionEntity {
  readonly id: string;
  readonly channelId: string;
  snippet: { type: string; title?: string };
  contentDetails: { playlists?: string[]; channels?: string[] };
}

/** An image of a playlist. */
export interface PlaylistImageEntity {
  readonly id: string;
  readonly snippet: {
    readonly playlistId: string;
    readonly type: 'hero';
    readonly width: number;
    readonly height: number;
  };
  /** Of the file; absent for seeded images. */
  readonly sha256?: string;
}

/** A video, as `videos.list` returns it to its owner. */
export interface VideoEntity {
  readonly kind: 'youtube#video';
  readonly id: string;
  snippet: TitleAndDescription & {
    publishedAt: string;
    channelId: string;
    channelTitle: string;
    thumbnails: Part;
    tags?: string[];
    categoryId: string;
    liveBroadcastContent: 'none' | 'upcoming' | 'live';
    defaultLanguage?: string;
    defaultAudioLanguage?: string;
  };
  contentDetails: Part;
  status: Part & { privacyStatus: Privacy; publishAt?: string };
  statistics: Part & { viewCount: string };
  topicDetails: Part;
  recordingDetails: { recordingDate?: string };
  paidProductPlacementDetails: { hasPaidProductPlacement: boolean };
  /** Since 7 July 2026: revision history of the YouTube Data API. */
  brandPartner?: { channelId: string };
  liveStreamingDetails?: Part;
  localizations?: Record<string, TitleAndDescription>;
  fileDetails: Part;
  processingDetails: Part;
  suggestions: Part;
}

/** A playlist. Thumbnails and item count are computed from its items. */
export interface PlaylistEntity {
  readonly kind: 'youtube#playlist';
  readonly id: string;
  snippet: TitleAndDescription & {
    publishedAt: string;
    channelId: string;
    channelTitle: string;
    defaultLanguage?: string;
  };
  status: { privacyStatus: Privacy; podcastStatus?: string };
  localizations?: Record<string, TitleAndDescription>;
}

/** A playlist item. Its texts are those of its video at the time of the request. */
export interface PlaylistItemEntity {
  readonly id: string;
  readonly playlistId: string;
  readonly videoId: string;
  readonly addedAt: string;
  contentDetails: { note?: string; startAt?: string; endAt?: string };
}

/** A top-level comment or a reply. */
export interface CommentEntity {
  /** A reply's id starts with its thread's id. */
  readonly id: string;
  /** Id of the thread and of its top-level comment. */
  readonly threadId: string;
  /** The channel commented on, or the channel of the video or post commented on. */
  readonly channelId: string;
  readonly videoId?: string;
  readonly postId?: string;
  readonly authorId: string;
  text: string;
  /** A picture, since 30 September 2026: revision history of the YouTube Data API. */
  readonly imageUrl?: string;
  likes: number;
  readonly publishedAt: string;
  updatedAt: string;
  moderationStatus: 'published' | 'heldForReview' | 'likelySpam' | 'rejected';
}

/** A subscription of one channel to another. */
export interface SubscriptionEntity {
  readonly id: string;
  /** The subscriber. */
  readonly channelId: string;
  /** The channel subscribed to. */
  readonly publisherId: string;
  readonly publishedAt: string;
  /** Number of videos published since the subscriber's last visit. */
  readonly newItems: number;
}

/** An activity of a channel that cannot be computed from other entities. */
export interface ActivityEntity {
  readonly id: string;
  readonly channelId: string;
  readonly publishedAt: string;
  readonly type: string;
  readonly title: string;
  readonly contentDetails: Part;
}

/** A membership level that a channel offers. */
export interface MembershipLevelEntity {
  readonly id: string;
  readonly title: string;
}

/** A paying member of a channel. */
export interface MemberEntity {
  readonly channelId: string;
  /** The member's highest level; lower levels are included. */
  readonly levelId: string;
  readonly memberSince: string;
  readonly totalMonths: number;
}

/** A caption track with its file. */
export interface CaptionTrackEntity {
  readonly kind: 'youtube#caption';
  readonly id: string;
  snippet: {
    readonly videoId: string;
    lastUpdated: string;
    readonly trackKind: 'standard' | 'asr' | 'forced';
    readonly language: string;
    readonly name: string;
    readonly audioTrackType: 'unknown' | 'primary' | 'commentary' | 'descriptive';
    readonly isCC: boolean;
    readonly isLarge: boolean;
    readonly isEasyReader: boolean;
    isDraft: boolean;
    readonly isAutoSynced: boolean;
    status: 'serving' | 'syncing' | 'failed';
    failureReason?: 'unknownFormat' | 'unsupportedFormat' | 'processingFailed';
  };
  /** The uploaded file; seeded tracks have the SubRip format. */
  content: string;
}

/** A report of abuse: the request body and the e-mail address of the reporter. */
type AbuseReportEntity = { readonly by: string } & Part;

/** The last `watermarks.set` of a channel: the request body and the image's SHA-256. */
type WatermarkEntity = Part;

/** All stored data of the video service. Maps without another note are keyed by the entity's id. */
export interface VideoState {
  readonly channels: Map<string, ChannelEntity>;
  /** Sections by channel, from top to bottom. */
  readonly channelSections: Map<string, ChannelSectionEntity[]>;
  readonly videos: Map<string, VideoEntity>;
  readonly playlists: Map<string, PlaylistEntity>;
  /** Items by playlist, in their order. Uploads and likes playlists are computed instead. */
  readonly playlistItems: Map<string, PlaylistItemEntity[]>;
  /** Number of playlist items inserted since the seed; makes new ids unique. */
  insertedPlaylistItems: number;
  /** Playlists with rules: `sorted` (newest item first) and `series` (each video once). */
  readonly playlistKinds: ReadonlyMap<string, 'sorted' | 'series'>;
  /** Top-level comments and replies, oldest first. */
  readonly comments: Map<string, CommentEntity>;
  readonly captions: Map<string, CaptionTrackEntity>;
  readonly playlistImages: Map<string, PlaylistImageEntity>;
  /** Watermarks by channel. */
  readonly watermarks: Map<string, WatermarkEntity>;
  /** Ids of videos whose comments are disabled. */
  readonly commentsDisabled: Set<string>;
  /** Ids of the comments that a person likes, by e-mail address. */
  readonly commentLikes: Map<string, Set<string>>;
  /** Number of comments inserted since the seed; makes new ids unique. */
  insertedComments: number;
  /** Authors whose future comments are rejected, by channel. */
  readonly bannedAuthors: Map<string, ReadonlySet<string>>;
  /** Channels whose account may not comment. */
  readonly ineligibleChannels: Set<string>;
  /** Subscriptions, oldest first. */
  readonly subscriptions: Map<string, SubscriptionEntity>;
  /** Channels that do not show which channels they subscribe to. */
  readonly privateSubscribers: Set<string>;
  readonly activities: ActivityEntity[];
  /** Levels by channel, lowest first; channels without an entry have no memberships. */
  readonly membershipLevels: Map<string, readonly MembershipLevelEntity[]>;
  /** Members by channel. A member whose `memberSince` is in the future has not joined yet. */
  readonly members: Map<string, readonly MemberEntity[]>;
  /** Latitude and longitude of the place of recording, by video. */
  readonly recordingLocations: Map<string, readonly [number, number]>;
  /** Ratings by the person's e-mail address, then by video. */
  readonly ratings: Map<string, Map<string, RatingValue>>;
  /** Ids of videos that cannot be rated. */
  readonly ratingDisabled: Set<string>;
  /** Reports of abuse, oldest first. */
  readonly abuseReports: AbuseReportEntity[];
  /** Whether `videos.batchGetStats` leaves out the first of the videos that it can read. */
  leavesOutStatistics: boolean;
}

/** Returns the data of the video service. */
export const videoState = (simulation: Simulation): VideoState =>
  simulation.state('video') as VideoState;
