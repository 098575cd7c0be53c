/** YouTube's update semantics: a named part is replaced, and its omitted fields are reset. */
import type { ApiCall } from './handler.ts';
import { isObject } from '../json.ts';
import { type Tree, valueAt } from './tree.ts';
import { replacedPathsOf } from './writable-path.ts';

/**
 * Replaces the parts of a stored resource that the call names, in place.
 * @param defaults by path: the values of omitted fields; fields without a default are removed
 */
export function replaceParts(
  stored: object,
  { operation, body, parts }: Pick<ApiCall, 'operation' | 'body' | 'parts'>,
  defaults: Readonly<Record<string, unknown>> = {},
): void {
  for (const path of replacedPathsOf(operation.key)) {
    const names = path.split('.');
    if (!parts.has(names[0]!)) continue;
    const value = valueAt(body, names) ?? defaults[path];
    setValueAt(stored as Tree, names, structuredClone(value));
  }
}

/** @param value undefined removes the field */
function setValueAt(tree: Tree, names: readonly string[], value: unknown): void {
  const [name, ...rest] = names as [string, ...string[]];
  if (rest.length === 0) {
    if (value === undefined) delete tree[name];
    else tree[name] = value;
    return;
  }
  if (!isObject(tree[name])) {
    if (value === undefined) return;
    tree[name] = {};
  }
  setValueAt(tree[name] as Tree, rest, value);
}
