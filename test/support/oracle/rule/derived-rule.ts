/**
 * Calls of lists and keys of links that follow from names: the keys of a parent have those of
 * `entity-type.ts`, the parameters of an operation those of its documentation, and a call takes
 * both by their names. Nothing here reads the code by which the gateway makes the same calls.
 */
import { type GraphQLArgument, type GraphQLField, isRequiredArgument } from 'graphql';
import type { Json } from '../direct-call.ts';
import { restId, valueAt } from '../entity.ts';
import { entityTypes } from '../entity-type.ts';
import { fieldNeed } from '../field-need.ts';
import { type Args, operationNamed } from '../operation.ts';
import { keyOf } from '../schema.ts';

type Field = Pick<GraphQLField<unknown, unknown>, 'args' | 'extensions'>;

/** A list operation, as much of it as the rules need. */
interface ListCall {
  /** Key of the operation: `video:playlists.list`. */
  readonly operation: string;
  /** The GraphQL type of the items. */
  readonly itemType: string;
}

/** Query parameters of a list call, path keys included. */
type ListArguments = (parent: unknown, args: Json) => Args;

/** The key of a linked entity, or null if the link is absent. */
type LinkKey = (parent: unknown) => readonly string[] | null;

const pagingArguments = new Set(['first', 'after']);

const parentTypeOf = (coordinate: string): string => coordinate.split('.', 1)[0]!;

/** Parameters that all reads of a resource send, as far as the operation has them. */
function fixedArguments({ operation, itemType }: ListCall): Args {
  const { parameters } = operationNamed(operation);
  const fixed = Object.entries(entityTypes[itemType]?.fixed ?? {});
  return Object.fromEntries(fixed.filter(([name]) => parameters.has(name)));
}

/** Values of the arguments that are not at their defaults, by the parameter of the same name. */
function namedArguments(
  coordinate: string,
  own: readonly GraphQLArgument[],
  operation: string,
  args: Json,
): Args {
  const { parameters } = operationNamed(operation);
  const sent = own.filter(
    ({ name, defaultValue }) => args[name] != null && args[name] !== defaultValue,
  );
  const unknown = sent.find(({ name }) => !parameters.has(parameterNamed(name)));
  if (unknown)
    throw new Error(
      `test/support/oracle/rule/list-rule.ts: add args for ${coordinate}, which state what ` +
        `(${unknown.name}:) sends`,
    );
  return Object.fromEntries(sent.map(({ name }) => [parameterNamed(name), valueOf(args[name])]));
}

/** The parameter of an argument: of the same name, except for arguments of these names. */
export const parameterNamed = (argument: string): string =>
  ({ language: 'hl', orderBy: 'order' })[argument] ?? argument;

const valueOf = (value: unknown): unknown => (typeof value === 'string' ? restId(value) : value);

/**
 * The query of a list whose call takes the keys of its parent, all of whose arguments are optional.
 * The key of the caller is the parameter `mine`, or the access token where there is none. A list of
 * `Query` has no parent: all of its arguments must have the names of parameters.
 * @returns undefined if the query does not follow from the schema
 */
export function derivedArguments(
  coordinate: string,
  { args }: Field,
  call: ListCall,
): ListArguments | undefined {
  const { operation } = call;
  const { pathKeys, parameters } = operationNamed(operation);
  const own = args.filter(({ name }) => !pagingArguments.has(name));
  const keysOf = parentKeys(coordinate, operation);
  const isRoot = parentTypeOf(coordinate) === 'Query';
  const isDerivable = isRoot
    ? pathKeys.length === 0 && own.every(({ name }) => parameters.has(parameterNamed(name)))
    : keysOf !== undefined && !own.some(isRequiredArgument);
  if (!isDerivable) return undefined;
  const fixed = fixedArguments(call);
  return (parent, given) => ({
    ...fixed,
    ...keysOf?.(parent),
    ...namedArguments(coordinate, own, operation, given),
  });
}

/** How a call names the parent; undefined if its parameters do not have the names of the keys. */
function parentKeys(
  coordinate: string,
  operation: string,
): ((parent: unknown) => Args) | undefined {
  const { pathKeys, parameters } = operationNamed(operation);
  const typeName = parentTypeOf(coordinate);
  if (typeName === 'Viewer')
    return pathKeys.length === 0 ? () => (parameters.has('mine') ? { mine: true } : {}) : undefined;
  const names = entityTypes[typeName]?.key ?? [];
  const takesAll = names.every((name) => parameters.has(name) || pathKeys.includes(name));
  if (names.length === 0 || !takesAll || !pathKeys.every((name) => names.includes(name)))
    return undefined;
  return (parent) => keysByName(names, keyOf(parent));
}

const keysByName = (names: readonly string[], key: readonly string[]): Args =>
  Object.fromEntries(names.map((name, index) => [name, key[index]]));

const isAddress = (path = ''): boolean => /ur[il]$/i.test(path);

/**
 * The key of a link: the id at its one path, below keys that the parent has under the same names;
 * without a path all keys are those of the parent. An id in an address needs a rule.
 * @param key names of the keys of the linked entity
 * @returns undefined if the key does not follow from the schema
 */
export function derivedLinkKey(
  coordinate: string,
  field: Field,
  key: readonly string[],
): LinkKey | undefined {
  const { paths = [], linkUsesRef = false } = fieldNeed(field) ?? {};
  const [path, ...others] = paths;
  const fromParent = path === undefined ? key : key.slice(0, -1);
  const parentNames = entityTypes[parentTypeOf(coordinate)]?.key ?? [];
  const isDerivable =
    others.length === 0 &&
    !isAddress(path) &&
    linkUsesRef === fromParent.length > 0 &&
    fromParent.every((name) => parentNames.includes(name));
  if (!isDerivable) return undefined;
  return (parent) => {
    const parentKey = keyOf(parent);
    const above = fromParent.map((name) => parentKey[parentNames.indexOf(name)]!);
    if (path === undefined) return above;
    const id = valueAt(parent, path) as string | null | undefined;
    return id ? [...above, id] : null;
  };
}
