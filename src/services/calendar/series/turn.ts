/**
 * The turns of series. The write of an occurrence, or of a series in part, runs in the turn of the
 * series: what a division copies must not change meanwhile. It is another turn than that of an
 * event itself. Which series an event belongs to is read before: its id has one of several forms.
 */
import type { Ref } from '../../../engine/read/resource.ts';
import type { WriteRequest } from '../../../engine/write/strategy.ts';
import { UpstreamError } from '../../../engine/api/error.ts';
import { MutationError } from '../../../engine/schema/error/mutation-error.ts';
import { events } from '../operations.ts';
import type { EventJson } from '../event-body.ts';

/** The copies of an event on the calendars of its guests have the same ids. */
const turnOf = (ref: Ref, seriesId: string): Ref => ({ ...ref, key: [seriesId, 'series'] });

/** The turn in which an event is written that was read; undefined of one that is no occurrence. */
export const turnOfSeries = {
  paths: ['recurringEventId'],
  of: ({ recurringEventId }: EventJson, ref: Ref): Ref | undefined =>
    recurringEventId ? turnOf(ref, recurringEventId) : undefined,
};

type NamedWrite = Pick<WriteRequest, 'execution' | 'operation' | 'ref' | 'settings'>;

/** Runs work in the turn of the series of the named event, or of the event if it is none of one. */
export async function inSeriesTurn<T>(write: NamedWrite, work: () => Promise<T>): Promise<T> {
  const ref = write.ref!;
  const turn = (await readTurn(write)) ?? turnOf(ref, ref.key.at(-1)!);
  return write.execution.runExclusive(turn, write.operation, work);
}

/** The same for a write that concerns only the event that it names, which may be an occurrence. */
export async function inTurnOf<T>(write: NamedWrite, work: () => Promise<T>): Promise<T> {
  const turn = await readTurn(write);
  return turn ? write.execution.runExclusive(turn, write.operation, work) : work();
}

async function readTurn(write: NamedWrite): Promise<Ref | undefined> {
  const ref = write.ref!;
  const [calendarId, eventId] = ref.key as readonly [string, string];
  const args = { calendarId, eventId, fields: turnOfSeries.paths.join() };
  const event = await write.execution
    .send(events.get, args)
    .catch((error: unknown) => explainMissing(write, error));
  return turnOfSeries.of(event, ref);
}

/** An occurrence that a division has moved to a new series has another id there. */
export function explainMissing({ settings, ref }: NamedWrite, error: unknown): never {
  const isMissing = error instanceof UpstreamError && error.code === 'NOT_FOUND';
  if (!isMissing || settings['scope'] !== 'following') throw error;
  throw new MutationError(
    'NOT_FOUND',
    'by: the calendar has no such event. If it was an occurrence of a series, an earlier change with the scope FOLLOWING may have succeeded: it has moved the occurrence to a new series, or deleted it. Look for the occurrence in the events of the calendar.',
    { path: ['by'], id: ref!.key.at(-1)! },
  );
}
