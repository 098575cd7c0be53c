/**
 * The slots of uploads and downloads. A client that sends or reads too slowly keeps its slot only
 * as long as no other needs it, and a caller with many of them gives way to others: both kinds of
 * transfers can be continued where they ended.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Clock } from '../../engine/caller/clock.ts';
import type { Holding, Refusal, Shares } from '../../engine/rest/share/shares.ts';
import { Timed, TimedList } from '../../engine/rest/share/timed-list.ts';
import { minRate } from './slow-clients.ts';

interface TransferSlotsParts {
  /** What callers have of the slots. */
  readonly shares: Shares;
  /** Time until a transfer without progress can lose its slot. */
  readonly graceMs: number;
  readonly clock: Clock;
  /** Ends a transfer that gives way. */
  readonly cut: (req: IncomingMessage, res: ServerResponse) => void;
}

/** The slots of one gateway. */
export class TransferSlots {
  readonly #parts: TransferSlotsParts;
  readonly #transfers: TimedList;
  readonly #running = new Set<Transfer>();

  constructor(parts: TransferSlotsParts) {
    this.#parts = parts;
    this.#transfers = new TimedList(250, parts.clock);
  }

  /**
   * Takes a slot, if need be of a transfer that is too slow, or of a caller that has more.
   * @returns frees the slot, once; or why there is none
   */
  take(exchange: Exchange, caller: string): (() => void) | Refusal {
    const { shares, graceMs, clock, cut } = this.#parts;
    if (shares.isCrowded) this.#endSlowest();
    const transfer = new Transfer(exchange, graceMs, clock, () => {
      // The slot is free before the client knows.
      end();
      cut(exchange.req, exchange.res);
    });
    const end = (): void => {
      this.#running.delete(transfer);
      this.#transfers.delete(transfer);
      shares.drop(caller, transfer);
    };
    const refusal = shares.hold(caller, transfer);
    if (refusal !== undefined) return refusal;
    this.#running.add(transfer);
    this.#transfers.add(transfer);
    return end;
  }

  #endSlowest(): void {
    const now = this.#parts.clock.now();
    const slow = [...this.#running].filter((each) => each.isSlow(now));
    const slowest = slow.toSorted((one, other) => one.endAt - other.endAt)[0];
    slowest?.giveWay();
  }
}

/** A request that transfers a file, and its response. */
interface Exchange {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
}

/** An upload or a download that has a slot. */
class Transfer extends Timed implements Holding {
  /** The slot is safe from other transfers until then, unless its caller has many. */
  override endAt: number;
  readonly giveWay: () => void;
  readonly #req: IncomingMessage;
  readonly #res: ServerResponse;
  readonly #graceMs: number;
  #bytes: number;

  constructor({ req, res }: Exchange, graceMs: number, clock: Clock, giveWay: () => void) {
    super();
    this.giveWay = giveWay;
    this.#req = req;
    this.#res = res;
    this.#graceMs = graceMs;
    this.#bytes = this.#transferredBytes;
    this.endAt = clock.now() + graceMs;
  }

  /** Of two transfers, the slower one has used up more of its time. */
  get slowness(): number {
    return -this.endAt;
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
}
