/** Input objects of writes: how their values change the objects of the REST API. */
import { InputObjectRef } from '@pothos/core';
import { type Change, isRecord, type JsonRecord } from '../../write/change.ts';

/** Whether the type of a row is an input object, and no list of them. */
export const isInputObject = (type: unknown): boolean =>
  (isNonNull(type) ? type.nonNull : type) instanceof InputObjectRef;

/** Whether the type of a row is marked as required. */
export const isNonNull = (type: unknown): type is { readonly nonNull: unknown } =>
  typeof type === 'object' && type !== null && 'nonNull' in type;

/**
 * The change to a new value. An input object is merged into the current object, at any depth: a
 * property that is absent or undefined keeps its value, and null clears it. A PATCH merges objects
 * itself.
 * @param options `oneValue`: the object replaces the current one
 */
export const changeTo = (
  next: unknown,
  type: unknown,
  options: { readonly oneValue?: string } | undefined,
): Pick<Change, 'apply' | 'patch'> =>
  isInputObject(type) && options?.oneValue === undefined
    ? { apply: (current) => mergePatch(current, next), patch: () => next }
    : { apply: () => next };

/**
 * Merges a patch into a value, at any depth: an absent or undefined property keeps the current one,
 * null removes it. A list replaces the current one.
 * @returns a new value; never with a null of the patch
 */
function mergePatch(current: unknown, patch: unknown): unknown {
  if (!isRecord(patch)) return patch;
  const next: JsonRecord = isRecord(current) ? { ...current } : {};
  for (const [name, value] of Object.entries(patch))
    if (value === null) delete next[name];
    else if (value !== undefined) next[name] = mergePatch(next[name], value);
  return next;
}
