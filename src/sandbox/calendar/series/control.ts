/** The control route for what Google does not document of series and of their changes. */
import { type ControlResponse, errorResponse, noContent } from '../../http/control-response.ts';
import type { Simulation } from '../../simulation.ts';
import { calendarState, type SeriesModel } from '../state.ts';
import { occurrenceIdForms } from './occurrence-id.ts';

export const defaultSeriesModel: SeriesModel = {
  reachesExceptions: false,
  dropsExceptions: false,
  leavesExceptions: false,
  occurrenceIds: 'start',
  ignoredFields: [],
  ignoresGuests: false,
};

/** Replaces the model of later changes of series, until the next reset. */
export function setSeriesModel(simulation: Simulation, model: Partial<SeriesModel>): void {
  calendarState(simulation).seriesModel = { ...defaultSeriesModel, ...model };
}

const isFlag = (value: unknown): boolean => typeof value === 'boolean';

/** By field: whether a value is one of it, and what is expected. */
const checks: Readonly<
  Record<keyof SeriesModel, readonly [check: (value: unknown) => boolean, expected: string]>
> = {
  reachesExceptions: [isFlag, 'true or false'],
  dropsExceptions: [isFlag, 'true or false'],
  leavesExceptions: [isFlag, 'true or false'],
  occurrenceIds: [
    (value) => occurrenceIdForms.some((form) => form === value),
    occurrenceIdForms.join(', '),
  ],
  ignoredFields: [
    (value) => Array.isArray(value) && value.every((name) => typeof name === 'string'),
    'a list of field names',
  ],
  ignoresGuests: [isFlag, 'true or false'],
};

export const seriesModelFields = Object.keys(checks);

/** `POST /_sandbox/series`: an absent field has its default. */
export function controlSeries(
  simulation: Simulation,
  body: Readonly<Record<string, unknown>>,
): ControlResponse {
  for (const [name, value] of Object.entries(body)) {
    const [check, expected] = checks[name as keyof SeriesModel];
    if (!check(value)) return errorResponse(400, `${name}: expected ${expected}`);
  }
  setSeriesModel(simulation, body);
  return noContent;
}
