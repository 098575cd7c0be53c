/** Types and fields that a host adds to the schema. */
import DataLoader from 'dataloader';
import {
  coerceInputLiteral,
  defaultFieldResolver,
  extendSchema,
  getNamedType,
  getNullableType,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
  isAbstractType,
  isLeafType,
  isListType,
  isObjectType,
  parse,
} from 'graphql';
import { InvalidInput } from '../api/error.ts';
import { type Needs, noNeeds } from '../read/needs.ts';
import { operationsOfLink, type Ref, type Resource } from '../read/resource.ts';
import { projectionOf } from '../read/walk/walker.ts';
import { type Context, resourcesOf } from './builder.ts';
import { countFields } from './field/field-factory.ts';
import { resolveEach } from './field/link.ts';
import type { OwnField, OwnParent, SchemaExtension } from './schema-extension.ts';
import { parseNodeId, refFrom } from './type/global-id.ts';

type Arguments = Readonly<Record<string, unknown>>;

type Field = GraphQLField<unknown, Context>;

type Resolver = NonNullable<Field['resolve']>;

/** Maximum number of objects in a list of the host, without the argument `first` and with it. */
const [maxObjects, maxFirst] = [50, 500];

/**
 * @returns the schema with the types and fields of the host. They cost no calls beyond those for
 * the ids of their objects, and for the objects of the gateway that they lead to
 * @throws GraphQLError for invalid definitions, TypeError for a resolver of an unknown field, and
 * for a field with a type whose objects cannot be read by an id
 */
export function withOwnFields(
  schema: GraphQLSchema,
  { typeDefs, resolvers }: SchemaExtension,
): GraphQLSchema {
  const extended = extendSchema(schema, parse(typeDefs));
  for (const type of Object.values(extended.getTypeMap()))
    if (isObjectType(type) && !type.name.startsWith('__'))
      addFields({ schema, extended }, type, resolvers);
  for (const [type, fields] of Object.entries(resolvers))
    for (const field of Object.keys(fields))
      if (!isAdded(schema, extended, type, field))
        throw new TypeError(`${type}.${field} is no field of typeDefs`);
  return extended;
}

/** The schema without and with what the host adds. */
interface Schemas {
  readonly schema: GraphQLSchema;
  readonly extended: GraphQLSchema;
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
  schemas: Schemas,
  type: GraphQLObjectType,
  resolvers: SchemaExtension['resolvers'],
): void {
  const before = schemas.schema.getType(type.name);
  const known = isObjectType(before) ? before.getFields() : undefined;
  const idField = known?.['id'] as Field | undefined;
  for (const field of Object.values(type.getFields())) {
    if (known?.[field.name] !== undefined) continue;
    // As the gateway's own fields have it.
    for (const arg of field.args)
      if (arg.default?.literal) {
        arg.defaultValue = coerceInputLiteral(arg.default.literal, arg.type);
        arg.default = undefined;
      }
    const { extensions, read } = valueOf(schemas, field, idField?.extensions.needs ?? noNeeds);
    Object.assign(field, { extensions: { ...field.extensions, ...extensions } });
    const own = resolvers[type.name]?.[field.name];
    const resolve: Resolver = own
      ? batched({ type, idField, isOwn: known === undefined, own })
      : defaultFieldResolver;
    if (read)
      field.resolve = countFields(async (value, args, context, info) =>
        read(await resolve(value, args, context, info), args as Arguments, context, info),
      );
    else if (own) field.resolve = resolve;
  }
}

/** How the value of a field is read. */
interface OwnValue {
  readonly extensions: Field['extensions'];
  /** Makes the value of what the host has returned. Absent: that is the value. */
  readonly read?: (
    value: unknown,
    args: Arguments,
    context: Context,
    info: Parameters<Resolver>[3],
  ) => unknown;
}

/** @param idNeeds needs of the id of the object that has the field */
function valueOf(schemas: Schemas, field: Field, idNeeds: Needs): OwnValue {
  const type = getNamedType(field.type);
  if (isLeafType(type)) return { extensions: { needs: idNeeds } };
  const place = String(field);
  const targets = targetsOf(schemas, type, place);
  const isList = isListType(getNullableType(field.type));
  if (!targets && !isList) return { extensions: { needs: idNeeds } };
  const hasFirst = field.args.some(({ name }) => name === 'first');
  const most = hasFirst ? maxFirst : maxObjects;
  const list = (value: unknown, args: Arguments): readonly unknown[] => {
    const all = [...(value as Iterable<unknown>)];
    const max = Math.min(Number(args['first'] ?? most), most);
    if (all.length > max) throw new TypeError(`${place}: ${all.length} objects, at most ${max}`);
    return all;
  };
  const common = {
    paths: idNeeds.kind === 'paths' ? idNeeds.paths : [],
    maxItems: isList ? most : 1,
    ...(hasFirst && { limitArgument: 'first' }),
  };
  if (!targets)
    return {
      extensions: { needs: { kind: 'nested', path: '', isCut: true, ...common } },
      read: (value, args) => value && list(value, args),
    };
  return {
    extensions: {
      // Only the host knows where its field leads: nothing can be loaded before it has said so.
      needs: { kind: 'link', link: { targets, usesRef: false, addRefs: () => {} }, ...common },
      operations: [...new Set(targets.flatMap(operationsOfLink))],
      sharesInfo: true,
    },
    read(value, args, { execution }, info) {
      const load = (id: unknown): unknown => {
        if (id == null) return null;
        const ref = refOf(targets, id as string, place);
        return execution.load(
          ref,
          projectionOf(info, isObjectType(type) ? undefined : ref.resource.name),
        );
      };
      return isList && value != null ? resolveEach(list(value, args), load) : load(value);
    },
  };
}

/**
 * @returns the resources that a field of the type leads to; undefined: the type is the host's
 * @throws TypeError for a type of the gateway whose objects no id names, or that are in one of the
 * host
 */
function targetsOf(
  { schema, extended }: Schemas,
  type: GraphQLNamedType,
  place: string,
): readonly Resource[] | undefined {
  const possible = isAbstractType(type) ? extended.getPossibleTypes(type) : [type];
  if (!possible.some(({ name }) => schema.getType(name))) return undefined;
  const resources = resourcesOf(schema);
  const targets = possible.map(({ name }) => resources.get(name));
  const isReadable = (each: Resource | undefined): each is Resource =>
    each !== undefined && each.read.kind !== 'unreadable';
  if (schema.getType(type.name) && targets.every(isReadable)) return targets;
  throw new TypeError(`${place}: ${type.name} has objects that cannot be read by an id`);
}

/** @throws TypeError for an id of no object of the field's type: the host has returned it */
function refOf(targets: readonly Resource[], id: string, place: string): Ref {
  const [target, ...others] = targets;
  try {
    return target && others.length === 0
      ? refFrom(target, id)
      : parseNodeId(new Map(targets.map((each) => [each.name, each])), id);
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error;
    throw new TypeError(`${place}: ${error.message}`, { cause: error });
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
function batched({ type, idField, isOwn, own }: OwnFieldParts): Resolver {
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
    context.execution.freshness.addMomentary();
    const resolveId = idField?.resolve ?? defaultFieldResolver;
    const id = idField && (await resolveId(value, {}, context, info));
    return loaderOf(context, args).load({
      __typename: type.name,
      id: id as string | undefined,
      value: isOwn ? value : undefined,
    });
  };
}
