/**
 * The provisional turn of work whose caller is not accepted yet (`AcceptedCallers`). Anybody can
 * invent tokens, so it delays nobody: the work begins while others write to the entity. No write is
 * sent in it. The answer to a read shows that the token is valid, and the turn becomes an ordinary
 * one:
 *
 * - If nobody else has written since the work began, it takes its turn with what it has read.
 * - If others may have written, what it has read may be old: the work begins again when it has its
 *   turn. With a shared store that is always so: writes of other replicas cannot be watched.
 * - Work that writes before it has read anything makes a read for that alone.
 *
 * To begin again in every case would be simpler, but then the first update with a token would make
 * more calls than its estimate. An etag does not replace the turn: some operations ignore it.
 */
import type { KeyedMutex, Release, Watch } from './keyed-mutex.ts';
import type { TurnRequest } from './turn-request.ts';

/** Ends work that begins again. */
class BeginsAgain extends Error {
  constructor() {
    super('The work begins again when it has its turn.');
    this.name = 'BeginsAgain';
  }
}

interface TurnParts {
  /** Whether the token of the caller is known to be valid. */
  readonly isAccepted: () => boolean;
  /** Makes a read that shows it. @throws the error of the read */
  readonly prove: () => Promise<void>;
  /** Asks for an ordinary turn. */
  readonly acquire: () => Promise<Release>;
  /** Watches the turns of others. */
  readonly watch: Watch;
  /** The turn of the work that this work is a part of. */
  readonly outer: ProvisionalTurn | undefined;
}

/** The turn while its work runs. */
export class ProvisionalTurn {
  readonly #parts: TurnParts;
  /** Whether the work has read outside an ordinary turn, the work inside it included. */
  #hasRead = false;
  #taken: Promise<Release> | undefined;
  #beginsAgain = false;

  constructor(parts: TurnParts) {
    this.#parts = parts;
  }

  /** Whether the work has to be done again in an ordinary turn. It has written nothing. */
  get beginsAgain(): boolean {
    return this.#beginsAgain;
  }

  /**
   * Makes a call of the work; a write in an ordinary turn only.
   * @throws BeginsAgain, the error of the mutex, of the read that shows a valid token, or of the
   * call
   */
  async send<T>(isRead: boolean, call: () => Promise<T>): Promise<T> {
    const { isAccepted, prove } = this.#parts;
    if (!isRead && !isAccepted()) await prove();
    await this.prepare();
    if (!this.#taken) this.#noteRead();
    const answer = await call();
    await this.prepare();
    return answer;
  }

  /** Takes an ordinary turn if the caller has been accepted. @throws as `send` */
  async prepare(): Promise<void> {
    const { outer, isAccepted, watch, acquire } = this.#parts;
    await outer?.prepare();
    if (!this.#taken && isAccepted()) {
      this.#beginsAgain ||= this.#hasRead && !watch.isUnused();
      if (!this.#beginsAgain) this.#taken = acquire();
    }
    if (this.#beginsAgain) throw new BeginsAgain();
    await this.#taken;
  }

  end(): void {
    this.#parts.watch.end();
    void this.#taken?.then(
      (release) => release(),
      () => {},
    );
  }

  #noteRead(): void {
    this.#hasRead = true;
    const { outer } = this.#parts;
    if (outer) outer.#noteRead();
  }
}

/** Work that has to run in a turn of its own; the parameters of `KeyedMutex.runExclusive`. */
interface Work<T> {
  readonly mutex: KeyedMutex;
  readonly key: string;
  readonly request: TurnRequest;
  readonly work: () => Promise<T>;
  readonly holdUntil: () => Promise<unknown>;
}

interface Surroundings extends Pick<TurnParts, 'isAccepted' | 'prove' | 'outer'> {
  /** Sets the turn through which the calls of the work are sent. */
  readonly enter: (turn: ProvisionalTurn | undefined) => void;
}

/** The key of the work of a caller before the caller is accepted. */
export const provisionalKey = (callerKey: string, key: string): string =>
  `provisional ${callerKey} ${key}`;

/** Runs work of a caller who is not accepted yet, or whose earlier work began as such. */
export async function runProvisional<T>(
  { mutex, key, request, work, holdUntil }: Work<T>,
  { isAccepted, prove, outer, enter }: Surroundings,
): Promise<T> {
  // Work of one caller is done one after the other: the first one shows whether the token is valid.
  const release = await mutex.acquireHere(provisionalKey(request.callerKey, key), request);
  const releaseOwn = once(release);
  // The next work of the caller asks for its turn after this one.
  const runInTurn = (): Promise<T> => {
    const result = mutex.runExclusive(key, request, work, holdUntil);
    releaseOwn();
    return result;
  };
  if (isAccepted()) return runInTurn();
  const turn = new ProvisionalTurn({
    isAccepted,
    prove,
    acquire: () => {
      const turn = mutex.acquire(key, request);
      releaseOwn();
      return turn;
    },
    watch: mutex.watch(key),
    outer,
  });
  enter(turn);
  try {
    const result = await work();
    if (!turn.beginsAgain) return result;
  } catch (error) {
    if (!turn.beginsAgain) throw error;
  } finally {
    enter(outer);
    void holdUntil().finally(() => {
      turn.end();
      releaseOwn();
    });
  }
  return runInTurn();
}

function once(action: () => void): () => void {
  let isDone = false;
  return () => {
    if (!isDone) action();
    isDone = true;
  };
}
