/** Control routes of broadcasts and streams. */
import {
  type ControlResponse,
  errorResponse,
  isDuration,
  noContent,
  notDuration,
} from '../../http/control-response.ts';
import type { Simulation } from '../../simulation.ts';
import { liveState } from '../state.ts';
import { type StreamStatusUpdate, updateStreamStatus } from '../stream/stream.ts';

type Body = Readonly<Record<string, unknown>>;

/** `POST broadcasts`: how long broadcasts are starting, and when their videos appear. */
export function controlBroadcasts(
  simulation: Simulation,
  { startingMs, videoDelayMs }: Body,
): ControlResponse {
  if (startingMs === undefined && videoDelayMs === undefined)
    return errorResponse(400, 'startingMs, videoDelayMs: missing; expected one of them');
  if (startingMs !== undefined && startingMs !== null && !isDuration(startingMs))
    return notDuration('startingMs', startingMs);
  if (videoDelayMs !== undefined && !isDuration(videoDelayMs))
    return notDuration('videoDelayMs', videoDelayMs);
  const state = liveState(simulation);
  if (startingMs !== undefined) state.startingMs = startingMs ?? undefined;
  if (videoDelayMs !== undefined) state.videoDelayMs = videoDelayMs;
  return noContent;
}

/** `POST streams/{id}`: the status of a stream and its health; undefined for other paths. */
export function controlStream(
  simulation: Simulation,
  path: string,
  { afterMs = 0, ...statuses }: Body,
): ControlResponse | undefined {
  const id = /^streams\/([^/]+)$/.exec(path)?.[1];
  if (id === undefined) return undefined;
  if (!isStatusUpdate(statuses)) return errorResponse(400, statusExpectation);
  if (!isDuration(afterMs)) return notDuration('afterMs', afterMs);
  return updateStreamStatus(simulation, id, statuses, afterMs)
    ? noContent
    : errorResponse(404, `${id}: unknown stream, stream status or health status`);
}

const statusExpectation =
  'streamStatus, healthStatus: expected a text for one of them, for example "active" or "good"';

/** Whether the fields are `streamStatus`, `healthStatus` or both, and their values are texts. */
const isStatusUpdate = (fields: Body): fields is StreamStatusUpdate & Body =>
  Object.keys(fields).length > 0 &&
  Object.entries(fields).every(
    ([name, value]) => ['streamStatus', 'healthStatus'].includes(name) && typeof value === 'string',
  );
