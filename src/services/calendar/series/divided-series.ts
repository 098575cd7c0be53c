/**
 * The two series of a division: the new one is made, and the old one is ended. Another process can
 * divide the same series at the same occurrence: the new series has the same id then.
 */
import { isDeepStrictEqual } from 'node:util';
import { Paths } from '../../../engine/read/path.ts';
import type { Ref } from '../../../engine/read/resource.ts';
import { type Change, mergeChanges, writablePaths } from '../../../engine/write/change.ts';
import {
  conditionHeaders,
  isPreconditionFailed,
} from '../../../engine/write/update/conditional-write.ts';
import { replaceIfMatch } from '../../../engine/write/update/replace-if-match.ts';
import type { WriteRequest } from '../../../engine/write/strategy.ts';
import { UpstreamError } from '../../../engine/rest/call/error.ts';
import { hasUnknownOutcome, readAfterFailure } from '../../../engine/rest/call/unknown-outcome.ts';
import { events } from '../operations.ts';
import { type DivisionPlan, scheduleOf } from './division-plan.ts';
import { type EventJson, writableBody, writeArguments } from '../event/write/body.ts';
import { copiedPaths, copyOf, isAsInserted } from './occurrence.ts';
import type { NamedPlace } from './plan.ts';
import { runOnSeries, SeriesConflict } from './series-conflict.ts';
import { type ReadSeries, withoutRepetition } from './settle.ts';
import { readSeries } from './series.ts';

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

/** A division while it runs. */
export interface RunningDivision {
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
 * Where the new series exists, an earlier attempt has made it, and the attendees have had an email
 * about it: it is replaced only if the changes are other ones now.
 * @returns the new series, if it has just been made
 */
export async function insertSeries(
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
    const existing = await readAfterFailure(error, () => readSeries(write, ref));
    if (isAsInserted(existing, body)) return undefined;
    await replaceSeries(write, ref, existing, body);
    division.replaced = existing;
    return undefined;
  }
}

/** Without the number of the version, which only rises. */
const replacedPaths = writablePaths(events.update).filter((path) => copiedPaths.includes(path));

/** @throws SeriesConflict if the series is not as it was read */
async function replaceSeries(
  write: WriteRequest,
  ref: Ref,
  { etag }: EventJson,
  next: EventJson,
): Promise<void> {
  const body = writableBody(mergeChanges({ ...copyOf(next) }, replacedPaths, []));
  const [calendarId, eventId] = ref.key as readonly [string, string];
  const args = { ...commonArgs(write, next, write.changes), calendarId, eventId, body };
  try {
    await write.execution.send(events.update, args, { headers: conditionHeaders(etag) });
  } catch (error) {
    if (!isPreconditionFailed(error)) throw error;
    if (hasUnknownOutcome(error)) {
      const fresh = await readAfterFailure(error, () => readSeries(write, ref));
      if (isAsInserted(fresh, next)) return;
    }
    throw new SeriesConflict(ref, 'changed');
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
 * Ends the old series, on condition that it is as it was read.
 * @throws SeriesConflict if another process has changed the series; `undone` if it has moved or
 * divided it
 */
export async function endSeries(write: WriteRequest, division: RunningDivision): Promise<void> {
  const { named, plan, ref } = division;
  try {
    await truncate(write, named, plan.recurrence);
  } catch (error) {
    if (!(error instanceof SeriesConflict)) throw error;
    const fresh = await readSeries(write, error.ref);
    if (!isDeepStrictEqual(fresh.recurrence, plan.recurrence)) {
      if (isDeepStrictEqual(scheduleOf(fresh), scheduleOf(named.series))) throw error;
      // The next attempt makes a series with another id.
      await write.execution.send(events.delete, {
        calendarId: named.calendarId,
        eventId: plan.id,
        sendUpdates: withoutRepetition(write),
      });
      throw new SeriesConflict(error.ref, 'undone');
    }
    if (division.replaced) await giveBack(write, division, division.replaced);
  }
  if (!isAsInserted(await readSeries(write, ref), plan.body))
    throw new SeriesConflict(ref, 'undone');
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
  throw new SeriesConflict(ref, 'undone');
}

/** @throws SeriesConflict if the series is not as it was read */
export async function truncate(
  write: WriteRequest,
  named: NamedPlace,
  recurrence: readonly string[],
): Promise<void> {
  const change: Change = { argument: 'scope', path: 'recurrence', apply: () => recurrence };
  const { etag: ifMatch } = named.series;
  const series = ofSeries(write, seriesRef(write, named), { changes: [change], ifMatch });
  await runOnSeries(truncation, {
    ...series,
    operation: events.update,
    settings: { mode: 'patch', ifMatch },
    selected: Paths.none,
  });
}
