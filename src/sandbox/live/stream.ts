/** `liveStreams.list`, and the status that an encoder causes. */
import type { Handler } from '../handler.ts';
import type { Simulation } from '../simulation.ts';
import { findByIds, listResponse } from '../video/list-response.ts';
import { followStream } from './life-cycle.ts';
import { liveState, type StreamEntity } from './state.ts';

/** `liveStreams.list`, for streams of the caller's channel. */
export const listStreams: Handler = (call) => {
  const { query, user, simulation } = call;
  const streams = [...liveState(simulation).streams.values()].filter(
    ({ snippet }) => snippet.channelId === user.channelId,
  );
  const byId = new Map(streams.map((stream) => [stream.id, stream]));
  const found = query.has('id')
    ? findByIds(query.list('id'), (id) => byId.get(id))
    : streams.filter(({ contentDetails }) => contentDetails.isReusable);
  return listResponse(call, 'liveStreamListResponse', found, (stream: StreamEntity) => stream);
};

/** The health status of each stream status. */
const healthStatuses: Readonly<Record<string, string>> = {
  created: 'noData',
  ready: 'noData',
  active: 'good',
  inactive: 'noData',
  error: 'bad',
};

/**
 * Sets the status of a stream, as an encoder that starts or stops would.
 * @param afterMs simulated time until then. Default: 0, at once
 * @returns whether the stream and the status exist
 */
export function setStreamStatus(
  simulation: Simulation,
  id: string,
  status: string,
  afterMs = 0,
): boolean {
  const stream = liveState(simulation).streams.get(id);
  if (!stream || !Object.hasOwn(healthStatuses, status)) return false;
  const apply = (): void => {
    stream.status = {
      streamStatus: status,
      healthStatus: {
        ...stream.status.healthStatus,
        status: healthStatuses[status]!,
        lastUpdateTimeSeconds: String(Math.floor(simulation.now().getTime() / 1000)),
      },
    };
    followStream(simulation, stream);
  };
  if (afterMs === 0) apply();
  else simulation.clock.after(afterMs, apply);
  return true;
}
