/**
 * Facts that normalising clients (Apollo Client, urql, Relay) need to configure their caches.
 * `npm run schema` writes them to `schema/cache-policies.json`; `docs/frontend.md` shows their use.
 */
import {
  getNamedType,
  getNullableType,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  isAbstractType,
  isObjectType,
} from 'graphql';

/** Arguments that select a page; all others select a list. */
const pageArguments = new Set(['first', 'after']);

interface CachePolicies {
  /** Object types by the interface or union that they belong to. */
  readonly possibleTypes: Readonly<Record<string, readonly string[]>>;
  /** Object types without an `id`: a cache stores their values inside the parent object. */
  readonly embeddedTypes: readonly string[];
  /**
   * Embedded types that are one part of their parent object: results of two queries that select
   * different fields of the part can be merged.
   */
  readonly mergedTypes: readonly string[];
  /** By type and field: the arguments that distinguish one list from another. */
  readonly connections: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
}

/** The content of `schema/cache-policies.json`. */
export const printCachePolicies = (schema: GraphQLSchema): string =>
  `${JSON.stringify(cachePolicies(schema), null, 2)}\n`;

function cachePolicies(schema: GraphQLSchema): CachePolicies {
  const types = Object.values(schema.getTypeMap()).filter(({ name }) => !name.startsWith('__'));
  const roots = new Set([
    schema.getQueryType(),
    schema.getMutationType(),
    schema.getSubscriptionType(),
  ]);
  const objects = types.filter(isObjectType).filter((type) => !roots.has(type));
  const withQuery = [...objects, schema.getQueryType()!];
  const parts = new Set(withQuery.flatMap(partTypes));
  const embedded = objects.filter((type) => type.getFields()['id'] === undefined);
  return {
    possibleTypes: Object.fromEntries(
      types
        .filter(isAbstractType)
        .map((type) => [type.name, namesOf(schema.getPossibleTypes(type))]),
    ),
    embeddedTypes: namesOf(embedded),
    mergedTypes: namesOf(embedded.filter((type) => parts.has(type))),
    connections: Object.fromEntries(
      withQuery
        .map((type) => [type.name, connectionsOf(type)] as const)
        .filter(([, fields]) => Object.keys(fields).length > 0)
        .toSorted(([a], [b]) => (a < b ? -1 : 1)),
    ),
  };
}

const namesOf = (types: readonly GraphQLObjectType[]): string[] =>
  types.map(({ name }) => name).toSorted();

const hasFields = (type: unknown, names: readonly string[]): boolean =>
  isObjectType(type) && names.every((name) => name in type.getFields());

const isConnection = (type: unknown): boolean => hasFields(type, ['edges', 'pageInfo']);

const isEdge = (type: unknown): boolean => hasFields(type, ['cursor', 'node']);

/** Types of the single values below a type. Lists and pages are merged by rules of their own. */
function partTypes(type: GraphQLObjectType): GraphQLObjectType[] {
  if (isConnection(type) || isEdge(type)) return [];
  return Object.values(type.getFields())
    .map((field) => getNullableType(field.type))
    .filter((fieldType) => isObjectType(fieldType))
    .filter((fieldType) => !isConnection(fieldType));
}

const connectionsOf = (type: GraphQLObjectType): Record<string, string[]> =>
  Object.fromEntries(
    Object.values(type.getFields())
      .filter((field) => isConnection(getNamedType(field.type)))
      .map((field) => [field.name, listArguments(field)]),
  );

const listArguments = ({ args }: GraphQLField<unknown, unknown>): string[] =>
  args.map(({ name }) => name).filter((name) => !pageArguments.has(name));
