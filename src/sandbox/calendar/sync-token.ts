/** Sync tokens: which writes a client has seen, and which parameters they exclude. */
import { ApiError } from '../http/api-error.ts';
import type { ApiCall } from '../call/handler.ts';
import { pageMark } from '../call/page.ts';
import type { Simulation } from '../simulation.ts';
import { day } from '../time.ts';
import { type CalendarEntity, calendarState, type VanishedEvent } from './state.ts';

/**
 * The number of days for which a sync token is valid. An assumption: Google Calendar documents that
 * tokens expire, but no time.
 */
const validDays = 30;

/** The number of days since 1970. Tokens of one day and one revision are the same. */
const today = (simulation: Simulation): number => Math.floor(simulation.now().getTime() / day);

/**
 * The revision of the data that a list shows: of all its pages the one of the first page. So the
 * changes after its sync token include those that were made between the pages.
 */
export const listRevision = (call: ApiCall): number =>
  pageMark(call) ?? calendarState(call.simulation).revision;

/** @param owner id of the calendar or person whose list the token is for */
function syncTokenOf(call: ApiCall, owner: string): string {
  const { simulation, operation } = call;
  const { tokenGeneration } = calendarState(simulation);
  const content = [
    operation.key,
    owner,
    simulation.start.getTime(),
    tokenGeneration,
    today(simulation),
    listRevision(call),
  ];
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

/** Makes all sync tokens so far invalid. */
export const expireSyncTokens = (simulation: Simulation): void => {
  calendarState(simulation).tokenGeneration += 1;
};

/**
 * The revision of the last write that the holder of the call's sync token has seen.
 * @throws ApiError 410 if the token is invalid, has expired or is from before a reset
 */
export function revisionOf({ simulation, operation, query }: ApiCall, owner: string): number {
  const { revision: current, tokenGeneration } = calendarState(simulation);
  try {
    const token = Buffer.from(query.text('syncToken')!, 'base64url').toString();
    const [key, of, start, generation, issuedOn, revision] = JSON.parse(token) as unknown[];
    const isOwn = key === operation.key && of === owner && start === simulation.start.getTime();
    const isValid =
      generation === tokenGeneration &&
      typeof issuedOn === 'number' &&
      today(simulation) - issuedOn <= validDays;
    if (isOwn && isValid && typeof revision === 'number' && revision <= current) return revision;
  } catch {
    // Not a token of the sandbox: rejected below like an outdated one.
  }
  throw new ApiError(410, 'fullSyncRequired', {
    domain: 'calendar',
    message: 'Sync token is no longer valid, a full sync is required.',
    location: 'syncToken',
  });
}

/** The events that changed after the call's sync token was issued. */
interface ChangedEvents {
  /** Of the stored events. */
  readonly ids: ReadonlySet<string>;
  readonly vanished: readonly VanishedEvent[];
}

/** The changes of the events of a calendar that the holder of the call's sync token missed. */
export function changedEvents(
  call: ApiCall,
  { resource, revisions, vanished }: CalendarEntity,
): ChangedEvents {
  const seen = revisionOf(call, resource.id);
  return {
    ids: new Set([...revisions].filter(([, revision]) => revision > seen).map(([id]) => id)),
    vanished: [...vanished.values()].filter(({ revision }) => revision > seen),
  };
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
