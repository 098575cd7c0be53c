/** The kinds of entities that tests add, and the values of fields that they leave out. */
import { completeBroadcast, completeStart } from '../live/broadcast/life-cycle.ts';
import { liveState, videoOf } from '../live/state.ts';
import { buildFanChannel } from '../seed/video/audience.ts';
import type { Simulation } from '../simulation.ts';
import type { EntityName } from './entity-name.ts';
import { day, hour, rfc3339 } from '../time.ts';
import { videoState } from '../video/state.ts';
import { divide, mergeInto, type Tree } from './tree.ts';

/** An entity that cannot be added or changed as it is given. */
export class EntityError extends Error {}

type SetFields = (simulation: Simulation, id: string, fields: Tree) => void;

/** How entities of a kind are added: by an operation, and what it cannot write. */
export interface EntityKind {
  /** Key of the operation that makes one; with `make`, of one with such a body. */
  readonly operation: string;
  /** The values of fields, and of keys of the path, that are not given. */
  readonly defaults?: (simulation: Simulation, given: Tree) => Tree;
  /** Parameters of the operation, beside `part`. */
  readonly query?: (simulation: Simulation) => Readonly<Record<string, string>>;
  /** The file of uploads that have none. */
  readonly content?: (simulation: Simulation) => string;
  /** The MIME type of files without one. Default: that of texts. */
  readonly contentType?: string;
  /** Fields that `set` writes although the operation does, as that refuses some of their values. */
  readonly setLater?: readonly string[];
  /** Writes fields of a stored entity. Default: fields that the operation does not write fail. */
  readonly set?: SetFields;
  /** Stores an entity with default values, where no operation does. @returns its id */
  readonly make?: (simulation: Simulation) => string;
}

/** @param tableOf entities with the shape of their resource, by id */
const setIn =
  (tableOf: (simulation: Simulation) => ReadonlyMap<string, object>): SetFields =>
  (simulation, id, fields) =>
    void mergeInto(tableOf(simulation).get(id)!, fields);

/**
 * Videos, playlists and broadcasts have the title of their channel.
 * @throws EntityError for a channel that does not exist
 */
const setWithChannel =
  (set: SetFields): SetFields =>
  (simulation, id, fields) => {
    const { channelId } = (fields['snippet'] ?? {}) as { readonly channelId?: string };
    if (channelId === undefined) return set(simulation, id, fields);
    const channel = videoState(simulation).channels.get(channelId);
    if (!channel) throw new EntityError(`snippet.channelId: no channel has the id ${channelId}`);
    const named = { snippet: { channelTitle: channel.snippet.title } };
    return set(simulation, id, mergeInto(named, fields));
  };

interface BroadcastFields {
  readonly snippet?: Tree;
  readonly status?: Tree;
  readonly statistics?: Tree;
  readonly contentDetails?: Tree;
}

/** The status runs through the life cycle. The texts are those of the video, the times of both. */
const setBroadcast: SetFields = (simulation, id, fields: BroadcastFields) => {
  const broadcast = liveState(simulation).broadcasts.get(id)!;
  const video = videoOf(simulation, broadcast);
  const { lifeCycleStatus, ...status } = fields.status ?? {};
  if (lifeCycleStatus === 'live' || lifeCycleStatus === 'complete') {
    broadcast.lifeCycleStatus = 'liveStarting';
    completeStart(simulation, broadcast);
    if (lifeCycleStatus === 'complete') completeBroadcast(simulation, broadcast);
  } else if (lifeCycleStatus !== undefined) Object.assign(broadcast, { lifeCycleStatus });
  const [times, texts] = divide(fields.snippet ?? {}, (name) => name.endsWith('Time'));
  const { publishedAt = broadcast.snippet.publishedAt } = texts;
  Object.assign(broadcast.snippet, times, { publishedAt });
  Object.assign(video.snippet, texts);
  Object.assign(video.status, status);
  video.liveStreamingDetails = { ...video.liveStreamingDetails, ...times, ...fields.statistics };
  mergeInto(broadcast.contentDetails, fields.contentDetails ?? {});
};

/** An hour after a time, a day after a date. Times without an offset stay so. */
function later({ date, dateTime, timeZone }: Tree): Tree {
  if (typeof date === 'string')
    return { date: new Date(Date.parse(date) + day).toISOString().slice(0, 10) };
  const [, local = '', offset = ''] = /^(.*?)(Z|[+-]\d\d:\d\d)?$/i.exec(String(dateTime))!;
  const time = new Date(Date.parse(`${local}Z`) + hour).toISOString().slice(0, 19);
  return { dateTime: time + offset, ...(timeZone !== undefined && { timeZone }) };
}

/** The start: an hour from now. */
function eventDefaults(simulation: Simulation, { start }: Tree): Tree {
  const soon = rfc3339(new Date(simulation.now().getTime() + hour));
  const from = (start ?? { dateTime: soon, timeZone: 'UTC' }) as Tree;
  return { calendarId: 'primary', summary: 'An event', start: from, end: later(from) };
}

const titled = (title: string) => (): Tree => ({ snippet: { title } });

/** By the name that the resource has in Google's clients. */
export const entityKinds = {
  channels: {
    operation: 'video:channels.update',
    defaults: (_, { snippet }) => {
      const { title = 'A channel' } = (snippet ?? {}) as Tree;
      return { snippet: { title }, brandingSettings: { channel: { title } } };
    },
    make: (simulation) => {
      const { channels } = videoState(simulation);
      // The seeded ones have lower numbers.
      const channel = buildFanChannel(simulation, 1000 + channels.size);
      channels.set(channel.id, channel);
      return channel.id;
    },
    set: setIn((simulation) => videoState(simulation).channels),
  },
  videos: {
    operation: 'video:videos.insert',
    defaults: () => ({
      snippet: { title: 'A video' },
      contentDetails: { duration: 'PT3M' },
      status: { uploadStatus: 'processed', privacyStatus: 'public' },
      processingDetails: { processingStatus: 'succeeded' },
    }),
    // The id depends on the content.
    content: (simulation) => `A video of ${simulation.now().toISOString()}`,
    contentType: 'video/mp4',
    set: setWithChannel(setIn((simulation) => videoState(simulation).videos)),
  },
  playlists: {
    operation: 'video:playlists.insert',
    defaults: titled('A playlist'),
    set: setWithChannel(setIn((simulation) => videoState(simulation).playlists)),
  },
  playlistItems: {
    operation: 'video:playlistItems.insert',
    defaults: () => ({ snippet: { resourceId: { kind: 'youtube#video' } } }),
  },
  captions: {
    operation: 'video:captions.insert',
    defaults: () => ({ snippet: { language: 'en', name: '' } }),
    content: () => '1\n00:00:00,000 --> 00:00:02,000\nHello\n',
  },
  channelSections: { operation: 'video:channelSections.insert' },
  subscriptions: {
    operation: 'video:subscriptions.insert',
    defaults: () => ({ snippet: { resourceId: { kind: 'youtube#channel' } } }),
  },
  commentThreads: {
    operation: 'video:commentThreads.insert',
    defaults: () => ({ snippet: { topLevelComment: { snippet: { textOriginal: 'A comment' } } } }),
  },
  comments: {
    operation: 'video:comments.insert',
    defaults: () => ({ snippet: { textOriginal: 'A reply' } }),
  },
  liveBroadcasts: {
    operation: 'live:liveBroadcasts.insert',
    defaults: (simulation) => ({
      snippet: {
        title: 'A broadcast',
        scheduledStartTime: rfc3339(new Date(simulation.now().getTime() + hour)),
      },
      status: { privacyStatus: 'public' },
    }),
    // The operation refuses times in the past.
    setLater: ['snippet.scheduledStartTime', 'snippet.scheduledEndTime'],
    set: setWithChannel(setBroadcast),
  },
  liveStreams: {
    operation: 'live:liveStreams.insert',
    defaults: () => ({
      snippet: { title: 'A stream' },
      cdn: { ingestionType: 'rtmp', resolution: '1080p', frameRate: '30fps' },
    }),
    set: setIn((simulation) => liveState(simulation).streams),
  },
  drives: {
    operation: 'storage:drives.create',
    defaults: () => ({ name: 'A shared drive' }),
    query: (simulation) => ({ requestId: simulation.now().toISOString() }),
  },
  files: {
    operation: 'storage:files.create',
    defaults: () => ({ name: 'A file' }),
    query: () => ({ supportsAllDrives: 'true' }),
  },
  permissions: {
    operation: 'storage:permissions.create',
    defaults: () => ({ type: 'user', role: 'reader' }),
    query: () => ({ supportsAllDrives: 'true', sendNotificationEmail: 'false' }),
  },
  calendars: {
    operation: 'calendar:calendars.insert',
    defaults: () => ({ summary: 'A calendar', timeZone: 'UTC' }),
  },
  calendarList: { operation: 'calendar:calendarList.insert' },
  acl: {
    operation: 'calendar:acl.insert',
    defaults: () => ({ role: 'reader', scope: { type: 'user' } }),
    query: () => ({ sendNotifications: 'false' }),
  },
  events: {
    operation: 'calendar:events.insert',
    defaults: eventDefaults,
    query: () => ({
      conferenceDataVersion: '1',
      supportsAttachments: 'true',
      sendUpdates: 'none',
    }),
  },
} as const satisfies Readonly<Record<EntityName, EntityKind>>;
