/**
 * Limits how many operations run at the same time: by a fixed number of slots, by the delay of the
 * event loop, and by what they take of the CPU.
 *
 * If more operations run than the CPU can execute, each turn of the event loop takes long. Then
 * everything waits, also requests that are only rejected, and the garbage collection has to copy
 * what all of them have in memory. Therefore fewer operations start while turns are long.
 *
 * What an operation does until it waits for something, or ends, is one piece of work, which cannot
 * be interrupted: it reads the body, parses, validates and plans the document, and executes it.
 * Pieces begin one after the other, and after 5 ms of them the event loop is given back: what has
 * arrived meanwhile is read, and whose turn it is, is decided again. Each piece is charged to its
 * caller, as it was measured, so that work without any call has its share, too. After 5 ms of
 * strangers as much time is left to the operations of accepted callers, which would meet another
 * piece whenever an answer of a service comes.
 *
 * The others wait, and their callers take turns. When too many wait, callers give way to others by
 * the rules of `Shares`.
 */
import { type Clock, every, type Timer } from '../../engine/caller/clock.ts';
import { CallerQueue, type QueueEntry } from '../../engine/rest/share/caller-queue.ts';
import {
  callerShare,
  type Holding,
  type IsAccepted,
  type Refusal,
  Shares,
} from '../../engine/rest/share/shares.ts';

/** Milliseconds between two measurements of the delay. */
const intervalMs = 10;

/** Delay of the event loop in milliseconds from which fewer operations run. */
const maxDelayMs = 15;

/** Number of operations that may run whatever the delay is: it can have other causes. */
const minRunning = 8;

/** Number of waiting operations for each one that may run: they start within a few seconds. */
const waitingPerRunning = 40;

/**
 * Milliseconds for which more operations can wait. Many that come in one turn delay the event loop
 * only once: they start in the next turns.
 */
const burstMs = 250;

/** Milliseconds of pieces after which the event loop is given back: 10 with the last one. */
const turnMs = 5;

/**
 * Milliseconds of pieces below which nobody asks whether the turn has ended, which costs one more
 * turn of the event loop: less is counted to a later turn.
 */
const shortTurnMs = 1;

/**
 * Length of an era in milliseconds. A running operation that has begun before the last era only
 * waits, for a service that hangs or is slow.
 */
const eraMs = 1_000;

/**
 * Milliseconds that a caller may be ahead: a garbage collection in one of its pieces would make it
 * wait for as many operations of others.
 */
const toleranceMs = 50;

/**
 * While nobody waits, one of so many pieces that go on is measured, and charged as many times: to
 * measure one takes about 0.4 us, and a query can have hundreds of answers.
 */
const laterPerMeasured = 4;

/** Its microtasks cost less than those of `queueMicrotask`. */
const resolved = Promise.resolve();

/** Work that waits for its turn. */
export interface WaitingWork extends QueueEntry<WaitingWork>, Holding {
  /** Called when it can run; it is not in the queue any more. */
  start(): void;
  /** Set by `OperationLimit` alone: when it has begun, and whether its caller was accepted then. */
  era: number;
  isAccepted: boolean;
}

/** Whether a piece is the first one of its work, and whether that is work of a stranger. */
type PieceKind = 'first' | "stranger's first" | 'later';

/** Operations that run. */
interface Running {
  all: number;
  /** Of these, those of accepted callers. */
  accepted: number;
}

/** The operations of a gateway. */
export class OperationLimit {
  /** What callers have of the slots. */
  readonly slots: Shares;
  /** What callers have of the operations that wait. */
  readonly waiting: Shares;
  readonly #max: number;
  readonly #clock: Clock;
  readonly #isAccepted: IsAccepted;
  readonly #queue: CallerQueue<WaitingWork>;
  /** With the instants at which the waits began, the oldest first. */
  readonly #waits = new Map<WaitingWork, number>();
  /** Whose piece of work runs, since when, and whether work has ended in it. */
  #piece: string | undefined;
  #pieceStartedAt = 0;
  #hasEnded = false;
  #pieceKind: PieceKind = 'first';
  /** Number of pieces that went on, and how many the one that runs stands for. */
  #later = 0;
  #weight = 1;
  /** Milliseconds of first pieces since the event loop was given back, or less before. */
  #turnTakes = 0;
  #isTurnEnding = false;
  /** Of these, those of strangers. */
  #strangersTake = 0;
  /** Until when no piece of strangers begins, if operations of accepted callers run. */
  #strangersPauseUntil = 0;
  /**
   * The number of those that have begun in this era, and in the last one: a table of them would be
   * made anew after each few that have come and gone.
   */
  #begun: Running = { all: 0, accepted: 0 };
  #before: Running = { all: 0, accepted: 0 };
  /** Number of the others that run. */
  #settled = 0;
  #era = 0;
  #eraEndsAt = 0;
  /** Maximum number of running operations: up to `max`, depending on the delay. */
  #maxRunning: number;
  /** Set while operations run. */
  #timer: Timer | undefined;
  /** Instant of the last measurement. */
  #measuredAt = 0;
  /** Milliseconds since then of work that has ended in one piece, and of refusals. */
  #piecesTook = 0;

  /** @param max number of slots */
  constructor(max: number, isAccepted: IsAccepted, clock: Clock) {
    this.#max = max;
    this.#clock = clock;
    this.#isAccepted = isAccepted;
    // A running operation keeps its slot, so others need slots that one caller cannot take.
    this.slots = new Shares({ total: max, isAccepted, reserve: callerShare });
    this.#queue = new CallerQueue(isAccepted, { cost: 0, tolerance: toleranceMs });
    const newestOf = (caller: string): WaitingWork | undefined => this.#queue.newestOf(caller);
    this.waiting = new Shares({ total: max, isAccepted, newestOf });
    this.#maxRunning = max;
  }

  /** Whether an operation can be rejected. If not, nobody has to ask whose it is. */
  get isCrowded(): boolean {
    return this.slots.isCrowded || this.#tooManyWait;
  }

  /** Why the next operation of a caller must be rejected. */
  refusalOf(caller: string): Refusal | undefined {
    return this.slots.refusalOf(caller) ?? this.#limitedWaiting.refusalOf(caller);
  }

  /** Takes a slot. @returns undefined if it was taken; `release` must follow once */
  take(caller: string): Refusal | undefined {
    return (this.isCrowded ? this.refusalOf(caller) : undefined) ?? this.slots.take(caller);
  }

  /** Frees a slot. */
  release(caller: string): void {
    this.slots.release(caller);
  }

  /**
   * Starts an operation that has a slot, or other work; `end` has to be called afterwards.
   * @returns 'runs' if it runs now, 'waits' until its `start` or its `giveWay` is called
   */
  start(work: WaitingWork): 'runs' | 'waits' | Refusal {
    // While strangers pause, only they wait.
    const isNext = this.#strangersPause ? this.#isAccepted(work.caller) : this.#waits.size === 0;
    if (!isNext || !this.#canStart) return this.#wait(work);
    this.#queue.pass(work.caller);
    this.#begin(work);
    return 'runs';
  }

  /** Ends what has been running. */
  end(work: WaitingWork): void {
    this.#hasEnded = true;
    const running = work.era === this.#era ? this.#begun : this.#before;
    if (work.era < this.#era - 1) this.#settled -= 1;
    else {
      running.all -= 1;
      if (work.isAccepted) running.accepted -= 1;
    }
    this.#startWaiting();
  }

  /** Called when something has come that work of the caller goes on with: another piece begins. */
  goOn(caller: string): void {
    if (this.#piece !== undefined) return;
    this.#weight = this.#waits.size > 0 ? 1 : laterPerMeasured;
    if (this.#later % this.#weight === 0) this.#beginPiece(caller, 'later');
    this.#later += 1;
  }

  /** Charges a caller for work before a piece or in place of one: a request that is refused. */
  charge(caller: string, ms: number): void {
    this.#queue.charge(caller, ms);
    this.#piecesTook += ms;
  }

  /** Ends the wait of work that nobody needs any more, or that has given way. */
  leave(work: WaitingWork): void {
    if (!this.#waits.delete(work)) return;
    this.#queue.delete(work);
    this.waiting.release(work.caller);
  }

  /** Whether a piece of work runs, which is charged to its caller. */
  get runsPiece(): boolean {
    return this.#piece !== undefined;
  }

  get #canStart(): boolean {
    if (this.#piece !== undefined || this.#turnTakes >= turnMs) return false;
    return this.#running < this.#maxRunning;
  }

  /** Number of those that have begun lately. */
  get #running(): number {
    return this.#begun.all + this.#before.all;
  }

  get #accepted(): number {
    return this.#begun.accepted + this.#before.accepted;
  }

  get #strangersPause(): boolean {
    if (this.#strangersPauseUntil === 0 || this.#accepted === 0) return false;
    if (this.#clock.now() >= this.#strangersPauseUntil) this.#strangersPauseUntil = 0;
    return this.#strangersPauseUntil > 0;
  }

  #begin(work: WaitingWork): void {
    work.isAccepted = this.#isAccepted(work.caller);
    if (this.#timer === undefined) this.#startTimer();
    this.#beginPiece(work.caller, work.isAccepted ? 'first' : "stranger's first");
    work.era = this.#era;
    this.#begun.all += 1;
    if (work.isAccepted) this.#begun.accepted += 1;
  }

  #beginPiece(caller: string, kind: PieceKind): void {
    this.#piece = caller;
    this.#hasEnded = false;
    this.#pieceKind = kind;
    this.#pieceStartedAt = this.#clock.now();
    // Runs when no promise is left to resolve: the work waits for something, or has ended.
    void resolved.then(this.#awaitTicks);
  }

  readonly #awaitTicks = (): void => process.nextTick(this.#endPiece);

  readonly #endPiece = (): void => {
    const caller = this.#piece!;
    const ms = this.#clock.now() - this.#pieceStartedAt;
    this.#piece = undefined;
    // What goes on comes in turns of the event loop itself.
    if (this.#pieceKind !== 'later') this.#turnTakes += ms;
    if (this.#pieceKind === "stranger's first") this.#strangersTake += ms;
    if (this.#pieceKind !== 'later' && this.#hasEnded) this.#piecesTook += ms;
    this.#queue.charge(caller, this.#pieceKind === 'later' ? this.#weight * ms : ms);
    if (this.#turnTakes >= shortTurnMs && !this.#isTurnEnding) {
      this.#isTurnEnding = true;
      setImmediate(this.#endTurn);
    }
    this.#startWaiting();
  };

  readonly #endTurn = (): void => {
    this.#isTurnEnding = false;
    this.#turnTakes = 0;
    // The next measurement after the pause lets them go on.
    if (this.#strangersTake > turnMs)
      this.#strangersPauseUntil = this.#clock.now() + this.#strangersTake;
    this.#strangersTake = 0;
    this.#startWaiting();
  };

  get #tooManyWait(): boolean {
    if (this.#waits.size <= this.#maxRunning * waitingPerRunning) return false;
    const [oldest] = this.#waits.values();
    return this.#clock.now() - oldest! > burstMs;
  }

  /** What callers have of the operations that wait, with the limit of this moment. */
  get #limitedWaiting(): Shares {
    this.waiting.total = this.#tooManyWait ? this.#maxRunning * waitingPerRunning : this.#max;
    return this.waiting;
  }

  #wait(work: WaitingWork): 'waits' | Refusal {
    const refusal = this.#limitedWaiting.take(work.caller);
    if (refusal !== undefined) return refusal;
    this.#waits.set(work, this.#clock.now());
    this.#queue.add(work);
    return 'waits';
  }

  /** Begins the next piece: the one after it when this one has ended. */
  #startWaiting(): void {
    if (this.#waits.size === 0 || !this.#canStart) return;
    const work = this.#queue.take(this.#strangersPause);
    if (work === undefined) return;
    this.#waits.delete(work);
    this.waiting.release(work.caller);
    this.#begin(work);
    work.start();
  }

  #startTimer(): void {
    this.#measuredAt = this.#clock.now();
    this.#piecesTook = 0;
    this.#timer = every(this.#clock, intervalMs, () => this.#measure());
  }

  /** Fewer operations run after a long turn, more after a short one. */
  #measure(): void {
    if (this.#running + this.#settled === 0) {
      this.#timer?.cancel();
      this.#timer = undefined;
      return;
    }
    const now = this.#clock.now();
    // Work of one piece takes turns anyway, and refusals would not become fewer.
    const delay = now - this.#measuredAt - intervalMs - this.#piecesTook;
    this.#measuredAt = now;
    this.#piecesTook = 0;
    this.#settle(now);
    this.#maxRunning =
      delay > maxDelayMs
        ? Math.max(minRunning, Math.min(this.#maxRunning, this.#running) * 0.75)
        : Math.min(this.#max, this.#maxRunning * 1.1 + 1);
    this.#startWaiting();
  }

  /** Ends the era if it is over. */
  #settle(now: number): void {
    if (now < this.#eraEndsAt) return;
    this.#settled += this.#before.all;
    this.#before = this.#begun;
    this.#begun = { all: 0, accepted: 0 };
    this.#era += 1;
    this.#eraEndsAt = now + eraMs;
  }
}
