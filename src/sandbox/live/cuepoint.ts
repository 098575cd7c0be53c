/** `liveBroadcasts.cuepoint` and its predecessor `liveCuepoints.insert`: ad breaks. */
import { ApiError } from '../http/api-error.ts';
import type { ApiCall, Handler } from '../call/handler.ts';
import { stableId } from '../random.ts';
import { throwForbidden, throwIdNotFound, throwInvalidValue } from '../video/error.ts';
import { broadcastDomain, findOwnBroadcast } from './broadcast/broadcast.ts';
import { type BroadcastEntity, type CuepointEntity, videoOf } from './state.ts';

const defaultDurationSecs = 30;

interface CuepointBody {
  readonly durationSecs?: number;
  readonly insertionOffsetTimeMs?: string;
  readonly walltimeMs?: string;
}

/** Stores a cuepoint of a broadcast. */
function addCuepoint(
  { simulation }: ApiCall,
  broadcast: BroadcastEntity,
  { durationSecs, insertionOffsetTimeMs, walltimeMs }: CuepointBody,
): CuepointEntity {
  const cuepoints = (broadcast.cuepoints ??= []);
  const cuepoint: CuepointEntity = {
    id: stableId(`cuepoint ${broadcast.id} ${cuepoints.length} ${+simulation.now()}`, 22),
    durationSecs: durationSecs ?? defaultDurationSecs,
    ...(insertionOffsetTimeMs !== undefined && { insertionOffsetTimeMs }),
    ...(walltimeMs !== undefined && { walltimeMs }),
  };
  cuepoints.push(cuepoint);
  return cuepoint;
}

/** `liveBroadcasts.cuepoint`: for accounts of content owners, while the broadcast is live. */
export const insertCuepoint: Handler = (call) => {
  const { body, query, user } = call;
  const id = query.text('id');
  if (id === undefined)
    throw new ApiError(400, 'idRequired', { domain: broadcastDomain, location: 'id' });
  const broadcast = findOwnBroadcast(call, id, 'id');
  const { durationSecs, insertionOffsetTimeMs, walltimeMs }: CuepointBody = body;
  if (durationSecs !== undefined && durationSecs <= 0)
    throwInvalidValue(broadcastDomain, 'invalidCuepointDuration', 'body.durationSecs');
  if (insertionOffsetTimeMs !== undefined && walltimeMs !== undefined)
    throwInvalidValue(broadcastDomain, 'invalidCuepointOffsetTime', 'body.insertionOffsetTimeMs');
  if (broadcast.lifeCycleStatus !== 'live' || user.contentOwner === undefined)
    throw new ApiError(403, 'insertionNotAllowed', { domain: broadcastDomain });
  return { ...addCuepoint(call, broadcast, body), cueType: 'cueTypeAd' };
};

const legacyDomain = 'youtubePartner.liveCuepoint';

interface LegacyBody {
  readonly broadcastId?: string;
  readonly settings?: {
    readonly durationSecs?: number;
    readonly offsetTimeMs?: string;
    readonly walltime?: string;
  };
}

/** `liveCuepoints.insert`: the broadcast must belong to the channel that the call names. */
export const insertLegacyCuepoint: Handler = (call) => {
  const { query, simulation, user } = call;
  const { broadcastId = '', settings = {} }: LegacyBody = call.body;
  const { durationSecs, offsetTimeMs, walltime } = settings;
  const broadcast = findOwnBroadcast(call, broadcastId, 'body.broadcastId');
  if (videoOf(simulation, broadcast).snippet.channelId !== query.text('channelId'))
    throwIdNotFound(legacyDomain, 'channelNotFound', 'channelId');
  if (durationSecs !== undefined && durationSecs <= 0)
    throwInvalidValue(legacyDomain, 'invalidValue', 'body.settings.durationSecs');
  if (offsetTimeMs !== undefined && walltime !== undefined)
    throwInvalidValue(legacyDomain, 'invalidValue', 'body.settings.offsetTimeMs');
  if (broadcast.lifeCycleStatus !== 'live' || user.contentOwner === undefined)
    throwForbidden(legacyDomain);
  const { id, durationSecs: stored } = addCuepoint(call, broadcast, {
    ...(durationSecs !== undefined && { durationSecs }),
    ...(offsetTimeMs !== undefined && { insertionOffsetTimeMs: offsetTimeMs }),
    ...(walltime !== undefined && { walltimeMs: String(Date.parse(walltime)) }),
  });
  return {
    kind: 'youtubePartner#liveCuepoint',
    id,
    broadcastId,
    settings: { ...settings, durationSecs: stored },
  };
};
