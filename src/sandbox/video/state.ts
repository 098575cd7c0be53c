/** What the video service keeps. Resources stand as they are answered; what depends on the reader is added on the way out. */
import type { Simulation } from '../simulation.ts';

export type Privacy = 'public' | 'unlisted' | 'private';
export type Rating = 'like' | 'dislike' | 'none';
type Part = Record<string, unknown>;

export interface Texts {
  title: string;
  description: string;
}

export interface Channel {
  readonly kind: 'youtube#channel';
  readonly id: string;
  snippet: Texts & {
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
  };
  localizations?: Record<string, Texts>;
  auditDetails: Part;
  contentOwnerDetails: { contentOwner?: string; timeLinked?: string };
}

/** A shelf of a channel's home page. Its place follows from the others. */
export interface Section {
  readonly id: string;
  readonly channelId: string;
  snippet: { type: string; title?: string };
  contentDetails: { playlists?: string[]; channels?: string[] };
}

export interface Video {
  readonly kind: 'youtube#video';
  readonly id: string;
  snippet: Texts & {
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
  liveStreamingDetails?: Part;
  localizations?: Record<string, Texts>;
  fileDetails: Part;
  processingDetails: Part;
  suggestions: Part;
}

export interface Playlist {
  readonly kind: 'youtube#playlist';
  readonly id: string;
  snippet: Texts & {
    publishedAt: string;
    channelId: string;
    channelTitle: string;
    defaultLanguage?: string;
  };
  status: { privacyStatus: Privacy; podcastStatus?: string };
  localizations?: Record<string, Texts>;
}

/** An entry; what it shows of its video is read when it is answered. */
export interface PlaylistEntry {
  readonly id: string;
  readonly playlistId: string;
  readonly videoId: string;
  readonly addedAt: string;
  contentDetails: { note?: string; startAt?: string; endAt?: string };
}

export interface Comment {
  /** A reply's id starts with its thread's. */
  readonly id: string;
  readonly threadId: string;
  /** The channel that it was made on, or whose video or post. */
  readonly channelId: string;
  readonly videoId?: string;
  readonly postId?: string;
  readonly authorId: string;
  text: string;
  likes: number;
  readonly publishedAt: string;
  updatedAt: string;
  moderationStatus: 'published' | 'heldForReview' | 'likelySpam' | 'rejected';
}

export interface Subscription {
  readonly id: string;
  /** The subscriber. */
  readonly channelId: string;
  /** The channel subscribed to. */
  readonly publisherId: string;
  readonly publishedAt: string;
  /** Videos since the subscriber last looked. */
  readonly newItems: number;
}

/** Something a channel did that nothing else kept here tells of. */
export interface Deed {
  readonly id: string;
  readonly channelId: string;
  readonly publishedAt: string;
  readonly type: string;
  readonly title: string;
  readonly contentDetails: Part;
}

export interface MembershipLevel {
  readonly id: string;
  readonly title: string;
}

export interface Member {
  readonly channelId: string;
  /** Their highest level: they have all below it, too. */
  readonly levelId: string;
  readonly since: string;
  readonly months: number;
}

export interface CaptionTrack {
  readonly kind: 'youtube#caption';
  readonly id: string;
  snippet: {
    readonly videoId: string;
    lastUpdated: string;
    readonly trackKind: 'standard' | 'ASR' | 'forced';
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
  /** The file as it was uploaded, or the seed's, in SubRip's format. */
  content: string;
}

export interface VideoState {
  readonly channels: Map<string, Channel>;
  /** By channel, from top to bottom. */
  readonly sections: Map<string, Section[]>;
  readonly videos: Map<string, Video>;
  readonly playlists: Map<string, Playlist>;
  /** By playlist, in their order; uploads are not here, they follow from the videos. */
  readonly entries: Map<string, PlaylistEntry[]>;
  /** Ids of all entries that were added since the seed: no id comes twice. */
  readonly addedEntries: string[];
  /** Playlists that are no plain ones: those that the service sorts, newest entry first, and those that show each video once. */
  readonly playlistKinds: ReadonlyMap<string, 'sorted' | 'series'>;
  /** Top-level comments and replies, oldest first. */
  readonly comments: Map<string, Comment>;
  readonly captions: Map<string, CaptionTrack>;
  /** By channel: the placement as it was sent, and the image's hash. */
  readonly watermarks: Map<string, Part>;
  readonly commentsDisabled: Set<string>;
  /** By person's e-mail: the comments they like. */
  readonly commentLikes: Map<string, Set<string>>;
  /** How many comments were made since the seed: no id comes twice. */
  madeComments: number;
  /** By channel: the authors whose comments it rejects from now on. */
  readonly banned: Map<string, ReadonlySet<string>>;
  /** Channels whose account may not comment. */
  readonly ineligible: Set<string>;
  /** Oldest first. */
  readonly subscriptions: Map<string, Subscription>;
  /** Channels that keep to themselves whom they subscribed to. */
  readonly subscriptionsPrivate: Set<string>;
  readonly deeds: Deed[];
  /** By channel, the lowest first; channels without an entry have no members. */
  readonly levels: Map<string, readonly MembershipLevel[]>;
  /** By channel. Some join only when the clock has moved on. */
  readonly members: Map<string, readonly Member[]>;
  /** Where videos were recorded: latitude and longitude. */
  readonly places: Map<string, readonly [number, number]>;
  /** By person's e-mail, then by video. */
  readonly ratings: Map<string, Map<string, Rating>>;
  /** Videos that nobody can rate. */
  readonly ratingDisabled: Set<string>;
  /** Reports of abuse, in the order in which they came, with the e-mail of whoever sent them. */
  readonly reports: ({ readonly by: string } & Part)[];
}

export const videoState = (simulation: Simulation): VideoState =>
  simulation.state('video') as VideoState;
