/**
 * Writes an entity on condition that it is as it was read. The caller must have the entity's turn
 * (`Execution.runExclusive`), which orders the writes of this process, and of all replicas with a
 * shared store. Against all others each write has the header `If-Match`. After a 412, and after a
 * lost turn, the entity is read, merged and written again.
 */
import { failedWith, isOutdated, UpstreamError } from '../../api/error.ts';
import type { SendOptions } from '../../execution/calls.ts';
import { quotedEtag } from '../../rest/request/outgoing-request.ts';
import type { Ref } from '../../read/resource.ts';
import {
  answeredCode,
  findOut,
  hasUnknownOutcome,
  readAfterFailure,
  refusalOf,
} from '../../rest/call/unknown-outcome.ts';
import { showsAllChanges } from './applied-change.ts';
import type { Change, JsonRecord } from '../change.ts';
import type { WriteRequest } from '../strategy.ts';
import { ExpectedError } from '../../api/stackless.ts';

/** A write was given up because others came first. `ref` leads to the current entity. */
export class Conflict extends ExpectedError {
  readonly ref: Ref;

  constructor(ref: Ref) {
    super(
      'Another write changed the object in the meantime. Read it again, then repeat the mutation.',
    );
    this.name = 'Conflict';
    this.ref = ref;
  }
}

/**
 * After this many 412s in a row with the etag that a fresh read shows again, the write is tried
 * without it. A single 412 proves nothing: a read can lag behind a write.
 */
const MAX_SAME_ETAG = 2;

/** Maximum wait before the second round; it doubles with each round. */
const FIRST_WAIT_MS = 20;
const MAX_WAIT_MS = 500;

/** The options of a request that is sent only while the entity is as it was read. */
export type WriteCondition = Pick<SendOptions, 'headers' | 'mayBeSent'>;

interface ConditionalWrite {
  /** The version that an earlier write has left; undefined: `read` gives it. */
  readonly initial?: JsonRecord | undefined;
  /** Reads the entity with its etag, and everything that `send` needs of it. */
  readonly read: () => Promise<JsonRecord>;
  /**
   * Writes.
   * @param condition of the request that replaces
   * @returns the version that the write has left, if its answer shows one
   */
  readonly send: (
    current: JsonRecord,
    condition: WriteCondition,
  ) => Promise<JsonRecord | undefined>;
  /**
   * The etag that the client requires. Every read is compared with it, and a 412 is a conflict,
   * unless an earlier request of the write may have been applied.
   */
  readonly clientEtag?: string | null | undefined;
  /** The changes that `send` makes. An entity that shows all of them needs no second write. */
  readonly changes: readonly Change[];
  /** Values that the service shows as absent, by path. */
  readonly defaults?: Readonly<JsonRecord> | undefined;
}

/**
 * Writes an entity on condition that it is as it was read.
 * @returns the version that the write has left, if it is known
 * @throws Conflict if the entity does not have the client's etag, or if other writes come first
 * until the deadline or the limits of the request; any other error of `read` and `send`
 */
export async function writeConditionally(
  { execution, operation, ref }: WriteRequest,
  { initial, read, send, clientEtag, changes, defaults }: ConditionalWrite,
): Promise<JsonRecord | undefined> {
  const mayBeSent = (): boolean => execution.turns.isHeld(ref!);
  const readInNewTurn = async (): Promise<JsonRecord> => {
    await execution.turns.retake(ref!, operation);
    return read();
  };
  /** The version with all changes, if only the answer of the write was lost. @throws its error */
  const foundOut = (error: unknown, previous: JsonRecord): Promise<JsonRecord> => {
    if (!hasUnknownOutcome(error) || !refusalOf(error)) throw error;
    return findOut(error, async () => {
      const fresh = await read();
      if (showsAllChanges(changes, { previous, fresh, defaults })) return fresh;
      if (etagOf(fresh) !== undefined && fresh['etag'] === previous['etag']) return null;
      throw error;
    });
  };
  const caller = execution.identities.of(operation);
  let current = initial ?? (await read());
  let sameEtag = 0;
  for (let round = 0; ; round += 1) {
    checkClientEtag(clientEtag, current, ref!);
    const isTrial = sameEtag >= MAX_SAME_ETAG;
    // A condition of the client is never given up.
    const isFree =
      clientEtag == null && (isTrial || execution.unconditional.has(operation, caller));
    const etag = isFree ? undefined : etagOf(current);
    let rejection: UpstreamError;
    try {
      const next = await send(current, { headers: conditionHeaders(etag), mayBeSent });
      // The service has refused the condition, and nothing but the condition.
      if (isFree && isTrial) execution.unconditional.add(operation, caller);
      return next;
    } catch (error) {
      // The limits of the request allow no further call.
      if (round > 0 && failedWith(error, 'QUERY_TOO_EXPENSIVE')) throw new Conflict(ref!);
      const isRejected = etag !== undefined && isPreconditionFailed(error);
      if (!isOutdated(error) && !isRejected) return foundOut(error, current);
      rejection = error;
    }
    execution.invalidate();
    const isTurnLost = isOutdated(rejection);
    // Another version is a conflict for the client: there is nothing to merge and write again.
    const isOver = clientEtag != null && !hasUnknownOutcome(rejection);
    if (!isTurnLost && (isOver || !(await execution.pause(waitBefore(round)))))
      throw finalError(rejection, ref!);
    const fresh = await readAfter(rejection, isTurnLost ? readInNewTurn : read, ref!);
    if (
      hasUnknownOutcome(rejection) &&
      showsAllChanges(changes, { previous: current, fresh, defaults })
    )
      return fresh;
    sameEtag = !isTurnLost && fresh['etag'] === etag ? sameEtag + 1 : 0;
    current = fresh;
  }
}

/** @throws Conflict if the client requires an etag, and the entity has another one */
export function checkClientEtag(
  clientEtag: string | null | undefined,
  { etag }: Readonly<JsonRecord>,
  ref: Ref,
): void {
  if (clientEtag != null && clientEtag !== etag) throw new Conflict(ref);
}

/** @returns milliseconds; random, so that writers that collided do not collide again */
const waitBefore = (round: number): number =>
  Math.random() * Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** round);

const etagOf = ({ etag }: JsonRecord): string | undefined =>
  typeof etag === 'string' ? etag : undefined;

/** The headers of a write on a condition; undefined without an etag. */
export const conditionHeaders = (
  etag: string | null | undefined,
): Record<string, string> | undefined => {
  if (etag == null) return undefined;
  return { 'if-match': quotedEtag(etag) };
};

/** Whether the service rejected a write because the entity has another etag. */
export const isPreconditionFailed = (error: unknown): error is UpstreamError =>
  error instanceof UpstreamError &&
  error.failure.status === 412 &&
  answeredCode(error) === 'CONFLICT';

/** The error of a write that is not repeated after a 412. */
export const finalError = (rejection: UpstreamError, ref: Ref): Error =>
  hasUnknownOutcome(rejection) ? rejection : new Conflict(ref);

/**
 * Reads the entity after a request that was rejected, or not sent.
 * @throws the rejection if its outcome is unknown; Conflict if the limits of the request allow no
 * further call; otherwise the error of the read
 */
export async function readAfter(
  rejection: UpstreamError,
  read: ConditionalWrite['read'],
  ref: Ref,
): Promise<JsonRecord> {
  try {
    return await readAfterFailure(rejection, read);
  } catch (error) {
    throw failedWith(error, 'QUERY_TOO_EXPENSIVE') ? new Conflict(ref) : error;
  }
}
