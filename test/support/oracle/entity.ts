/** Reads of single entities, each whole and by a REST call of its own. */
import {
  type FieldNode,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  GraphQLIncludeDirective,
  GraphQLSkipDirective,
  getDirectiveValues,
  isAbstractType,
  isObjectType,
  Kind,
  type SelectionNode,
} from 'graphql';
import { getter } from '../../../src/data/read/path.ts';
import { attachRef, type Ref, type Resource } from '../../../src/data/read/resource.ts';
import { resourceNamed } from '../../../src/graph/field/field-factory.ts';
import { fieldNeedAt } from '../field-need.ts';
import { type DirectCaller, type Json, RestError } from './direct-call.ts';

/** What the oracle's resolvers find in the GraphQL context. */
export interface OracleContext {
  readonly caller: DirectCaller;
}

/** The resource of a GraphQL type. @throws Error if the type has none */
export function resourceOf(typeName: string): Resource {
  const resource = resourceNamed(typeName);
  if (!resource) throw new Error(`${typeName} is no resource`);
  return resource;
}

/** The entity that a global id names. */
export function refOfGlobalId(globalId: string): Ref {
  const [typeName = ''] = Buffer.from(globalId.slice(1), 'base64url').toString().split('\n');
  return { resource: resourceOf(typeName), key: keyIn(globalId) };
}

/** The value of a dotted path, or undefined. */
export const valueAt = (value: unknown, path: string): any =>
  path.split('.').reduce<any>((each, key) => each?.[key], value);

/** The REST id in an argument that takes it or a global id; null and undefined stay. */
export const restId = <T extends string | null | undefined>(id: T): T =>
  (id?.startsWith('~') ? keyIn(id).at(-1) : id) as T;

/** The keys in a global id: base64url of the type and its keys, one a line. */
export const keyIn = (globalId: string): string[] =>
  Buffer.from(globalId.slice(1), 'base64url').toString().split('\n').slice(1);

/** The whole entity, or null if the caller cannot see it. */
export async function readEntity(
  { resource, key, args = {} }: Ref,
  caller: DirectCaller,
): Promise<object | null> {
  const { read, fixed } = resource;
  const { key: operation } = read.operation;
  if (read.kind === 'single') {
    const keys = Object.fromEntries(resource.key.map((name, index) => [name, key[index]]));
    return caller.find(operation, { ...fixed, ...keys });
  }
  const parentKeys = Object.fromEntries(
    resource.key.slice(0, -1).map((name, index) => [name, key[index]]),
  );
  const byId = read.kind === 'batch' ? { ...parentKeys, [read.param]: key.at(-1) } : {};
  const answer = await caller.find(operation, { ...fixed, ...args, ...byId });
  const items = (answer?.['items'] as object[] | undefined) ?? [];
  const item =
    read.kind === 'wholeList'
      ? items.find((each) => getter(read.idPath)(each) === key[0])
      : items[0];
  return item ?? null;
}

/**
 * An entity for a selection: read only if a selected field reads its own answer.
 * @returns the entity, or null if the caller cannot see it
 */
export async function resolveEntity(
  ref: Ref,
  info: GraphQLResolveInfo,
  caller: DirectCaller,
): Promise<object | null> {
  const clean: Ref = { resource: ref.resource, key: ref.key, args: ref.args ?? {} };
  if (!readsEntity(info, info.schema.getType(ref.resource.name)!)) return attachRef({}, clean);
  const found = await readEntity(clean, caller);
  return found && attachRef(found, clean);
}

/** As `resolveEntity`. @throws RestError 404 if the caller cannot see the entity */
export async function requireEntity(
  ref: Ref,
  info: GraphQLResolveInfo,
  caller: DirectCaller,
): Promise<object> {
  const found = await resolveEntity(ref, info, caller);
  if (found === null) throw new RestError(404);
  return found;
}

/** The first item of a REST list as an entity, or null. */
export function firstItem(
  answer: Json,
  typeName: string,
  keyOf: (item: Json) => readonly string[] = ({ id }) => [id],
): object | null {
  const [item] = (answer['items'] as Json[] | undefined) ?? [];
  return item ? attachRef(item, { resource: resourceOf(typeName), key: keyOf(item) }) : null;
}

/** Whether a selected field reads anything of the entity's own answer. */
function readsEntity(info: GraphQLResolveInfo, type: GraphQLNamedType): boolean {
  const anyReads = (nodes: readonly SelectionNode[]): boolean =>
    nodes.some((node) => isIncluded(node, info) && reads(node));
  const reads = (node: SelectionNode): boolean => {
    if (node.kind === Kind.FIELD) return isObjectType(type) && fieldReads(type, node, info);
    const fragment = node.kind === Kind.FRAGMENT_SPREAD ? info.fragments[node.name.value]! : node;
    const condition = fragment.typeCondition?.name.value;
    return (
      (condition === undefined || applies(info.schema.getType(condition)!, type, info)) &&
      anyReads(fragment.selectionSet.selections)
    );
  };
  return info.fieldNodes.some((node) => anyReads(node.selectionSet?.selections ?? []));
}

function isIncluded(node: SelectionNode, { variableValues }: GraphQLResolveInfo): boolean {
  const skip = getDirectiveValues(GraphQLSkipDirective, node, variableValues)?.['if'];
  const include = getDirectiveValues(GraphQLIncludeDirective, node, variableValues)?.['if'];
  return skip !== true && include !== false;
}

const applies = (
  condition: GraphQLNamedType,
  type: GraphQLNamedType,
  { schema }: GraphQLResolveInfo,
): boolean =>
  condition === type ||
  (isAbstractType(condition) && isObjectType(type) && schema.isSubType(condition, type));

function fieldReads(type: GraphQLObjectType, node: FieldNode, info: GraphQLResolveInfo): boolean {
  const field = type.getFields()[node.name.value];
  const need = field && fieldNeedAt(field, node, info);
  if (!need) return false;
  const { paths, nested = '', embedded } = need;
  return paths.length > 0 || nested !== '' || embedded?.optional === false;
}
