/** Access to broadcasts, and `liveBroadcasts.list`. */
import type { ApiCall, Handler } from '../../call/handler.ts';
import { throwIdNotFound } from '../../video/error.ts';
import { findByIds, listResponse } from '../../video/list-response.ts';
import { serializeBroadcast } from './serializer.ts';
import { completeStart } from './life-cycle.ts';
import { type BroadcastEntity, type LifeCycleStatus, liveState, videoOf } from '../state.ts';

/** The domain of errors about broadcasts. */
export const broadcastDomain = 'youtube.liveBroadcast';

const isOwn = ({ simulation, user }: ApiCall, broadcast: BroadcastEntity): boolean =>
  videoOf(simulation, broadcast).snippet.channelId === user.channelId;

/**
 * A broadcast of the caller's channel.
 * @param location where the call names the broadcast, for the error
 * @throws ApiError 404, also for broadcasts of other channels
 */
export function findOwnBroadcast(call: ApiCall, id: string, location: string): BroadcastEntity {
  const broadcast = liveState(call.simulation).broadcasts.get(id);
  return broadcast && isOwn(call, broadcast)
    ? broadcast
    : throwIdNotFound(broadcastDomain, 'liveBroadcastNotFound', location);
}

/** The life cycle statuses of each value of the parameter `broadcastStatus`, except `all`. */
const statusGroups: Readonly<Record<string, readonly LifeCycleStatus[]>> = {
  active: ['liveStarting', 'live'],
  upcoming: ['created', 'ready', 'testStarting', 'testing'],
  completed: ['complete'],
};

/** `liveBroadcasts.list`, for broadcasts of the caller's channel. */
export const listBroadcasts: Handler = (call) => {
  const { query, simulation } = call;
  const broadcasts = [...liveState(simulation).broadcasts.values()].filter((broadcast) =>
    isOwn(call, broadcast),
  );
  for (const broadcast of broadcasts)
    if (!broadcast.startsWithTimer) completeStart(simulation, broadcast);
  const byId = new Map(broadcasts.map((broadcast) => [broadcast.id, broadcast]));
  const found = query.has('id')
    ? findByIds(query.list('id'), (id) => byId.get(id))
    : filterBroadcasts(call, broadcasts);
  return listResponse(call, found, (broadcast) => serializeBroadcast(simulation, broadcast));
};

/** The broadcasts of the requested type and status, latest scheduled start first. */
function filterBroadcasts(
  { query }: ApiCall,
  broadcasts: readonly BroadcastEntity[],
): readonly BroadcastEntity[] {
  const type = query.text('broadcastType') ?? 'event';
  const statuses = statusGroups[query.text('broadcastStatus') ?? 'all'];
  return broadcasts
    .filter(({ persistent }) => type === 'all' || persistent === (type === 'persistent'))
    .filter(({ lifeCycleStatus }) => statuses?.includes(lifeCycleStatus) ?? true)
    .toSorted((a, b) => startOf(b) - startOf(a));
}

const startOf = ({ snippet }: BroadcastEntity): number => Date.parse(snippet.scheduledStartTime);
