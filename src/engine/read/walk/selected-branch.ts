/** Adds the links and lists of a selection to the projection in the making. */
import { type FieldNode, getNamedType, type GraphQLField, type GraphQLObjectType } from 'graphql';
import type { LinkNeeds, ListNeeds } from '../needs.ts';
import { withoutOwnerOnly } from '../list/list.ts';
import type { Resource } from '../resource.ts';
import {
  addCall,
  addDownstream,
  addPaths,
  type AnswerPosition,
  type Branch,
  type Draft,
  isShown,
  namesKey,
  type Projections,
  responseName,
} from './projection.ts';
import { addChoiceOf, projectionWith } from './choice-selection.ts';

/** A field that is selected at a position, under one response key. */
export interface SelectedField {
  /** The object type that has the field. */
  readonly type: GraphQLObjectType;
  readonly field: GraphQLField<unknown, unknown>;
  readonly nodes: readonly FieldNode[];
  readonly at: AnswerPosition;
}

/** Adds a link to other entities. */
export function addLink(
  needs: LinkNeeds,
  { field, nodes, at }: SelectedField,
  projections: Projections,
  draft: Draft,
): void {
  const targets = needs.link.targets.map(({ name }) => name);
  if (targets.length > 1 || at.isCut || needs.isChain) return addCall(targets, projections, draft);
  const { link } = needs;
  for (const projection of projections.values())
    if (isShown(link, projection))
      addPaths(
        [...projection.paths.set].filter((path) => path !== 'id'),
        at,
        draft.paths,
      );
  addDownstream(targets, projections, draft);
  const name = responseName({ node: nodes[0]! });
  const names = [...at.above.map(responseName), name].join('.');
  const limits = at.limits ? [...at.limits].join() : '';
  const key = `${at.prefix} ${limits} ${name} ${field.name}`;
  const same = draft.links.get(key);
  if (same) {
    same.nodes.push(...nodes.filter((node) => !same.nodes.includes(node)));
    same.names.push(names);
  } else
    draft.links.set(key, {
      link,
      type: getNamedType(field.type),
      at,
      nodes: [...nodes],
      names: [names],
    });
}

/** Adds a list, of which the answer of the value may have the items. */
export function addList(
  { itemType, embedded, optionalPaths }: ListNeeds,
  { type, at }: SelectedField,
  projections: Projections,
  draft: Draft,
): void {
  // Paths below an object inside the answer are requested with that object.
  const optional = at.prefix === '' ? draft.optionalPaths : draft.paths;
  addPaths(optionalPaths, at, optional);
  draft.downstream.add(itemType);
  if (!draft.choice) addBackLinks({ type: type.name, itemType }, at, projections, draft);
  if (embedded) {
    const into = embedded.optional ? optional : draft.paths;
    for (const projection of projections.values()) {
      const { paths } = projectionWith(draft.choice, projection);
      addPaths(paths.below('items').with('id').under(embedded.path).set, at, into);
      addChoiceOf(projection, draft);
    }
    if (!embedded.optional) return;
  }
  addCall([], projections, draft);
}

/** The types of a value that has a list, and of the items. */
interface ListTypes {
  readonly type: string;
  readonly itemType: string;
}

/**
 * Adds what the items of a list select of the entity that has the list, so that no second call
 * reads it. Parts that only the owner may read are left to that call: they can fail, and with them
 * what was selected of the entity.
 */
function addBackLinks(
  { type, itemType }: ListTypes,
  at: AnswerPosition,
  projections: Projections,
  draft: Draft,
): void {
  const isItem = at.prefix === 'items.';
  if (at.prefix !== '' && !isItem) return;
  const into = isItem ? draft.paths : draft.optionalPaths;
  for (const { branches } of projections.values())
    for (const branch of branches) {
      const target = targetOf(branch, itemType);
      if (target?.name !== type) continue;
      for (const { paths } of branch.projections.values())
        addPaths(withoutOwnerOnly(target.read.operation, paths), at, into);
    }
}

/**
 * The resource of the one entity that a link of an item may lead to, if that can be the entity with
 * the list. The name of the id says so: others are those of an author, or of a target.
 */
function targetOf({ type, needs }: Branch, itemType: string): Resource | undefined {
  if (needs.kind !== 'link' || needs.isChain || needs.maxItems > 1) return undefined;
  const { link } = needs;
  const [target, ...others] = link.targets;
  if (!target || others.length > 0 || (link.isAncestor && type !== itemType)) return undefined;
  return link.idPath === undefined || namesKey(link.idPath, target) ? target : undefined;
}
