/** Selections of the entities that mutations return. */
import {
  getNamedType,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLOutputType,
  isLeafType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import { ownName } from '../../../../src/engine/schema/write/write-payload.ts';
import { schema } from '../../../../src/services/schema.ts';
import type { Case } from './case.ts';

/** The payload's field with the entity, named after its type; undefined: it has none. */
export function resultName({ write: { spec } }: Pick<Case, 'write'>): string | undefined {
  return spec.result === undefined ? undefined : ownName(spec);
}

/** The type of that field; undefined: the payload has no object. */
export function resultType({ mutation, write }: Case): GraphQLObjectType | undefined {
  const name = resultName({ write });
  if (name === undefined) return undefined;
  const payload = getNamedType(schema.getMutationType()!.getFields()[mutation]!.type);
  const type = getNamedType((payload as GraphQLObjectType).getFields()[name]!.type);
  return isObjectType(type) ? type : undefined;
}

/** Objects that are parts of an entity, and no entities, pages or links that end. */
export const isPart = (type: unknown): type is GraphQLObjectType =>
  isObjectType(type) &&
  type.getInterfaces().length === 0 &&
  !/(Connection|Person|Page|DownloadLink)$/.test(type.name);

/** Whether a field takes its value from the call of its entity, and needs no argument. */
const isOwn = ({ args, extensions }: GraphQLField<unknown, unknown>): boolean =>
  !args.some(({ type }) => isNonNullType(type)) && !extensions['operations']?.length;

/** A selection of all values of a field: leaves, and the leaves of its parts. */
export function valuesOf(name: string, type: GraphQLOutputType): string {
  const named = getNamedType(type);
  if (isLeafType(named)) return name;
  return isPart(named) ? `${name} { __typename ${allValuesOf(named)} }` : '';
}

/** A selection of all values of an object that take no call of their own. */
export const allValuesOf = (type: GraphQLObjectType): string =>
  Object.values(type.getFields())
    .filter(isOwn)
    .map((field) => valuesOf(field.name, field.type))
    .join(' ');
