/** Control routes of broadcasts and streams. */
import {
  type ControlResponse,
  errorResponse,
  isDuration,
  noContent,
  notBoolean,
  notDuration,
  unknownField,
} from '../../http/control-response.ts';
import type { Simulation } from '../../simulation.ts';
import { liveState } from '../state.ts';
import { type StreamStatusUpdate, updateStreamStatus } from '../stream/stream.ts';

type Body = Readonly<Record<string, unknown>>;

/**
 * `POST broadcasts`: how long broadcasts are starting, when their videos appear, and whether they
 * may show ads.
 */
export function controlBroadcasts(
  simulation: Simulation,
  { startingMs, videoDelayMs, adsEligible }: Body,
): ControlResponse {
  if (startingMs === undefined && videoDelayMs === undefined && adsEligible === undefined)
    return errorResponse(400, 'startingMs, videoDelayMs, adsEligible: expected one of them');
  if (startingMs !== undefined && startingMs !== null && !isDuration(startingMs))
    return notDuration('startingMs', startingMs);
  if (videoDelayMs !== undefined && !isDuration(videoDelayMs))
    return notDuration('videoDelayMs', videoDelayMs);
  if (adsEligible !== undefined && typeof adsEligible !== 'boolean')
    return notBoolean('adsEligible', adsEligible);
  const state = liveState(simulation);
  if (startingMs !== undefined) state.startingMs = startingMs ?? undefined;
  if (videoDelayMs !== undefined) state.videoDelayMs = videoDelayMs;
  if (adsEligible !== undefined) state.adsEligible = adsEligible;
  return noContent;
}

/** `POST streams/{id}`: the status of a stream and its health; undefined for other paths. */
export function controlStream(
  simulation: Simulation,
  path: string,
  body: Body,
): ControlResponse | undefined {
  const id = /^streams\/([^/]+)$/.exec(path)?.[1];
  if (id === undefined) return undefined;
  const unknown = unknownField(body, ['streamStatus', 'healthStatus', 'afterMs']);
  if (unknown) return unknown;
  const { afterMs = 0, ...statuses } = body;
  if (!isStatusUpdate(statuses)) return errorResponse(400, statusExpectation);
  if (!isDuration(afterMs)) return notDuration('afterMs', afterMs);
  return updateStreamStatus(simulation, id, statuses, afterMs)
    ? noContent
    : errorResponse(404, `${id}: unknown stream, stream status or health status`);
}

const statusExpectation =
  'streamStatus, healthStatus: expected a text for one of them, for example "active" or "good"';

/** Whether there is a status, and each is a text. */
const isStatusUpdate = (fields: Body): fields is StreamStatusUpdate & Body =>
  Object.keys(fields).length > 0 &&
  Object.values(fields).every((value) => typeof value === 'string');
