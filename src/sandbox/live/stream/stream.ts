/** `liveStreams.list`, and the status that an encoder causes. */
import type { Handler } from '../../call/handler.ts';
import type { Simulation } from '../../simulation.ts';
import { findByIds, listResponse } from '../../video/list-response.ts';
import { followStream } from '../broadcast/life-cycle.ts';
import { liveState } from '../state.ts';

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
  return listResponse(call, found);
};

/** The health status that each stream status has, unless a test chooses another. */
const defaultHealth: Readonly<Record<string, string>> = {
  created: 'noData',
  ready: 'noData',
  active: 'good',
  inactive: 'noData',
  error: 'bad',
};

const healthStatuses: ReadonlySet<string> = new Set(['good', 'ok', 'bad', 'noData', 'revoked']);

/** New statuses of a stream. */
export interface StreamStatusUpdate {
  /** `created`, `ready`, `active`, `inactive` or `error`. Default: it stays. */
  readonly streamStatus?: string | undefined;
  /** `good`, `ok`, `bad`, `noData` or `revoked`. Default: the one of the stream status. */
  readonly healthStatus?: string | undefined;
}

/**
 * Sets the status or the health of a stream, as an encoder causes them.
 * @param afterMs simulated time until then. Default: 0, at once
 * @returns whether the stream and the statuses exist
 */
export function updateStreamStatus(
  simulation: Simulation,
  id: string,
  { streamStatus, healthStatus }: StreamStatusUpdate,
  afterMs = 0,
): boolean {
  const stream = liveState(simulation).streams.get(id);
  if (!stream) return false;
  if (streamStatus !== undefined && !Object.hasOwn(defaultHealth, streamStatus)) return false;
  if (healthStatus !== undefined && !healthStatuses.has(healthStatus)) return false;
  const apply = (): void => {
    const status = streamStatus ?? stream.status.streamStatus;
    stream.status = {
      streamStatus: status,
      healthStatus: {
        ...stream.status.healthStatus,
        status: healthStatus ?? defaultHealth[status]!,
        lastUpdateTimeSeconds: String(Math.floor(simulation.now().getTime() / 1000)),
      },
    };
    if (streamStatus !== undefined) followStream(simulation, stream);
  };
  if (afterMs === 0) apply();
  else simulation.clock.after(afterMs, apply);
  return true;
}
