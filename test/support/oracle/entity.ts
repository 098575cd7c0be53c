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
import { type DirectCaller, type Json, RestError } from './direct-call.ts';
import { type EntityRef, entityTypeOf } from './entity-type.ts';
import { fieldNeedAt } from './field-need.ts';
import { operationNamed } from './operation.ts';
import { attachKey } from './schema.ts';

/** The entity that a global id names. */
export function refOfGlobalId(globalId: string): EntityRef {
  const [typeName = ''] = Buffer.from(globalId.slice(1), 'base64url').toString().split('\n');
  return { typeName, key: keyIn(globalId) };
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
  { typeName, key, args }: EntityRef,
  caller: DirectCaller,
): Promise<object | null> {
  const { operation, key: names, fixed, provenBy, idField = 'id' } = entityTypeOf(typeName);
  const { pathKeys, parameters } = operationNamed(operation);
  const keys = Object.fromEntries(names.map((name, index) => [name, key[index]]));
  if (provenBy)
    return caller.find(operation, { ...keys, part: 'id' }).then(
      (answer) => answer && {},
      (error: unknown) => {
        if (error instanceof RestError && provenBy.includes(error.reason ?? '')) return {};
        throw error;
      },
    );
  if (pathKeys.length > 0 || names.length === 0)
    return caller.find(operation, { ...fixed, ...keys });
  const hasIds = parameters.has('id');
  const { [names.at(-1)!]: id, ...parentKeys } = keys;
  const byId = hasIds ? { ...parentKeys, id } : {};
  const answer = await caller.find(operation, { ...fixed, ...args, ...byId });
  const items = (answer?.['items'] as Json[] | undefined) ?? [];
  const item = hasIds ? items[0] : items.find((each) => each[idField] === id);
  return item ?? null;
}

/**
 * An entity for a selection: read only if a selected field reads its own answer.
 * @returns the entity, or null if the caller cannot see it
 */
export async function resolveEntity(
  ref: EntityRef,
  info: GraphQLResolveInfo,
  caller: DirectCaller,
): Promise<object | null> {
  if (!readsEntity(info, info.schema.getType(ref.typeName)!)) return attachKey({}, ref);
  return readWithKey(ref, caller);
}

/**
 * An entity that a root field looks up: also read if only ids are selected, which proves that it
 * exists.
 * @returns the entity, or null if the caller cannot see it
 */
export async function lookUpEntity(
  ref: EntityRef,
  info: GraphQLResolveInfo,
  caller: DirectCaller,
): Promise<object | null> {
  const type = info.schema.getType(ref.typeName)!;
  if (!selectsOnlyIds(info, type, info.fieldNodes)) return resolveEntity(ref, info, caller);
  return readWithKey(ref, caller);
}

/** The whole entity with its key, or null if the caller cannot see it. */
export async function readWithKey(ref: EntityRef, caller: DirectCaller): Promise<object | null> {
  const found = await readEntity(ref, caller);
  return found && attachKey(found, ref);
}

/** As `lookUpEntity`. @throws RestError 404 if the caller cannot see the entity */
export async function requireEntity(
  ref: EntityRef,
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
  return item ? attachKey(item, { typeName, key: keyOf(item) }) : null;
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
export function selectsSome(
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
