/** Streams: the channels through which video data comes in. */
import type { Handler } from '../handler.ts';
import { findByIds, listResponse } from '../video/list-response.ts';
import type { Simulation } from '../simulation.ts';
import { liveState, type Stream } from './state.ts';

export const listStreams: Handler = (call) => {
  const { query, user, simulation } = call;
  const own = [...liveState(simulation).streams.values()].filter(
    ({ snippet }) => snippet.channelId === user.channelId,
  );
  const chosen = query.has('id')
    ? findByIds(query.list('id'), (id) => own.find((stream) => stream.id === id))
    : own.filter(({ contentDetails }) => contentDetails.isReusable);
  return listResponse(call, 'liveStreamListResponse', chosen, (stream: Stream) => stream);
};

const health: Readonly<Record<string, string>> = {
  created: 'noData',
  ready: 'noData',
  active: 'good',
  inactive: 'noData',
  error: 'bad',
};

/** Sets what a stream receives, as an encoder would; false: no such stream, or no such status. */
export function setStreamStatus(simulation: Simulation, id: string, status: string): boolean {
  const stream = liveState(simulation).streams.get(id);
  const healthStatus = Object.hasOwn(health, status) ? health[status] : undefined;
  if (!stream || healthStatus === undefined) return false;
  stream.status = {
    streamStatus: status,
    healthStatus: { ...stream.status.healthStatus, status: healthStatus },
  };
  return true;
}
