/** Arguments that name one entity: an id, or for compound keys a generated `@oneOf` input. */
import type { Execution } from '../../data/execution.ts';
import type { Ref } from '../../data/read/resource.ts';
import { checkKey } from '../../data/read/key.ts';
import type { AnyOperation } from '../../upstream/operation.ts';
import { builder } from '../builder.ts';
import { checkRestId, refFrom, upstreamId } from '../global-id.ts';
import type { ResourceRef } from './field-factory.ts';

/** One part of a compound key, as a client gives it. */
interface KeyPart {
  readonly description: string;
  /** The resource whose id this part is: its global id is accepted as well. */
  readonly resource?: ResourceRef<unknown>;
  /** Resolves words such as `primary`. */
  readonly resolve?: (execution: Execution, id: string) => Promise<string>;
}

/** The value of a `@oneOf` reference input. */
export interface RefValue {
  readonly id?: string | null | undefined;
  readonly key?: Readonly<Record<string, string>> | null | undefined;
}

/** The generated input type of a compound key, and what it means. */
export interface RefInput {
  readonly type: ReturnType<typeof builder.inputType> & { readonly $inferInput: RefValue };
  /** Operations that resolving a key may call. */
  readonly operations: readonly AnyOperation[];
  /** @throws InvalidInput naming the argument, for what can be no id */
  readonly resolve: (execution: Execution, value: RefValue, argument: string) => Promise<Ref>;
}

/**
 * Generates `<Type>RefInput @oneOf { id, key }` from the key of a resource.
 * @param parts by key name: how clients give it
 */
export function refInput(
  { resource }: ResourceRef<unknown>,
  parts: Readonly<Record<string, KeyPart>>,
  operations: readonly AnyOperation[] = [],
): RefInput {
  const { name, key: names } = resource;
  const keyType = builder.inputType(`${name}KeyInput`, {
    description: `The REST ids of one \`${name}\`.`,
    fields: (t) =>
      Object.fromEntries(
        names.map((part) => [
          part,
          t.id({ required: true, description: parts[part]!.description }),
        ]),
      ),
  });
  const type = builder.inputType(`${name}RefInput`, {
    description: `Names one \`${name}\`: by its global id, or by its REST ids.`,
    isOneOf: true,
    fields: (t) => ({
      id: t.id({ required: false, description: 'The global id.' }),
      key: t.field({ type: keyType, required: false, description: 'The REST ids.' }),
    }),
  });
  const resolve = async (execution: Execution, value: RefValue, argument: string): Promise<Ref> => {
    if (value.id != null) return refFrom(resource, value.id, `${argument}.id`);
    const place = (part: string): string => `${argument}.key.${part}`;
    const given = names.map((part) => {
      const id = value.key![part]!;
      const parent = parts[part]!.resource;
      if (parent) return upstreamId(parent.resource, id, place(part));
      // A global id has the whole key, so it cannot be one part of it.
      checkRestId(name, id, place(part));
      return id;
    });
    checkKey(resource, given, place(names.at(-1)!));
    const key = await Promise.all(
      given.map(async (id, index) => {
        const { resolve: resolveWord } = parts[names[index]!]!;
        return resolveWord ? resolveWord(execution, id) : id;
      }),
    );
    return { resource, key };
  };
  return { type: type, operations, resolve };
}
