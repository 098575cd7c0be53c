/** The control route for what a change of a series does to its exceptions. */
import { type ControlResponse, errorResponse, noContent } from '../../http/control-response.ts';
import type { Simulation } from '../../simulation.ts';
import { calendarState, type SeriesModel } from '../state.ts';

/** Replaces the model of later changes of series, until the next reset. */
export function setSeriesModel(
  simulation: Simulation,
  { reachesExceptions = false, dropsExceptions = false }: Partial<SeriesModel>,
): void {
  calendarState(simulation).seriesModel = { reachesExceptions, dropsExceptions };
}

/** `POST /_sandbox/series`: an absent field means false. */
export function controlSeries(
  simulation: Simulation,
  { reachesExceptions = false, dropsExceptions = false }: Readonly<Record<string, unknown>>,
): ControlResponse {
  if (typeof reachesExceptions !== 'boolean' || typeof dropsExceptions !== 'boolean')
    return errorResponse(400, 'reachesExceptions, dropsExceptions: expected true or false');
  setSeriesModel(simulation, { reachesExceptions, dropsExceptions });
  return noContent;
}
