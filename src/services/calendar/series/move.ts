/** Updates of a whole series. */
import { getter } from '../../../engine/read/path.ts';
import type { Change, JsonRecord } from '../../../engine/write/change.ts';
import {
  isAsBefore,
  showsAllChanges,
  showsChange,
} from '../../../engine/write/update/applied-change.ts';
import { PartlyDone } from '../../../engine/write/partly-done.ts';
import { hasUnknownOutcome, readAfterFailure } from '../../../engine/rest/call/unknown-outcome.ts';
import type { Strategy, WriteOutcome, WriteRequest } from '../../../engine/write/strategy.ts';
import { InvalidInput, UpstreamError } from '../../../engine/rest/call/error.ts';
import { events } from '../operations.ts';
import type { EventJson } from '../event/write/body.ts';
import { ofSeries, seriesRef } from './divided-series.ts';
import { agreeIn } from './occurrence.ts';
import { isDeleted, keptPlaces, type NamedPlace, ownPlaces } from './plan.ts';
import { notApplied, runOnSeries, SeriesConflict, undone } from './series-error.ts';
import { readExceptions, readSeries } from './series.ts';
import { type ReadSeries, settle, tryExceptions } from './settle.ts';
import type { WholePlan } from './whole-plan.ts';

/** Writes the whole series, and then the occurrences that are to differ from it. */
export async function updateAll(
  inner: Strategy,
  write: WriteRequest,
  named: NamedPlace,
  { changes, wanted }: WholePlan,
): Promise<WriteOutcome> {
  const ref = seriesRef(write, named);
  const { series, exceptions } = named;
  const ifMatch = wanted ? await tryExceptions(write, ref, named) : series.etag;
  const whole = ofSeries(write, ref, { changes, ifMatch });
  const outcome = await runOnSeries(inner, whole).catch(async (error: unknown) => {
    if (!hasUnknownOutcome(error)) throw error;
    const fresh = { ...(await readAfterFailure(error, () => readSeries(write, ref))) };
    if (showsAllChanges(changes, { previous: { ...series }, fresh })) return { ref };
    throw error;
  });
  const isAffected = wanted ? exceptions.length > 0 : exceptions.some((each) => !isDeleted(each));
  if (!isAffected) return outcome;
  const left = new Set(exceptions.map(({ id }) => id!));
  const done: Done = { changes, hasWrittenExceptions: false };
  try {
    await settle(write, {
      ref,
      onWrite: () => {
        done.hasWrittenExceptions = true;
      },
      wantedOf: (read) => {
        done.made ??= read.series;
        checkMoved(write, read.series, named, changes);
        return wanted ?? keptPlaces(named, write.changes, read);
      },
      left,
      withDeleted: wanted !== undefined,
    });
  } catch (cause) {
    // A conflict is repeated.
    if (!(cause instanceof SeriesConflict) && (await isUndone(inner, write, named, done)))
      throw undone(cause);
    throw new PartlyDone({ ref, done: [events.update.key], remaining: [events.patch.key] }, cause);
  }
  write.execution.invalidate();
  return outcome;
}

/**
 * An ignored move would make the exceptions ordinary occurrences.
 * @throws MutationError NOT_APPLIED if the series has none of its new times
 */
function checkMoved(
  write: WriteRequest,
  fresh: EventJson,
  { series }: NamedPlace,
  changes: readonly Change[],
): void {
  const moves = changes.filter(({ path }) => /^(start|end|recurrence)$/.test(path));
  const previous = { ...series };
  const isApplied = moves.some((change) => {
    const read = getter(change.path);
    const isAsRead = isAsBefore(read(previous), read({ ...fresh }));
    return !isAsRead || showsChange(change, { previous, fresh: { ...fresh } });
  });
  if (moves.length > 0 && !isApplied) throw notApplied(write, 'the series is as it was');
}

/** What a write of a whole series has done. */
interface Done {
  readonly changes: readonly Change[];
  /** The series as it was read after the write. */
  made?: EventJson;
  /** Whether a write of an exception was sent. */
  hasWrittenExceptions: boolean;
}

/**
 * Gives the series and its exceptions the values that were read before the write.
 * @returns whether they have them; not if others have changed the series since
 */
async function isUndone(
  inner: Strategy,
  write: WriteRequest,
  named: NamedPlace,
  { changes, hasWrittenExceptions, made }: Done,
): Promise<boolean> {
  const { series, clock, exceptions } = named;
  const ref = seriesRef(write, named);
  const previous: JsonRecord = { ...series };
  const back = changes.map(({ argument, path }): Change => {
    const value: unknown = getter(path)(previous);
    return { argument, path, apply: () => value ?? undefined };
  });
  try {
    const fresh = await readSeries(write, ref);
    // Exceptions that cannot be read would keep their new values beside the old ones of the series.
    if (hasWrittenExceptions) await readExceptions(write, ref, series);
    const paths = changes.map(({ path }) => path);
    const isOwn = made
      ? agreeIn(paths, made, fresh)
      : showsAllChanges(changes, { previous, fresh: { ...fresh } });
    if (isOwn)
      await runOnSeries(inner, ofSeries(write, ref, { changes: back, ifMatch: fresh.etag }));
    else if (!showsAllChanges(back, { previous: { ...fresh }, fresh: { ...fresh } })) return false;
    const restore = (known?: ReadSeries): Promise<number> =>
      settle(write, {
        ref,
        known,
        wantedOf: () => ownPlaces(clock, series, exceptions),
        left: new Set(exceptions.map(({ id }) => id!)),
        withDeleted: true,
      });
    await restore().catch(async (error: unknown) => {
      if (!(error instanceof UpstreamError)) throw error;
      // They cannot be read. They are written as if the move had dropped them all.
      await restore({ series, found: [], instances: exceptions });
    });
    return true;
  } catch {
    return false;
  } finally {
    write.execution.invalidate();
  }
}

/**
 * For the scope `THIS` and the id of a series: the rule would not move with the start.
 * @throws InvalidInput if the series gets another start, and no rule
 */
export function checkStart(series: EventJson, { changes, settings }: WriteRequest): void {
  const start = changes.find(({ path }) => path === 'start');
  const hasNewRule = changes.some(({ path }) => path === 'recurrence');
  if (settings['scope'] !== 'this' || !start || hasNewRule || !series.recurrence?.length) return;
  const fresh = { ...series };
  if (showsAllChanges([start], { previous: fresh, fresh })) return;
  throw new InvalidInput(
    'scope',
    'THIS does not move the rule of the series that `by` names; expected ALL, which moves all occurrences, or `recurrence` as well',
  );
}
