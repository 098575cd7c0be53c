/** Sync tokens: which writes a client has seen, and which parameters they exclude. */
import type { ApiCall } from '../handler.ts';
import { ApiError } from '../api-error.ts';
import { type CalendarEntity, calendarState } from './state.ts';

/** @param owner id of the calendar or person whose list the token is for */
function syncTokenOf({ simulation, operation }: ApiCall, owner: string): string {
  const { revision } = calendarState(simulation);
  const content = [operation.key, owner, simulation.start.getTime(), revision];
  return Buffer.from(JSON.stringify(content)).toString('base64url');
}

/**
 * The token field of a list response: the page token, or on the last page the sync token.
 * @param owner id of the calendar or person whose list it is
 */
export const nextTokenOf = (
  call: ApiCall,
  owner: string,
  nextPageToken: string | undefined,
): object =>
  nextPageToken === undefined ? { nextSyncToken: syncTokenOf(call, owner) } : { nextPageToken };

/**
 * The revision of the last write that the holder of the call's sync token has seen.
 * @throws ApiError 410 if the token is invalid or from before a reset
 */
export function revisionOf({ simulation, operation, query }: ApiCall, owner: string): number {
  const { revision: current } = calendarState(simulation);
  try {
    const token = Buffer.from(query.text('syncToken')!, 'base64url').toString();
    const [key, of, start, revision] = JSON.parse(token) as [unknown, unknown, unknown, unknown];
    const isOwn = key === operation.key && of === owner && start === simulation.start.getTime();
    if (isOwn && typeof revision === 'number' && revision <= current) return revision;
  } catch {
    // Not a token of the sandbox: rejected below like an outdated one.
  }
  throw new ApiError(410, 'fullSyncRequired', {
    domain: 'calendar',
    message: 'Sync token is no longer valid, a full sync is required.',
    location: 'syncToken',
  });
}

/** The ids of the events that were written after the call's sync token was issued. */
export function changedEventIds(
  call: ApiCall,
  { resource, revisions }: CalendarEntity,
): ReadonlySet<string> {
  const seen = revisionOf(call, resource.id);
  return new Set([...revisions].filter(([, revision]) => revision > seen).map(([id]) => id));
}

/**
 * Rejects parameters that cannot be combined with a sync token.
 * @throws ApiError 400 if the call has a sync token and one of the `excluded` parameters
 */
export function checkSyncParameters({ query }: ApiCall, excluded: readonly string[]): void {
  if (!query.has('syncToken')) return;
  const name =
    excluded.find((other) => query.has(other)) ??
    (query.text('showDeleted') === 'false' ? 'showDeleted' : undefined);
  if (name !== undefined)
    throw new ApiError(400, 'badRequest', {
      message: `The sync token cannot be used with the parameter ${name}.`,
      location: name,
    });
}
