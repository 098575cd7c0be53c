/** Fields that a host adds to the schema. */
import DataLoader from 'dataloader';
import {
  defaultFieldResolver,
  extendSchema,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  isObjectType,
  parse,
} from 'graphql';
import type { Needs } from '../read/needs.ts';
import type { OwnField, OwnParent, SchemaExtension } from './schema-extension.ts';

type Arguments = Readonly<Record<string, unknown>>;

type Field = GraphQLField<unknown, object>;

const noNeeds: Needs = { kind: 'none' };

/**
 * @returns the schema with the types and fields of the host, which cost no calls beyond those for
 * the ids of their objects
 * @throws GraphQLError for invalid definitions, TypeError for a resolver of an unknown field
 */
export function withOwnFields(
  schema: GraphQLSchema,
  { typeDefs, resolvers }: SchemaExtension,
): GraphQLSchema {
  const extended = extendSchema(schema, parse(typeDefs));
  for (const type of Object.values(extended.getTypeMap()))
    if (isObjectType(type) && !type.name.startsWith('__')) addFields(schema, type, resolvers);
  for (const [type, fields] of Object.entries(resolvers))
    for (const field of Object.keys(fields))
      if (!isAdded(schema, extended, type, field))
        throw new TypeError(`${type}.${field} is no field of typeDefs`);
  return extended;
}

function isAdded(
  schema: GraphQLSchema,
  extended: GraphQLSchema,
  typeName: string,
  fieldName: string,
): boolean {
  const [before, after] = [schema.getType(typeName), extended.getType(typeName)];
  if (!isObjectType(after) || after.getFields()[fieldName] === undefined) return false;
  return !isObjectType(before) || before.getFields()[fieldName] === undefined;
}

function addFields(
  schema: GraphQLSchema,
  type: GraphQLObjectType,
  resolvers: SchemaExtension['resolvers'],
): void {
  const before = schema.getType(type.name);
  const known = isObjectType(before) ? before.getFields() : undefined;
  const idField = known?.['id'] as Field | undefined;
  for (const field of Object.values(type.getFields())) {
    if (known?.[field.name] !== undefined) continue;
    const needs = idField?.extensions['needs'] ?? noNeeds;
    Object.assign(field, { extensions: { ...field.extensions, needs } });
    const own = resolvers[type.name]?.[field.name];
    if (own) field.resolve = batched({ type, idField, isOwn: known === undefined, own });
  }
}

interface OwnFieldParts {
  readonly type: GraphQLObjectType;
  readonly idField: Field | undefined;
  /** Whether the type is one of the host. */
  readonly isOwn: boolean;
  readonly own: OwnField;
}

/** @returns a resolver that calls that of the host once for all objects of the same turn */
function batched({ type, idField, isOwn, own }: OwnFieldParts): NonNullable<Field['resolve']> {
  const loaders = new WeakMap<object, Map<string, DataLoader<OwnParent, unknown>>>();
  const loaderOf = (context: object, args: Arguments): DataLoader<OwnParent, unknown> => {
    const ofContext = loaders.get(context) ?? new Map<string, DataLoader<OwnParent, unknown>>();
    loaders.set(context, ofContext);
    const key = JSON.stringify(args);
    const loader =
      ofContext.get(key) ??
      new DataLoader(async (parents: readonly OwnParent[]) => own(parents, args), { cache: false });
    ofContext.set(key, loader);
    return loader;
  };
  return async (value, args, context, info) => {
    const resolveId = idField?.resolve ?? defaultFieldResolver;
    const id = idField && (await resolveId(value, {}, context, info));
    return loaderOf(context, args).load({
      __typename: type.name,
      id: id as string | undefined,
      value: isOwn ? value : undefined,
    });
  };
}
