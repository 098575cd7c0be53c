/** The turns in which one execution writes to entities. */
import type { Clock } from '../caller/clock.ts';
import { type AnyOperation, isRead } from '../api/operation.ts';
import { failedWith } from '../api/error.ts';
import type { Calls } from '../execution/calls.ts';
import type { ExecutionSettings } from '../execution/execution-settings.ts';
import { callerKey } from '../caller/identities.ts';
import { pause } from '../caller/pause.ts';
import { entityKey, type Ref } from '../read/resource.ts';
import { existenceArguments } from '../read/key-arguments.ts';
import { provisionalKey, type ProvisionalTurn, runProvisional } from './provisional-turn.ts';
import type { TurnRequest } from './turn-request.ts';

interface TurnSettings
  extends Pick<
    ExecutionSettings,
    'mutex' | 'identities' | 'acceptedCallers' | 'deadline' | 'waits'
  > {
  readonly clock: Clock;
}

type WriteCalls = Pick<Calls, 'signal' | 'detachedWrites' | 'checkAccess' | 'send'>;

/** One for each execution. */
export class Turns {
  /** The turn of the write that runs, if its caller was not accepted when it began. */
  #provisional: ProvisionalTurn | undefined;
  /** Keys of callers whose token an answer to this execution has shown to be valid. */
  readonly #proven = new Set<string>();
  readonly #settings: TurnSettings;
  readonly #calls: WriteCalls;

  constructor(settings: TurnSettings, calls: WriteCalls) {
    this.#settings = settings;
    this.#calls = calls;
  }

  /**
   * Runs writes to one entity one after the other, those of a caller in the order of the calls of
   * this function, for all executions of this process; with a shared store, for those of all
   * replicas. An execution whose client leaves before its turn sends nothing, unless one of its
   * writes has begun. The work of a caller who is not accepted yet delays nobody until a read has
   * shown that the token is valid: see `ProvisionalTurn`.
   * @param operation the write, for errors
   * @param work may begin a second time, if it has made no other calls than reads
   */
  async runExclusive<T>(ref: Ref, operation: AnyOperation, work: () => Promise<T>): Promise<T> {
    const { mutex } = this.#settings;
    // The token is that for the entity, also if a workflow of several services takes the turn.
    const isAccepted = (): boolean => this.isAccepted(ref.resource.read.operation);
    const key = turnKey(ref);
    const request = this.#request(operation);
    // A write that the deadline cut off keeps its turn until the service has ended it.
    const holdUntil = (): Promise<unknown> => Promise.all(this.#calls.detachedWrites);
    if (this.#provisional) await this.#provisional.prepare();
    if (isAccepted() && !mutex.isInUse(provisionalKey(request.callerKey, key)))
      return mutex.runExclusive(key, request, work, holdUntil);
    const surroundings = {
      isAccepted,
      prove: () => this.#prove(ref, operation),
      outer: this.#provisional,
      enter: (turn: ProvisionalTurn | undefined) => {
        this.#provisional = turn;
      },
    };
    return runProvisional({ mutex, key, request, work, holdUntil }, surroundings);
  }

  /** Makes a call of the execution. @throws also as `ProvisionalTurn.send` */
  send<T>(operation: AnyOperation, call: () => Promise<T>): Promise<T> {
    if (this.#provisional === undefined) return call();
    return this.#provisional.send(isRead(operation), () => this.#learn(operation, call));
  }

  /** Whether the service of the operation has accepted the caller's token. */
  isAccepted(operation: AnyOperation): boolean {
    const { identities, acceptedCallers } = this.#settings;
    const identity = identities.of(operation);
    return acceptedCallers.isAccepted(identity) || this.#proven.has(callerKey(identity));
  }

  /**
   * Whether what was read in the entity's turn can be replaced: no other replica can have had a
   * turn since.
   */
  isHeld(ref: Ref): boolean {
    return this.#settings.mutex.isHeld(turnKey(ref));
  }

  /**
   * Takes the entity's turn again after another replica can have had one. What was read before is
   * old.
   * @throws UpstreamError UPSTREAM_TIMEOUT, or UPSTREAM_UNAVAILABLE if the store fails
   */
  retake(ref: Ref, operation: AnyOperation): Promise<void> {
    return this.#settings.mutex.retake(turnKey(ref), this.#request(operation));
  }

  /** Waits, so many ms at most, until the service has ended the writes that a deadline cut off. */
  async settle(ms: number): Promise<void> {
    const { deadline, clock } = this.#settings;
    const { detachedWrites, signal } = this.#calls;
    const stop = new AbortController();
    const ended = Promise.all(detachedWrites);
    await Promise.race([ended, pause(ms, { signal, deadline, clock }, stop.signal)]);
    stop.abort();
  }

  /**
   * Shows by the cheapest read of an entity that the caller's token is valid.
   * @throws UpstreamError for a token that may not write, and a failure of the read that does not
   * show it: nothing has been written
   */
  async #prove(ref: Ref, operation: AnyOperation): Promise<void> {
    this.#calls.checkAccess(operation);
    const { operation: get } = ref.resource.read;
    const read = (): Promise<unknown> => this.#calls.send(get, existenceArguments(ref));
    await this.#learn(get, read).catch((error: unknown) => {
      if (!this.isAccepted(get)) throw error;
    });
  }

  /** The services look at the token first: an entity that is missing shows a valid one, too. */
  async #learn<T>(operation: AnyOperation, call: () => Promise<T>): Promise<T> {
    let isValid = true;
    try {
      return await call();
    } catch (error) {
      isValid = failedWith(error, 'NOT_FOUND');
      throw error;
    } finally {
      if (isValid) this.#proven.add(callerKey(this.#settings.identities.of(operation)));
    }
  }

  #request(operation: AnyOperation): TurnRequest {
    const { identities, deadline, waits } = this.#settings;
    const key = callerKey(identities.of(operation));
    return { callerKey: key, signal: this.#calls.signal, deadline, operation, waits };
  }
}

const turnKey = (ref: Ref): string => `${ref.resource.name} ${entityKey(ref)}`;
