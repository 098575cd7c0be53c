/**
 * The division of a series at an occurrence: a new series from the occurrence on, with the changes
 * and the exceptions, and the end of the old one.
 */
import { isDeepStrictEqual } from 'node:util';
import { Paths } from '../../data/read/path.ts';
import type { Ref } from '../../data/read/resource.ts';
import { type Change, mergeChanges, writablePaths } from '../../data/write/change.ts';
import {
  conditionHeaders,
  Conflict,
  isPreconditionFailed,
} from '../../data/write/conditional-write.ts';
import { PartlyDone } from '../../data/write/partly-done.ts';
import { replaceIfMatch } from '../../data/write/replace-if-match.ts';
import type { WriteOutcome, WriteRequest } from '../../data/write/strategy.ts';
import { UpstreamError } from '../../upstream/error.ts';
import type { AnyOperation } from '../../upstream/operation.ts';
import { events } from '../../upstream/calendar/index.ts';
import { MutationError } from '../mutation-error.ts';
import { type DivisionPlan, planDivision, scheduleOf } from './division-plan.ts';
import { type EventJson, writeArguments } from './event-body.ts';
import {
  clockOf,
  following,
  isAsInserted,
  isDeleted,
  type NamedPlace,
  placeOf,
  ruleAt,
} from './series-plan.ts';
import {
  checkCount,
  deleteOccurrence,
  type ReadSeries,
  settle,
  withoutRepetition,
} from './series-settle.ts';
import { readExceptions, readListed, readOccurrence, readSeries, supported } from './series.ts';

/** Ends a series by a conditional patch of its rule alone, which erases nothing. */
const truncation = replaceIfMatch<EventJson>({ patch: events.patch, args: writeArguments });

/** The same write of the series. The condition of the client is about the named occurrence. */
export const ofSeries = (
  write: WriteRequest,
  ref: Ref,
  { changes = write.changes, ifMatch = null }: Partial<SeriesWrite> = {},
): WriteRequest => ({ ...write, ref, changes, settings: { ...write.settings, ifMatch } });

interface SeriesWrite {
  readonly changes: readonly Change[];
  readonly ifMatch: string | null | undefined;
}

export const seriesRef = ({ ref }: WriteRequest, { calendarId, series }: NamedPlace): Ref => ({
  ...ref!,
  key: [calendarId, series.id!],
});

/** Ends the series before the occurrence, and deletes the exceptions that it leaves. */
export async function endBefore(write: WriteRequest, named: NamedPlace): Promise<void> {
  const { before } = supported(() => ruleAt(named).splitAt(named.instant));
  await runSteps(write.ref!, [
    [events.patch, () => truncate(write, named, before)],
    [events.delete, () => removeLeftovers(write, named)],
  ]);
  write.execution.invalidate();
}

/** Reads the series of the named occurrence and its exceptions. */
export async function readDivision(write: WriteRequest): Promise<NamedPlace> {
  const { event, series } = await readOccurrence(write);
  const read = await readSeries(write, series);
  const named = namedPlace(series, read, event, await readExceptions(write, series, read));
  checkCount(following(named));
  return named;
}

export function namedPlace(
  { key: [calendarId] }: Ref,
  series: EventJson,
  occurrence: EventJson,
  exceptions: readonly EventJson[],
): NamedPlace {
  const clock = clockOf(series);
  const instant = placeOf(clock, occurrence);
  return { calendarId: calendarId!, series, clock, instant, exceptions };
}

/**
 * A copy of a series would lack what the caller is not shown, and would be an event of its own on
 * the calendar of a guest.
 */
export function checkCopy(named: NamedPlace): void {
  const { organizer, attendeesOmitted, locked, privateCopy } = named.series;
  const isTrimmed = attendeesOmitted || following(named).some((each) => each.attendeesOmitted);
  if (organizer?.self && !isTrimmed && !locked && !privateCopy) return;
  throw new MutationError(
    'FORBIDDEN',
    'scope: only an organizer who sees all attendees of a series can change it from an occurrence on; expected THIS.',
    { path: ['scope'] },
  );
}

/** A division while it runs. */
interface RunningDivision {
  readonly named: NamedPlace;
  readonly plan: DivisionPlan;
  /** The new series. */
  readonly ref: Ref;
  /** The exceptions of the old series that the new one has. */
  carried: readonly EventJson[];
  /** The new series as another process has made it, and this division has replaced it. */
  replaced?: EventJson;
}

/**
 * Divides a series: makes a new series from the occurrence on, with the changes and the exceptions,
 * and then ends the old one. In this order nothing is lost by a failure, and a repetition completes
 * the division. After the end of the old series, a repetition no longer finds the occurrence.
 */
export async function divide(write: WriteRequest, named: NamedPlace): Promise<WriteOutcome> {
  const plan = planDivision(named, write.changes);
  const ref: Ref = { ...write.ref!, key: [named.calendarId, plan.id] };
  const division: RunningDivision = { named, plan, ref, carried: following(named) };
  let known: ReadSeries | undefined;
  await runSteps(ref, [
    [
      events.insert,
      async () => {
        known = await insertSeries(write, division);
      },
    ],
    [events.patch, () => carryAll(write, division, known)],
    [events.patch, () => endSeries(write, division)],
    [events.delete, () => removeLeftovers(write, named, division)],
  ]);
  write.execution.invalidate();
  return { ref };
}

/** @param run returns 0 if there was nothing to do */
type Step = readonly [operation: AnyOperation, run: () => Promise<unknown>];

/** @throws PartlyDone if a step fails after another one has succeeded */
async function runSteps(ref: Ref, steps: readonly Step[]): Promise<void> {
  const done = new Set<string>();
  for (const [index, [{ key }, run]] of steps.entries()) {
    try {
      if ((await run()) !== 0) done.add(key);
    } catch (error) {
      if (index === 0 || error instanceof UndoneDivision) throw error;
      const remaining = [...new Set(steps.slice(index).map(([operation]) => operation.key))];
      throw new PartlyDone({ ref, done: [...done], remaining }, error);
    }
  }
}

/** Somebody else has moved or divided the series meanwhile: this division was undone. */
export class UndoneDivision extends Conflict {}

/**
 * Where the new series exists, an earlier attempt has made it, and the attendees have had an email
 * about it: it is replaced only if the changes are other ones now.
 * @returns the new series, if it has just been made
 */
async function insertSeries(
  write: WriteRequest,
  division: RunningDivision,
): Promise<ReadSeries | undefined> {
  const { ref, plan } = division;
  const { id, body } = plan;
  const args = { ...commonArgs(write, body, write.changes), calendarId: ref.key[0]! };
  const options = { idempotent: true };
  try {
    await write.execution.send(events.insert, { ...args, body: { ...body, id } }, options);
    return { series: { ...body, id }, found: [] };
  } catch (error) {
    if (!(error instanceof UpstreamError) || error.failure.status !== 409) throw error;
    const existing = await readSeries(write, ref);
    if (isAsInserted(existing, body)) return undefined;
    await replaceSeries(write, ref, existing, body);
    division.replaced = existing;
    return undefined;
  }
}

/** @throws Conflict if the series is not as it was read */
async function replaceSeries(
  write: WriteRequest,
  ref: Ref,
  { etag }: EventJson,
  next: EventJson,
): Promise<void> {
  const body = mergeChanges({ ...next }, writablePaths(events.update), []);
  const [calendarId, eventId] = ref.key as readonly [string, string];
  const args = { ...commonArgs(write, next, write.changes), calendarId, eventId, body };
  try {
    await write.execution.send(events.update, args, { headers: conditionHeaders(etag!) });
  } catch (error) {
    throw isPreconditionFailed(error) ? new Conflict(ref) : error;
  }
}

const commonArgs = (
  { parameters }: Pick<WriteRequest, 'parameters'>,
  ...written: Parameters<typeof writeArguments>
) => ({
  ...writeArguments(...written),
  sendUpdates: parameters['sendUpdates'] as 'all' | 'externalOnly' | 'none',
  fields: 'id',
});

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
 * Ends the old series, on condition that it is as it was read.
 * @throws UndoneDivision if another process has moved or divided the series
 */
async function endSeries(write: WriteRequest, division: RunningDivision): Promise<void> {
  const { named, plan, ref } = division;
  try {
    await truncate(write, named, plan.recurrence);
  } catch (error) {
    if (!(error instanceof Conflict)) throw error;
    const fresh = await readSeries(write, error.ref);
    if (!isDeepStrictEqual(fresh.recurrence, plan.recurrence)) {
      if (isDeepStrictEqual(scheduleOf(fresh), scheduleOf(named.series))) throw error;
      // The next attempt makes a series with another id.
      await write.execution.send(events.delete, {
        calendarId: named.calendarId,
        eventId: plan.id,
        sendUpdates: withoutRepetition(write),
      });
      throw new UndoneDivision(error.ref);
    }
    if (division.replaced) await giveBack(write, division, division.replaced);
  }
  if (!isAsInserted(await readSeries(write, ref), plan.body)) throw new UndoneDivision(ref);
}

/**
 * Another process has ended the old series, and so completed a division whose new series this one
 * has replaced: that one gets its values back.
 */
async function giveBack(
  write: WriteRequest,
  { plan, ref }: RunningDivision,
  replaced: EventJson,
): Promise<never> {
  const current = await readSeries(write, ref);
  if (isAsInserted(current, plan.body)) await replaceSeries(write, ref, current, replaced);
  throw new UndoneDivision(ref);
}

/** @throws Conflict if the series is not as it was read */
async function truncate(
  write: WriteRequest,
  named: NamedPlace,
  recurrence: readonly string[],
): Promise<void> {
  const change: Change = { argument: 'scope', path: 'recurrence', apply: () => recurrence };
  const { etag: ifMatch } = named.series;
  const series = ofSeries(write, seriesRef(write, named), { changes: [change], ifMatch });
  await truncation.run({
    ...series,
    operation: events.update,
    settings: { mode: 'patch', ifMatch },
    selected: Paths.none,
  });
}

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
  const exceptions = await readListed(write, seriesRef(write, named), named.series);
  const left = following({ ...named, exceptions }).filter(isLive);
  const versions = versionsOf(known);
  const changed = left.filter((event) => !versions.has(versionOf(event)));
  if (division && changed.length > 0) {
    const ids = new Set(changed.map(({ id }) => id));
    division.carried = [...known.filter(({ id }) => !ids.has(id)), ...changed];
    await carry(write, division);
  }
  const { calendarId } = named;
  for (const { id } of left)
    await deleteOccurrence(write, { calendarId, eventId: id!, sendUpdates: 'none' });
}
