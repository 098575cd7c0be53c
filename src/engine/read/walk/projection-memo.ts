/**
 * Stores projections. A projection that depends on no variable is stored with the document, for all
 * its executions; any other is stored with one execution.
 */
import type { GraphQLNamedType } from 'graphql';
import type { Projection } from './projection.ts';
import type { SelectingNode } from './selection.ts';

interface Memo {
  readonly type: GraphQLNamedType;
  readonly nodes: readonly SelectingNode[];
  readonly projection: Projection;
}

/** By the first of the nodes. */
type Memos = WeakMap<SelectingNode, Memo[]>;

const byDocument: Memos = new WeakMap();
const byExecution = new WeakMap<object, Memos>();

/**
 * Maximum number of projections that a document stores for one field. Variables of `@include` and
 * `@skip` can select any number of different lists of nodes.
 */
const MAX_MEMOS = 32;

/** @param execution an object that belongs to one execution only */
export function findProjection(
  type: GraphQLNamedType,
  nodes: readonly SelectingNode[],
  execution: object,
): Projection | undefined {
  return (find(byDocument, type, nodes) ?? find(byExecution.get(execution), type, nodes))
    ?.projection;
}

/** @param execution an object that belongs to one execution only */
export function storeProjection(
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
  if (!memos) byExecution.set(execution, (memos = new WeakMap()));
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
