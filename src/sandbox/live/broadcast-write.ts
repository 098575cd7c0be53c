/** Creating, updating and deleting broadcasts; their videos come, change and go with them. */
import type { ApiCall, Handler } from '../handler.ts';
import { stableId } from '../random.ts';
import { ApiError } from '../api-error.ts';
import { replaceParts } from '../replace.ts';
import { contentDefaults } from '../seed/live/seed.ts';
import { buildVideo as videoFromPlan } from '../seed/video/video.ts';
import { isObject } from '../json.ts';
import { videoState } from '../video/state.ts';
import { rfc3339 } from '../time.ts';
import { ownBroadcast, showBroadcast, videoOf } from './broadcast.ts';
import { type Broadcast, liveState } from './state.ts';

const domain = 'youtube.liveBroadcast';

const wrong = (reason: string, location: string): never => {
  throw new ApiError(400, reason, { domain, location, locationType: 'other' });
};

interface Snippet {
  readonly title?: string;
  readonly description?: string;
  readonly scheduledStartTime?: string;
  readonly scheduledEndTime?: string;
}

function checkTimes({ body, parts, simulation }: ApiCall): void {
  if (!parts.has('snippet')) return;
  const {
    title = '',
    description = '',
    scheduledStartTime = '',
    scheduledEndTime,
  } = body['snippet'] as Snippet;
  if (Array.from(title).length > 100) wrong('invalidTitle', 'body.snippet.title');
  if (Buffer.byteLength(description) > 5000)
    wrong('invalidDescription', 'body.snippet.description');
  if (Date.parse(scheduledStartTime) < simulation.now().getTime())
    wrong('invalidScheduledStartTime', 'body.snippet.scheduledStartTime');
  if (scheduledEndTime && scheduledEndTime <= scheduledStartTime)
    wrong('invalidScheduledEndTime', 'body.snippet.scheduledEndTime');
}

const defaults = {
  'snippet.description': '',
  'status.privacyStatus': 'public',
  'status.selfDeclaredMadeForKids': false,
  // Left out, the monitor stream is on: the one default that surprises.
  'contentDetails.monitorStream.enableMonitorStream': true,
  'contentDetails.monitorStream.broadcastStreamDelayMs': 0,
  ...Object.fromEntries(
    Object.entries(contentDefaults).map(([name, value]) => [`contentDetails.${name}`, value]),
  ),
};

/** Writes the named parts: texts and privacy into the video, all else into the broadcast. */
function write({ operation, body, parts, simulation }: ApiCall, broadcast: Broadcast): void {
  const video = videoOf(simulation, broadcast);
  const draft = {
    snippet: {},
    status: {},
    contentDetails: structuredClone(broadcast.contentDetails),
    monetizationDetails: {},
  };
  replaceParts(operation, draft, body, parts, defaults);
  if (parts.has('snippet')) {
    const { title = '', description = '', ...times } = draft.snippet as Snippet;
    Object.assign(video.snippet, { title, description });
    const { scheduledEndTime: _, ...kept } = broadcast.snippet;
    broadcast.snippet = { ...kept, ...times };
    video.liveStreamingDetails = { ...video.liveStreamingDetails, ...times };
  }
  if (parts.has('status')) Object.assign(video.status, draft.status);
  if (parts.has('contentDetails')) broadcast.contentDetails = draft.contentDetails;
  if (parts.has('monetizationDetails')) broadcast.monetizationDetails = draft.monetizationDetails;
}

export const insertBroadcast: Handler = (call) => {
  const { simulation, user, parts } = call;
  for (const part of ['snippet', 'status'])
    if (!parts.has(part))
      throw new ApiError(400, 'missingRequiredParameter', {
        domain: 'youtube.part',
        location: 'part',
      });
  checkTimes(call);
  const { channels, videos } = videoState(simulation);
  const { broadcasts } = liveState(simulation);
  const id = stableId(`broadcast ${broadcasts.size} ${simulation.now().toISOString()}`, 11);
  const channelId = user.channelId!;
  const video = videoFromPlan(simulation, { id, channel: 'studio', title: '', age: 0, seconds: 0 });
  const publishedAt = rfc3339(simulation.now());
  Object.assign(video.snippet, {
    channelId,
    channelTitle: channels.get(channelId)!.snippet.title,
    publishedAt,
    liveBroadcastContent: 'upcoming',
  });
  videos.set(id, video);
  const broadcast: Broadcast = {
    id,
    persistent: false,
    lifeCycleStatus: 'created',
    snippet: { publishedAt, scheduledStartTime: publishedAt, liveChatId: `Cg0K${id}` },
    contentDetails: {
      ...contentDefaults,
      monitorStream: { enableMonitorStream: true, broadcastStreamDelayMs: 0 },
    },
    monetizationDetails: {},
  };
  broadcasts.set(id, broadcast);
  video.liveStreamingDetails = { activeLiveChatId: broadcast.snippet.liveChatId };
  write(call, broadcast);
  return showBroadcast(simulation, broadcast);
};

/** Content details that are fixed from testing on, with the word that refuses a change. */
const locked: Readonly<Record<string, string>> = {
  monitorStream: 'enableMonitorStreamModificationNotAllowed',
  recordFromStart: 'recordFromStartModificationNotAllowed',
  enableDvr: 'enableDvrModificationNotAllowed',
  enableEmbed: 'enableEmbedModificationNotAllowed',
  closedCaptionsType: 'enableClosedCaptionsModificationNotAllowed',
};

export const updateBroadcast: Handler = (call) => {
  const { body, parts, simulation } = call;
  const broadcast = ownBroadcast(call, body['id'] as string, 'body.id');
  const { scheduledStartTime } = (body['snippet'] ?? {}) as Snippet;
  if (Date.parse(scheduledStartTime ?? '') !== Date.parse(broadcast.snippet.scheduledStartTime))
    checkTimes(call);
  if (parts.has('contentDetails') && !['created', 'ready'].includes(broadcast.lifeCycleStatus))
    checkLocked(
      broadcast.contentDetails,
      body['contentDetails'] as Readonly<Record<string, unknown>>,
    );
  write(call, broadcast);
  return showBroadcast(simulation, broadcast);
};

function checkLocked(
  held: Readonly<Record<string, unknown>>,
  given: Readonly<Record<string, unknown>>,
): void {
  for (const [name, word] of Object.entries(locked))
    if (
      !same(held[name], given[name] ?? (contentDefaults as Readonly<Record<string, unknown>>)[name])
    )
      throw new ApiError(403, word, {
        domain,
        location: `body.contentDetails.${name}`,
        locationType: 'other',
      });
}

/** Equal in all that is given. */
function same(held: unknown, given: unknown): boolean {
  if (!isObject(given) || !isObject(held)) return held === given;
  return Object.entries(given).every(
    ([name, value]) => name === 'embedHtml' || held[name] === value,
  );
}

export const deleteBroadcast: Handler = (call) => {
  const { id, lifeCycleStatus } = ownBroadcast(call, call.query.text('id')!, 'id');
  if (['testStarting', 'testing', 'liveStarting', 'live'].includes(lifeCycleStatus))
    throw new ApiError(403, 'liveBroadcastDeletionNotAllowed', { domain });
  liveState(call.simulation).broadcasts.delete(id);
  videoState(call.simulation).videos.delete(id);
  return undefined;
};
