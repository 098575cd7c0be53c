/**
 * The form of a check, and its run on one side: a session sends its calls, collects its
 * observations and removes what it has made.
 */
import type { AnyOperation, ResponseOf } from '../src/engine/api/operation.ts';
import { type Answer, type CallOptions, type Client, NoAnswer, Unchecked } from './client.ts';
import { type Aspect, Observations } from './observation.ts';
import { type MadeKind, type OwnKind, ownKinds, removalOf, removeOwn } from './own-entity.ts';
import type { OtherCredential } from './other-token.ts';
import type { Arguments } from './rest-request.ts';

/** An entity of the account that several checks need; each side looks it up once. */
export interface Lookup<T = unknown> {
  readonly name: string;
  /** One element for each call. */
  readonly calls: readonly AnyOperation[];
  /** The lookups that it uses. */
  readonly lookups?: readonly Lookup[];
  /** @returns undefined if the account has no such entity */
  find(session: Session): Promise<T | undefined>;
}

/** One check: the calls that it makes and what it observes, the same on both sides. */
export interface Check {
  /** Unique. */
  readonly name: string;
  /** Whether it makes and changes entities of its own. */
  readonly writes?: true;
  /** The other token that some of its calls have. */
  readonly needs?: OtherCredential;
  /** One element for each call that it makes at most: their units are stated before the run. */
  readonly calls: readonly AnyOperation[];
  readonly lookups?: readonly Lookup[];
  run(session: Session): Promise<void>;
}

/** An answer with the type of the operation's response. */
interface TypedAnswer<O> extends Omit<Answer, 'data'> {
  readonly data?: ResponseOf<O>;
}

/** @throws {Unchecked} for a rejection */
function neededData<O extends AnyOperation>(
  { key }: O,
  { data, status, reason = '' }: TypedAnswer<O>,
): ResponseOf<O> {
  if (data === undefined) throw new Unchecked(`${key}: ${status} ${reason}`.trim());
  return data;
}

/** How a call of a check is observed. */
interface SendOptions extends CallOptions {
  /** Tells apart calls of one operation. */
  readonly step?: string;
  /** Whether the status is no observation: a poll, or a preparation. */
  readonly isUnobserved?: true;
}

/** A duration that was measured, for the reader: it is never a difference. */
interface Measured {
  readonly what: string;
  readonly seconds: number;
}

/** The results of the lookups of one side. */
export type Found = Map<Lookup, Promise<unknown>>;

export class Session {
  readonly observations = new Observations();
  readonly unchecked: string[] = [];
  readonly measured: Measured[] = [];
  readonly #client: Client;
  readonly #found: Found;
  readonly #check: Pick<Check, 'name' | 'calls' | 'lookups'>;
  readonly #callsLeft: AnyOperation[];
  readonly #made: { readonly kind: OwnKind; readonly id: string }[] = [];
  /** Kinds of entities that may be left: whether they were made or removed is not known. */
  readonly left: OwnKind[] = [];

  constructor(client: Client, found: Found, check: Pick<Check, 'name' | 'calls' | 'lookups'>) {
    this.#client = client;
    this.#found = found;
    this.#check = check;
    this.#callsLeft = [...check.calls];
  }

  /**
   * Sends a call, and observes its status.
   * @throws {Unchecked} if the answer says nothing about the service
   */
  async send<O extends AnyOperation>(
    operation: O,
    args: Arguments,
    { step, isUnobserved, ...options }: SendOptions = {},
  ): Promise<TypedAnswer<O>> {
    this.#count(operation);
    const answer = await this.#client.send(operation, args, options);
    if (!isUnobserved) this.observations.addAnswer(operation, step, answer);
    return answer as TypedAnswer<O>;
  }

  /**
   * Sends a call on which the rest of the check depends.
   * @throws {Unchecked} if it is rejected, too
   */
  async need<O extends AnyOperation>(
    operation: O,
    args: Arguments,
    options?: SendOptions,
  ): Promise<ResponseOf<O>> {
    return neededData(operation, await this.send(operation, args, options));
  }

  /** Makes an entity of the check's own, which is removed when the check ends. */
  async make(kind: MadeKind, args: Arguments): Promise<string> {
    const { insert } = ownKinds[kind];
    const made = neededData(insert, await this.tryToMake(kind, insert, args));
    this.observeFields(insert, made as object);
    return (made as { readonly id: string }).id;
  }

  /** Sends a call that may make such an entity. */
  async tryToMake(
    kind: MadeKind,
    operation: AnyOperation,
    args: Arguments,
    options?: SendOptions,
  ): Promise<TypedAnswer<AnyOperation>> {
    try {
      const answer = await this.send(operation, args, options);
      if (answer.data) this.#made.push({ kind, id: (answer.data as { readonly id: string }).id });
      return answer;
    } catch (error) {
      if (error instanceof NoAnswer) this.left.push(kind);
      throw error;
    }
  }

  /** Lets an entity with an id of the check's own, which is to be made, be removed at the end. */
  claim(kind: OwnKind, id: string): void {
    this.#made.push({ kind, id });
  }

  /** Removes an entity that the check has made, as the last thing that it observes of it. */
  async remove(kind: MadeKind, id: string): Promise<void> {
    await this.send(ownKinds[kind].remove, removalOf(kind, id));
    this.#made.splice(0, Infinity, ...this.#made.filter((each) => each.id !== id));
  }

  /** @throws {Unchecked} if the account has no such entity */
  async find<T>(lookup: Lookup<T>): Promise<T> {
    if (!this.#check.lookups?.includes(lookup))
      throw new Error(`${this.#check.name} does not state its lookup "${lookup.name}"`);
    let found = this.#found.get(lookup) as Promise<T | undefined> | undefined;
    found ??= lookup.find(new Session(this.#client, this.#found, lookup));
    this.#found.set(lookup, found);
    const entity = await found;
    if (entity === undefined) throw new Unchecked(`The account has no ${lookup.name}.`);
    return entity;
  }

  /** Observes the fields of a response, and the types of their values. */
  observeFields(operation: AnyOperation, data: object | undefined, step?: string): void {
    if (data) this.observations.addFields(operation, step, data);
  }

  /** @param step what the number is about: a page size, or a count of own entities */
  observeNumber(operation: AnyOperation, aspect: Aspect, step: string, value: number): void {
    this.observations.add({ operation: operation.key, aspect, step }, value);
  }

  /**
   * Observes the first of the words whose condition is true; "other" if none is.
   * @param step what the words are about
   */
  observeWord(
    operation: AnyOperation,
    step: string,
    words: Readonly<Record<string, boolean>>,
    aspect: Aspect = 'behaviour',
  ): void {
    const word = Object.keys(words).find((each) => words[each]) ?? 'other';
    this.observations.add({ operation: operation.key, aspect, step }, word);
  }

  /**
   * Reads until the answer is as expected, after so many seconds each.
   * @param read sends a call without observing it
   * @returns the seconds until then; undefined if it never was
   */
  async waitUntil(
    delays: readonly number[],
    read: () => Promise<boolean>,
  ): Promise<number | undefined> {
    const start = performance.now();
    for (const delay of delays) {
      await this.pause(delay);
      if (await read()) return (performance.now() - start) / 1000;
    }
    return undefined;
  }

  pause(seconds: number): Promise<void> {
    return this.#client.pause(seconds * 1000);
  }

  /** Runs a part of the check: if it cannot be checked, the rest still can. */
  async attempt(part: () => Promise<void>): Promise<void> {
    try {
      await part();
    } catch (error) {
      if (!(error instanceof Unchecked)) throw error;
      this.unchecked.push(error.message);
    }
  }

  /** Removes what the check has made and not removed itself. */
  async removeMade(): Promise<void> {
    for (const { kind, id } of this.#made.toReversed())
      if (!(await removeOwn(this.#client, kind, id))) this.left.push(kind);
  }

  /** @throws Error if the check makes more calls than it states */
  #count(operation: AnyOperation): void {
    const index = this.#callsLeft.indexOf(operation);
    if (index === -1) throw new Error(`${this.#check.name} does not state ${operation.key}`);
    this.#callsLeft.splice(index, 1);
  }
}
