/** Series and their occurrences, as writes of a part of a series read them. */
import type { Api } from '../../../engine/api/api.ts';
import { Paths } from '../../../engine/read/path.ts';
import type { Ref } from '../../../engine/read/resource.ts';
import { Conflict } from '../../../engine/write/update/conditional-write.ts';
import { writablePaths } from '../../../engine/write/change.ts';
import type { WriteRequest } from '../../../engine/write/strategy.ts';
import { InvalidInput, upstreamError } from '../../../engine/api/error.ts';
import { validAt } from '../../../engine/rest/operation/invalid-value.ts';
import { events } from '../operations.ts';
import { MutationError } from '../../../engine/schema/error/mutation-error.ts';
import type { EventJson } from '../event-body.ts';
import { DAY_MS } from './clock.ts';
import { clockOf, type CopiedEvent, copiedEvent } from './occurrence.ts';
import { isDeleted, placeOf } from './plan.ts';
import { explainMissing } from './turn.ts';

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

const exceptionPaths = [...copyPaths, 'id', 'status', 'recurringEventId'];

/** Of a list of exceptions that are copied. */
const wholeItems = 'items,nextPageToken';

/** Beside the id, Google Calendar guarantees only these fields of a deleted occurrence. */
const instanceMask = Paths.of('id', 'originalStartTime', 'recurringEventId', 'status')
  .under('items')
  .with('nextPageToken').mask;

/**
 * Reads the event that a write names.
 * @throws Conflict if the event does not have the client's etag
 */
export async function readNamed(write: WriteRequest): Promise<NamedEvent> {
  const ref = write.ref!;
  const event = await readEvent(write, ref, namedPaths.mask);
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

/** Reads a series with all that a copy of it needs, also what no schema describes. */
export const readSeries = async (write: WriteRequest, ref: Ref): Promise<CopiedEvent> =>
  copied(write.execution.api, await readEvent(write, ref, '*'), copyPaths);

/** A series as the answer of a write shows it, with the same. */
export const seriesOf = ({ execution }: WriteRequest, answer: EventJson): CopiedEvent =>
  copiedEvent(execution.api, answer, copyPaths);

/** @throws the error of an invalid value of a field that a copy needs */
const copied = (api: Api, answer: EventJson, paths: readonly string[]): CopiedEvent =>
  copiedEvent(api, validAt(answer, paths), paths);

async function readEvent(
  { execution }: WriteRequest,
  ref: Ref,
  fields: string,
): Promise<EventJson> {
  const [calendarId, id] = ref.key as readonly [string, string];
  const args = { calendarId, eventId: id, fields };
  const event = await execution.send(events.get, args, { acceptsInvalid: fields === '*' });
  if (event.id !== id || typeof event.etag !== 'string')
    throw upstreamError(events.get, 'UPSTREAM_INVALID', { id });
  return event;
}

/**
 * The exceptions of a series: occurrences that were changed or deleted one by one.
 * @throws InvalidInput if there are too many pages
 */
export const readExceptions = async (
  write: WriteRequest,
  ref: Ref,
  series: EventJson,
): Promise<readonly CopiedEvent[]> => (await readOccurrences(write, ref, series)).exceptions;

/** The exceptions of a series, and the ids and places of all of its occurrences. */
interface Occurrences {
  readonly exceptions: readonly CopiedEvent[];
  readonly instances: readonly EventJson[];
}

/** @throws InvalidInput if there are too many pages */
export async function readOccurrences(
  write: WriteRequest,
  ref: Ref,
  series: EventJson,
): Promise<Occurrences> {
  const [changed, instances] = await Promise.all([
    readListed(write, ref, series),
    readInstances(write, ref),
  ]);
  const ids = new Set(changed.map(({ id }) => id));
  const deleted = instances.filter((each) => isDeleted(each) && !ids.has(each.id));
  return { exceptions: [...changed, ...deleted], instances };
}

/**
 * The ids of occurrences of a series, by their places. Only the service knows them.
 * @param instances those that were read already; if there are none, they are read
 * @returns without those that the service does not have
 */
export async function readIds(
  write: WriteRequest,
  ref: Ref,
  { series, instances }: { readonly series: EventJson; readonly instances: readonly EventJson[] },
  places: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const clock = clockOf(series);
  const ids = new Map<number, string>();
  const add = (found: readonly EventJson[]): void => {
    for (const each of found) ids.set(placeOf(clock, each), each.id!);
  };
  const missing = (): number[] => places.filter((place) => !ids.has(place));
  add(instances);
  if (instances.length === 0 && places.length > 1)
    // The places of an all-day series are midnights UTC, not those of the calendar.
    add(
      await readInstances(write, ref, {
        timeMin: new Date(Math.min(...places) - DAY_MS).toISOString(),
        timeMax: new Date(Math.max(...places) + DAY_MS).toISOString(),
      }),
    );
  // A list of a series without an end does not reach all of them.
  for (const place of missing())
    add(await readInstances(write, ref, { originalStart: clock.startText(place) }));
  return ids;
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
): Promise<CopiedEvent[]> {
  const args = { ...listArguments(calendarId!, wholeItems), iCalUID: iCalUID! };
  const found = await readPages(write, (page) =>
    write.execution.send(events.list, { ...args, ...page }, { acceptsInvalid: true }),
  );
  return found
    .map((event) => copied(write.execution.api, event, exceptionPaths))
    .filter(
      ({ recurringEventId, originalStartTime }) =>
        recurringEventId === seriesId && originalStartTime,
    );
}

interface InstanceFilter {
  readonly timeMin?: string;
  readonly timeMax?: string;
  readonly originalStart?: string;
}

/** @throws InvalidInput if there are too many pages */
async function readInstances(
  write: WriteRequest,
  { key: [calendarId, seriesId] }: Ref,
  filter: InstanceFilter = {},
): Promise<EventJson[]> {
  const args = { ...listArguments(calendarId!, instanceMask), eventId: seriesId!, ...filter };
  const found = await readPages(write, (page) =>
    write.execution.send(events.instances, { ...args, ...page }),
  );
  return found.filter(({ originalStartTime }) => originalStartTime);
}

const listArguments = (calendarId: string, fields: string) => ({
  calendarId,
  showDeleted: true,
  maxResults: PAGE_SIZE,
  fields,
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
