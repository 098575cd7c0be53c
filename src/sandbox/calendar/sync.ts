/** Sync tokens: which writes a client has seen, and what it may not ask beside one. */
import type { ApiCall } from '../handler.ts';
import { ApiError } from '../api-error.ts';
import { calendarState, type StoredCalendar } from './state.ts';

/** @param of what the token belongs to: a token of one list says nothing about another */
export function syncToken({ simulation, operation }: ApiCall, of: string): string {
  const { revision } = calendarState(simulation);
  return Buffer.from(
    JSON.stringify([operation.key, of, simulation.start.getTime(), revision]),
  ).toString('base64url');
}

/** The number of the last write that the client has seen. */
export function revisionOf({ simulation, operation, query }: ApiCall, of: string): number {
  try {
    const token = Buffer.from(query.text('syncToken')!, 'base64url').toString();
    const [key, owner, start, revision] = JSON.parse(token) as [unknown, unknown, unknown, unknown];
    const own = key === operation.key && owner === of && start === simulation.start.getTime();
    if (own && typeof revision === 'number' && revision <= calendarState(simulation).revision)
      return revision;
  } catch {
    // no token of ours: refused below like any other
  }
  throw new ApiError(410, 'fullSyncRequired', {
    domain: 'calendar',
    message: 'Sync token is no longer valid, a full sync is required.',
    location: 'syncToken',
  });
}

/** Ids of the events that were written since. */
export function changedSince(
  call: ApiCall,
  { calendar, revisions }: StoredCalendar,
): ReadonlySet<string> {
  const seen = revisionOf(call, calendar.id);
  return new Set([...revisions].filter(([, revision]) => revision > seen).map(([id]) => id));
}

/** Refuses parameters that do not go with a sync token. */
export function checkSync({ query }: ApiCall, barred: readonly string[]): void {
  if (!query.has('syncToken')) return;
  const name =
    barred.find((other) => query.has(other)) ??
    (query.text('showDeleted') === 'false' ? 'showDeleted' : undefined);
  if (name !== undefined)
    throw new ApiError(400, 'badRequest', {
      message: `The sync token cannot be used with the parameter ${name}.`,
      location: name,
    });
}
