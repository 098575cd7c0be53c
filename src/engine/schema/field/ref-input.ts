/**
 * Keys of entities in inputs: the generated `@oneOf` input of a compound key, and the resolution of
 * its parts.
 */
import type { Execution } from '../../execution/execution.ts';
import { checkKey, type Ref, type Resource } from '../../read/resource.ts';
import type { AnyOperation } from '../../api/operation.ts';
import { builder, type EnumType, type InputType } from '../builder.ts';
import { checkRestId, refFrom, upstreamId } from '../type/global-id.ts';
import type { EntityType } from './field-factory.ts';

/** One part of a compound key in the input. */
export interface KeyPart {
  readonly description: string;
  /** The type of a part that is no id. */
  readonly type?: EnumType<string>;
  /** The resource whose id this part is: its global id is accepted, too. */
  readonly resource?: EntityType<unknown>;
  readonly wellKnown?: WellKnownIdResolver;
}

/** Ids that mean another entity for each caller (`primary`, `root`). */
export interface WellKnownIdResolver {
  /** Operations that `resolve` may call. */
  readonly operations: readonly AnyOperation[];
  /** Returns any other id as it is. */
  readonly resolve: (execution: Execution, id: string) => Promise<string>;
}

/** Operations that resolving a key may call. */
export const operationsOfKey = (parts: KeyParts): readonly AnyOperation[] =>
  Object.values(parts).flatMap(({ wellKnown }) => wellKnown?.operations ?? []);

/** The value of a `@oneOf` reference input. */
export interface RefValue {
  readonly id?: string | null | undefined;
  readonly key?: Readonly<Record<string, string>> | null | undefined;
}

export type KeyParts = Readonly<Record<string, KeyPart>>;

interface KeyedResource {
  readonly resource: Resource;
  readonly parts: KeyParts;
}

/**
 * Reads the first parts of the resource's key: as many as ids are given. Well-known ids stay.
 * @param ids REST ids, or global ids where a part has a resource
 * @param argumentOf the argument that errors name, by key name
 * @throws InvalidInput for a value that cannot be an id
 */
export function namedKey(
  { resource, parts }: KeyedResource,
  ids: readonly string[],
  argumentOf: (name: string) => string,
): string[] {
  const names = resource.key;
  const key = ids.map((id, index) => {
    const name = names[index]!;
    const parent = parts[name]!.resource;
    if (parent) return upstreamId(parent.resource, id, argumentOf(name));
    // A global id contains the whole key, so it is not accepted as one part.
    checkRestId(resource.name, id, argumentOf(name));
    return id;
  });
  if (key.length === names.length) checkKey(resource, key, argumentOf);
  return key;
}

/** Resolves the well-known ids in a key that `namedKey` has read. Parameters as there. */
export function resolveKey(
  execution: Execution,
  { resource, parts }: KeyedResource,
  ids: readonly string[],
  argumentOf: (name: string) => string,
): Promise<string[]> {
  const key = namedKey({ resource, parts }, ids, argumentOf);
  return Promise.all(
    key.map(async (id, index) => {
      const { wellKnown } = parts[resource.key[index]!]!;
      return wellKnown ? wellKnown.resolve(execution, id) : id;
    }),
  );
}

/** The generated input type of a compound key. */
export interface RefInput {
  readonly resource: Resource;
  readonly type: InputType<RefValue>;
  /** Operations that resolving a key may call. */
  readonly operations: readonly AnyOperation[];
  /** The key, with its well-known ids as they are. @throws InvalidInput as `resolve` does */
  readonly named: (value: RefValue, argument: string) => readonly string[];
  /** @throws InvalidInput for a value that cannot be an id; it names the argument */
  readonly resolve: (execution: Execution, value: RefValue, argument: string) => Promise<Ref>;
}

/** Generates `<Type>By @oneOf { id, key }` from the key of a resource. */
export function refInput({ resource }: EntityType<unknown>, parts: KeyParts): RefInput {
  const { name, key: names } = resource;
  const keyType = builder.inputType(`${name}KeyInput`, {
    description: `The ids that together identify one \`${name}\`.`,
    fields: (t) =>
      Object.fromEntries(
        names.map((part) => {
          const { type = 'ID', description } = parts[part]!;
          return [part, t.field({ type, required: true, description })];
        }),
      ),
  });
  const type = builder.inputType(`${name}By`, {
    description: `Identifies one \`${name}\`, by the global id or by the ids of \`key\`.`,
    isOneOf: true,
    fields: (t) => ({
      id: t.id({ required: false, description: `The global id of the \`${name}\`.` }),
      key: t.field({
        type: keyType,
        required: false,
        description: `The ids that identify the \`${name}\`, if the global id is not known.`,
      }),
    }),
  });
  const keyed = { resource, parts };
  const idsIn = ({ key }: RefValue): string[] => names.map((part) => key![part]!);
  const argumentsOf =
    (argument: string) =>
    (part: string): string =>
      `${argument}.key.${part}`;
  const named = (value: RefValue, argument: string): readonly string[] =>
    value.id == null
      ? namedKey(keyed, idsIn(value), argumentsOf(argument))
      : refFrom(resource, value.id, `${argument}.id`).key;
  const resolve = async (execution: Execution, value: RefValue, argument: string): Promise<Ref> => {
    if (value.id != null) return refFrom(resource, value.id, `${argument}.id`);
    return {
      resource,
      key: await resolveKey(execution, keyed, idsIn(value), argumentsOf(argument)),
    };
  };
  return { resource, type, operations: operationsOfKey(parts), named, resolve };
}
