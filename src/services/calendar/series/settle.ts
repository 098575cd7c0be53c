/**
 * Makes the occurrences of a changed series as they are to be. The documentation does not say
 * whether Google Calendar passes a change of a series on to occurrences that were changed singly,
 * or keeps these when the series moves. So they are read after the change, and what differs is
 * written.
 */
import type { Ref } from '../../../engine/read/resource.ts';
import type { WriteRequest } from '../../../engine/write/strategy.ts';
import {
  conditionHeaders,
  isPreconditionFailed,
} from '../../../engine/write/update/conditional-write.ts';
import { UpstreamError } from '../../../engine/rest/call/error.ts';
import { hasUnknownOutcome, readAfterFailure } from '../../../engine/rest/call/unknown-outcome.ts';
import { events } from '../operations.ts';
import { type EventJson, writeArguments } from '../event/write/body.ts';
import { type Repair, repairsOf, type WantedPlaces } from './plan.ts';
import { SeriesConflict } from './series-conflict.ts';
import { readExceptions, readListed, readSeries } from './series.ts';

/** Rounds of writes: what still differs after the first one is written once more. */
export const MAX_ROUNDS = 2;

/** A series with its exceptions, as the service has them. */
export interface ReadSeries {
  readonly series: EventJson;
  readonly found: readonly EventJson[];
}

interface Settling {
  readonly ref: Ref;
  readonly wantedOf: (read: ReadSeries) => WantedPlaces;
  /** What is known without a read. */
  readonly known?: ReadSeries | undefined;
  /** Who gets an email about each written occurrence. Default: see `withoutRepetition`. */
  readonly sendUpdates?: 'all' | 'externalOnly' | 'none';
  /** See `repairsOf`. */
  readonly left?: ReadonlySet<string>;
  /** Whether deletions have to be read. */
  readonly withDeleted: boolean;
}

/**
 * Writes what differs, and reads it again.
 * @returns the number of writes
 * @throws SeriesConflict if it still differs after two rounds
 */
export async function settle(write: WriteRequest, settling: Settling): Promise<number> {
  const { ref, wantedOf, left } = settling;
  let read = settling.known ?? (await readState(write, settling));
  let count = 0;
  for (let round = 0; ; round += 1) {
    const repairs = repairsOf(read.series, read.found, wantedOf(read), left);
    if (repairs.length === 0) return count;
    if (round === MAX_ROUNDS) throw new SeriesConflict(ref, 'changed');
    let lost: UpstreamError | undefined;
    for (const repair of repairs) {
      const rejection = await send(write, settling, repair);
      if (rejection === undefined) count += 1;
      if (hasUnknownOutcome(rejection)) lost = rejection;
    }
    const readAgain = () => readState(write, settling);
    read = await (lost ? readAfterFailure(lost, readAgain) : readAgain());
  }
}

async function readState(
  write: WriteRequest,
  { ref, withDeleted }: Pick<Settling, 'ref' | 'withDeleted'>,
): Promise<ReadSeries> {
  const series = await readSeries(write, ref);
  const read = withDeleted ? readExceptions : readListed;
  return { series, found: await read(write, ref, series) };
}

/**
 * Writes one occurrence, on condition that it is as it was read.
 * @returns why it was not written, if somebody else has changed it: it has to be read
 */
async function send(
  write: WriteRequest,
  settling: Settling,
  repair: Repair,
): Promise<UpstreamError | undefined> {
  const { execution } = write;
  const { id: eventId } = repair;
  const { ref, sendUpdates = withoutRepetition(write) } = settling;
  const args = { calendarId: ref.key[0]!, eventId, sendUpdates };
  if (repair.kind === 'delete') {
    await deleteOccurrence(write, args);
    return undefined;
  }
  const { kind, body, etag } = repair;
  const operation = kind === 'patch' ? events.patch : events.update;
  const sent = { ...args, ...writeArguments(body, []), fields: 'id', body };
  try {
    await execution.send(operation, sent, { headers: conditionHeaders(etag) });
    return undefined;
  } catch (error) {
    if (!isPreconditionFailed(error)) throw error;
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
