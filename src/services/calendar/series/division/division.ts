/**
 * The division of a series at an occurrence: a new series from the occurrence on, with the changes
 * and the exceptions, and the end of the old one.
 */
import { supported } from '../rule.ts';
import { isDeepStrictEqual } from 'node:util';
import type { Ref } from '../../../../engine/read/resource.ts';
import { PartlyDone } from '../../../../engine/write/partly-done.ts';
import type { WriteOutcome, WriteRequest } from '../../../../engine/write/strategy.ts';
import type { AnyOperation } from '../../../../engine/api/operation.ts';
import { events } from '../../operations.ts';
import { MutationError } from '../../../../engine/schema/error/mutation-error.ts';
import {
  endSeries,
  insertSeries,
  type RunningDivision,
  seriesRef,
  truncate,
  undoDivision,
} from './divided-series.ts';
import type { DivisionPlan } from './division-plan.ts';
import type { EventJson } from '../../event-body.ts';
import { clockOf, type CopiedEvent } from '../occurrence.ts';
import { restoreExceptions } from '../noted-change.ts';
import {
  checkCount,
  following,
  isDeleted,
  isInSeries,
  type NamedPlace,
  placeOf,
  ruleAt,
} from '../plan.ts';
import { notApplied, SeriesConflict, undone } from '../series-error.ts';
import { deleteOccurrence, type ReadSeries, settle } from '../settle.ts';
import { readExceptions, readListed, readOccurrence, readSeries } from '../series.ts';

/**
 * Ends the series before the occurrence, and deletes the exceptions that it leaves. Where the
 * series has ended before it, only they are left of an earlier attempt.
 */
export async function endBefore(write: WriteRequest, named: NamedPlace): Promise<void> {
  const end = (): Promise<void> => {
    const { before } = supported(() => ruleAt(named).splitAt(named.instant));
    return truncate(write, named, before);
  };
  const hasEnded = supported(() => ruleAt(named).hasEndedBefore(named.instant));
  await runSteps(write.ref!, [
    ...(hasEnded ? [] : [[events.patch, end] as const]),
    [events.delete, () => removeLeftovers(write, named)],
  ]);
  write.execution.invalidate();
}

/** Reads the series of the named occurrence and its exceptions. */
export async function readDivision(write: WriteRequest): Promise<NamedPlace> {
  const { event, series } = await readOccurrence(write);
  await restoreExceptions(write, series);
  const read = await readSeries(write, series);
  const named = namedPlace(series, read, event, await readExceptions(write, series, read));
  checkCount(following(named));
  return named;
}

export function namedPlace(
  { key: [calendarId] }: Ref,
  series: CopiedEvent,
  occurrence: EventJson,
  exceptions: readonly CopiedEvent[],
): NamedPlace {
  const clock = clockOf(series);
  const instant = placeOf(clock, occurrence);
  return { calendarId: calendarId!, series, clock, instant, exceptions };
}

/**
 * A copy of a series would lack what the caller is not shown, and would be an event of its own on
 * the calendar of a guest. A second copy of what the series has no more would double occurrences.
 */
export function checkCopy(named: NamedPlace): void {
  if (!isInSeries(named))
    throw new MutationError(
      'GONE',
      'by: the series does not have this occurrence any more. An earlier change with the scope FOLLOWING may have left it, and moved the occurrence to a new series. deleteEvent deletes it, and updateEvent with the scope THIS changes it.',
      { path: ['by'] },
    );
  const { organizer, attendeesOmitted, locked, privateCopy } = named.series;
  const isTrimmed = attendeesOmitted || following(named).some((each) => each.attendeesOmitted);
  if (organizer?.self && !isTrimmed && !locked && !privateCopy) return;
  throw new MutationError(
    'FORBIDDEN',
    'scope: only an organizer who sees all attendees of a series can change it from an occurrence on; expected THIS.',
    { path: ['scope'] },
  );
}

/**
 * Divides a series: makes a new series from the occurrence on, with the changes and the exceptions,
 * and then ends the old one. In this order nothing is lost by a failure, and a repetition completes
 * the division. After the end of the old series, a repetition no longer finds the occurrence.
 */
export async function divide(
  write: WriteRequest,
  named: NamedPlace,
  plan: DivisionPlan,
): Promise<WriteOutcome> {
  const ref: Ref = { ...write.ref!, key: [named.calendarId, plan.id] };
  const division: RunningDivision = { named, plan, ref, carried: following(named) };
  let known: ReadSeries | undefined;
  const steps: readonly Step[] = [
    [
      events.insert,
      async () => {
        known = await insertSeries(write, division);
      },
    ],
    [events.patch, () => carryAll(write, division, known)],
    [events.patch, () => endSeries(write, division)],
    [events.delete, () => removeLeftovers(write, named, division)],
  ];
  try {
    await runSteps(ref, steps);
  } catch (error) {
    throw await withoutNew(write, division, error);
  }
  write.execution.invalidate();
  const divided: Divided = { endedSeries: seriesRef(write, named), movedCount: plan.movedCount };
  return { ref, extra: divided };
}

/**
 * Undoes a division that has failed before the old series has ended.
 * @returns why it failed; the given error if it is not undone: a conflict is repeated, and the end
 * of the old series may have been accepted
 */
async function withoutNew(
  write: WriteRequest,
  division: RunningDivision,
  error: unknown,
): Promise<unknown> {
  if (!(error instanceof PartlyDone) || division.mayHaveEnded) return error;
  const { cause } = error;
  if (cause instanceof SeriesConflict) return error;
  try {
    return (await undoDivision(write, division)) ? undone(cause) : error;
  } catch {
    return error;
  } finally {
    write.execution.invalidate();
  }
}

/** The payload of a division, beside the new series. */
export interface Divided {
  readonly endedSeries: Ref;
  readonly movedCount: number | undefined;
}

/** @param run returns 0 if there was nothing to do */
type Step = readonly [operation: AnyOperation, run: () => Promise<unknown>];

/** @throws PartlyDone if a step fails after another one has succeeded, and nothing was undone */
async function runSteps(ref: Ref, steps: readonly Step[]): Promise<void> {
  const done = new Set<string>();
  for (const [index, [{ key }, run]] of steps.entries()) {
    try {
      if ((await run()) !== 0) done.add(key);
    } catch (error) {
      const isUndone = error instanceof SeriesConflict && error.kind === 'undone';
      if (index === 0 || isUndone) throw error;
      const remaining = [...new Set(steps.slice(index).map(([operation]) => operation.key))];
      throw new PartlyDone({ ref, done: [...done], remaining }, error);
    }
  }
}

/**
 * Gives the new series the exceptions of the old one, and those that others make meanwhile.
 * @returns the number of writes
 */
async function carryAll(
  write: WriteRequest,
  division: RunningDivision,
  known: ReadSeries | undefined,
): Promise<number> {
  const count = await carry(write, division, known);
  const { named } = division;
  const exceptions = await readExceptions(write, seriesRef(write, named), named.series);
  const now = following({ ...named, exceptions });
  if (isDeepStrictEqual(versionsOf(now), versionsOf(division.carried))) return count;
  division.carried = now;
  return count + (await carry(write, division));
}

async function carry(
  write: WriteRequest,
  { plan, ref, carried }: RunningDivision,
  known?: ReadSeries,
): Promise<number> {
  const wanted = plan.wantedOf(carried);
  if (wanted.size === 0) return 0;
  return settle(write, { ref, known, wantedOf: () => wanted, withDeleted: true });
}

const versionsOf = (exceptions: readonly EventJson[]): ReadonlySet<string> =>
  new Set(exceptions.map(versionOf));

const versionOf = ({ id, status, etag }: EventJson): string => `${id} ${status} ${etag}`;

/**
 * Deletes exceptions that the end of their series has left. Google Calendar is expected to delete
 * them itself; the documentation does not say so. What others have changed last goes to the new
 * series before.
 */
async function removeLeftovers(
  write: WriteRequest,
  named: NamedPlace,
  division?: RunningDivision,
): Promise<void> {
  const isLive = (event: EventJson): boolean => !isDeleted(event);
  const known = division?.carried ?? following(named);
  if (!known.some(isLive)) return;
  const readLeft = async (): Promise<CopiedEvent[]> => {
    const exceptions = await readListed(write, seriesRef(write, named), named.series);
    return following({ ...named, exceptions }).filter(isLive);
  };
  const left = await readLeft();
  const versions = versionsOf(known);
  const changed = left.filter((event) => !versions.has(versionOf(event)));
  if (division && changed.length > 0) {
    const ids = new Set(changed.map(({ id }) => id));
    division.carried = [...known.filter(({ id }) => !ids.has(id)), ...changed];
    await carry(write, division);
  }
  const { calendarId, clock, instant } = named;
  const isNamed = (event: EventJson): boolean => placeOf(clock, event) === instant;
  // The named one is the last: a repetition needs it.
  const { first = [], last = [] } = Object.groupBy(left, (each) =>
    isNamed(each) ? 'last' : 'first',
  );
  for (const part of [first, last].filter(({ length }) => length > 0)) {
    for (const { id } of part)
      await deleteOccurrence(write, { calendarId, eventId: id!, sendUpdates: 'none' });
    const stays = (await readLeft()).find(({ id }) => part.some((each) => each.id === id));
    if (stays) throw notApplied(write, `the event ${stays.id} of the ended series is still there`);
  }
}
