/** How a replacing update works: inside the parts that are named, what the body leaves out is erased or set to its default. */
import type { AnyOperation } from '../upstream/operation.ts';
import { isObject } from './json.ts';

type Tree = Record<string, unknown>;

/** Property that a writable path means as a whole: lists and maps are replaced, never merged. */
const whole = (path: string): string => path.replace(/(\[\]|\.\(key\)|\.\*).*$/, '');

/**
 * Writes a body into the stored resource, in place.
 * @param defaults by path, for writable properties that have one; the others disappear when left out
 */
export function replaceParts(
  operation: AnyOperation,
  stored: object,
  body: Readonly<Record<string, unknown>>,
  parts: ReadonlySet<string>,
  defaults: Readonly<Record<string, unknown>> = {},
): void {
  for (const path of new Set((operation.writable ?? []).map(whole))) {
    const names = path.split('.');
    if (!parts.has(names[0]!)) continue;
    const value = valueAt(body, names) ?? defaults[path];
    setAt(stored as Tree, names, structuredClone(value));
  }
}

const valueAt = (tree: unknown, names: readonly string[]): unknown =>
  names.reduce((value, name) => (isObject(value) ? value[name] : undefined), tree);

function setAt(tree: Tree, names: readonly string[], value: unknown): void {
  const [name, ...rest] = names as [string, ...string[]];
  if (rest.length > 0) {
    if (!isObject(tree[name])) {
      if (value === undefined) return;
      tree[name] = {};
    }
    setAt(tree[name] as Tree, rest, value);
  } else if (value === undefined) delete tree[name];
  else tree[name] = value;
}
