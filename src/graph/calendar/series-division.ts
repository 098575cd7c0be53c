/**
 * The division of a series at an occurrence: a new series from the occurrence on, with the changes
 * and the exceptions, and the end of the old one.
 */
import { isDeepStrictEqual } from 'node:util';
import { Paths } from '../../data/read/path.ts';
import type { Ref } from '../../data/read/resource.ts';
import { type Change, mergeChanges, writablePaths } from '../../data/write/change.ts';
import { Conflict } from '../../data/write/conditional-write.ts';
import { PartlyDone } from '../../data/write/partly-done.ts';
import { replaceIfMatch } from '../../data/write/replace-if-match.ts';
import type { WriteOutcome, WriteRequest } from '../../data/write/strategy.ts';
import { InvalidInput, UpstreamError } from '../../upstream/error.ts';
import type { AnyOperation } from '../../upstream/operation.ts';
import { events } from '../../upstream/calendar/index.ts';
import { MutationError } from '../mutation-error.ts';
import { type EventJson, writeArguments } from './event-body.ts';
import {
  type Division,
  type DivisionPlan,
  following,
  isAsInserted,
  placeOf,
  planDivision,
  scheduleOf,
} from './series-plan.ts';
import {
  readExceptions,
  readListed,
  readOccurrence,
  readSeries,
  ruleOf,
  supported,
} from './series.ts';

/** Maximum number of exceptions that a division of a series moves to the new one. */
export const MAX_PATCHES = 40;

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

export const seriesRef = ({ ref }: WriteRequest, { calendarId, series }: Division): Ref => ({
  ...ref!,
  key: [calendarId, series.id!],
});

/** Ends the series before the occurrence, and deletes the exceptions that it leaves. */
export async function endBefore(write: WriteRequest, division: Division): Promise<void> {
  const { before } = supported(() => division.rule.splitAt(division.instant));
  await runSteps(write.ref!, [
    [events.patch, () => truncate(write, division, before)],
    [events.delete, () => removeLeftovers(write, division)],
  ]);
  write.execution.invalidate();
}

/** Reads the series of the named occurrence and its exceptions. */
export async function readDivision(write: WriteRequest): Promise<Division> {
  const { event, series } = await readOccurrence(write);
  const read = await readSeries(write, series);
  const division = divisionOf(series, read, event, await readExceptions(write, series, read));
  const count = following(division).filter(({ status }) => status !== 'cancelled').length;
  if (count > MAX_PATCHES)
    throw new InvalidInput(
      'scope',
      `${count} occurrences from this one on were changed one by one; expected at most ${MAX_PATCHES} for FOLLOWING`,
    );
  return division;
}

export function divisionOf(
  { key: [calendarId] }: Ref,
  series: EventJson,
  occurrence: EventJson,
  exceptions: readonly EventJson[],
): Division {
  const rule = ruleOf(series);
  const instant = placeOf(rule, occurrence);
  return { calendarId: calendarId!, series, rule, instant, exceptions };
}

/**
 * A copy of a series would lack what the caller is not shown, and would be an event of its own on
 * the calendar of a guest.
 */
export function checkCopy(division: Division): void {
  const { organizer, attendeesOmitted, locked, privateCopy } = division.series;
  const isTrimmed = attendeesOmitted || following(division).some((each) => each.attendeesOmitted);
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
export async function divide(write: WriteRequest, division: Division): Promise<WriteOutcome> {
  const plan = planDivision(division, write.changes);
  const { calendarId } = division;
  const ref: Ref = { ...write.ref!, key: [calendarId, plan.id] };
  const steps: readonly Step[] = [
    [events.insert, () => insertSeries(write, ref, plan)],
    ...plan.patches.map(
      ({ id, body }): Step => [
        events.patch,
        () =>
          write.execution.send(events.patch, {
            ...commonArgs(write, body, []),
            sendUpdates: withoutRepetition(write),
            calendarId,
            eventId: id,
            body,
          }),
      ],
    ),
    [events.patch, () => endSeries(write, division, plan)],
    [events.delete, () => removeLeftovers(write, division)],
  ];
  await runSteps(ref, steps);
  write.execution.invalidate();
  return { ref };
}

type Step = readonly [operation: AnyOperation, run: () => Promise<unknown>];

/** @throws PartlyDone if a step fails after another one has succeeded */
async function runSteps(ref: Ref, steps: readonly Step[]): Promise<void> {
  for (const [index, [, run]] of steps.entries()) {
    try {
      await run();
    } catch (error) {
      if (index === 0 || error instanceof UndoneDivision) throw error;
      const keysOf = (part: readonly Step[]): string[] => [
        ...new Set(part.map(([{ key }]) => key)),
      ];
      const [done, remaining] = [keysOf(steps.slice(0, index)), keysOf(steps.slice(index))];
      throw new PartlyDone({ ref, done, remaining }, error);
    }
  }
}

/** The series was rescheduled by somebody else during its division, which was undone. */
export class UndoneDivision extends Conflict {}

/**
 * Where the new series exists, an earlier attempt has made it, and the attendees have had an email
 * about it: it is replaced only if the changes are other ones now.
 */
async function insertSeries(
  write: WriteRequest,
  ref: Ref,
  { id, body }: DivisionPlan,
): Promise<void> {
  const { execution } = write;
  const args = { ...commonArgs(write, body, write.changes), calendarId: ref.key[0]! };
  try {
    await execution.send(events.insert, { ...args, body: { ...body, id } }, { idempotent: true });
  } catch (error) {
    if (!(error instanceof UpstreamError) || error.failure.status !== 409) throw error;
    if (isAsInserted(await readSeries(write, ref), body)) return;
    const replaced = mergeChanges({ ...body }, writablePaths(events.update), []);
    await execution.send(events.update, { ...args, eventId: id, body: replaced });
  }
}

/**
 * The recipients of further emails about one division. Google Calendar shows its users all
 * changes, so that one email is enough; others see a change only in an email.
 */
const withoutRepetition = (write: Pick<WriteRequest, 'parameters'>): 'externalOnly' | 'none' =>
  write.parameters['sendUpdates'] === 'none' ? 'none' : 'externalOnly';

const commonArgs = (
  { parameters }: Pick<WriteRequest, 'parameters'>,
  ...written: Parameters<typeof writeArguments>
) => ({
  ...writeArguments(...written),
  sendUpdates: parameters['sendUpdates'] as 'all' | 'externalOnly' | 'none',
  fields: 'id',
});

/** Ends the old series, on condition that it is as it was read. */
async function endSeries(
  write: WriteRequest,
  division: Division,
  { id, recurrence }: DivisionPlan,
): Promise<void> {
  try {
    await truncate(write, division, recurrence);
  } catch (error) {
    if (!(error instanceof Conflict)) throw error;
    const fresh = await readSeries(write, error.ref);
    if (isDeepStrictEqual(fresh.recurrence, recurrence)) return;
    if (isDeepStrictEqual(scheduleOf(fresh), scheduleOf(division.series))) throw error;
    // The next attempt makes a series with another id.
    await write.execution.send(events.delete, {
      calendarId: division.calendarId,
      eventId: id,
      sendUpdates: withoutRepetition(write),
    });
    throw new UndoneDivision(error.ref);
  }
}

/** @throws Conflict if the series is not as it was read */
async function truncate(
  write: WriteRequest,
  division: Division,
  recurrence: readonly string[],
): Promise<void> {
  const change: Change = { argument: 'scope', path: 'recurrence', apply: () => recurrence };
  const { etag: ifMatch } = division.series;
  const series = ofSeries(write, seriesRef(write, division), { changes: [change], ifMatch });
  await truncation.run({
    ...series,
    operation: events.update,
    settings: { mode: 'patch', ifMatch },
    selected: Paths.none,
  });
}

/**
 * Deletes exceptions that the end of their series has left. Google Calendar is expected to delete
 * them itself; the documentation does not say so.
 */
async function removeLeftovers(write: WriteRequest, division: Division): Promise<void> {
  const isLive = ({ status }: EventJson): boolean => status !== 'cancelled';
  if (!following(division).some(isLive)) return;
  const ref = seriesRef(write, division);
  const exceptions = await readListed(write, ref, division.series);
  for (const { id } of following({ ...division, exceptions }).filter(isLive))
    try {
      await write.execution.send(events.delete, {
        calendarId: division.calendarId,
        eventId: id!,
        sendUpdates: 'none',
      });
    } catch (error) {
      if (!(error instanceof UpstreamError) || !/^(NOT_FOUND|GONE)$/.test(error.code)) throw error;
    }
}
