/** The conflict of a write of a part of a series with writes of others to the series. */
import type { Ref } from '../../../engine/read/resource.ts';
import { Conflict } from '../../../engine/write/update/conditional-write.ts';
import type { Strategy, WriteOutcome, WriteRequest } from '../../../engine/write/strategy.ts';

/** Whether the write has `undone` what it had written, so that it leaves nothing behind. */
type Kind = 'changed' | 'undone';

/**
 * Another one has written to the series, or to its new one: the write can be repeated after a fresh
 * read. A conflict with the version that the client requires of its event is no such conflict.
 */
export class SeriesConflict extends Conflict {
  readonly kind: Kind;

  constructor(ref: Ref, kind: Kind) {
    super(ref);
    this.kind = kind;
  }
}

/**
 * Runs a strategy on a series instead of the event that the client names.
 * @param write of the series, with a version of it as its condition, if it has one
 * @throws SeriesConflict if the series does not have that version, or if other writes come first
 */
export async function runOnSeries(strategy: Strategy, write: WriteRequest): Promise<WriteOutcome> {
  try {
    return await strategy.run(write);
  } catch (error) {
    throw error instanceof Conflict ? new SeriesConflict(error.ref, 'changed') : error;
  }
}
