/** Reads of single entities, each whole and by a REST call of its own. */
import {
  type FieldNode,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  GraphQLIncludeDirective,
  GraphQLSkipDirective,
  getDirectiveValues,
  getNamedType,
  isAbstractType,
  isObjectType,
  Kind,
  type SelectionNode,
} from 'graphql';
import { attachRef, type Ref, type Resource } from '../../../src/data/read/resource.ts';
import { resourceNamed } from '../../../src/graph/field/field-factory.ts';
import { fieldNeedAt } from '../field-need.ts';
import { type DirectCaller, type Json, RestError } from './direct-call.ts';

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
const keyIn = (globalId: string): string[] =>
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
      ? items.find((each) => valueAt(each, read.idPath) === key[0])
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

/**
 * An entity that a root field looks up: also read if only ids are selected, which proves that it
 * exists.
 * @returns the entity, or null if the caller cannot see it
 */
export function lookUpEntity(
  ref: Ref,
  info: GraphQLResolveInfo,
  caller: DirectCaller,
): Promise<object | null> {
  const type = info.schema.getType(ref.resource.name)!;
  if (!selectsOnlyIds(info, type, info.fieldNodes)) return resolveEntity(ref, info, caller);
  const clean: Ref = { resource: ref.resource, key: ref.key, args: ref.args ?? {} };
  return readEntity(clean, caller).then((found) => found && attachRef(found, clean));
}

/** As `lookUpEntity`. @throws RestError 404 if the caller cannot see the entity */
export async function requireEntity(
  ref: Ref,
  info: GraphQLResolveInfo,
  caller: DirectCaller,
): Promise<object> {
  const found = await lookUpEntity(ref, info, caller);
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
const readsEntity = (info: GraphQLResolveInfo, type: GraphQLNamedType): boolean =>
  selectsSome(info, type, info.fieldNodes, fieldReads);

/** Whether the selections name ids alone, or lead by links to ids. */
const selectsOnlyIds = (
  info: GraphQLResolveInfo,
  type: GraphQLNamedType,
  nodes: readonly FieldNode[],
): boolean =>
  !selectsSome(info, type, nodes, (objectType, node) => {
    const field = objectType.getFields()[node.name.value];
    const need = field && fieldNeedAt(field, node, info);
    if (!need) return false;
    if (need.hasOwnCall || fieldReads(objectType, node, info)) return true;
    return need.link !== undefined && !selectsOnlyIds(info, getNamedType(field.type), [node]);
  });

type FieldPredicate = (
  type: GraphQLObjectType,
  node: FieldNode,
  info: GraphQLResolveInfo,
) => boolean;

/** Whether a field that the nodes select of the type fulfils the predicate. */
function selectsSome(
  info: GraphQLResolveInfo,
  type: GraphQLNamedType,
  nodes: readonly FieldNode[],
  predicate: FieldPredicate,
): boolean {
  const anyReads = (selections: readonly SelectionNode[]): boolean =>
    selections.some((node) => isIncluded(node, info) && reads(node));
  const reads = (node: SelectionNode): boolean => {
    if (node.kind === Kind.FIELD) return isObjectType(type) && predicate(type, node, info);
    const fragment = node.kind === Kind.FRAGMENT_SPREAD ? info.fragments[node.name.value]! : node;
    const condition = fragment.typeCondition?.name.value;
    return (
      (condition === undefined || applies(info.schema.getType(condition)!, type, info)) &&
      anyReads(fragment.selectionSet.selections)
    );
  };
  return nodes.some((node) => anyReads(node.selectionSet?.selections ?? []));
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
