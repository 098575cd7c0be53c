/** The control route for what Drive does in ways that the reports about it do not agree on. */
import { type ControlResponse, errorResponse, noContent } from '../http/control-response.ts';
import type { Simulation } from '../simulation.ts';
import { type StorageModel, storageState } from './state.ts';

/** By field: the values that it accepts. */
const values: Readonly<Record<keyof StorageModel, readonly unknown[]>> = {
  fullStorage: ['quotaExceeded', 'storageQuotaExceeded'],
  undeliverable: [true, false],
  lastPermissionWins: [true, false],
  usedIdReason: ['conflict', 'fileIdInUse'],
  withoutApprovals: [true, false],
};

/** The names of the fields. */
export const storageModelFields = Object.keys(values);

/**
 * `POST /_sandbox/storage`: replaces the model of later calls, until the next reset. A field that
 * is absent has its default.
 */
export function controlStorage(
  simulation: Simulation,
  model: Readonly<Record<string, unknown>>,
): ControlResponse {
  for (const [name, accepted] of Object.entries(values))
    if (model[name] !== undefined && !accepted.includes(model[name]))
      return errorResponse(400, `${name}: expected one of ${accepted.join(', ')}`);
  storageState(simulation).model = model;
  return noContent;
}
