/**
 * The oracle: the expected answer of a query, computed apart from the gateway. Every entity is read
 * whole by a REST call of its own, every list from its first page to its last, without projection,
 * batches or masks. Values of plain fields come from the schema's own resolvers.
 *
 * The oracle takes these from `src/`: the schema with what its fields state (`field-need.ts`); the
 * catalogue, which `test/upstream/catalogue.test.ts` compares with the documentation; the names and
 * keys of the resources; `attachRef` and `refOf`, because the schema's resolvers look there for the
 * key of an entity; and from the sandbox the seeded ids and the parser of masks. It shares no code
 * that plans or makes calls.
 */
import { mapSchema, MapperKind } from '@graphql-tools/utils';
import {
  execute,
  type GraphQLField,
  type GraphQLFieldResolver,
  getNamedType,
  isListType,
  isObjectType,
  parse,
} from 'graphql';
import { refOf } from '../../../src/data/read/resource.ts';
import { resourceNamed } from '../../../src/graph/field/field-factory.ts';
import { schema } from '../../../src/graph/schema.ts';
import { fieldNeed } from '../field-need.ts';
import { derivedLinkKey } from './derived-rule.ts';
import { type Args, type DirectCaller, type Json, RestError } from './direct-call.ts';
import { requireEntity, resolveEntity, resourceOf, restId, valueAt } from './entity.ts';
import { type FieldRule, fieldRules } from './field-rule.ts';
import { keyOfValue, linkRules } from './link-rule.ts';
import { listSourceOf, resolveList, resolveWholeList } from './list.ts';

/** What the oracle's resolvers find in the GraphQL context; `execution` is for plain resolvers. */
interface OracleContext {
  readonly caller: DirectCaller;
  readonly execution: {
    readonly warn: () => void;
    readonly allowance: { readonly takeFields: () => void };
  };
}

type Field = GraphQLField<unknown, unknown>;

interface ExpectedAnswer {
  readonly data: any;
  /** The path of each error, and the REST status or message behind it. */
  readonly errors: readonly (readonly [path: string, cause: number | string])[];
  /** Addresses of the direct calls. */
  readonly addresses: readonly string[];
}

/** How the oracle resolves a field; undefined: the schema's own resolver gives the value. */
export function ruleFor(coordinate: string, field: Field): FieldRule | undefined {
  return (
    fieldRules[coordinate] ??
    listRuleFor(coordinate, field) ??
    separateFetchRule(field) ??
    linkRuleFor(coordinate, field) ??
    lookupRule(coordinate, field)
  );
}

function listRuleFor(coordinate: string, field: Field): FieldRule | undefined {
  const source = listSourceOf(coordinate, field);
  if (!source) return undefined;
  const resolve = source.isPaged ? resolveList : resolveWholeList;
  return (parent, args, caller) => resolve({ ...source, parent, args, caller });
}

/** A part of the parent that a call of its own reads. */
function separateFetchRule(field: Field): FieldRule | undefined {
  const { separateFetch, nestedWithoutArguments } = fieldNeed(field) ?? {};
  const operation = field.extensions.operations?.[0];
  if (!separateFetch || !operation) return undefined;
  const { resource, at } = separateFetch;
  const part = operation.parts ? { part: at.split('.', 1)[0] } : {};
  return async (parent, args, caller) => {
    const plain = Object.values(args).every((value) => value == null);
    if (nestedWithoutArguments && plain) return valueAt(parent, nestedWithoutArguments);
    const query = {
      ...resourceNamed(resource)?.fixed,
      ...part,
      ...args,
      id: refOf(parent)!.key[0],
    };
    const answer = await caller.find(operation.key, query);
    return valueAt((answer?.['items'] as Json[] | undefined)?.[0], at);
  };
}

/** A link by a rule, or one whose key follows from the schema. */
function linkRuleFor(coordinate: string, field: Field): FieldRule | undefined {
  const { link: resource, paths = [] } = fieldNeed(field) ?? {};
  if (!resource) return undefined;
  const [path] = paths;
  if (isListType(field.type))
    return resource.key.length > 1 || path === undefined
      ? undefined
      : (parent, _, caller, info) =>
          ((valueAt(parent, path) ?? []) as string[]).map((id) =>
            resolveEntity({ resource, key: [id] }, info, caller),
          );
  const rule = linkRules[coordinate];
  const keyOf = rule
    ? (parent: unknown) => rule(parent as Json, keyOfValue(parent))
    : derivedLinkKey(coordinate, field, resource);
  if (!keyOf) return undefined;
  return (parent, _, caller, info) => {
    const key = keyOf(parent);
    return key ? resolveEntity({ resource, key }, info, caller) : null;
  };
}

/** `Query.x(id:)` of a resource with one key. */
function lookupRule(coordinate: string, { type, args }: Field): FieldRule | undefined {
  const typeName = getNamedType(type).name;
  const isLookup = coordinate.startsWith('Query.') && args.map(({ name }) => name).join() === 'id';
  if (!isLookup) return undefined;
  if (resourceNamed(typeName)?.key.length !== 1) return undefined;
  return (_, { id }, caller, info) => {
    const key = [restId(id as string)];
    return requireEntity({ resource: resourceOf(typeName), key }, info, caller);
  };
}

const oracleSchema = mapSchema(schema, {
  [MapperKind.OBJECT_FIELD]: (config, name, typeName) => {
    const type = schema.getType(typeName);
    const field = isObjectType(type) ? type.getFields()[name] : undefined;
    const rule = field && ruleFor(`${typeName}.${name}`, field);
    if (!rule) return config;
    const resolve: GraphQLFieldResolver<unknown, OracleContext> = (
      parent,
      args,
      { caller },
      info,
    ) => rule(parent, args, caller, info);
    return { ...config, resolve };
  },
});

/** Answers a query by direct calls. */
export async function expectedAnswer(
  caller: DirectCaller,
  document: string,
  variables: Args,
): Promise<ExpectedAnswer> {
  const contextValue: OracleContext = {
    caller,
    execution: { warn: () => {}, allowance: { takeFields: () => {} } },
  };
  const { data, errors = [] } = await execute({
    schema: oracleSchema,
    document: parse(document),
    variableValues: variables,
    contextValue,
  });
  return {
    data: JSON.parse(JSON.stringify(data)) as unknown,
    errors: errors.map(({ path = [], originalError, message }) => [
      path.join('.'),
      originalError instanceof RestError ? originalError.status : message,
    ]),
    addresses: caller.addresses,
  };
}
