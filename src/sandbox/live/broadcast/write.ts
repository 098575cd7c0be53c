/** `liveBroadcasts.insert`, `update` and `delete`, which also write the video of the broadcast. */
import { ApiError } from '../../http/api-error.ts';
import type { ApiCall, Handler } from '../../call/handler.ts';
import { isObject } from '../../json.ts';
import { stableId } from '../../random.ts';
import { replaceParts } from '../../call/replace.ts';
import { liveChatId } from '../../seed/entity-id.ts';
import { buildVideo } from '../../seed/video/video.ts';
import { rfc3339 } from '../../time.ts';
import { throwInvalidValue } from '../../video/error.ts';
import { isAssignableCategory } from '../../video/category/video-category.ts';
import { videoState } from '../../video/state.ts';
import { isLongerThan } from '../../text.ts';
import { broadcastDomain as domain, findOwnBroadcast } from './broadcast.ts';
import { serializeBroadcast } from './serializer.ts';
import { defaultContentDetails } from './content-details.ts';
import { type BroadcastEntity, liveState, videoOf } from '../state.ts';
import type { RefusalReason } from '../../rule.ts';

interface BroadcastSnippetBody {
  readonly title?: string;
  readonly description?: string;
  readonly scheduledStartTime?: string;
  readonly scheduledEndTime?: string;
  readonly categoryId?: string;
}

const maxTitleLength = 100;
const maxDescriptionBytes = 5_000;

/**
 * The reason for a category that cannot be assigned is assumed: that of videos.
 * @throws ApiError 400 if the snippet of the body is invalid or starts in the past
 */
function checkSnippet({ body, parts, simulation }: ApiCall): void {
  if (!parts.has('snippet')) return;
  const snippet = body['snippet'] as BroadcastSnippetBody;
  const {
    title,
    description = '',
    scheduledStartTime = '',
    scheduledEndTime,
    categoryId,
  } = snippet;
  if (isLongerThan(title, maxTitleLength))
    throwInvalidValue(domain, 'invalidTitle', 'body.snippet.title');
  if (Buffer.byteLength(description) > maxDescriptionBytes)
    throwInvalidValue(domain, 'invalidDescription', 'body.snippet.description');
  if (Date.parse(scheduledStartTime) < simulation.now().getTime())
    throwInvalidValue(domain, 'invalidScheduledStartTime', 'body.snippet.scheduledStartTime');
  if (scheduledEndTime && Date.parse(scheduledEndTime) <= Date.parse(scheduledStartTime))
    throwInvalidValue(domain, 'invalidScheduledEndTime', 'body.snippet.scheduledEndTime');
  if (categoryId !== undefined && !isAssignableCategory(categoryId))
    throwInvalidValue(domain, 'invalidCategoryId', 'body.snippet.categoryId');
}

/**
 * Of broadcasts that are upcoming or active, only the countries can be limited, not the time:
 * revision history of the YouTube Live Streaming API, 1 June 2026. That others are refused, and the
 * reason, is assumed.
 */
function checkAvailability({ body }: ApiCall, { lifeCycleStatus }: BroadcastEntity): void {
  const { availabilityConfig } = (body['contentDetails'] ?? {}) as { availabilityConfig?: object };
  const hasTimes = JSON.stringify(availabilityConfig ?? {}).includes('"interval"');
  if (hasTimes && lifeCycleStatus !== 'complete')
    throwInvalidValue(domain, 'invalidValue', 'body.contentDetails.availabilityConfig');
}

/** The category of a video whose upload names none: People & Blogs. */
const defaultCategory = '22';

/**
 * Values of fields that an update omits, by path. `snippet.categoryId` is from 17 August 2026,
 * `contentDetails.availabilityConfig`, which is removed, from 1 June 2026, and
 * `monetizationDetails.adsMonetizationStatus` from 12 January 2026: revision history of the YouTube
 * Live Streaming API. That an update resets them like all others is assumed.
 */
const defaults = {
  'snippet.description': '',
  'snippet.categoryId': defaultCategory,
  'status.privacyStatus': 'public',
  'status.selfDeclaredMadeForKids': false,
  'contentDetails.monitorStream.enableMonitorStream': true,
  'contentDetails.monitorStream.broadcastStreamDelayMs': 0,
  'monetizationDetails.adsMonetizationStatus': 'off',
  ...Object.fromEntries(
    Object.entries(defaultContentDetails).map(([name, value]) => [`contentDetails.${name}`, value]),
  ),
};

/** Replaces the parts that the call names, in the broadcast and its video. */
function writeParts(call: ApiCall, broadcast: BroadcastEntity): void {
  const { parts, simulation } = call;
  const video = videoOf(simulation, broadcast);
  const draft = {
    snippet: {} as BroadcastSnippetBody,
    status: {},
    contentDetails: structuredClone(broadcast.contentDetails),
    monetizationDetails: {},
  };
  replaceParts(draft, call, defaults);
  if (parts.has('snippet')) {
    const { title = '', description = '', categoryId, ...times } = draft.snippet;
    Object.assign(video.snippet, { title, description, categoryId });
    const { scheduledEndTime: _, ...rest } = broadcast.snippet;
    broadcast.snippet = { ...rest, ...times };
    const { scheduledEndTime: __, ...details } = video.liveStreamingDetails ?? {};
    video.liveStreamingDetails = { ...details, ...times };
  }
  if (parts.has('status')) Object.assign(video.status, draft.status);
  if (parts.has('contentDetails')) broadcast.contentDetails = draft.contentDetails;
  if (parts.has('monetizationDetails')) broadcast.monetizationDetails = draft.monetizationDetails;
}

/** `liveBroadcasts.insert`. */
export const insertBroadcast: Handler = (call) => {
  const { simulation, parts } = call;
  for (const part of ['snippet', 'status'])
    if (!parts.has(part))
      throw new ApiError(400, 'missingRequiredParameter', {
        domain: 'youtube.part',
        location: 'part',
      });
  checkSnippet(call);
  const broadcast = newBroadcast(call);
  checkAvailability(call, broadcast);
  liveState(simulation).broadcasts.set(broadcast.id, broadcast);
  addVideo(call, broadcast);
  writeParts(call, broadcast);
  return serializeBroadcast(simulation, broadcast);
};

function newBroadcast({ simulation }: ApiCall): BroadcastEntity {
  const { size } = liveState(simulation).broadcasts;
  const id = stableId(`broadcast ${size} ${simulation.now().toISOString()}`, 11);
  const publishedAt = rfc3339(simulation.now());
  return {
    id,
    persistent: false,
    lifeCycleStatus: 'created',
    snippet: { publishedAt, scheduledStartTime: publishedAt, liveChatId: liveChatId(id) },
    contentDetails: {
      ...defaultContentDetails,
      monitorStream: { enableMonitorStream: true, broadcastStreamDelayMs: 0 },
    },
    monetizationDetails: {},
  };
}

/** Stores the video of a new broadcast, which appears at once or later. */
function addVideo({ simulation, user }: ApiCall, { id, snippet }: BroadcastEntity): void {
  const { channels, videos } = videoState(simulation);
  const channelId = user.channelId!;
  const video = buildVideo(simulation, { id, channel: 'studio', title: '', age: 0, seconds: 0 });
  Object.assign(video.snippet, {
    channelId,
    channelTitle: channels.get(channelId)!.snippet.title,
    publishedAt: snippet.publishedAt,
    liveBroadcastContent: 'upcoming',
  });
  video.liveStreamingDetails = { activeLiveChatId: snippet.liveChatId };
  const { pendingVideos, videoDelayMs } = liveState(simulation);
  if (videoDelayMs === 0) return void videos.set(id, video);
  pendingVideos.set(id, video);
  simulation.clock.after(videoDelayMs, () => {
    if (pendingVideos.delete(id)) videos.set(id, video);
  });
}

/** Content details that cannot be changed after testing has started, with the error's reason. */
const lockedContentDetails: Readonly<Record<string, RefusalReason>> = {
  monitorStream: 'enableMonitorStreamModificationNotAllowed',
  recordFromStart: 'recordFromStartModificationNotAllowed',
  enableDvr: 'enableDvrModificationNotAllowed',
  enableEmbed: 'enableEmbedModificationNotAllowed',
  closedCaptionsType: 'enableClosedCaptionsModificationNotAllowed',
};

/** `liveBroadcasts.update`. */
export const updateBroadcast: Handler = (call) => {
  const { body, parts, simulation } = call;
  const broadcast = findOwnBroadcast(call, body['id'] as string, 'body.id');
  checkSnippet(call);
  if (parts.has('contentDetails')) checkLockedContentDetails(call, broadcast);
  checkAvailability(call, broadcast);
  checkAds(call);
  writeParts(call, broadcast);
  return serializeBroadcast(simulation, broadcast);
};

/**
 * @throws ApiError 412 if the body switches on ads of a broadcast that may not show any: revision
 *   history of the YouTube Live Streaming API, 18 August 2026
 */
function checkAds({ body, simulation }: ApiCall): void {
  const { adsMonetizationStatus } = (body['monetizationDetails'] ?? {}) as {
    readonly adsMonetizationStatus?: string;
  };
  if (adsMonetizationStatus === 'on' && !liveState(simulation).adsEligible)
    throw new ApiError(412, 'videoNotEligibleForAdsMonetization', { domain });
}

/** @throws ApiError 403 if the body changes locked content details */
function checkLockedContentDetails({ body }: ApiCall, broadcast: BroadcastEntity): void {
  if (['created', 'ready'].includes(broadcast.lifeCycleStatus)) return;
  const stored = broadcast.contentDetails;
  const written: Readonly<Record<string, unknown>> = {
    ...defaultContentDetails,
    ...(body['contentDetails'] as object),
  };
  for (const [name, reason] of Object.entries(lockedContentDetails))
    if (!isUnchanged(stored[name], written[name]))
      throw new ApiError(403, reason, {
        domain,
        location: `body.contentDetails.${name}`,
        locationType: 'other',
      });
}

/** Whether the written value, or each field of it, equals the stored one. */
function isUnchanged(stored: unknown, written: unknown): boolean {
  if (!isObject(written) || !isObject(stored)) return stored === written;
  return Object.entries(written).every(
    ([name, value]) => name === 'embedHtml' || stored[name] === value,
  );
}

/** `liveBroadcasts.delete`: deletes the video too. */
export const deleteBroadcast: Handler = (call) => {
  const { id, lifeCycleStatus } = findOwnBroadcast(call, call.query.text('id')!, 'id');
  if (['testStarting', 'testing', 'liveStarting', 'live'].includes(lifeCycleStatus))
    throw new ApiError(403, 'liveBroadcastDeletionNotAllowed', { domain });
  const { broadcasts, pendingVideos } = liveState(call.simulation);
  broadcasts.delete(id);
  pendingVideos.delete(id);
  videoState(call.simulation).videos.delete(id);
  return undefined;
};
