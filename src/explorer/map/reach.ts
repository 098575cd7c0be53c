/** Which objects a type leads to, through its parts. */
import { type GraphQLObjectType, type GraphQLSchema, isInterfaceType, isObjectType } from 'graphql';
import {
  aboutOf,
  type AnyField,
  entitiesOf,
  type FieldedType,
  fieldsOf,
  isFielded,
  membersOf,
  type PlacedField,
} from './schema-facts.ts';

/** An object, and the field that returns it. */
interface Reached extends PlacedField {
  readonly to: GraphQLObjectType;
  /** The names of the fields that lead to it, that of `field` included. */
  readonly route: readonly string[];
}

/** A type, and the fields that lead to it. */
interface Step {
  readonly type: FieldedType;
  readonly route: readonly string[];
}

/**
 * @param start an object, or what a field of a root type returns
 * @returns the objects to which its fields and those of its parts lead, the nearest ones first;
 *   each field once, by its shortest route
 */
export function reachedFrom(schema: GraphQLSchema, start: FieldedType): readonly Reached[] {
  const entities = entitiesOf(schema);
  const visited = new Set<string>();
  const found: Reached[] = [];
  const steps: Step[] = [{ type: start, route: [] }];
  // Steps are added at the end while the first ones are taken: the nearest come first.
  for (const { type, route: before } of steps) {
    if (visited.has(type.name)) continue;
    visited.add(type.name);
    const next = ownFieldsOf(type, visited).flatMap((field) =>
      withInterface(schema, field).map((to) => ({ field, to, route: [...before, field.name] })),
    );
    for (const { field, to, route } of next)
      if (!entities.has(to)) steps.push({ type: to, route });
      else if (isObjectType(to)) found.push({ type, field, to, route });
  }
  return found;
}

/** The fields of a type, without those of an interface that was visited before. */
const ownFieldsOf = (type: FieldedType, visited: ReadonlySet<string>): readonly AnyField[] => {
  const inherited = type.getInterfaces().filter(({ name }) => visited.has(name));
  return fieldsOf(type).filter(({ name }) =>
    inherited.every((each) => !(name in each.getFields())),
  );
};

/** What a field can return, an interface before the types that have it. */
function withInterface(schema: GraphQLSchema, field: AnyField): readonly FieldedType[] {
  const members = membersOf(schema, field).filter(isFielded);
  const about = aboutOf(field);
  return isInterfaceType(about) && members.length > 0 ? [about, ...members] : members;
}
