/** The fields of the root types: what they do, to which service, and with which objects. */
import {
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
  isObjectType,
} from 'graphql';
import type { Service } from '../../../schema/extensions.js';
import { reachedFrom } from './reach.ts';
import {
  aboutOf,
  type AnyField,
  entitiesOf,
  fieldedTypes,
  fieldsOf,
  isFielded,
  membersOf,
  type PlacedField,
} from './schema-facts.ts';
import { operationsOf, servicesOf } from '../service/field-service.ts';
import type { TypeServices } from './type-service.ts';

/** A field of a root type. */
export interface RootField extends PlacedField {
  readonly kind: 'query' | 'mutation' | 'subscription';
  /** Undefined for one of several services, or of none. */
  readonly service: Service | undefined;
  /** The objects that it returns, or else that its last operation is about. */
  readonly objects: readonly GraphQLObjectType[];
}

/** @returns the fields of all root types */
export function rootFieldsOf(schema: GraphQLSchema, services: TypeServices): readonly RootField[] {
  const byResource = objectsByResource(schema);
  const roots = [
    ['query', schema.getQueryType()],
    ['mutation', schema.getMutationType()],
    ['subscription', schema.getSubscriptionType()],
  ] as const;
  const fields = roots.flatMap(([kind, type]) =>
    type ? fieldsOf(type).map((field) => ({ kind, type, field })) : [],
  );
  return fields.map((root) => {
    const returned = returnedBy(schema, root.field);
    const called = servicesOf(root.field);
    const service = called.length > 1 ? only(returned, services) : called[0];
    const own = returned.filter(
      ({ name }) => service === undefined || services.get(name) === service,
    );
    const last = lastOf(root.field, byResource);
    return { ...root, service, objects: own.length > 0 || !last ? own : [last] };
  });
}

/** @returns the object of the last operation of a field: those before only read what it needs */
function lastOf(
  field: AnyField,
  byResource: ReadonlyMap<string, GraphQLObjectType>,
): GraphQLObjectType | undefined {
  const resources = operationsOf(field).map(resourceOf);
  return byResource.get(resources.findLast((each) => byResource.has(each)) ?? '');
}

/** @returns the objects that a field returns, or else the nearest ones in what it returns */
function returnedBy(schema: GraphQLSchema, field: AnyField): readonly GraphQLObjectType[] {
  const entities = entitiesOf(schema);
  const members = membersOf(schema, field);
  const direct = members.filter((each) => entities.has(each)).filter(isObjectType);
  if (direct.length > 0) return direct;
  const result = aboutOf(field);
  if (!isFielded(result)) return [];
  const reached = reachedFrom(schema, result);
  const nearest = reached[0]?.route.length;
  return [...new Set(reached.filter(({ route }) => route.length === nearest).map(({ to }) => to))];
}

/** @returns the service to which all objects belong; undefined if they belong to several */
function only(objects: readonly GraphQLNamedType[], services: TypeServices): Service | undefined {
  const all = new Set(objects.map(({ name }) => services.get(name)));
  return all.size === 1 ? [...all][0] : undefined;
}

/** @returns the resource of a REST operation: `video:videos` of `video:videos.list` */
const resourceOf = (operation: string): string => operation.replace(/\.\w+$/, '');

/** @returns the object that the operations of a resource return, most of all */
function objectsByResource(schema: GraphQLSchema): ReadonlyMap<string, GraphQLObjectType> {
  const counts = new Map<string, Map<GraphQLObjectType, number>>();
  const entities = entitiesOf(schema);
  for (const field of fieldedTypes(schema).flatMap(fieldsOf)) {
    const type = aboutOf(field);
    if (!entities.has(type) || !isObjectType(type)) continue;
    for (const resource of operationsOf(field).map(resourceOf)) {
      const own = counts.get(resource) ?? new Map<GraphQLObjectType, number>();
      counts.set(resource, own.set(type, (own.get(type) ?? 0) + 1));
    }
  }
  return new Map(
    [...counts].map(([resource, own]) => [
      resource,
      [...own].toSorted(([, a], [, b]) => b - a)[0]![0],
    ]),
  );
}
