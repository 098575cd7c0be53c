/**
 * The parts of a call that are stored apart: each entity of a call by ids, and the answer of any
 * other call as a whole.
 */
import { hash } from 'node:crypto';
import type { AnyOperation } from '../api/operation.ts';

export type CallArgs = Readonly<Record<string, unknown>>;

/** How a call names the entities that it reads. */
export interface IdsOfCall {
  /** The parameter with the ids. */
  readonly param: string;
  /** The id of an item of the answer. */
  readonly idOf: (item: object) => unknown;
}

interface NamedCall {
  readonly operation: AnyOperation;
  readonly args: CallArgs;
  readonly byIds?: IdsOfCall | undefined;
  readonly caller: string | undefined;
}

/** A value that is stored; undefined: the entity does not exist. */
type Value = object | undefined;

export interface CallParts {
  /** What the parts are stored by, in the order of the call. */
  readonly keys: readonly string[];
  /** The arguments of a call for some of the parts. */
  argsFor(keys: readonly string[]): CallArgs;
  /**
   * The parts that an answer to a call for these keys has, without those that must not be stored.
   * Items that belong to no part are kept for `answerOf`. So each read needs an object of its own.
   */
  valuesOf(answer: unknown, keys: readonly string[]): ReadonlyMap<string, Value>;
  /** The answer that has the parts. */
  answerOf(parts: ReadonlyMap<string, { readonly value: Value }>): object;
  /** The ids of entities, by their keys. */
  idsOf(parts: ReadonlyMap<string, unknown>): ReadonlySet<string>;
}

export const partsOf = (call: NamedCall): CallParts =>
  call.byIds ? entitiesOf(call, call.byIds) : wholeOf(call);

const nameOf = ({ operation, caller = '' }: NamedCall, args: CallArgs): string =>
  JSON.stringify([caller, operation.key, args]);

function wholeOf(call: NamedCall): CallParts {
  const key = nameOf(call, call.args);
  return {
    keys: [key],
    argsFor: () => call.args,
    valuesOf: (answer) => new Map(isObject(answer) ? [[key, answer]] : []),
    answerOf: (parts) => parts.get(key)!.value!,
    idsOf: () => new Set(),
  };
}

function entitiesOf(call: NamedCall, { param, idOf }: IdsOfCall): CallParts {
  const { [param]: named, ...others } = call.args;
  // Short, since it is a part of each key.
  const name = hash('sha256', nameOf(call, others), 'base64url');
  const items = call.operation.page!.items;
  const ids = named as readonly string[];
  const keys = [...new Set(ids)].map((id) => `${name} ${id}`);
  /** Items without a valid id: each can be any of the entities that seem to be absent. */
  const unnamed: object[] = [];
  const idIn = (key: string): string => key.slice(name.length + 1);
  return {
    keys,
    argsFor: (some) => ({ ...call.args, [param]: some.map(idIn) }),
    valuesOf: (answer, some) => {
      const all = isObject(answer)
        ? ((answer as Readonly<Record<string, object[] | undefined>>)[items] ?? [])
        : [];
      const byId = new Map(all.map((item) => [idOf(item), item]));
      const others = all.filter((item) => typeof idOf(item) !== 'string');
      unnamed.push(...others);
      const found = some.map((key) => [key, byId.get(idIn(key))] as const);
      return new Map(others.length === 0 ? found : found.filter(([, item]) => item !== undefined));
    },
    answerOf: (parts) => {
      const found: object[] = [];
      for (const key of keys) {
        const value = parts.get(key)?.value;
        if (value) found.push(value);
      }
      return { [items]: [...found, ...unnamed] };
    },
    idsOf: (parts) => new Set([...parts.keys()].map(idIn)),
  };
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
