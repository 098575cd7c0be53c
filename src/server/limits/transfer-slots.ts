/**
 * The slots of uploads and downloads. A client that sends or reads too slowly keeps its slot only
 * as long as no other needs it: both kinds of transfers can be continued where they ended.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Timed, TimedList } from '../../upstream/timed-list.ts';
import { ConcurrencyLimit } from './concurrency-limit.ts';
import { closeUnfinished } from './receive-timeout.ts';
import { minRate } from './min-rate.ts';

/** The slots of one gateway. */
export class TransferSlots {
  readonly #slots: ConcurrencyLimit;
  readonly #graceMs: number;
  readonly #transfers = new TimedList(250);
  readonly #running = new Set<Transfer>();

  /** @param graceMs time until a transfer without progress can lose its slot */
  constructor(max: number, graceMs: number) {
    this.#slots = new ConcurrencyLimit(max);
    this.#graceMs = graceMs;
  }

  /** Takes a slot, if need be of a transfer that is too slow. @returns frees the slot, once */
  take(req: IncomingMessage, res: ServerResponse): (() => void) | undefined {
    const release = this.#slots.take() ?? this.#takeOfSlow();
    if (release === undefined) return undefined;
    const transfer = new Transfer(req, res, this.#graceMs, release);
    this.#running.add(transfer);
    this.#transfers.add(transfer);
    return () => this.#end(transfer);
  }

  #takeOfSlow(): (() => void) | undefined {
    const now = performance.now();
    const slow = [...this.#running].filter((each) => each.isSlow(now));
    const slowest = slow.toSorted((one, other) => one.endAt - other.endAt)[0];
    if (slowest === undefined) return undefined;
    this.#end(slowest);
    slowest.close();
    return this.#slots.take();
  }

  #end(transfer: Transfer): void {
    this.#running.delete(transfer);
    this.#transfers.delete(transfer);
    transfer.release();
  }
}

/** An upload or a download that has a slot. */
class Transfer extends Timed {
  /** The slot is safe until then. */
  override endAt: number;
  readonly release: () => void;
  readonly #req: IncomingMessage;
  readonly #res: ServerResponse;
  readonly #graceMs: number;
  #bytes: number;

  constructor(req: IncomingMessage, res: ServerResponse, graceMs: number, release: () => void) {
    super();
    this.release = release;
    this.#req = req;
    this.#res = res;
    this.#graceMs = graceMs;
    this.#bytes = this.#transferredBytes;
    this.endAt = performance.now() + graceMs;
  }

  get #transferredBytes(): number {
    const { bytesRead, bytesWritten } = this.#req.socket;
    return bytesRead + bytesWritten;
  }

  override check(now: number): void {
    const bytes = this.#transferredBytes;
    this.endAt = Math.min(this.endAt + (bytes - this.#bytes) / minRate, now + this.#graceMs);
    this.#bytes = bytes;
  }

  override expire(): void {}

  /** Whether the client has been too slow, and the gateway waits for it, not for the service. */
  isSlow(now: number): boolean {
    if (now < this.endAt) return false;
    return this.#req.complete ? this.#res.writableNeedDrain : this.#req.readableLength === 0;
  }

  close(): void {
    closeUnfinished(this.#req, this.#res);
  }
}
