/**
 * The ids of everything in the seeded studio that somebody refers to by name: seeds, tests and examples alike.
 * They have the length and alphabet of real ones and are the same on every run.
 */
import { stableId, stableBase32Id } from '../random.ts';

const table = <const N extends string>(
  make: (name: N) => string,
  ...names: readonly N[]
): Readonly<Record<N, string>> =>
  Object.fromEntries(names.map((name) => [name, make(name)])) as Record<N, string>;

/** A video's id from its name in the seed; 11 characters. A broadcast has the id of its video. */
export const videoId = (name: string): string => stableId(`video ${name}`, 11);
export const channelId = (name: string): string => `UC${stableId(`channel ${name}`, 22)}`;

/** The playlist that holds all uploads of a channel. */
export const uploadsOf = (channel: string): string => `UU${channel.slice(2)}`;

/** The playlist of what a channel likes, for its owner alone. */
export const likesOf = (channel: string): string => `LL${channel.slice(2)}`;
export const playlistId = (name: string): string => `PL${stableId(`playlist ${name}`, 32)}`;

/** A channel of somebody who watches, and publishes nothing. */
export const fanId = (number: number): string => channelId(`fan ${number}`);

/** Who subscribed to whom makes the id. */
export const subscriptionId = (subscriber: string, publisher: string): string =>
  stableId(`subscription ${subscriber} ${publisher}`, 43);

export const levelId = (name: string): string => `UgzL${stableId(`level ${name}`, 22)}`;

export const streamId = (name: string): string =>
  `${stableId(`stream ${name}`, 22)}${1_500_000_000_000_000 + name.length}`;

export const threadId = (name: string): string => `Ugz${stableId(`thread ${name}`, 23)}`;
export const captionId = (name: string): string => `AUie${stableId(`caption ${name}`, 39)}`;

export const replyId = (thread: string, number: number): string =>
  `${thread}.${stableId(`reply ${number}`, 22)}`;

export const postId = (name: string): string => `Ugk${stableId(`post ${name}`, 23)}`;
export const fileId = (name: string): string => `1${stableId(`file ${name}`, 32)}`;
export const driveId = (name: string): string => `0A${stableId(`drive ${name}`, 11)}Uk9PVA`;

export const calendarId = (name: string): string =>
  `c_${stableBase32Id(`calendar ${name}`, 26)}@group.calendar.example`;

export const eventId = (name: string): string => stableBase32Id(`event ${name}`, 26);

export const sectionId = (channel: string, name: string): string =>
  `${channelId(channel)}.${stableId(`section ${name}`, 11)}`;

const sections = <const N extends string>(
  channel: string,
  ...names: readonly N[]
): Readonly<Record<N, string>> => table((name) => sectionId(channel, name), ...names);

/** Broadcasts, in the state that the seed puts them in. */
const broadcast = table(
  videoId,
  /** Ready, public, bound to the active stream, with a monitor stream: testing comes before live. */
  'launch',
  /** Ready, bound to the active stream, without a monitor stream: goes live directly. */
  'direct',
  /** Ready, bound to an inactive stream. */
  'townhall',
  /** Created, no stream bound yet. */
  'draft',
  /** Testing. */
  'rehearsal',
  /** Live. */
  'nightShift',
  /** Complete. */
  'retrospective',
  'winterGala',
  /** The channel's persistent broadcast: hidden unless the type `all` or `persistent` is asked. */
  'always',
  /** Ben's, upcoming and unlisted. */
  'benPreview',
);

export const ids = {
  person: {
    ava: 'ava@studio.example',
    ben: 'ben@studio.example',
    chloe: 'chloe@studio.example',
    dana: 'dana@studio.example',
    emeka: 'emeka@studio.example',
    /** A group, no person. */
    editors: 'editors@studio.example',
  },
  channel: table(
    channelId,
    'studio',
    'ben',
    'harbor',
    'orchard',
    'cinder',
    'kite',
    'lumen',
    'meridian',
    'pinewood',
    'quarry',
    'sable',
    'tidal',
    'umbra',
    /** Nothing has this id. */
    'missing',
  ),
  broadcast,
  video: {
    ...broadcast,
    ...table(
      videoId,
      'trailer',
      'makingOf',
      /** Its title is right-to-left. */
      'rtl',
      /** Its title is full of emoji. */
      'emoji',
      /** The studio's, private. */
      'privateCut',
      /** The studio's, private, with a date of publication. */
      'scheduledCut',
      /** The studio's, unlisted. */
      'unlistedCut',
      /** Comments are disabled. */
      'commentsOff',
      /** A thread of twelve replies is here. */
      'busyThread',
      /** Has localizations. */
      'localized',
      /** Another channel's, private. */
      'strangersPrivate',
      /** The studio's, private: its processing goes on, failed, was refused by the platform. */
      'processing',
      'failedUpload',
      'rejectedUpload',
      /** Was deleted; a playlist still names it. */
      'deleted',
      /** Nothing has this id. */
      'missing',
    ),
  },
  playlist: table(
    playlistId,
    /** Exactly 50 videos of ten channels. */
    'fifty',
    /** 120 entries. */
    'long',
    /** With entries that were deleted or are private. */
    'gone',
    'empty',
    /** Private. */
    'drafts',
    /** Titles in several languages. */
    'localized',
    /** Sorted by the service: nobody chooses places in it. */
    'sorted',
    /** A series: each video once, and in no other series. */
    'series',
    /** Another series. */
    'sequel',
    'ben',
    'missing',
  ),
  /** Whoever manages channels for others: the studio's. */
  contentOwner: 'CMSnorthlight01',
  /** Shelves of channels' home pages. */
  channelSection: {
    ...sections('studio', 'latest', 'shelf', 'series', 'friends', 'popular', 'upcoming'),
    ...sections('harbor', 'harborAll', 'harborSubscriptions'),
    missing: sectionId('studio', 'missing'),
  },
  /** Accounts that are no more: their subscriptions are refused in words of their own. */
  account: table(channelId, 'closed', 'suspended'),
  /** Levels of the studio's members, the lowest first. */
  membershipLevel: table(levelId, 'deckhand', 'mate', 'captain', 'missing'),
  stream: table(streamId, 'main', 'backup', 'fresh', 'ben', 'missing'),
  /** Tracks of the trailer, but for the last ones. */
  caption: table(
    captionId,
    'english',
    'swedish',
    /** Arabic, and not shown to viewers yet. */
    'draft',
    /** What the service heard by itself. */
    'heard',
    /** Its file could not be read. */
    'broken',
    'makingOf',
    'ben',
    'missing',
  ),
  commentThread: table(
    threadId,
    'busy',
    'launchFirst',
    'launchSecond',
    'trailer',
    'html',
    'missing',
    /** 130 replies. */
    'crowded',
    /** By Ava, in several scripts, with six replies. */
    'unicode',
    /** About the studio's channel, and no video. */
    'channel',
    /** About Ben's. */
    'benChannel',
    /** About a post. */
    'post',
    /** Held for review, on a video of the studio. */
    'queued',
  ),
  /** What channels write on their page. */
  post: table(postId, 'harbourDay'),
  file: table(
    fileId,
    'root',
    'studio',
    'scripts',
    'footage',
    'thumbnails',
    'contracts',
    'script',
    'launchScript',
    'interviewNotes',
    'storyboard',
    'shotList',
    'runSheet',
    'budget',
    'releasePlan',
    'styleGuide',
    'deck',
    'introTake1',
    'introTake2',
    'harborAerial',
    'nightTimelapse',
    'interviewRaw',
    'soundBed',
    'colorGrade',
    'launchThumbnail',
    'trailerThumbnail',
    'posterDraft',
    'channelBanner',
    'logo',
    'location',
    'musicLicense',
    'talentRelease',
    'drone',
    /** In the trash. */
    'oldCut',
    /** A shortcut to the run sheet. */
    'runSheetShortcut',
    /** Ben's own, not shared. */
    'benDiary',
    /** Ben's, shared with Ava. */
    'benTreatment',
    /** Readable by anyone who has the link. */
    'pressKit',
    /** The tops of Ben's and Dana's own drives. */
    'benRoot',
    'danaRoot',
    /** In the shared drive `archive`: there only for calls that know shared drives. */
    'masters',
    'firstSeason',
    'archiveIndex',
    'missing',
  ),
  drive: table(
    driveId,
    /** Ava organizes it, the editors write, Ben reads. */
    'archive',
    'missing',
  ),
  calendar: {
    /** Ava's primary calendar; `primary` means it for her. */
    ava: 'ava@studio.example',
    ben: 'ben@studio.example',
    ...table(
      calendarId,
      /** Releases and broadcasts: Ava owns it, Ben may read it. */
      'release',
      /** Ava's alone. */
      'private',
      'missing',
    ),
  },
  event: table(
    eventId,
    /** On `release`: attachments, attendees, and the private property that names the broadcast `launch`. */
    'launchMeeting',
    'townhallMeeting',
    'retrospectiveMeeting',
    'trailerRelease',
    /** All day. */
    'shootDay',
    /** A weekly series. */
    'standup',
    'budgetReview',
    'interview',
    'benOneOnOne',
    'soundCheck',
    'colorSession',
    'pressCall',
    'wrapParty',
    'holiday',
    'focus',
    /** Cancelled. */
    'cancelled',
    'missing',
  ),
} as const;
