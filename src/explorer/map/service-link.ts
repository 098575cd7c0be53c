/** The links between services: fields of an object, or of a part of it, that lead elsewhere. */
import { type GraphQLObjectType, type GraphQLSchema, isObjectType } from 'graphql';
import { reachedFrom } from './reach.ts';
import type { RootField } from './root-field.ts';
import { aboutOf, entitiesOf, isFielded, type PlacedField } from './schema-facts.ts';
import type { TypeServices } from './type-service.ts';

/** A link from an object to one of another service. */
export interface ServiceLink extends PlacedField {
  readonly from: GraphQLObjectType;
  readonly to: GraphQLObjectType;
  /** Names of fields, from the object or from a field of a root type to `field`. */
  readonly route: readonly string[];
}

/**
 * @returns the links of all objects, and those of what fields of root types return that is part of
 *   no object. A field of a root type that is of several services itself has none: it is a link.
 */
export function linksOf(
  schema: GraphQLSchema,
  services: TypeServices,
  rootFields: readonly RootField[],
): readonly ServiceLink[] {
  const isOther = (from: string, to: string): boolean => services.get(from) !== services.get(to);
  const links = [...entitiesOf(schema)].filter(isObjectType).flatMap((from) =>
    reachedFrom(schema, from)
      .filter(({ to }) => isOther(from.name, to.name))
      .map((reached) => ({ ...reached, from })),
  );
  const known = new Set(links.map(({ field }) => field));
  for (const { field, service, objects } of rootFields) {
    const result = aboutOf(field);
    const [from] = objects;
    if (service === undefined || !from || !isFielded(result) || from === result) continue;
    for (const reached of reachedFrom(schema, result)) {
      if (known.has(reached.field) || !isOther(from.name, reached.to.name)) continue;
      known.add(reached.field);
      links.push({ ...reached, from, route: [field.name, ...reached.route] });
    }
  }
  return links;
}
