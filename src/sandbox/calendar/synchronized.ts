/**
 * Objects of lists with sync tokens: their entity tags and revisions, and which of them changed.
 */
import type { ApiCall } from '../call/handler.ts';
import type { Simulation } from '../simulation.ts';
import { etagOf } from './event/identity.ts';
import { calendarState, type Synchronized } from './state.ts';
import { revisionOf } from './sync-token.ts';

/** The entity tag and the revision of an object that is written now. */
export function newStamp(simulation: Simulation): { etag: string; revision: number } {
  const state = calendarState(simulation);
  state.revision += 1;
  return { etag: etagOf(simulation.now()), revision: state.revision };
}

/**
 * The objects that were written after the call's sync token was issued.
 * @param owner id of the calendar or person whose list it is
 */
export function changedSince<T extends Synchronized>(
  call: ApiCall,
  owner: string,
  objects: readonly T[],
): T[] {
  const seen = revisionOf(call, owner);
  return objects.filter(({ revision = 0 }) => revision > seen);
}
