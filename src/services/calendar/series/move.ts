/** Updates of a whole series. */
import { getter } from '../../../engine/read/path.ts';
import type { Ref } from '../../../engine/read/resource.ts';
import type { Change, JsonRecord } from '../../../engine/write/change.ts';
import {
  isAsBefore,
  showsAllChanges,
  showsChange,
} from '../../../engine/write/update/applied-change.ts';
import { NotApplied } from '../../../engine/write/acknowledgement.ts';
import { PartlyDone } from '../../../engine/write/partly-done.ts';
import { hasUnknownOutcome, readAfterFailure } from '../../../engine/rest/call/unknown-outcome.ts';
import type { Strategy, WriteOutcome, WriteRequest } from '../../../engine/write/strategy.ts';
import { InvalidInput, UpstreamError } from '../../../engine/api/error.ts';
import { events } from '../operations.ts';
import type { EventJson } from '../event-body.ts';
import { ofSeries, seriesRef } from './division/divided-series.ts';
import { agreeIn } from './occurrence.ts';
import { forgetExceptions, noteExceptions } from './noted-change.ts';
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
  const done: Done = { changes, hasWrittenExceptions: false };
  const failure = async (cause: unknown): Promise<unknown> => {
    // A conflict is repeated.
    const end = cause instanceof SeriesConflict ? 'moved' : await undo(inner, write, named, done);
    if (end !== 'undone') return partlyDone(ref, cause, { end, isLost: wanted !== undefined });
    if (wanted) await forgetExceptions(write, ref);
    return undone(cause);
  };
  if (wanted) await noteExceptions(write, ref, named, { changes, wanted });
  const outcome = await runOnSeries(inner, whole).catch(async (error: unknown) => {
    if (!hasUnknownOutcome(error)) {
      // Changes that the service has not ignored can have moved the series.
      if (!(error instanceof NotApplied) || !wanted) {
        await forgetExceptions(write, ref);
        throw error;
      }
      const fresh = await readSeries(write, ref).catch(() => undefined);
      if (fresh) done.made = fresh;
      throw await failure(error);
    }
    const fresh = { ...(await readAfterFailure(error, () => readSeries(write, ref))) };
    if (showsAllChanges(changes, { previous: { ...series }, fresh })) return { ref };
    throw error;
  });
  const isAffected = wanted ? exceptions.length > 0 : exceptions.some((each) => !isDeleted(each));
  if (!isAffected) return outcome;
  const left = new Set(exceptions.map(({ id }) => id!));
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
    throw await failure(cause);
  }
  if (wanted) await forgetExceptions(write, ref);
  write.execution.invalidate();
  return outcome;
}

/** The result of an undo: `back` is the old series without some of its single changes. */
type UndoEnd = 'undone' | 'back' | 'moved';

function partlyDone(
  ref: Ref,
  cause: unknown,
  { end, isLost }: { readonly end: UndoEnd; readonly isLost: boolean },
): PartlyDone {
  const [series, exceptions] = [events.update.key, events.patch.key];
  const note = isLost
    ? 'The gateway knows the single changes that are missing for 24 hours: a later change of the series, with the scope ALL or FOLLOWING, writes them again.'
    : undefined;
  return end === 'back'
    ? new PartlyDone(
        {
          ref,
          done: [],
          remaining: [series, exceptions],
          summary:
            'The series has its earlier values again, but not all occurrences that were changed singly.',
          note,
        },
        cause,
      )
    : new PartlyDone({ ref, done: [series], remaining: [exceptions], note }, cause);
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
  const { api } = write.execution;
  const previous = { ...series };
  const isApplied = moves.some((change) => {
    const read = getter(change.path);
    const isAsRead = isAsBefore(read(previous), read({ ...fresh }));
    return !isAsRead || showsChange(api, change, { previous, fresh: { ...fresh } });
  });
  if (moves.length > 0 && !isApplied) throw notApplied(write, 'the series is as it was');
}

/** The result of a write of a whole series. */
interface Done {
  readonly changes: readonly Change[];
  /** The series as it was read after the write. */
  made?: EventJson;
  /** Whether a write of an exception was sent. */
  hasWrittenExceptions: boolean;
}

/**
 * Gives the series and its exceptions the values that were read before the write.
 * @returns `moved` also if others have changed the series since
 */
async function undo(
  inner: Strategy,
  write: WriteRequest,
  named: NamedPlace,
  { changes, hasWrittenExceptions, made }: Done,
): Promise<UndoEnd> {
  const { series, clock, exceptions } = named;
  const ref = seriesRef(write, named);
  const previous: JsonRecord = { ...series };
  const back = changes.map(({ argument, path }): Change => {
    const value: unknown = getter(path)(previous);
    return { argument, path, apply: () => value ?? undefined };
  });
  let end: UndoEnd = 'moved';
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
    else if (!showsAllChanges(back, { previous: { ...fresh }, fresh: { ...fresh } })) return end;
    end = 'back';
    const restore = (known?: ReadSeries): Promise<number> =>
      settle(write, {
        ref,
        known,
        wantedOf: () => ownPlaces(clock, series, exceptions),
        left: new Set(exceptions.map(({ id }) => id!)),
        withDeleted: true,
        goesOn: true,
      });
    await restore().catch(async (error: unknown) => {
      if (!(error instanceof UpstreamError)) throw error;
      // They cannot be read. They are written as if the move had dropped them all.
      await restore({ series, found: [], instances: exceptions });
    });
    return 'undone';
  } catch {
    return end;
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
