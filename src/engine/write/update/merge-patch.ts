/** JSON Merge Patch (RFC 7396): changes of a JSON object that name only what they change. */
import { isRecord, type JsonRecord } from '../change.ts';

/**
 * Merges a patch into a value, at any depth: an absent or undefined property keeps the current one,
 * null removes it. A list replaces the current one.
 * @returns a new value; never with a null of the patch
 */
export function mergePatch(current: unknown, patch: unknown): unknown {
  if (!isRecord(patch)) return patch;
  const next: JsonRecord = isRecord(current) ? { ...current } : {};
  for (const [name, value] of Object.entries(patch))
    if (value === null) delete next[name];
    else if (value !== undefined) next[name] = mergePatch(next[name], value);
  return next;
}
