/**
 * What the lists around a field have shown: the gateway keeps their items for links that lead to
 * one of them, so that no call reads what the list has read.
 */
import {
  type GraphQLNamedType,
  type GraphQLResolveInfo,
  type FieldNode,
  getNamedType,
} from 'graphql';
import type { Json } from './direct-call.ts';
import { selectsSome } from './entity.ts';
import { type EntityRef, entityTypeOf, hasKey } from './entity-type.ts';
import { fieldNeedAt } from './field-need.ts';
import { operationNamed } from './operation.ts';
import { argsOf, keyOf } from './schema.ts';

/** Arguments of lists that decide what the items show: a link shows the entity without them. */
const variantArguments = ['timeZone', 'maxAttendees', 'asDomainAdmin', 'language'];

interface ShownItems {
  readonly typeName: string;
  /** By key. */
  readonly items: ReadonlyMap<string, object>;
  readonly paths: ReadonlySet<string>;
}

/** By the path of the list in the response. */
const shownItems = new WeakMap<object, ShownItems>();

const textOf = (key: readonly string[]): string => key.join('\n');

/** What fields select of the answer of one object. */
interface Selection {
  readonly paths: Set<string>;
  /** Whether a field may have a call of its own: it decides what others request. */
  hasOwnCall: boolean;
  /** Whether a field depends on how the call was made. */
  hasChoice: boolean;
}

function selectionOf(
  info: GraphQLResolveInfo,
  type: GraphQLNamedType,
  nodes: readonly FieldNode[],
): Selection {
  const selection: Selection = { paths: new Set(), hasOwnCall: false, hasChoice: false };
  selectsSome(info, type, nodes, (objectType, node) => {
    const field = objectType.getFields()[node.name.value];
    const need = field && fieldNeedAt(field, node, info);
    if (!need) return false;
    const { paths, nested, separateFetch, linkTargets, hasOwnCall } = need;
    for (const path of paths) selection.paths.add(path);
    selection.hasOwnCall ||= hasOwnCall;
    selection.hasChoice ||= separateFetch !== undefined || (hasOwnCall && linkTargets.length > 0);
    if (nested === undefined) return false;
    const inner = selectionOf(info, getNamedType(field.type), [node]);
    const prefix = nested === '' ? '' : `${nested}.`;
    for (const path of inner.paths) selection.paths.add(prefix + path);
    if (inner.paths.size === 0 && nested !== '') selection.paths.add(nested);
    selection.hasOwnCall ||= inner.hasOwnCall;
    selection.hasChoice ||= inner.hasChoice;
    return false;
  });
  return selection;
}

/** Fields of a connection that lead to its nodes. */
const wrappers = new Set(['nodes', 'edges', 'node']);

/** The fields with the items of a connection. */
function itemNodes(
  info: GraphQLResolveInfo,
  type: GraphQLNamedType,
  nodes: readonly FieldNode[],
  itemType: string,
): FieldNode[] {
  if (type.name === itemType) return [...nodes];
  const found: FieldNode[] = [];
  selectsSome(info, type, nodes, (objectType, node) => {
    const field = objectType.getFields()[node.name.value];
    if (field && wrappers.has(node.name.value))
      found.push(...itemNodes(info, getNamedType(field.type), [node], itemType));
    return false;
  });
  return found;
}

/** Keeps what the items of a connection show for the links below it. */
export function showItems(
  info: GraphQLResolveInfo,
  items: readonly (object | null)[],
  { itemType: typeName, args }: { readonly itemType: string; readonly args: Json },
): void {
  if (!hasKey(typeName) || variantArguments.some((name) => args[name] != null)) return;
  const nodes = itemNodes(info, getNamedType(info.returnType), info.fieldNodes, typeName);
  const { paths, hasChoice } = selectionOf(info, info.schema.getType(typeName)!, nodes);
  if (hasChoice) return;
  const byKey = items.flatMap((item) =>
    item && !argsOf(item) ? [[textOf(keyOf(item)), item]] : [],
  );
  shownItems.set(info.path, { typeName, paths, items: new Map(byKey as [string, object][]) });
}

/**
 * The entity as a list around the field has shown it.
 * @returns undefined if no list has shown all that is selected of it
 */
export function shownAbove({ typeName, key, args }: EntityRef, info: GraphQLResolveInfo) {
  if (args) return undefined;
  const { paths, hasOwnCall } = selectionOf(info, info.schema.getType(typeName)!, info.fieldNodes);
  const { ownerOnlyParts } = operationNamed(entityTypeOf(typeName).operation);
  if (hasOwnCall || [...paths].some((path) => ownerOnlyParts.includes(path.split('.')[0]!)))
    return undefined;
  for (let at = info.path.prev; at; at = at.prev) {
    const shown = shownItems.get(at);
    const item = shown?.typeName === typeName ? shown.items.get(textOf(key)) : undefined;
    if (item && [...paths].every((path) => isIn(shown!.paths, path))) return item;
  }
  return undefined;
}

/** Whether the set has the path, or an object around it. */
const isIn = (paths: ReadonlySet<string>, path: string): boolean =>
  path.split('.').some((_, index, steps) => paths.has(steps.slice(0, index + 1).join('.')));
