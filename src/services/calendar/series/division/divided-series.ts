/**
 * The two series of a division: the new one is made, and the old one is ended. Another process can
 * divide the same series at the same occurrence: the new series has the same id then.
 */
import { isDeepStrictEqual } from 'node:util';
import type { Ref } from '../../../../engine/read/resource.ts';
import { type Change, mergeChanges, writablePaths } from '../../../../engine/write/change.ts';
import {
  conditionHeaders,
  isPreconditionFailed,
} from '../../../../engine/write/update/conditional-write.ts';
import type { WriteRequest } from '../../../../engine/write/strategy.ts';
import { showsChange } from '../../../../engine/write/update/applied-change.ts';
import { UpstreamError } from '../../../../engine/api/error.ts';
import {
  findOut,
  hasUnknownOutcome,
  readAfterFailure,
} from '../../../../engine/rest/call/unknown-outcome.ts';
import { events } from '../../operations.ts';
import { type DivisionPlan, scheduleOf } from './division-plan.ts';
import { type EventJson, writableBody, writeArguments } from '../../event-body.ts';
import {
  agreeIn,
  copiedPaths,
  type CopiedEvent,
  copyOf,
  isAsInserted,
  isSameRequest,
} from '../occurrence.ts';
import { isSameRule } from '../rule.ts';
import { isDeleted, type NamedPlace } from '../plan.ts';
import { notApplied, SeriesConflict } from '../series-error.ts';
import { deleteOccurrence, type ReadSeries, withoutRepetition } from '../settle.ts';
import { readSeries, seriesOf } from '../series.ts';
import { sendCopy, warnMissing } from '../undescribed-field.ts';

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
  carried: readonly CopiedEvent[];
  /** The new series as the service has answered it: it writes texts and rules in its own way. */
  made?: CopiedEvent;
  /** The new series as another process has made it, and this division has replaced it. */
  replaced?: CopiedEvent;
  mayHaveEnded?: boolean;
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
  const { id, body, undescribed } = plan;
  const args = { ...commonArgs(write, body, write.changes), calendarId: ref.key[0]! };
  const options = { idempotent: true };
  try {
    const answer = await sendCopy(write, { body: { ...body, id }, undescribed }, (copy) =>
      write.execution.send(events.insert, { ...args, body: copy }, options),
    );
    division.made = seriesOf(write, answer!);
    warnMissing(write, { undescribed }, division.made);
    return { series: { ...body, ...division.made, id }, found: [], instances: [] };
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    if (error.failure.status !== 409 && !hasUnknownOutcome(error)) throw error;
    const existing = await findOut(error, () => readSeries(write, ref));
    division.made = isAsInserted(existing, body)
      ? existing
      : await replaceSeries(write, ref, existing, { ...body, undescribed });
    if (division.made === existing) return undefined;
    // A deleted one is that of an attempt which was undone.
    if (!isDeleted(existing)) division.replaced = existing;
    return undefined;
  }
}

/**
 * Deletes the new series, unless the old one has ended.
 * @returns whether the old series is the only one
 */
export async function undoDivision(
  write: WriteRequest,
  { named, plan }: RunningDivision,
): Promise<boolean> {
  const { recurrence } = await readSeries(write, seriesRef(write, named));
  // Another process has completed the division.
  if (isSameRule(recurrence, plan.recurrence)) return false;
  await deleteNew(write, named, plan);
  return true;
}

/**
 * Deletes the new series.
 * @throws MutationError NOT_APPLIED if the service answers success and it is still there: it must
 * not stay beside the old one in silence. A read that fails disproves nothing.
 */
async function deleteNew(
  write: WriteRequest,
  { calendarId }: NamedPlace,
  { id: eventId }: DivisionPlan,
): Promise<void> {
  const { execution } = write;
  await deleteOccurrence(write, { calendarId, eventId, sendUpdates: withoutRepetition(write) });
  const left = await execution
    .send(events.get, { calendarId, eventId, fields: 'id,status' })
    .catch((error: unknown) => {
      if (!(error instanceof UpstreamError)) throw error;
    });
  if (left && !isDeleted(left)) throw notApplied(write, `the new series ${eventId} is still there`);
}

/** Without the number of the version, which only rises. */
const replacedPaths = writablePaths(events.update).filter((path) => copiedPaths.includes(path));

/**
 * @returns the series as it is then
 * @throws SeriesConflict if the series is not as it was read
 */
async function replaceSeries(
  write: WriteRequest,
  ref: Ref,
  current: EventJson,
  next: CopiedEvent,
): Promise<CopiedEvent> {
  // Google Calendar ignores a request that it knows: it would be left without a conference.
  const kept = isSameRequest(current, next) && { conferenceData: current.conferenceData };
  const all = mergeChanges({ ...copyOf({ ...next, ...kept }) }, replacedPaths, []);
  // The status restores a deleted one.
  const body = { status: 'confirmed', ...writableBody(all) };
  const [calendarId, eventId] = ref.key as readonly [string, string];
  const args = { ...commonArgs(write, next, write.changes), calendarId, eventId };
  const options = { headers: conditionHeaders(current.etag) };
  try {
    const answer = await sendCopy(write, { body, undescribed: next.undescribed }, (copy) =>
      write.execution.send(events.update, { ...args, body: copy }, options),
    );
    return seriesOf(write, answer!);
  } catch (error) {
    if (!isPreconditionFailed(error)) throw error;
    if (hasUnknownOutcome(error)) {
      const fresh = await readAfterFailure(error, () => readSeries(write, ref));
      if (isAsInserted(fresh, next)) return fresh;
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
  fields: '*',
});

/**
 * Ends the old series, on condition that it is as it was read.
 * @throws SeriesConflict if another process has changed the series; `undone` if it has moved or
 * divided it
 */
export async function endSeries(write: WriteRequest, division: RunningDivision): Promise<void> {
  const { named, plan, ref } = division;
  division.mayHaveEnded = true;
  try {
    await truncate(write, named, plan.recurrence);
  } catch (error) {
    division.mayHaveEnded = hasUnknownOutcome(error);
    if (!(error instanceof SeriesConflict)) throw error;
    const fresh = await readSeries(write, error.ref);
    if (!isSameRule(fresh.recurrence, plan.recurrence)) {
      if (isDeepStrictEqual(scheduleOf(fresh), scheduleOf(named.series))) throw error;
      // The next attempt makes a series with another id.
      await deleteNew(write, named, plan);
      throw new SeriesConflict(error.ref, 'undone');
    }
    if (division.replaced) await giveBack(write, division, division.replaced);
  }
  const made = await readSeries(write, ref);
  if (isDeleted(made)) {
    // Another process has undone its attempt: without this one, there would be neither.
    const series = await readSeries(write, seriesRef(write, named));
    await truncate(write, { ...named, series }, named.series.recurrence ?? []);
    division.mayHaveEnded = false;
  }
  if (!isAsMade(write, division, made)) throw new SeriesConflict(ref, 'undone');
}

/** Whether no other process has replaced what this division has made. */
function isAsMade(
  { changes, execution: { api } }: Pick<WriteRequest, 'changes' | 'execution'>,
  { made = {}, named }: RunningDivision,
  current: EventJson,
): boolean {
  const paths = ['start', 'end', 'recurrence', ...changes.map(({ path }) => path)];
  return (
    agreeIn(paths, made, current) ||
    // Guests have answered, or a conference is ready.
    changes.every((change) =>
      showsChange(api, change, { previous: { ...named.series }, fresh: { ...current } }),
    )
  );
}

/**
 * Another process has ended the old series, and so completed a division whose new series this one
 * has replaced: that one gets its values back.
 */
async function giveBack(
  write: WriteRequest,
  division: RunningDivision,
  replaced: EventJson,
): Promise<never> {
  const { ref } = division;
  const current = await readSeries(write, ref);
  if (isAsMade(write, division, current)) await replaceSeries(write, ref, current, replaced);
  throw new SeriesConflict(ref, 'undone');
}

/**
 * Ends a series by a patch of its rule alone, which erases nothing.
 * @throws SeriesConflict if the series is not as it was read; MutationError NOT_APPLIED if the
 * service ignores the patch, as that of a guest (googleapis/google-api-nodejs-client#2989, open in
 * November 2026)
 */
export async function truncate(
  write: WriteRequest,
  named: NamedPlace,
  recurrence: readonly string[],
): Promise<void> {
  const { calendarId, series } = named;
  const args = { ...write.parameters, ...writeArguments({}, []), fields: 'recurrence' };
  const body = { recurrence: [...recurrence] };
  const ref = seriesRef(write, named);
  let answer: EventJson;
  try {
    answer = await write.execution.send(
      events.patch,
      { ...args, calendarId, eventId: series.id!, body },
      { headers: conditionHeaders(series.etag) },
    );
  } catch (error) {
    const isUnknown = hasUnknownOutcome(error);
    if (!isUnknown && !isPreconditionFailed(error)) throw error;
    if (!isUnknown) throw new SeriesConflict(ref, 'changed');
    answer = await readAfterFailure(error, () => readSeries(write, ref));
    if (isSameRule(answer.recurrence, recurrence)) return;
    throw isPreconditionFailed(error) ? new SeriesConflict(ref, 'changed') : error;
  }
  if (isDeepStrictEqual(answer.recurrence, series.recurrence))
    throw notApplied(write, 'the recurrence of the series is as it was');
}
