/**
 * The walker: makes the projection of the selection below a field. The paths of calls, prefetch,
 * cost estimate and response limits all follow from this one walk. The walk does not enter a field
 * without needs: nothing below it is requested.
 */
import {
  type FieldNode,
  type GraphQLAbstractType,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  getNamedType,
  getNullableType,
  isAbstractType,
  isListType,
  isObjectType,
} from 'graphql';
import type { Needs, NestedNeeds } from '../needs.ts';
import type { Branch, BranchNeeds, Choice, LinkedProjection, Projection } from './projection.ts';
import {
  addCall,
  addPaths,
  addRejection,
  type AnswerPosition,
  type Draft,
  newDraft,
  pathsOf,
  type Projections,
  rejectionIn,
  ROOT,
  type SelectedLink,
} from './projection-draft.ts';
import { findProjection, storeProjection } from './projection-memo.ts';
import { rejectionOf } from '../load/rejected-field.ts';
import { addLink, addList, type SelectedField } from './selected-branch.ts';
import { collectFields, type SelectingNode, type SelectionContext } from './selection.ts';
import { choiceProjection, needsInAnswer } from './choice-selection.ts';

/** The parts of `GraphQLResolveInfo` that are the same for all fields of an operation. */
type OperationInfo = Pick<GraphQLResolveInfo, 'schema' | 'fragments' | 'variableValues'>;

interface Walk extends SelectionContext {
  readonly variableValues: OperationInfo['variableValues'];
  /** Variables that were read for the projection in the making. */
  variables: Set<string>;
}

/**
 * The projection of the value that the current field returns.
 * @param typeName the type of that value, if the field's own type is abstract
 */
export function projectionOf(info: GraphQLResolveInfo, typeName?: string): Projection {
  const type =
    typeName === undefined ? getNamedType(info.returnType) : info.schema.getType(typeName)!;
  return projectionFor(type, info.fieldNodes, info);
}

/** The projection of a value of the type, for the selections of the nodes. */
export function projectionFor(
  type: GraphQLNamedType,
  nodes: readonly SelectingNode[],
  info: OperationInfo,
): Projection {
  return findProjection(type, nodes, info.variableValues) ?? project(type, nodes, newWalk(info));
}

/** Information about rejected fields in the selection below a field. */
export function selectedBelow(
  type: GraphQLNamedType,
  nodes: readonly FieldNode[],
  info: OperationInfo,
): Pick<Projection, 'rejection' | 'needsAnswer'> {
  return rejectionIn(projectionsOf(type, nodes, newWalk(info)));
}

function newWalk({ schema, fragments, variableValues }: OperationInfo): Walk {
  const read = (name: string): unknown => {
    walk.variables.add(name);
    return variableValues.coerced[name];
  };
  const walk: Walk = { schema, fragments, variableValues, variables: new Set(), read };
  return walk;
}

function project(type: GraphQLNamedType, nodes: readonly SelectingNode[], walk: Walk): Projection {
  let projection = findProjection(type, nodes, walk.variableValues);
  if (!projection) {
    const outer = walk.variables;
    walk.variables = new Set();
    projection = walkSelection(type, nodes, walk);
    walk.variables = outer;
    storeProjection(type, nodes, walk.variableValues, projection);
  }
  for (const name of projection.variables) walk.variables.add(name);
  return projection;
}

function walkSelection(
  type: GraphQLNamedType,
  nodes: readonly SelectingNode[],
  walk: Walk,
  choice?: Choice,
): Projection {
  const draft = newDraft(choice);
  const fieldCount = walkType(type, nodes, ROOT, { draft, walk });
  return {
    paths: pathsOf(draft),
    downstream: draft.downstream,
    links: [...draft.links.values()].map((link) => linkedProjection(link, walk)),
    branches: draft.branches,
    startsCalls: draft.startsCalls,
    checked: draft.checked,
    rejection: draft.rejection,
    needsAnswer: draft.needsAnswer,
    withChoice: choice
      ? undefined
      : choiceProjection(draft, (one) => walkSelection(type, nodes, walk, one)),
    needsDefault: draft.needsDefault,
    isLinkedBack: draft.isLinkedBack,
    fieldCount,
    variables: walk.variables,
  };
}

/** One projection in the making, and the walk that it belongs to. */
interface Work {
  readonly draft: Draft;
  readonly walk: Walk;
}

/** @returns response fields of one object at the position, without those of items of lists */
function walkType(
  type: GraphQLNamedType,
  nodes: readonly SelectingNode[],
  at: AnswerPosition,
  work: Work,
): number {
  if (isAbstractType(type)) return walkAbstractType(type, nodes, at, work);
  if (!isObjectType(type)) return 0;
  let count = 0;
  for (const sameKey of collectFields(type, nodes, work.walk).values())
    count += 1 + walkField(type, sameKey, at, work);
  return count;
}

/** The value can have any of the possible types: the projection has what each of them needs. */
function walkAbstractType(
  type: GraphQLAbstractType,
  nodes: readonly SelectingNode[],
  at: AnswerPosition,
  work: Work,
): number {
  const { draft, walk } = work;
  const before = draft.branches.length;
  addPaths(type.extensions.typePaths ?? [], at, draft.paths);
  const counts = walk.schema
    .getPossibleTypes(type)
    .map((possible) => walkType(possible, nodes, at, work));
  // A field of an interface is one branch, whichever of its types the value has.
  const branches = draft.branches.splice(before);
  const isFirst = ({ needs, node }: Branch, index: number): boolean =>
    branches.findIndex((other) => other.needs === needs && other.node === node) === index;
  draft.branches.push(...branches.filter(isFirst));
  return Math.max(0, ...counts);
}

/** @returns response fields below the field, unless it is a list */
function walkField(
  type: GraphQLObjectType,
  nodes: readonly FieldNode[],
  at: AnswerPosition,
  work: Work,
): number {
  const field = type.getFields()[nodes[0]!.name.value];
  if (!field) return 0;
  const rejection = rejectionOf(nodes[0]!);
  if (rejection) {
    addRejection(rejection, work.draft);
    return 0;
  }
  const count = walkNeeds({ field, nodes, at }, work);
  return isListType(getNullableType(field.type)) ? 0 : count;
}

function walkNeeds(selected: SelectedField, work: Work): number {
  const { field, nodes, at } = selected;
  const needs = needsInAnswer(field, nodes[0]!, work.walk, work.draft);
  if (needs === undefined) {
    work.draft.startsCalls ||= nodes[0]!.selectionSet !== undefined;
    work.draft.needsAnswer = true;
    return 0;
  }
  if (field.extensions.check && !leadsAway(needs))
    work.draft.checked.push({ field, node: nodes[0]! });
  switch (needs.kind) {
    case 'none':
      return walkValue(selected, below(at, selected), work);
    case 'paths':
      addPaths(needs.paths, at, work.draft.paths);
      return walkValue(selected, below(at, selected), work);
    case 'nested':
      return walkNested(needs, selected, work);
    default:
      return walkBranch(needs, selected, work);
  }
}

/** Whether the field leads to another answer. */
const leadsAway = ({ kind }: Needs): boolean =>
  kind !== 'none' && kind !== 'paths' && kind !== 'nested';

/** Walks the value of a field, which the same answer has. */
function walkValue({ field, nodes }: SelectedField, at: AnswerPosition, work: Work): number {
  const { draft } = work;
  const { rejection, needsAnswer } = draft;
  draft.rejection = undefined;
  draft.needsAnswer = false;
  const count = walkType(getNamedType(field.type), nodes, at, work);
  draft.needsAnswer ||= needsAnswer || draft.rejection === undefined;
  draft.rejection = rejection ?? draft.rejection;
  return count;
}

/** The position below a field; the same one if nothing is selected there. */
const below = (at: AnswerPosition, { field, nodes: [node] }: SelectedField): AnswerPosition =>
  node!.selectionSet ? { ...at, above: [...at.above, { field, node: node! }] } : at;

function walkNested(
  { path, paths, maxItems, isCut = false }: NestedNeeds,
  selected: SelectedField,
  work: Work,
): number {
  const { field, nodes, at } = selected;
  const { prefix, multiplier } = at;
  addPaths(paths, at, work.draft.paths);
  if (path !== '') work.draft.objects.add(prefix + path);
  const inner = {
    prefix: path === '' ? prefix : `${prefix}${path}.`,
    multiplier: multiplier * maxItems,
    isCut: isCut || at.isCut === true,
    above: [...at.above, { field, node: nodes[0]! }],
  };
  return walkValue(selected, inner, work);
}

/** @returns response fields of the field's value */
function walkBranch(needs: BranchNeeds, selected: SelectedField, work: Work): number {
  const { draft, walk } = work;
  const { field, nodes, at } = selected;
  const projections = projectionsOf(getNamedType(field.type), nodes, walk);
  const below = rejectionIn(projections);
  if (below.rejection && !below.needsAnswer) {
    addRejection(below.rejection, draft);
    return 0;
  }
  draft.rejection ??= below.rejection;
  draft.needsAnswer = true;
  if (needs.kind !== 'calls') addPaths(needs.paths, at, draft.paths);
  const { multiplier, above } = at;
  draft.branches.push({ field, node: nodes[0]!, needs, multiplier, above, projections });
  if (needs.kind === 'list') addList(needs, at, projections, draft);
  else if (needs.kind === 'link') addLink(needs, selected, projections, draft);
  else addCall(needs.kind === 'calls' ? [] : [needs.resource.name], projections, draft);
  return Math.max(0, ...[...projections.values()].map(({ fieldCount }) => fieldCount));
}

function projectionsOf(
  type: GraphQLNamedType,
  nodes: readonly FieldNode[],
  walk: Walk,
): Projections {
  const types = isAbstractType(type) ? walk.schema.getPossibleTypes(type) : [type];
  return new Map(types.filter(isObjectType).map((each) => [each.name, project(each, nodes, walk)]));
}

/**
 * `nodes` and `edges { node }` select the same objects: their links under one response key are one
 * link, with the selections of both.
 */
const linkedProjection = (
  { link, type, at, nodes, names }: SelectedLink,
  walk: Walk,
): LinkedProjection => ({
  path: at.prefix.slice(0, -1),
  link,
  projection: project(type, nodes, walk),
  names,
});
