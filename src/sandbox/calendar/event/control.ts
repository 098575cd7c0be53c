/** The control route for what guests of events do. */
import { type ControlResponse, noContent, notBoolean } from '../../http/control-response.ts';
import type { Simulation } from '../../simulation.ts';
import { calendarState } from '../state.ts';

/** `POST /_sandbox/guests`: whether changes that guests may not make are ignored, or rejected. */
export function controlGuests(
  simulation: Simulation,
  { ignored = false }: Readonly<Record<string, unknown>>,
): ControlResponse {
  if (typeof ignored !== 'boolean') return notBoolean('ignored', ignored);
  calendarState(simulation).ignoresGuests = ignored;
  return noContent;
}
