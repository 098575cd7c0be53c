/**
 * Relays: work that copies a file from one service to another one, longer than any request. One
 * replica at a time runs a relay, by a lease. What a relay has done so far is in the store, so that
 * any replica continues it when the process of the last one has died. The access token of the
 * caller is stored nowhere: whoever continues a relay brings one.
 */
import { type Clock, systemClock, type Timer } from '../caller/clock.ts';
import type { Encryption } from '../caller/encryption.ts';
import { isLeased, type Lease, takeLease } from '../store/lease.ts';
import type { Store } from '../store/store.ts';
import type { RunningWrites } from '../lock/running-writes.ts';

export interface RelayRecord {
  /** Digest of the input: another input begins another relay. */
  readonly input: string;
  /** Path and query of the upload session. Secret: it allows writing. */
  readonly target: string;
  readonly contentType: string;
  /** Bytes of the whole file. */
  readonly total: number;
  /** A value that changes with the content of the file. */
  readonly version: string;
  /** Bytes that the session has, as far as it was asked. */
  readonly received: number;
  /** The id of the object that the upload has made. */
  readonly resultId?: string | undefined;
  /** The reason for which the relay cannot go on. */
  readonly failure?: RelayFailure | undefined;
  /** The error of the last run, if another run can go on; absent again as soon as one does. */
  readonly stopped?: RelayFailure | undefined;
  /** Whether nothing is left to do. */
  readonly isFinished?: boolean | undefined;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
  /** When it was stored. Milliseconds since 1970. */
  readonly savedAt?: number | undefined;
}

/** The error of a relay, for those who wait for it in other replicas. */
interface RelayFailure {
  readonly code: string;
  readonly message: string;
}

export interface RelayTurn {
  /** Fires when the process stops, or the right is known to be lost. */
  readonly signal: AbortSignal;
  /** Whether the work has to end because the process stops, or has lost the right. */
  readonly isInterrupted: () => boolean;
  /** Stores what has been done. The store may fail: the services know it, too. */
  readonly save: (record: RelayRecord) => Promise<void>;
}

interface RunFailure {
  readonly error: unknown;
  /** Whether the error follows from the end of the turn: another run goes on. */
  readonly isInterrupted: boolean;
}

export interface RelayRun {
  /** Resolves with the failure of the run, or undefined; never rejects. */
  readonly ended: Promise<RunFailure | undefined>;
}

interface RelaySettings {
  readonly store: Store;
  readonly encryption: Pick<Encryption, 'encrypt' | 'decrypt'>;
  /** The process waits for running relays, which end early, before it stops. */
  readonly writes: RunningWrites;
  /** Lifetime in ms of what the store has of a relay. */
  readonly ttlMs: number;
  readonly clock?: Clock | undefined;
}

/** Time in ms between two checks of the lease of a running relay. */
const checkMs = 250;

const leaseKey = (key: string): string => `relay ${key}`;

/** One for the process. */
export class Relays {
  readonly #store: Store;
  readonly #encryption: RelaySettings['encryption'];
  readonly #writes: RunningWrites;
  readonly #clock: Clock;
  /** Lifetime in ms of what the store has of a relay. */
  readonly ttlMs: number;
  readonly #running = new Map<string, RelayRun>();
  readonly #stop = new AbortController();

  constructor({ clock = systemClock, ...settings }: RelaySettings) {
    const { store, encryption, writes, ttlMs } = settings;
    this.#store = store;
    this.#encryption = encryption;
    this.#writes = writes;
    this.ttlMs = ttlMs;
    this.#clock = clock;
  }

  /** Fires when the process stops. */
  get stopping(): AbortSignal {
    return this.#stop.signal;
  }

  /** The number of relays that run in this process. */
  get size(): number {
    return this.#running.size;
  }

  /** @returns undefined if there is none, or the store has lost it @throws StoreUnavailable */
  async find(key: string): Promise<RelayRecord | undefined> {
    const text = await this.#store.get('relay', key);
    const json = text === undefined ? undefined : this.#encryption.decrypt('relay', text);
    return json === undefined ? undefined : (JSON.parse(json) as RelayRecord);
  }

  /** The run of this process. */
  running(key: string): RelayRun | undefined {
    return this.#running.get(key);
  }

  /** Whether any process runs the relay. @throws StoreUnavailable */
  async isRunning(key: string): Promise<boolean> {
    return this.#running.has(key) || (await isLeased(this.#store, leaseKey(key)));
  }

  /**
   * Runs a relay, unless it runs already.
   * @param work has to end when the signal of its turn fires
   * @returns undefined if another replica, or this one, runs it
   * @throws StoreUnavailable
   */
  async begin(
    key: string,
    work: (turn: RelayTurn) => Promise<void>,
  ): Promise<RelayRun | undefined> {
    if (this.#running.has(key) || this.stopping.aborted) return undefined;
    const lease = await takeLease(this.#store, leaseKey(key), { clock: this.#clock });
    if (lease === undefined) return undefined;
    const run = { ended: this.#writes.run(() => this.#run(key, lease, work)) };
    this.#running.set(key, run);
    return run;
  }

  async #run(
    key: string,
    lease: Lease,
    work: (turn: RelayTurn) => Promise<void>,
  ): Promise<RunFailure | undefined> {
    const lost = new AbortController();
    let timer: Timer;
    const check = (): void => {
      if (lease.isHeld()) timer = this.#clock.after(checkMs, check);
      else lost.abort();
    };
    check();
    const signal = AbortSignal.any([lost.signal, this.stopping]);
    const isInterrupted = (): boolean => signal.aborted || !lease.isHeld();
    const save = (record: RelayRecord): Promise<void> =>
      lease.isHeld() ? this.#save(key, record) : Promise.resolve();
    try {
      await work({ signal, isInterrupted, save });
      return undefined;
    } catch (error) {
      return { error, isInterrupted: isInterrupted() };
    } finally {
      timer!.cancel();
      await lease.release();
      this.#running.delete(key);
    }
  }

  async #save(key: string, record: RelayRecord): Promise<void> {
    const savedAt = this.#clock.wallTime();
    const ttlMs = record.expiresAt - savedAt;
    if (ttlMs <= 0) return;
    const text = this.#encryption.encrypt('relay', JSON.stringify({ ...record, savedAt }));
    await this.#store.set('relay', key, text, ttlMs).catch(() => {});
  }

  /** Ends all relays of this process: others can continue them. Allows no new ones. */
  close(): void {
    this.#stop.abort();
  }
}
