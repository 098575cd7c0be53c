/**
 * The oracle: the expected answer of a query, computed apart from the gateway. Every entity is read
 * whole by a REST call of its own, every list from its first page to its last, without projection,
 * batches or masks. Values of plain fields come from the schema's own resolvers.
 *
 * Files of this folder import only each other and packages, which
 * `test/contract/source/layer.test.ts` checks. The exception is `schema.ts`: it imports the schema,
 * and the place where the schema's plain resolvers find the key of an entity.
 *
 * The oracle takes from the schema which type a link leads to and which operation a list or a
 * separate fetch calls; it would follow wrong ones, which the tests of the field notice. It also
 * takes the paths that a field states: they decide whether an entity must be read at all, where the
 * id of a link is, and which requested paths are needless. Entities are read whole: a field that
 * reads a path without stating it has a value here, and none in the response of the gateway.
 *
 * Everything else is the oracle's own: operations from the table of the documentation
 * (`operation.ts`), keys and reads of entities (`entity-type.ts`, compared with the schema by
 * `test/contract/oracle.test.ts`), arguments of lists, keys of all other links. Direct calls answer
 * which folder is the root and which calendar is the primary one of a caller.
 */
import { hash } from 'node:crypto';
import { mapSchema, MapperKind } from '@graphql-tools/utils';
import {
  execute,
  type GraphQLField,
  type GraphQLFieldResolver,
  getNamedType,
  isListType,
  isObjectType,
  isRequiredArgument,
  parse,
} from 'graphql';
import { choiceOf, choiceOfNodes, isMade } from './choice.ts';
import { derivedLinkKey, parameterNamed } from './rule/derived-rule.ts';
import { type DirectCaller, type Json, RestError } from './direct-call.ts';
import { requireEntity, resolveEntity, restId, valueAt } from './entity.ts';
import { entityTypes } from './entity-type.ts';
import { fieldNeed } from './field-need.ts';
import { type FieldRule, fieldRules } from './rule/field-rule.ts';
import { linkRules } from './rule/link-rule.ts';
import { listSourceOf, resolveList, resolveWholeList } from './list.ts';
import { type Args, operationNamed } from './operation.ts';
import { keyOf, schema } from './schema.ts';

/** What the oracle's resolvers find in the GraphQL context; `execution` is for plain resolvers. */
interface OracleContext {
  readonly caller: DirectCaller;
  readonly execution: {
    readonly identities: {
      readonly hasToken: boolean;
      readonly key: string;
      readonly of: () => { readonly token: string };
    };
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
    separateFetchRule(coordinate, field) ??
    linkRuleFor(coordinate, field) ??
    lookupRule(coordinate, field)
  );
}

function listRuleFor(coordinate: string, field: Field): FieldRule | undefined {
  const source = listSourceOf(coordinate, field);
  if (!source) return undefined;
  if (!source.isPaged)
    return (parent, args, caller) => resolveWholeList({ ...source, parent, args, caller });
  return (parent, args, caller, info) => {
    const choice = choiceOfNodes(info, source);
    return resolveList({ ...source, parent, args, caller, choice });
  };
}

/** A part of the parent that a call of its own reads. */
function separateFetchRule(coordinate: string, field: Field): FieldRule | undefined {
  const { separateFetch, nestedWithoutArguments } = fieldNeed(field) ?? {};
  const operation = field.extensions.operations?.[0]?.key;
  if (!separateFetch || operation === undefined) return undefined;
  const { resource, at } = separateFetch;
  const hasParts = operationNamed(operation).parts.length > 0;
  const part = hasParts ? { part: at.split('.', 1)[0] } : {};
  return async (parent, args, caller) => {
    const plain = Object.values(args).every((value) => value == null);
    if (nestedWithoutArguments && plain) return valueAt(parent, nestedWithoutArguments);
    if (isMade(parent, choiceOf(coordinate, args))) return valueAt(parent, at);
    const query = {
      ...entityTypes[resource]?.fixed,
      ...part,
      ...Object.fromEntries(
        Object.entries(args).map(([name, value]) => [parameterNamed(name), value]),
      ),
      id: keyOf(parent)[0],
    };
    const answer = await caller.find(operation, query);
    // The answer of a list operation has the entity among its items; any other is the entity.
    return valueAt(hasItems(answer) ? answer.items[0] : answer, at);
  };
}

const hasItems = (answer: unknown): answer is { readonly items: readonly Json[] } =>
  Array.isArray((answer as { readonly items?: unknown } | null | undefined)?.items);

/** A link by a rule, or one whose key follows from the schema. */
function linkRuleFor(coordinate: string, field: Field): FieldRule | undefined {
  const { link: typeName = '', paths = [] } = fieldNeed(field) ?? {};
  const entityType = entityTypes[typeName];
  if (!entityType) return undefined;
  const [path] = paths;
  if (isListType(field.type))
    return entityType.key.length > 1 || path === undefined
      ? undefined
      : (parent, { first = Infinity }, caller, info) =>
          ((valueAt(parent, path) ?? []) as string[])
            .slice(0, first as number)
            .map((id) => resolveEntity({ typeName, key: [id] }, info, caller));
  const rule = linkRules[coordinate];
  const linkKey = rule
    ? (parent: unknown) => rule(parent as Json, keyOf(parent))
    : derivedLinkKey(coordinate, field, entityType.key);
  if (!linkKey) return undefined;
  return (parent, _, caller, info) => {
    const key = linkKey(parent);
    return key ? resolveEntity({ typeName, key }, info, caller) : null;
  };
}

/** `Query.x(id:)` of a resource with one key; other arguments keep their defaults. */
function lookupRule(coordinate: string, { type, args }: Field): FieldRule | undefined {
  const typeName = getNamedType(type).name;
  const [id, ...required] = args.filter(isRequiredArgument).map(({ name }) => name);
  const isLookup = coordinate.startsWith('Query.') && id === 'id' && required.length === 0;
  if (!isLookup) return undefined;
  if (entityTypes[typeName]?.key.length !== 1) return undefined;
  return (_, { id }, caller, info) => {
    const key = [restId(id as string)];
    return requireEntity({ typeName, key }, info, caller);
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

/** The key of a caller who has one token for all services, and acts for no content owner. */
const keyOfToken = (token: string): string =>
  JSON.stringify([hash('sha256', token, 'base64url'), null, null]);

/** Answers a query by direct calls. */
export async function expectedAnswer(
  caller: DirectCaller,
  document: string,
  variables: Args,
): Promise<ExpectedAnswer> {
  const contextValue: OracleContext = {
    caller,
    execution: {
      identities: { hasToken: true, key: keyOfToken(caller.token), of: () => caller },
      warn: () => {},
      allowance: { takeFields: () => {} },
    },
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
