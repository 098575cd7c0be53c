/**
 * Makes the occurrences of a changed series as they are to be. The documentation does not say
 * whether Google Calendar passes a change of a series on to occurrences that were changed singly,
 * or keeps these when the series moves. So they are read after the change, and what differs is
 * written.
 */
import { isDeepStrictEqual } from 'node:util';
import { getter } from '../../../engine/read/path.ts';
import type { Ref } from '../../../engine/read/resource.ts';
import type { WriteRequest } from '../../../engine/write/strategy.ts';
import {
  conditionHeaders,
  isPreconditionFailed,
} from '../../../engine/write/update/conditional-write.ts';
import { UpstreamError } from '../../../engine/api/error.ts';
import { hasUnknownOutcome, readAfterFailure } from '../../../engine/rest/call/unknown-outcome.ts';
import { events } from '../operations.ts';
import { type EventJson, writeArguments } from '../event-body.ts';
import { clockOf, type CopiedEvent, ordinaryAt, patchTo } from './occurrence.ts';
import {
  isDeleted,
  type NamedPlace,
  placeOf,
  type Repair,
  repairsOf,
  type WantedPlaces,
} from './plan.ts';
import {
  ignored,
  isLasting,
  isSameWrite,
  refused,
  SeriesConflict,
  undone,
} from './series-error.ts';
import { sendCopy } from './undescribed-field.ts';
import { readExceptions, readIds, readListed, readOccurrences, readSeries } from './series.ts';

/** Rounds of writes: what still differs after the first one is written once more. */
export const MAX_ROUNDS = 2;

/** A series with its exceptions, as the service has them. */
export interface ReadSeries {
  readonly series: CopiedEvent;
  readonly found: readonly CopiedEvent[];
  /** Its occurrences, if they were read. */
  readonly instances: readonly EventJson[];
}

interface Settling {
  readonly ref: Ref;
  readonly wantedOf: (read: ReadSeries) => WantedPlaces;
  /** The series, if no read is needed. */
  readonly known?: ReadSeries | undefined;
  /** Recipients of an email about each written occurrence. Default: `withoutRepetition`. */
  readonly sendUpdates?: 'all' | 'externalOnly' | 'none';
  /** See `repairsOf`. */
  readonly left?: ReadonlySet<string>;
  /** Whether deletions have to be read. */
  readonly withDeleted: boolean;
  /** Runs before each write. */
  readonly onWrite?: () => void;
  /** Whether a failed write lets the others of its round go on. Default: none is sent after it. */
  readonly goesOn?: boolean;
}

/**
 * Writes what differs, and reads it again.
 * @returns the number of writes
 * @throws SeriesConflict if it still differs after two rounds; MutationError if the service refuses
 * or ignores a write; the error of a write whose answer is lost and that is not there
 */
export async function settle(write: WriteRequest, settling: Settling): Promise<number> {
  const { ref, wantedOf, left } = settling;
  let read = settling.known ?? (await readState(write, settling));
  const initial = read;
  let count = 0;
  let lost: UpstreamError | undefined;
  let answered: readonly Repair[] = [];
  /** Places whose fields that no schema describes were sent: a service may ignore these. */
  const tried = new Set<number>();
  for (let round = 0; ; round += 1) {
    const repairs = repairsOf(read.series, read.found, wantedOf(read), left)
      .map((repair) => (tried.has(repair.place) ? { ...repair, undescribed: undefined } : repair))
      .filter((repair) => !isEmpty(repair) && !isApplied(repair, answered, { initial, read }));
    if (repairs.length === 0) return count;
    if (round === MAX_ROUNDS)
      throw (
        lost ?? ignored(write, read.series, answered, repairs) ?? new SeriesConflict(ref, 'changed')
      );
    const ids = await idsOf(write, ref, read, repairs);
    lost = undefined;
    const accepted: Repair[] = [];
    const failures: unknown[] = [];
    for (const repair of repairs) {
      const eventId = repair.id ?? ids.get(repair.place);
      // The service has no such occurrence: a deletion is done.
      if (eventId === undefined && repair.kind === 'delete') continue;
      if (eventId === undefined) throw new SeriesConflict(ref, 'changed');
      settling.onWrite?.();
      const rejection = await send(write, settling, { ...repair, id: eventId }).catch(
        (error: unknown) => {
          const failure = isLasting(error) ? refused(write, read.series, repair, error) : error;
          if (!settling.goesOn) throw failure;
          failures.push(failure);
          return null;
        },
      );
      if (rejection === undefined) {
        accepted.push(repair);
        tried.add(repair.place);
      }
      if (hasUnknownOutcome(rejection)) lost = rejection;
    }
    if (failures.length > 0) throw failures[0];
    count += accepted.length;
    answered = accepted;
    const readAgain = () => readState(write, settling);
    read = await (lost ? readAfterFailure(lost, readAgain) : readAgain());
  }
}

/**
 * Writes exceptions as they are, which changes nothing. A move of their series can drop them: what
 * the service refuses to write now could not be written again after it.
 * @returns the version of the series, which has a new one if the service counts such writes
 * @throws MutationError if the service refuses a write; SeriesConflict if others have changed the
 * series or an exception since they were read
 */
export async function tryExceptions(
  write: WriteRequest,
  ref: Ref,
  { series, clock, exceptions }: NamedPlace,
): Promise<EventJson['etag']> {
  let hasWritten = false;
  for (const event of exceptions.filter((each) => !isDeleted(each))) {
    const place = placeOf(clock, event);
    const body = patchTo(event, ordinaryAt(series, clock, place), clock);
    if (Object.keys(body).length === 0) continue;
    hasWritten = true;
    const repair = { kind: 'patch', place, id: event.id!, body, etag: event.etag } as const;
    const rejection = await send(write, { ref, sendUpdates: 'none' }, repair).catch(
      (error: unknown) => {
        throw isLasting(error) ? undone(refused(write, series, repair, error)) : error;
      },
    );
    if (hasUnknownOutcome(rejection)) throw rejection;
    if (rejection) throw new SeriesConflict(ref, 'changed');
  }
  if (!hasWritten) return series.etag;
  const fresh = await readSeries(write, ref);
  const now = [fresh, ...(await readExceptions(write, ref, series))];
  if (!isDeepStrictEqual(contentsOf(now), contentsOf([series, ...exceptions])))
    throw new SeriesConflict(ref, 'changed');
  return fresh.etag;
}

/** The events by id, without their versions. */
const contentsOf = (found: readonly CopiedEvent[]): ReadonlyMap<unknown, object> =>
  new Map(
    found.map((event) => [
      event.id,
      { ...event, undescribed: undefined, etag: undefined, sequence: undefined },
    ]),
  );

const isEmpty = (repair: Repair): boolean =>
  repair.kind === 'patch' && !repair.undescribed && Object.keys(repair.body).length === 0;

interface ReadStates {
  readonly initial: ReadSeries;
  readonly read: ReadSeries;
}

/**
 * Whether the service has applied a write in its own words, such as a text without outer space: all
 * of its values have changed.
 */
function isApplied(
  repair: Repair,
  answered: readonly Repair[],
  { initial, read }: ReadStates,
): boolean {
  if (repair.kind !== 'patch' || !answered.some((other) => isSameWrite(repair, other)))
    return false;
  const [before, now] = [initial, read].map((each) => occurrenceAt(each, repair.place));
  return Object.keys(repair.body).every((name) => {
    const value = getter(name);
    return !isDeepStrictEqual(value({ ...before }), value({ ...now }));
  });
}

function occurrenceAt({ series, found }: ReadSeries, place: number): EventJson {
  const clock = clockOf(series);
  return found.find((event) => placeOf(clock, event) === place) ?? ordinaryAt(series, clock, place);
}

async function readState(
  write: WriteRequest,
  { ref, withDeleted }: Pick<Settling, 'ref' | 'withDeleted'>,
): Promise<ReadSeries> {
  const series = await readSeries(write, ref);
  if (!withDeleted) return { series, found: await readListed(write, ref, series), instances: [] };
  const { exceptions, instances } = await readOccurrences(write, ref, series);
  return { series, found: exceptions, instances };
}

/** The ids of the occurrences to write that are no exceptions, by place. */
async function idsOf(
  write: WriteRequest,
  ref: Ref,
  read: ReadSeries,
  repairs: readonly Repair[],
): Promise<ReadonlyMap<number, string>> {
  const places = repairs.flatMap(({ id, place }) => (id === undefined ? [place] : []));
  return places.length === 0 ? new Map() : readIds(write, ref, read, places);
}

/**
 * Writes one occurrence, on condition that it is as it was read.
 * @returns why it is not known to be written: somebody else has changed it, or the answer was lost,
 * so that it has to be read
 */
async function send(
  write: WriteRequest,
  { ref, sendUpdates = withoutRepetition(write) }: Pick<Settling, 'ref' | 'sendUpdates'>,
  repair: Repair & { readonly id: string },
): Promise<UpstreamError | undefined> {
  const { execution } = write;
  const { id: eventId } = repair;
  const args = { calendarId: ref.key[0]!, eventId, sendUpdates };
  try {
    if (repair.kind === 'delete') {
      await deleteOccurrence(write, args);
      return undefined;
    }
    const { kind, body, etag, undescribed } = repair;
    const operation = kind === 'patch' ? events.patch : events.update;
    const common = { ...args, ...writeArguments(body, []), fields: 'id' };
    await sendCopy(write, { body, undescribed }, async (copy) => {
      const sent = { ...common, body: copy };
      await execution.send(operation, sent, { headers: conditionHeaders(etag) });
    });
    return undefined;
  } catch (error) {
    if (!isPreconditionFailed(error) && !hasUnknownOutcome(error)) throw error;
    return error;
  }
}

/** Deletes an occurrence, unless it is deleted already. */
export async function deleteOccurrence(
  { execution }: WriteRequest,
  args: Parameters<typeof execution.send<typeof events.delete>>[1],
): Promise<void> {
  try {
    await execution.send(events.delete, args);
  } catch (error) {
    if (!(error instanceof UpstreamError) || !/^(NOT_FOUND|GONE)$/.test(error.code)) throw error;
  }
}

/**
 * The recipients of further emails about one change. Google Calendar shows its users all changes,
 * so that one email is enough; others see a change only in an email.
 */
export const withoutRepetition = (
  write: Pick<WriteRequest, 'parameters'>,
): 'externalOnly' | 'none' =>
  write.parameters['sendUpdates'] === 'none' ? 'none' : 'externalOnly';
