/** Ids of objects that no operation reads again. Writes accept some of them. */
import { noNeeds } from '../../read/needs.ts';
import { getter } from '../../read/path.ts';
import { isKey } from '../../read/resource.ts';
import { InvalidValue } from '../../rest/operation/invalid-value.ts';
import type { AnyOperation } from '../../api/operation.ts';
import { type AnyFieldBuilder, type Field, field } from './field-factory.ts';
import { globalId, globalIdOf } from '../type/global-id.ts';

/** The use of an id: mutations accept it, or only client caches use it, for objects of a list. */
type IdUse = { readonly mutations: readonly string[] } | { readonly list: string };

/** An id that is made of values, for a type that is no resource. */
interface ComputedId {
  readonly type: string;
  /** The operation whose answers have the values. */
  readonly operation: AnyOperation;
  /** Paths of the values that name the object together. */
  readonly paths: readonly string[];
}

/** The field `id` of a type that is no `Node`. @param computed absent for a resource */
export function unreadableId(t: AnyFieldBuilder, use: IdUse, computed?: ComputedId): Field {
  return field(t, {
    type: 'ID',
    nullable: false,
    description:
      'mutations' in use
        ? `The global id, for client caches and for ${use.mutations.map((name) => `\`${name}\``).join(' and ')}. Not accepted by \`node\`.`
        : `The global id, for client caches alone: no argument accepts the id. \`${use.list}\` reads the object.`,
    needs: computed ? { kind: 'paths', paths: computed.paths } : noNeeds,
    resolve: computed ? idMaker(computed) : globalIdOf,
  });
}

/** Returns a function that makes the id. It throws for an object that lacks a part of the id. */
function idMaker({ type, operation, paths }: ComputedId): (value: unknown) => string {
  const getters = paths.map(getter);
  return (value) => {
    const key = getters.map((read) => read(value));
    if (!key.every(isKey)) throw new InvalidValue(operation);
    return globalId(type, key);
  };
}
