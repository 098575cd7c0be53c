/**
 * Notes of the single changes of a series while it moves. The service can drop them with the move
 * and refuse them afterwards, also at their old places: nothing else knows them then. The next
 * write of the series writes them again.
 */
import type { Ref } from '../../../engine/read/resource.ts';
import { type Change, mergeChanges } from '../../../engine/write/change.ts';
import type { InsertNotes } from '../../../engine/lock/insert-notes.ts';
import type { WriteRequest } from '../../../engine/write/strategy.ts';
import type { EventJson } from '../event-body.ts';
import { clockOf, copiedPaths, ordinaryAt } from './occurrence.ts';
import { isDeleted, type NamedPlace, ownPlaces, placeOf, type WantedPlaces } from './plan.ts';
import { isSameRule } from './rule.ts';
import { readSeries } from './series.ts';
import { settle } from './settle.ts';

/** A series before its move or after it, with the occurrences that differ from it. */
type NotedSeries = Pick<NamedPlace, 'series' | 'exceptions'>;

const notesOf = ({ execution }: WriteRequest): InsertNotes | undefined =>
  execution.workflows?.inserts;

const keyOf = ({ key }: Ref): string => JSON.stringify(['series', ...key]);

/** Notes the exceptions of a series as they are, and as its move is to leave them. */
export async function noteExceptions(
  write: WriteRequest,
  ref: Ref,
  { series, exceptions }: NamedPlace,
  { changes, wanted }: { readonly changes: readonly Change[]; readonly wanted: WantedPlaces },
): Promise<void> {
  if (exceptions.length === 0) return;
  const moved: EventJson = mergeChanges({ ...series }, copiedPaths, changes);
  const clock = clockOf(moved);
  const next = [...wanted].map(([place, change]): EventJson => {
    const event = change ? change(ordinaryAt(moved, clock, place)) : { status: 'cancelled' };
    return { ...event, originalStartTime: clock.timeOf(place) };
  });
  const noted: readonly NotedSeries[] = [
    { series, exceptions },
    { series: moved, exceptions: next },
  ];
  await notesOf(write)?.set(keyOf(ref), [JSON.stringify(noted)]);
}

/** No single change is lost. */
export async function forgetExceptions(write: WriteRequest, ref: Ref): Promise<void> {
  await notesOf(write)?.delete(keyOf(ref));
}

/**
 * Writes the single changes that an earlier move has lost, unless the series was rescheduled since.
 * An occurrence that somebody has changed since stays as it is.
 * @throws MutationError if the service refuses one
 */
export async function restoreExceptions(write: WriteRequest, ref: Ref): Promise<void> {
  const [text] = (await notesOf(write)?.find(keyOf(ref))) ?? [];
  if (text === undefined) return;
  const fresh = await readSeries(write, ref);
  const noted = (JSON.parse(text) as readonly NotedSeries[]).find(({ series }) =>
    hasSchedule(series, fresh),
  );
  if (noted) {
    const { series, exceptions } = noted;
    const own = ownPlaces(clockOf(series), series, exceptions);
    await settle(write, {
      ref,
      wantedOf: (read) => {
        const clock = clockOf(read.series);
        const known = new Set(read.found.map((event) => placeOf(clock, event)));
        return new Map([...own].filter(([place]) => !known.has(place)));
      },
      withDeleted: true,
      goesOn: true,
      sendUpdates: 'none',
    });
  }
  await forgetExceptions(write, ref);
  write.execution.invalidate();
}

/** Whether a series that was read has the start and the rule of a noted one. */
const hasSchedule = (noted: EventJson, fresh: EventJson): boolean =>
  !isDeleted(fresh) &&
  clockOf(noted).instantOf(noted.start!) === clockOf(fresh).instantOf(fresh.start!) &&
  isSameRule(noted.recurrence, fresh.recurrence);
