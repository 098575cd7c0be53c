/** The control route for settings of Calendar, which no operation of the service writes. */
import {
  type ControlResponse,
  errorResponse,
  noContent,
  unknownField,
} from '../../http/control-response.ts';
import type { Simulation } from '../../simulation.ts';
import { calendarState } from '../state.ts';
import { newStamp } from '../synchronized.ts';
import { watchWrite } from '../watch.ts';

/**
 * Changes a setting, as a person would in the user interface of Calendar.
 * @param email address of the person
 * @returns whether the person has the setting
 */
export function setSetting(
  simulation: Simulation,
  email: string,
  id: string,
  value: string,
): boolean {
  const settings = calendarState(simulation).settings.get(email) ?? [];
  const index = settings.findIndex((setting) => setting.id === id);
  if (index < 0) return false;
  simulation.tick();
  const notify = watchWrite(simulation);
  settings[index] = { ...settings[index]!, value, ...newStamp(simulation) };
  notify();
  return true;
}

/** `POST settings/{email}`: the setting `id` has another value; undefined for other paths. */
export function controlSetting(
  simulation: Simulation,
  path: string,
  body: Readonly<Record<string, unknown>>,
): ControlResponse | undefined {
  const email = /^settings\/([^/]+)$/.exec(path)?.[1];
  if (email === undefined) return undefined;
  const unknown = unknownField(body, ['id', 'value']);
  if (unknown) return unknown;
  const { id, value } = body;
  if (typeof id !== 'string' || typeof value !== 'string')
    return errorResponse(400, 'id, value: expected texts, for example "weekStart" and "1"');
  return setSetting(simulation, email, id, value)
    ? noContent
    : errorResponse(404, `${email}: unknown person, or ${id}: unknown setting`);
}
