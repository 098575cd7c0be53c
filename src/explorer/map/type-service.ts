/** To which service each type of a schema belongs. */
import { type GraphQLNamedType, type GraphQLSchema, isScalarType } from 'graphql';
import type { Service } from '../../../schema/extensions.js';
import { servicesOf } from '../service/field-service.ts';
import {
  aboutOf,
  type AnyField,
  entitiesOf,
  fieldedTypes,
  fieldsOf,
  membersOf,
} from './schema-facts.ts';

/** The services of types, by their names. A type of several services, or of none, has none. */
export type TypeServices = ReadonlyMap<string, Service>;

/**
 * A type belongs to the service whose operations most fields that return it call. Types that no
 * call returns by itself are parts of other types, and belong where all of these belong.
 */
export function typeServices(schema: GraphQLSchema): TypeServices {
  const returned = returningFields(schema);
  const services = new Map<string, ReadonlySet<Service>>();
  for (const [name, fields] of returned) {
    const service = mostFrequent(fields.flatMap(({ field }) => servicesOf(field)));
    if (service !== undefined) services.set(name, new Set([service]));
  }
  const entities = new Set([...entitiesOf(schema)].map(({ name }) => name));
  const parts = [...returned].filter(([name]) => !entities.has(name) && !services.has(name));
  // Parts can be parts of parts: until nothing is added.
  for (let size = -1, next = 0; size !== next; ) {
    size = next;
    for (const [name, fields] of parts)
      services.set(name, new Set(fields.flatMap(({ owner }) => [...(services.get(owner) ?? [])])));
    next = parts.reduce((sum, [name]) => sum + services.get(name)!.size, 0);
  }
  const single = [...services].filter(([, all]) => all.size === 1);
  return new Map(single.map(([name, all]) => [name, [...all][0]!]));
}

interface ReturningField {
  readonly owner: string;
  readonly field: AnyField;
}

/** @returns the fields that return each type but scalars, or a list or a page of it */
function returningFields(schema: GraphQLSchema): ReadonlyMap<string, readonly ReturningField[]> {
  const found = new Map<string, ReturningField[]>();
  const add = (type: GraphQLNamedType, owner: string, field: AnyField): void => {
    if (isScalarType(type)) return;
    const { name } = type;
    const fields = found.get(name) ?? [];
    if (fields.length === 0) found.set(name, fields);
    fields.push({ owner, field });
  };
  for (const type of fieldedTypes(schema))
    for (const field of fieldsOf(type))
      for (const member of new Set([aboutOf(field), ...membersOf(schema, field)]))
        add(member, type.name, field);
  return found;
}

/** @returns the one that is there most often; undefined if several are there equally often */
function mostFrequent(services: readonly Service[]): Service | undefined {
  const counts = new Map<Service, number>();
  for (const service of services) counts.set(service, (counts.get(service) ?? 0) + 1);
  const [first, second] = [...counts].toSorted(([, a], [, b]) => b - a);
  return first && first[1] !== second?.[1] ? first[0] : undefined;
}
