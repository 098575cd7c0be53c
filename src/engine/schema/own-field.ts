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
import { InvalidInput, showValue } from '../api/error.ts';
import { type Needs, noNeeds } from '../read/needs.ts';
import { operationsOfLink, type Ref, type Resource } from '../read/resource.ts';
import { projectionOf } from '../read/walk/walker.ts';
import { type Context, resourcesOf } from './builder.ts';
import { OwnFieldError } from './error/own-field-error.ts';
import { countFields } from './field/field-factory.ts';
import { resolveEach } from './field/link.ts';
import type { OwnFieldOf, OwnParent, SchemaExtensionOf } from './schema-extension.ts';
import { batchValues, ownList, OwnValueCheck } from './own-value.ts';
import { keyIn, parseNodeId, refFrom } from './type/global-id.ts';

type Arguments = Readonly<Record<string, unknown>>;

type Field = GraphQLField<unknown, Context>;

type Resolver = NonNullable<Field['resolve']>;

/** Maximum number of objects in a list of the host, without the argument `first` and with it. */
const [maxObjects, maxFirst] = [50, 500];

/**
 * @returns the schema with the types and fields of the host. They cost no calls beyond those for
 * the ids of their objects, and for the objects of the gateway that they lead to
 * @throws GraphQLError for invalid definitions, TypeError for a resolver of an unknown field, for
 * a field of a type of the gateway without one, for one of `Subscription`, and for a field with a
 * type whose objects cannot be read by an id
 */
export function withOwnFields(
  schema: GraphQLSchema,
  { typeDefs, resolvers }: SchemaExtensionOf,
): GraphQLSchema {
  const extended = extendSchema(schema, parse(typeDefs));
  for (const type of Object.values(extended.getTypeMap()))
    if (isObjectType(type) && !type.name.startsWith('__'))
      addFields({ schema, extended }, type, resolvers);
  for (const [type, fields] of Object.entries(resolvers))
    for (const field of Object.keys(fields))
      if (!isAdded(schema, extended, type, field))
        throw new TypeError(`${type}.${field} is no field of typeDefs`);
  checkResolvers({ schema, extended }, resolvers);
  return extended;
}

/** Fields of the host's own types can be properties of their objects; others have no value then. */
function checkResolvers({ schema, extended }: Schemas, resolvers: Resolvers): void {
  const subscription = schema.getSubscriptionType()?.name;
  for (const type of Object.values(extended.getTypeMap())) {
    const before = schema.getType(type.name);
    if (!isObjectType(type) || !isObjectType(before)) continue;
    for (const name of Object.keys(type.getFields())) {
      if (before.getFields()[name] !== undefined) continue;
      const place = `${type.name}.${name}`;
      if (type.name === subscription)
        throw new TypeError(`${place}: typeDefs cannot have fields of ${subscription}`);
      if (typeof resolvers[type.name]?.[name] !== 'function')
        throw new TypeError(`${place} is in typeDefs, but has no function in resolvers`);
    }
  }
}

type Resolvers = SchemaExtensionOf['resolvers'];

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

function addFields(schemas: Schemas, type: GraphQLObjectType, resolvers: Resolvers): void {
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
      ? batched({ place: String(field), type, idField, isOwn: known === undefined, own })
      : defaultFieldResolver;
    const check = new OwnValueCheck(schemas.extended, String(field));
    if (read)
      field.resolve = countFields(async (value, args, context, info) =>
        read(await resolve(value, args, context, info), args as Arguments, context, info),
      );
    else
      field.resolve = (parent, args, context, info) => {
        const value: unknown = resolve(parent, args, context, info);
        return value instanceof Promise
          ? value.then((each) => check.checked(field.type, each))
          : check.checked(field.type, value);
      };
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
  const check = new OwnValueCheck(schemas.extended, place);
  const list = (value: unknown, args: Arguments): readonly unknown[] => {
    const all = ownList(place, value);
    const max = Math.min(Number(args['first'] ?? most), most);
    if (all.length > max)
      throw new OwnFieldError(place, `returned ${all.length} objects; expected at most ${max}`);
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
      read: (value, args) => check.checked(field.type, value && list(value, args)),
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
        const ref = refOf(targets, id, place);
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

/** @throws OwnFieldError for an id of no object of the field's type */
function refOf(targets: readonly Resource[], id: unknown, place: string): Ref {
  const [target, ...others] = targets;
  if (typeof id !== 'string')
    throw new OwnFieldError(place, `returned ${showValue(id)}; expected an id, which is a text`);
  try {
    return target && others.length === 0
      ? refFrom(target, id)
      : parseNodeId(new Map(targets.map((each) => [each.name, each])), id);
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error;
    throw new OwnFieldError(place, `returned another id than expected: ${error.message}`);
  }
}

interface OwnFieldParts {
  readonly place: string;
  readonly type: GraphQLObjectType;
  readonly idField: Field | undefined;
  /** Whether the type is one of the host. */
  readonly isOwn: boolean;
  readonly own: OwnFieldOf;
}

/** @returns a resolver that calls that of the host once for all objects of the same turn */
function batched({ place, type, idField, isOwn, own }: OwnFieldParts): Resolver {
  const loaders = new WeakMap<object, Map<string, DataLoader<OwnParent, unknown>>>();
  const valuesOf = async (
    parents: readonly OwnParent[],
    args: Arguments,
    { hostContext }: Context,
  ): Promise<readonly unknown[]> => {
    let values: unknown;
    try {
      values = await own(parents, args, hostContext as never);
    } catch (error) {
      const thrown = error instanceof Error ? 'an error' : showValue(error);
      throw new OwnFieldError(place, `has thrown ${thrown}`, error);
    }
    return batchValues(place, values, parents.length);
  };
  // Of each operation its own: parents of several callers are never in one batch.
  const loaderOf = (context: Context, args: Arguments): DataLoader<OwnParent, unknown> => {
    const ofContext = loaders.get(context) ?? new Map<string, DataLoader<OwnParent, unknown>>();
    loaders.set(context, ofContext);
    const key = JSON.stringify(args);
    const loader =
      ofContext.get(key) ??
      new DataLoader<OwnParent, unknown>((parents) => valuesOf(parents, args, context), {
        cache: false,
      });
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
      key: typeof id === 'string' ? keyIn(id) : [],
      value: isOwn ? value : undefined,
    });
  };
}
