/** Series and their occurrences, as writes of a part of a series read them. */
import { Paths } from '../../../engine/read/path.ts';
import type { Ref } from '../../../engine/read/resource.ts';
import { Conflict } from '../../../engine/write/update/conditional-write.ts';
import { writablePaths } from '../../../engine/write/change.ts';
import type { WriteRequest } from '../../../engine/write/strategy.ts';
import { InvalidInput, UpstreamError, upstreamError } from '../../../engine/rest/call/error.ts';
import { events } from '../operations.ts';
import { MutationError } from '../../../engine/schema/error/mutation-error.ts';
import type { EventJson } from '../event/write/body.ts';

/** An event that a write names. */
interface NamedEvent {
  readonly event: EventJson;
  /** The series of an occurrence. */
  readonly series: Ref | undefined;
}

/** Exceptions and occurrences are read in pages of this size. */
const PAGE_SIZE = 2500;

/** Maximum number of pages of one list: Google Calendar can answer with short pages. */
export const MAX_PAGES = 4;

const namedPaths = Paths.of(
  'id',
  'etag',
  'iCalUID',
  'status',
  'recurrence',
  'recurringEventId',
  'originalStartTime',
);

/** The fields of a copy of an event, and those that decide whether the caller may make one. */
const copyPaths = [
  ...writablePaths(events.insert),
  'etag',
  'attendeesOmitted',
  'locked',
  'organizer.self',
  'privateCopy',
];

const seriesPaths = Paths.of(...copyPaths);

const exceptionPaths = Paths.of('status', 'recurringEventId', ...copyPaths).under('items');

/** Beside the id, Google Calendar guarantees only these fields of a deleted occurrence. */
const deletedPaths = Paths.of('originalStartTime', 'recurringEventId', 'status').under('items');

/**
 * Reads the event that a write names.
 * @throws Conflict if the event does not have the client's etag
 */
export async function readNamed(write: WriteRequest): Promise<NamedEvent> {
  const ref = write.ref!;
  const event = await readEvent(write, ref, namedPaths);
  const ifMatch = write.settings['ifMatch'];
  if (ifMatch != null && ifMatch !== event.etag) throw new Conflict(ref);
  const { recurringEventId } = event;
  return {
    event,
    series: recurringEventId
      ? { ...ref, key: [...ref.key.slice(0, -1), recurringEventId] }
      : undefined,
  };
}

/**
 * The occurrence of a series that a write names, for the scope `FOLLOWING`.
 * @throws InvalidInput if the event is no occurrence; MutationError if the occurrence is deleted
 */
export async function readOccurrence(
  write: WriteRequest,
): Promise<{ readonly event: EventJson; readonly series: Ref }> {
  const { event, series } = await readNamed(write).catch((error: unknown) =>
    explainMissing(write, error),
  );
  if (series === undefined || !event.originalStartTime)
    throw new InvalidInput(
      'scope',
      'FOLLOWING needs an occurrence of a series, and `by` names another event; expected the id of an occurrence, or the scope ALL',
    );
  if (event.status === 'cancelled')
    throw new MutationError(
      'GONE',
      'by: the occurrence has been deleted. updateEvent with the scope THIS and the status CONFIRMED restores it.',
      { path: ['by'] },
    );
  return { event, series };
}

/**
 * An occurrence that is missing from a series that exists may be in a new series, whose id does not
 * follow from the old one once that has ended.
 */
async function explainMissing(write: WriteRequest, error: unknown): Promise<never> {
  const { ref, execution } = write;
  const [calendarId, id] = ref!.key as [string, string];
  const eventId = seriesIdOf(id);
  if (!(error instanceof UpstreamError) || error.code !== 'NOT_FOUND' || eventId === id)
    throw error;
  const series = await execution
    .send(events.get, { calendarId, eventId, fields: 'id,status' })
    .catch(() => undefined);
  if (!series || series.status === 'cancelled') throw error;
  throw new MutationError(
    'NOT_FOUND',
    'by: the series has no such occurrence. An earlier change with the scope FOLLOWING may have succeeded: it has moved the occurrence to a new series, or deleted it. Look for the occurrence in the events of the calendar.',
    { path: ['by'], id },
  );
}

/** Reads a series with all that a copy of it needs. */
export const readSeries = (write: WriteRequest, ref: Ref): Promise<EventJson> =>
  readEvent(write, ref, seriesPaths);

async function readEvent({ execution }: WriteRequest, ref: Ref, paths: Paths): Promise<EventJson> {
  const [calendarId, id] = ref.key as readonly [string, string];
  const event = await execution.send(events.get, { calendarId, eventId: id, fields: paths.mask });
  if (event.id !== id || typeof event.etag !== 'string')
    throw upstreamError(events.get, 'UPSTREAM_INVALID', { id });
  return event;
}

/**
 * The exceptions of a series: occurrences that were changed or deleted one by one.
 * @throws InvalidInput if there are too many pages
 */
export async function readExceptions(
  write: WriteRequest,
  ref: Ref,
  series: EventJson,
): Promise<EventJson[]> {
  const [changed, deleted] = await Promise.all([
    readListed(write, ref, series),
    readDeleted(write, ref),
  ]);
  const ids = new Set(changed.map(({ id }) => id));
  return [...changed, ...deleted.filter(({ id }) => !ids.has(id))];
}

/**
 * The exceptions that have the `iCalUID` of their series. A deleted occurrence is not guaranteed to
 * have one.
 * @throws InvalidInput if there are too many pages
 */
export async function readListed(
  write: WriteRequest,
  { key: [calendarId, seriesId] }: Ref,
  { iCalUID }: EventJson,
): Promise<EventJson[]> {
  const args = { ...listArguments(calendarId!, exceptionPaths), iCalUID: iCalUID! };
  const found = await readPages(write, (page) =>
    write.execution.send(events.list, { ...args, ...page }),
  );
  return found.filter(
    ({ recurringEventId, originalStartTime }) => recurringEventId === seriesId && originalStartTime,
  );
}

/** The deleted occurrences of a series. @throws InvalidInput if there are too many pages */
async function readDeleted(
  write: WriteRequest,
  { key: [calendarId, seriesId] }: Ref,
): Promise<EventJson[]> {
  const args = { ...listArguments(calendarId!, deletedPaths), eventId: seriesId! };
  const found = await readPages(write, (page) =>
    write.execution.send(events.instances, { ...args, ...page }),
  );
  return found.filter(
    ({ status, originalStartTime }) => status === 'cancelled' && originalStartTime,
  );
}

const listArguments = (calendarId: string, paths: Paths) => ({
  calendarId,
  showDeleted: true,
  maxResults: PAGE_SIZE,
  fields: paths.with('items.id', 'nextPageToken').mask,
});

interface EventPage {
  readonly items?: EventJson[] | null;
  readonly nextPageToken?: string | null;
}

/** @throws InvalidInput if there are too many pages: an exception that is not read would be lost */
async function readPages(
  { settings: { scope } }: WriteRequest,
  read: (page: { readonly pageToken?: string }) => Promise<EventPage>,
): Promise<EventJson[]> {
  const found: EventJson[] = [];
  let pageToken: string | undefined;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const answer = await read(pageToken === undefined ? {} : { pageToken });
    found.push(...(answer.items ?? []));
    pageToken = answer.nextPageToken ?? undefined;
    if (pageToken === undefined) return found;
  }
  throw new InvalidInput(
    'scope',
    `the series has too many occurrences for ${scope === 'all' ? 'ALL with other times' : 'FOLLOWING'}; expected THIS`,
  );
}

/**
 * Runs the write of an occurrence, or of a series in part, in the turn of the series: what a
 * division copies must not change meanwhile. The copies of an event on the calendars of its guests
 * have the same id. It is another turn than that of the event itself, which the write takes inside
 * it.
 */
export async function inSeriesTurn<T>(
  { execution, operation, ref }: Pick<WriteRequest, 'execution' | 'operation' | 'ref'>,
  work: () => Promise<T>,
): Promise<T> {
  const id = seriesIdOf(ref!.key.at(-1)!);
  return execution.runExclusive({ ...ref!, key: [id, 'series'] }, operation, work);
}

/** The same for a write that concerns only the event that it names, which may be an occurrence. */
export async function inTurnOf<T>(
  write: Pick<WriteRequest, 'execution' | 'operation' | 'ref'>,
  work: () => Promise<T>,
): Promise<T> {
  const id = write.ref!.key.at(-1)!;
  return seriesIdOf(id) === id ? work() : inSeriesTurn(write, work);
}

/** The id of the series of an occurrence, whose id ends with its original start; or the same id. */
export const seriesIdOf = (id: string): string => id.replace(/_\d{8}(T\d{6}Z)?$/, '');
