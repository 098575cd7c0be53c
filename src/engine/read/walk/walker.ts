/**
 * The walker: makes the projection of the selection below a field. The paths of calls, prefetch,
 * cost estimate and response limits all follow from this one walk. The walk does not enter a field
 * without needs: nothing below it is requested.
 */
import {
  type FieldNode,
  getNamedType,
  getNullableType,
  type GraphQLAbstractType,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  isAbstractType,
  isListType,
  isObjectType,
} from 'graphql';
import { Attached } from '../attached.ts';
import type { Needs, NestedNeeds } from '../needs.ts';
import {
  addCall,
  addPaths,
  type AnswerPosition,
  type Branch,
  type BranchNeeds,
  type Choice,
  type Draft,
  type Limits,
  type LinkedProjection,
  newDraft,
  pathsOf,
  type Projection,
  type Projections,
  responseName,
  ROOT,
  type SelectedLink,
} from './projection.ts';
import { rejectionOf } from '../load/rejected-field.ts';
import { addLink, addList, type SelectedField } from './selected-branch.ts';
import { collectFields, type SelectingNode, type SelectionContext } from './selection.ts';
import { choiceProjection, needsInAnswer } from './choice-selection.ts';

/** The parts of `GraphQLResolveInfo` that are the same for all fields of an operation. */
type OperationInfo = Pick<GraphQLResolveInfo, 'schema' | 'fragments' | 'variableValues'>;

interface Walk extends SelectionContext {
  readonly variableValues: OperationInfo['variableValues'];
  /** Variables that were read for the projection in the making. */
  readonly variables: Set<string>;
}

/**
 * The projection of the value that the current field returns.
 * @param typeName the type of that value, if the field's own type is abstract
 */
export function projectionOf(info: SharedInfo, typeName?: string): Projection {
  if (typeName !== undefined)
    return projectionFor(info.schema.getType(typeName)!, info.fieldNodes, info);
  if (info.projection) return info.projection;
  const projection = projectionFor(getNamedType(info.returnType), info.fieldNodes, info);
  // The objects of a list share the `info` of a field.
  if ('projection' in info) info.projection = projection;
  return projection;
}

/** The `info` of a field, with a place for its projection if the executor has one. */
interface SharedInfo extends GraphQLResolveInfo {
  projection?: Projection | undefined;
}

/** The projection of a value of the type, for the selections of the nodes. */
export function projectionFor(
  type: GraphQLNamedType,
  nodes: readonly SelectingNode[],
  info: OperationInfo,
): Projection {
  const { variableValues } = info;
  const known = findProjection(type, nodes, variableValues);
  if (known) return known;
  const projection = walkSelection(type, nodes, newWalk(info));
  storeProjection(type, nodes, variableValues, projection);
  return projection;
}

/** Information about rejected fields in the selection below a field. */
export function selectedBelow(
  type: GraphQLNamedType,
  nodes: readonly FieldNode[],
  info: OperationInfo,
): Pick<Projection, 'rejection' | 'needsAnswer'> {
  return anyOf([...projectionsOf(type, nodes, newWalk(info)).values()]);
}

function newWalk({ schema, fragments, variableValues }: OperationInfo): Walk {
  const read = (name: string): unknown => {
    walk.variables.add(name);
    return variableValues.coerced[name];
  };
  const walk: Walk = { schema, fragments, variableValues, variables: new Set(), read };
  return walk;
}

/** The projection of a value below the one that is walked: both depend on its variables. */
function project(type: GraphQLNamedType, nodes: readonly SelectingNode[], walk: Walk): Projection {
  const projection = projectionFor(type, nodes, walk);
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
  const { rejection, needsAnswer, fieldCount } = walkType(type, nodes, ROOT, { draft, walk });
  return {
    paths: pathsOf(draft),
    downstream: draft.downstream,
    links: [...draft.links.values()].map((link) => linkedProjection(link, walk)),
    branches: draft.branches,
    startsCalls: draft.startsCalls,
    checked: draft.checked,
    rejection,
    needsAnswer,
    withChoice: choice
      ? undefined
      : choiceProjection(draft, (one) => walkSelection(type, nodes, walk, one)),
    needsDefault: draft.needsDefault,
    fieldCount,
    variables: walk.variables,
  };
}

/** One projection in the making, and the walk that it belongs to. */
interface Work {
  readonly draft: Draft;
  readonly walk: Walk;
}

/** What the walk finds out about a value, or about what a field adds to its object. */
type Findings = Pick<Projection, 'rejection' | 'needsAnswer' | 'fieldCount'>;

const NOTHING: Findings = { rejection: undefined, needsAnswer: false, fieldCount: 0 };

/** About a value that has one of the types. */
const anyOf = (types: readonly Findings[]): Findings => ({
  ...allOf(types),
  fieldCount: Math.max(0, ...types.map(({ fieldCount }) => fieldCount)),
});

/** About an object, by all of its fields. */
function allOf(fields: readonly Findings[]): Findings {
  let { rejection, needsAnswer } = NOTHING;
  let fieldCount = fields.length;
  for (const field of fields) {
    rejection ??= field.rejection;
    needsAnswer ||= field.needsAnswer;
    fieldCount += field.fieldCount;
  }
  return { rejection, needsAnswer, fieldCount };
}

/** A rejected field, or one of whose value all fields are rejected: nothing is requested for it. */
function rejected(rejection: Error, draft: Draft): Findings {
  // The object is read for its other fields alone, and not to prove that it exists.
  draft.startsCalls = true;
  return { ...NOTHING, rejection };
}

/** Walks one object at the position; the fields of items of lists are not counted. */
function walkType(
  type: GraphQLNamedType,
  nodes: readonly SelectingNode[],
  at: AnswerPosition,
  work: Work,
): Findings {
  if (isAbstractType(type)) return walkAbstractType(type, nodes, at, work);
  if (!isObjectType(type)) return NOTHING;
  const fields: Findings[] = [];
  for (const sameKey of collectFields(type, nodes, work.walk).values())
    fields.push(walkField(type, sameKey, at, work));
  return allOf(fields);
}

/** The value can have any of the possible types: the projection has what each of them needs. */
function walkAbstractType(
  type: GraphQLAbstractType,
  nodes: readonly SelectingNode[],
  at: AnswerPosition,
  work: Work,
): Findings {
  const { draft, walk } = work;
  const before = draft.branches.length;
  addPaths(type.extensions.typePaths ?? [], at, draft.paths);
  const types = walk.schema
    .getPossibleTypes(type)
    .map((possible) => walkType(possible, nodes, at, work));
  // A field of an interface is one branch, whichever of its types the value has.
  const branches = draft.branches.splice(before);
  const isFirst = ({ needs, node }: Branch, index: number): boolean =>
    branches.findIndex((other) => other.needs === needs && other.node === node) === index;
  draft.branches.push(...branches.filter(isFirst));
  return anyOf(types);
}

/** Walks a field; if it is a list, the fields below it are not counted. */
function walkField(
  type: GraphQLObjectType,
  nodes: readonly FieldNode[],
  at: AnswerPosition,
  work: Work,
): Findings {
  const field = type.getFields()[nodes[0]!.name.value];
  if (!field) return NOTHING;
  const rejection = rejectionOf(nodes[0]!);
  if (rejection) return rejected(rejection, work.draft);
  const findings = walkNeeds({ type, field, nodes, at }, work);
  return isListType(getNullableType(field.type)) ? { ...findings, fieldCount: 0 } : findings;
}

function walkNeeds(selected: SelectedField, work: Work): Findings {
  const { field, nodes, at } = selected;
  const needs = needsInAnswer(field, nodes[0]!, work.walk, work.draft);
  if (needs === undefined) {
    work.draft.startsCalls ||= nodes[0]!.selectionSet !== undefined;
    return { ...NOTHING, needsAnswer: true };
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
function walkValue({ field, nodes }: SelectedField, at: AnswerPosition, work: Work): Findings {
  const findings = walkType(getNamedType(field.type), nodes, at, work);
  return findings.rejection ? findings : { ...findings, needsAnswer: true };
}

/** The position below a field; the same one if nothing is selected there. */
const below = (at: AnswerPosition, { field, nodes: [node] }: SelectedField): AnswerPosition =>
  node!.selectionSet ? { ...at, above: [...at.above, { field, node: node! }] } : at;

function walkNested(
  { path, paths, maxItems, limit, isCut = false }: NestedNeeds,
  selected: SelectedField,
  work: Work,
): Findings {
  const { field, nodes, at } = selected;
  const { prefix, multiplier } = at;
  addPaths(paths, at, work.draft.paths);
  if (path !== '') work.draft.objects.add(prefix + path);
  const innerPrefix = path === '' ? prefix : `${prefix}${path}.`;
  const inner = {
    prefix: innerPrefix,
    multiplier: multiplier * maxItems,
    limits: limit === undefined ? at.limits : withLimit(at.limits, innerPrefix, limit),
    isCut: isCut || at.isCut === true,
    above: [...at.above, { field, node: nodes[0]! }],
  };
  return walkValue(selected, inner, work);
}

/** Adds the limit of a list to those above it. @param prefix that of its objects */
const withLimit = (limits: Limits | undefined, prefix: string, limit: number): Limits =>
  new Map([...(limits ?? []), [prefix.split('.').length - 1, limit]]);

function walkBranch(needs: BranchNeeds, selected: SelectedField, work: Work): Findings {
  const { draft, walk } = work;
  const { type, field, nodes, at } = selected;
  const projections = projectionsOf(getNamedType(field.type), nodes, walk);
  const below = anyOf([...projections.values()]);
  if (below.rejection && !below.needsAnswer) return rejected(below.rejection, draft);
  addPaths(needs.paths ?? [], at, draft.paths);
  const { multiplier, above } = at;
  const place = at.isCut ? above.map(responseName).join(' ') : at.prefix;
  draft.branches.push({
    type: type.name,
    field,
    node: nodes[0]!,
    needs,
    multiplier,
    above,
    place,
    projections,
  });
  if (needs.kind === 'list') addList(needs, selected, projections, draft);
  else if (needs.kind === 'link') addLink(needs, selected, projections, draft);
  else addCall(needs.kind === 'calls' ? [] : [needs.resource.name], projections, draft);
  return { ...below, needsAnswer: true };
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
  limits: at.limits,
  link,
  projection: project(type, nodes, walk),
  names,
});

/**
 * A stored projection. One that depends on no variable is stored with the document, for all its
 * executions; any other with one execution.
 */
interface Memo {
  readonly type: GraphQLNamedType;
  readonly nodes: readonly SelectingNode[];
  readonly projection: Projection;
}

/** By the first of the nodes. */
type Memos = Attached<SelectingNode, Memo[]> | Map<SelectingNode, Memo[]>;

const byDocument: Memos = new Attached();
const byExecution = new Attached<object, Map<SelectingNode, Memo[]>>();

/**
 * Maximum number of projections that a document stores for one field. Variables of `@include` and
 * `@skip` can select any number of different lists of nodes.
 */
const MAX_MEMOS = 32;

/** @param execution an object that belongs to one execution only */
function findProjection(
  type: GraphQLNamedType,
  nodes: readonly SelectingNode[],
  execution: object,
): Projection | undefined {
  return (find(byDocument, type, nodes) ?? find(byExecution.get(execution), type, nodes))
    ?.projection;
}

/** @param execution an object that belongs to one execution only */
function storeProjection(
  type: GraphQLNamedType,
  nodes: readonly SelectingNode[],
  execution: object,
  projection: Projection,
): void {
  const isShared =
    projection.variables.size === 0 && (byDocument.get(nodes[0]!)?.length ?? 0) < MAX_MEMOS;
  const memos = isShared ? byDocument : memosOf(execution);
  const memo: Memo = { type, nodes, projection };
  const list = memos.get(nodes[0]!);
  if (list) list.push(memo);
  else memos.set(nodes[0]!, [memo]);
}

function memosOf(execution: object): Memos {
  let memos = byExecution.get(execution);
  if (!memos) byExecution.set(execution, (memos = new Map()));
  return memos;
}

function find(
  memos: Memos | undefined,
  type: GraphQLNamedType,
  nodes: readonly SelectingNode[],
): Memo | undefined {
  const list = memos?.get(nodes[0]!);
  if (list) for (const memo of list) if (memo.type === type && hasNodes(memo, nodes)) return memo;
  return undefined;
}

const hasNodes = (memo: Memo, nodes: readonly SelectingNode[]): boolean =>
  memo.nodes === nodes ||
  (memo.nodes.length === nodes.length && memo.nodes.every((node, at) => node === nodes[at]));
