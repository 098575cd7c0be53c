/**
 * The parts of a call that are stored apart: each entity of a call by ids, and the answer of any
 * other call as a whole.
 */
import type { AnyOperation } from '../api/operation.ts';

export type CallArgs = Readonly<Record<string, unknown>>;

/** How a call names the entities that it reads. */
export interface IdsOfCall {
  /** The parameter with the ids, each of which it names once. */
  readonly param: string;
  readonly idOf: (item: object) => unknown;
}

export interface NamedCall {
  readonly operation: AnyOperation;
  readonly args: CallArgs;
  /** Absent: the answer is stored as a whole. */
  readonly byIds?: IdsOfCall | undefined;
  /** Whose answers these are; undefined: everybody's. */
  readonly caller: string | undefined;
}

/** A value that is stored; undefined: the entity does not exist. */
type Value = object | undefined;

export interface CallParts {
  /** Names whose answer each part is a part of, and what the call asks of each. */
  readonly group: string;
  /** What the parts are stored by in their group, in the order of the call. */
  readonly ids: readonly string[];
  /** The arguments of a call for some of the parts. */
  argsFor(ids: readonly string[]): CallArgs;
  /**
   * The parts that an answer to a call for these ids has, without those that must not be stored.
   * Items that belong to no part are kept for `answerOf`. So each read needs an object of its own.
   */
  valuesOf(answer: unknown, ids: readonly string[]): ReadonlyMap<string, Value>;
  answerOf(values: readonly Value[]): object;
}

export const partsOf = (call: NamedCall): CallParts =>
  call.byIds ? new Entities(call, call.byIds) : new Whole(call);

const nameOf = ({ operation, caller = '' }: NamedCall, args: CallArgs): string =>
  JSON.stringify([caller, operation.key, args]);

/** The only id of a group that has one part. */
const wholeId = '';

class Whole implements CallParts {
  readonly group: string;
  readonly ids = [wholeId];
  readonly #args: CallArgs;

  constructor(call: NamedCall) {
    this.group = nameOf(call, call.args);
    this.#args = call.args;
  }

  argsFor(): CallArgs {
    return this.#args;
  }

  valuesOf(answer: unknown): ReadonlyMap<string, Value> {
    return new Map(isObject(answer) ? [[wholeId, answer]] : []);
  }

  answerOf([value]: readonly Value[]): object {
    return value!;
  }
}

class Entities implements CallParts {
  readonly group: string;
  readonly ids: readonly string[];
  readonly #call: NamedCall;
  readonly #byIds: IdsOfCall;
  readonly #items: string;
  /** Items without a valid id: each can be any of the entities that seem to be absent. */
  readonly #unnamed: object[] = [];

  constructor(call: NamedCall, byIds: IdsOfCall) {
    const { [byIds.param]: ids, ...others } = call.args;
    this.group = nameOf(call, others);
    this.ids = ids as readonly string[];
    this.#items = call.operation.page!.items;
    this.#call = call;
    this.#byIds = byIds;
  }

  argsFor(ids: readonly string[]): CallArgs {
    return { ...this.#call.args, [this.#byIds.param]: ids };
  }

  valuesOf(answer: unknown, ids: readonly string[]): ReadonlyMap<string, Value> {
    const { idOf } = this.#byIds;
    const all = isObject(answer)
      ? ((answer as Readonly<Record<string, object[] | undefined>>)[this.#items] ?? [])
      : [];
    const byId = new Map(all.map((item) => [idOf(item), item]));
    const others = all.filter((item) => typeof idOf(item) !== 'string');
    this.#unnamed.push(...others);
    const found = ids.map((id) => [id, byId.get(id)] as const);
    return new Map(others.length === 0 ? found : found.filter(([, item]) => item !== undefined));
  }

  answerOf(values: readonly Value[]): object {
    const found: Value[] = values.includes(undefined)
      ? values.filter((value) => value !== undefined)
      : (values as Value[]);
    return { [this.#items]: this.#unnamed.length === 0 ? found : [...found, ...this.#unnamed] };
  }
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
