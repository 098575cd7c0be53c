/** Sync tokens: which writes a client has seen, and what it may not ask beside one. */
import type { Call } from '../handler.ts';
import { refuse } from '../api-error.ts';
import { calendarState, type Shelf } from './state.ts';

/** @param of what the token belongs to: a token of one list says nothing about another */
export function syncToken({ world, operation }: Call, of: string): string {
  const { revision } = calendarState(world);
  return Buffer.from(JSON.stringify([operation.key, of, world.start.getTime(), revision])).toString(
    'base64url',
  );
}

/** The number of the last write that the client has seen. */
export function revisionOf({ world, operation, query }: Call, of: string): number {
  try {
    const token = Buffer.from(query.text('syncToken')!, 'base64url').toString();
    const [key, owner, start, revision] = JSON.parse(token) as [unknown, unknown, unknown, unknown];
    const own = key === operation.key && owner === of && start === world.start.getTime();
    if (own && typeof revision === 'number' && revision <= calendarState(world).revision)
      return revision;
  } catch {
    // no token of ours: refused below like any other
  }
  return refuse(410, 'fullSyncRequired', {
    domain: 'calendar',
    message: 'Sync token is no longer valid, a full sync is required.',
    location: 'syncToken',
  });
}

/** Ids of the events that were written since. */
export function changedSince(call: Call, { calendar, revisions }: Shelf): ReadonlySet<string> {
  const seen = revisionOf(call, calendar.id);
  return new Set([...revisions].filter(([, revision]) => revision > seen).map(([id]) => id));
}

/** Refuses parameters that do not go with a sync token. */
export function checkSync({ query }: Call, barred: readonly string[]): void {
  if (!query.has('syncToken')) return;
  const name =
    barred.find((other) => query.has(other)) ??
    (query.text('showDeleted') === 'false' ? 'showDeleted' : undefined);
  if (name !== undefined)
    refuse(400, 'badRequest', {
      message: `The sync token cannot be used with the parameter ${name}.`,
      location: name,
    });
}
