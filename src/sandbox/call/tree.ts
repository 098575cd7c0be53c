/** JSON objects by the paths of their values. */
import { isObject } from '../json.ts';

/** A JSON object. */
export type Tree = Record<string, unknown>;

/** The value at a path, whose steps are names. */
export const valueAt = (tree: unknown, names: readonly string[]): unknown =>
  names.reduce((value, name) => (isObject(value) ? value[name] : undefined), tree);

/** Writes the values of an object into another one. Objects are merged, lists replaced. */
export function mergeInto<T extends object>(target: T, source: object): T {
  const tree = target as Tree;
  for (const [name, value] of Object.entries(source)) {
    const before = tree[name];
    tree[name] = isObject(value) && isObject(before) ? mergeInto(before, value) : value;
  }
  return target;
}

/** The paths of the values that are no objects. */
export const leavesOf = (tree: object, above: readonly string[] = []): string[][] =>
  Object.entries(tree).flatMap(([name, value]) =>
    isObject(value) ? leavesOf(value, [...above, name]) : [[...above, name]],
  );

/** An object with the values at the paths for which a condition holds, and one with the others. */
export function divide(
  tree: object,
  condition: (path: string) => boolean,
  above = '',
): readonly [selected: Tree, others: Tree] {
  const [selected, others]: [Tree, Tree] = [{}, {}];
  for (const [name, value] of Object.entries(tree)) {
    const path = above + name;
    if (condition(path) || !isObject(value)) {
      (condition(path) ? selected : others)[name] = value;
      continue;
    }
    const [inner, rest] = divide(value, condition, `${path}.`);
    if (Object.keys(inner).length > 0) selected[name] = inner;
    if (Object.keys(rest).length > 0) others[name] = rest;
  }
  return [selected, others];
}
