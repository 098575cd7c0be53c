/** Series and their occurrences, as writes of a part of a series read them. */
import { Paths } from '../../data/read/path.ts';
import type { Ref } from '../../data/read/resource.ts';
import { Conflict } from '../../data/write/conditional-write.ts';
import { writablePaths } from '../../data/write/change.ts';
import type { WriteRequest } from '../../data/write/strategy.ts';
import { InvalidInput, upstreamError } from '../../upstream/error.ts';
import { events } from '../../upstream/calendar/index.ts';
import { MutationError } from '../mutation-error.ts';
import type { EventJson } from './event-body.ts';
import { UnsupportedSeries } from './series-clock.ts';
import { SeriesRule } from './series-rule.ts';

/** An event that a write names. */
interface NamedEvent {
  readonly event: EventJson;
  /** The series of an occurrence. */
  readonly series: Ref | undefined;
}

/** Exceptions are read in pages of this size. */
const PAGE_SIZE = 2500;

/** Maximum number of pages of exceptions: Google Calendar can answer with short pages. */
export const MAX_EXCEPTION_PAGES = 4;

const namedPaths = Paths.of('id', 'etag', 'status', 'recurringEventId', 'originalStartTime');

/** What a copy of an event needs, and what decides whether the caller may make one. */
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
  const { event, series } = await readNamed(write);
  if (series === undefined || !event.originalStartTime)
    throw new InvalidInput(
      'scope',
      'FOLLOWING needs an occurrence of a series, and `by` names another event; expected the id of an occurrence, or the scope ALL',
    );
  if (event.status === 'cancelled')
    throw new MutationError('GONE', 'by: the occurrence has been deleted.', { path: ['by'] });
  return { event, series };
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
 * The exceptions of a series: occurrences that were changed or deleted one by one. They have the
 * `iCalUID` of the series.
 * @throws InvalidInput if they are too many
 */
export async function readExceptions(
  { execution }: WriteRequest,
  { key: [calendarId, seriesId] }: Ref,
  { iCalUID }: EventJson,
): Promise<EventJson[]> {
  const found: EventJson[] = [];
  let pageToken: string | undefined;
  for (let page = 0; page < MAX_EXCEPTION_PAGES; page += 1) {
    const answer = await execution.send(events.list, {
      calendarId: calendarId!,
      iCalUID: iCalUID!,
      showDeleted: true,
      maxResults: PAGE_SIZE,
      fields: exceptionPaths.with('nextPageToken').mask,
      ...(pageToken !== undefined && { pageToken }),
    });
    found.push(...(answer.items ?? []).filter((each) => each.recurringEventId === seriesId));
    pageToken = answer.nextPageToken ?? undefined;
    if (pageToken === undefined) return found;
  }
  throw new InvalidInput(
    'scope',
    'too many occurrences of the series were changed one by one for FOLLOWING; expected THIS or ALL',
  );
}

/** @throws InvalidInput for a series that the scope `FOLLOWING` does not support */
export function ruleOf({ start, recurrence }: EventJson): SeriesRule {
  return supported(
    () => new SeriesRule({ start: start ?? {}, recurrence: recurrence ?? [], timeZone: 'UTC' }),
  );
}

/** Runs computations on series. @throws InvalidInput for a series that they do not support */
export function supported<T>(compute: () => T, argument = 'scope'): T {
  try {
    return compute();
  } catch (error) {
    if (!(error instanceof UnsupportedSeries)) throw error;
    throw new InvalidInput(argument, `the series cannot be changed in part: ${error.message}`);
  }
}
