/** Control of the long-running operations of `files.download`. */
import {
  type ControlResponse,
  errorResponse,
  isDuration,
  noContent,
  notBoolean,
  notDuration,
} from '../../http/control-response.ts';
import { isObject } from '../../json.ts';
import type { Simulation } from '../../simulation.ts';
import { type DownloadSettings, storageState } from '../state.ts';

/** Replaces the settings of later downloads, until the next reset. */
export function setDownloads(simulation: Simulation, settings: DownloadSettings): void {
  storageState(simulation).downloads = settings;
}

/** `POST /_sandbox/downloads`. */
export function controlDownloads(
  simulation: Simulation,
  { ms, error, unnamed = false }: Readonly<Record<string, unknown>>,
): ControlResponse {
  const duration = ms ?? undefined;
  if (duration !== undefined && !isDuration(duration)) return notDuration('ms', ms);
  const failure = error ?? undefined;
  if (failure !== undefined && !isStatus(failure))
    return errorResponse(400, 'error: expected for example { "code": 13, "message": "Failed" }');
  if (typeof unnamed !== 'boolean') return notBoolean('unnamed', unnamed);
  setDownloads(simulation, {
    unnamed,
    ...(duration !== undefined && { ms: duration }),
    ...(failure && { error: failure }),
  });
  return noContent;
}

const isStatus = (value: unknown): value is NonNullable<DownloadSettings['error']> =>
  isObject(value) && typeof value['code'] === 'number' && typeof value['message'] === 'string';
