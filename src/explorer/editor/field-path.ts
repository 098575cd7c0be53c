/** Which field of the result is where in its text. */
import { findNodeAtLocation, getLocation, type Node, parseTree } from 'jsonc-parser';

/** A piece of a text. */
export interface Piece {
  readonly offset: number;
  readonly length: number;
}

/** @returns response names from the root of the field at the offset; indexes are left out */
export function fieldAt(json: string, offset: number): string | undefined {
  const [top, ...path] = getLocation(json, offset).path;
  const names = path.filter((each) => typeof each === 'string');
  return top === 'data' && names.length > 0 ? names.join('.') : undefined;
}

/** At most so many pieces are marked. */
const maxPieces = 500;

/** @returns the names of all fields with a path, in each item of each list */
export function piecesOf(json: string, field: string): Piece[] {
  const root = parseTree(json);
  const data = root && findNodeAtLocation(root, ['data']);
  let nodes: readonly Node[] = data ? [data] : [];
  for (const name of field.split('.'))
    nodes = nodes.flatMap(itemsOf).flatMap((node) => findNodeAtLocation(node, [name]) ?? []);
  return nodes.slice(0, maxPieces).map((node) => {
    const { offset, length } = node.parent!.children![0]!;
    return { offset, length };
  });
}

/** @returns the items of a list, at any depth, or the value itself */
const itemsOf = (node: Node): Node[] =>
  node.type === 'array' ? (node.children ?? []).flatMap(itemsOf) : [node];

/** Whether a field is the other one, or is inside it. */
export const isWithin = (field: string, other: string): boolean =>
  field === other || field.startsWith(`${other}.`);
