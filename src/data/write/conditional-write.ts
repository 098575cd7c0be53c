/**
 * Writes of an entity that was read before: the entity must still be as it was read. Writes of one
 * process run one after the other; against other processes each write has the condition `If-Match`,
 * and starts again with a fresh read if the service rejects it.
 */
import { UpstreamError } from '../../upstream/error.ts';
import type { Ref } from '../read/resource.ts';
import { hasChanges, mayBeApplied } from './applied-change.ts';
import type { Change, JsonRecord } from './change.ts';
import type { WriteRequest } from './strategy.ts';

/** Another write came first. */
export class Conflict extends Error {
  /** The entity as it is now. */
  readonly ref: Ref;

  constructor(ref: Ref) {
    super('Another write changed the entity in the meantime.');
    this.name = 'Conflict';
    this.ref = ref;
  }
}

/**
 * So often in a row the service may reject a write although a fresh read shows the same etag. Then
 * the etags of the operation are no condition. Once can happen: reads lag behind writes.
 */
const MAX_REFUSALS = 3;

/** The greatest wait before the first repetition; it doubles with each. */
const FIRST_WAIT_MS = 20;
const MAX_WAIT_MS = 500;

/** An entity that was read, and a write of it. */
interface ConditionalWrite {
  readonly changes: readonly Change[];
  /** Reads the entity with its etag, and everything that `send` needs of it. */
  readonly read: () => Promise<JsonRecord>;
  /** Writes. @param ifMatch the etag that the entity must have; undefined: any */
  readonly send: (current: JsonRecord, ifMatch: string | undefined) => Promise<void>;
  /** The etag that the client demands. */
  readonly ifMatch?: string | null | undefined;
  /** Values that the service shows as absent, by path. */
  readonly defaults?: Readonly<JsonRecord> | undefined;
}

/**
 * Writes an entity on condition that it is as it was read.
 * @param initial the entity, if it was read before
 * @throws Conflict if the entity has not the etag that the client demands, or if other writes come
 * first until the deadline; `UpstreamError`
 */
export async function writeConditionally(
  write: WriteRequest,
  { changes, read, send, ifMatch, defaults }: ConditionalWrite,
  initial?: JsonRecord,
): Promise<void> {
  const { execution, operation } = write;
  const ref = write.ref!;
  let current = initial ?? (await read());
  if (ifMatch != null && ifMatch !== current['etag']) throw new Conflict(ref);
  for (let [attempt, refusals] = [0, 0]; ; attempt += 1) {
    const etag = execution.unconditional.has(operation) ? undefined : etagOf(current);
    try {
      return await send(current, etag);
    } catch (error) {
      if (!isStale(error) || etag === undefined) throw error;
      execution.invalidate();
      if (!(await execution.pause(waitBefore(attempt)))) throw new Conflict(ref);
      const fresh = await readAfter(error, read, ref);
      if (mayBeApplied(error) && hasChanges(changes, { previous: current, fresh, defaults }))
        return undefined;
      if (ifMatch != null && ifMatch !== fresh['etag']) throw new Conflict(ref);
      refusals = fresh['etag'] === etag ? refusals + 1 : 0;
      if (refusals === MAX_REFUSALS) execution.unconditional.add(operation);
      current = fresh;
    }
  }
}

/** @returns milliseconds, at random: writers that collided shall not collide again */
const waitBefore = (attempt: number): number =>
  Math.random() * Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** attempt);

const etagOf = ({ etag }: JsonRecord): string | undefined =>
  typeof etag === 'string' ? etag : undefined;

/**
 * The headers of a write on a condition; undefined without an etag. HTTP wants the etag in quotes.
 * Those of Calendar contain them, those of YouTube do not.
 */
export const conditionHeaders = (
  etag: string | null | undefined,
): Record<string, string> | undefined => {
  if (etag == null) return undefined;
  return { 'if-match': /^(W\/)?"/.test(etag) ? etag : `"${etag}"` };
};

/** Whether a write was rejected because its etag is no longer the current one. */
export const isStale = (error: unknown): boolean =>
  error instanceof UpstreamError && error.failure.status === 412;

/**
 * Reads the entity after a rejected write.
 * @throws Conflict if the limits of the request allow no further call; the error of the read, with
 * the outcome of the write
 */
export async function readAfter(
  rejection: unknown,
  read: ConditionalWrite['read'],
  ref: Ref,
): Promise<JsonRecord> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    if (error.code === 'QUERY_TOO_EXPENSIVE' && !mayBeApplied(rejection)) throw new Conflict(ref);
    if (!mayBeApplied(rejection)) throw error;
    throw new UpstreamError({ ...error.failure, outcome: 'UNKNOWN' }, error);
  }
}
