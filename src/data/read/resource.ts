/** What a value stands for: upstream's JSON doesn't say it (an event doesn't name its calendar, a comment not its file). */
import type { AnyOperation } from '../../upstream/operation.ts';
import type { Execution } from '../execution.ts';

/** Something that can be read again by its keys. `T` is the official type of its JSON. */
export interface Resource<T = unknown> {
  /** The name of its GraphQL type. */
  readonly name: string;
  /** The names of all keys of its path, in the order of the global id; the last is its own. */
  readonly key: readonly string[];
  readonly read: Read;
  /** Arguments of every read (`supportsAllDrives`). */
  readonly fixed?: Readonly<Record<string, unknown>>;
  readonly __shape?: T;
}

/**
 * How a resource is read. `many`: parameter `param` takes a list of the last key, the other keys go along as they are; an
 * item's own lies at `idAt` where that is not `id`.
 * `one`: a get for each. `whole`: one list has them all; it is read itself by a ref without keys, as `{ items }`.
 * `kept`: the gateway itself remembers it, and nothing is called; `operation` is what it is about.
 */
export type Read =
  | {
      readonly how: 'many';
      readonly operation: AnyOperation;
      readonly param: string;
      readonly idOf: (item: any) => string;
      readonly idAt?: string;
    }
  | { readonly how: 'one'; readonly operation: AnyOperation }
  | {
      readonly how: 'kept';
      readonly operation: AnyOperation;
      readonly find: (execution: Execution, key: readonly string[]) => Promise<object | null>;
    }
  | {
      readonly how: 'whole';
      readonly operation: AnyOperation;
      readonly idOf: (item: any) => string;
    };

/** `args` change what upstream answers (`hl`, `maxWidth`): another variant of the same thing. */
export interface Ref<T = unknown> {
  readonly resource: Resource<T>;
  readonly key: readonly string[];
  readonly args?: Readonly<Record<string, unknown>>;
}

const REF = Symbol('ref');

/** Every object that stands for a resource carries its ref: `id`, links down from it and `resolveType` read that. */
export function attachRef<T extends object>(value: T, ref: Ref): T {
  (value as { [REF]?: Ref })[REF] = ref;
  return value;
}

export const refOf = (value: unknown): Ref | undefined =>
  (value as { [REF]?: Ref } | null | undefined)?.[REF];

export const typeOf = (value: unknown): string | undefined => refOf(value)?.resource.name;

/** The keys as one string, to look a thing up by. */
export const entityKey = ({ key }: Ref): string => (key.length === 1 ? key[0]! : key.join('\n'));

/** The last key: the thing's own id. */
export const ownId = (value: unknown): string => refOf(value)!.key.at(-1)!;
