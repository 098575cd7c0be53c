/** The sandbox's state as plain data, and what differs between two states. */
import { isDeepStrictEqual } from 'node:util';
import type { Sandbox } from '../../../src/sandbox/sandbox.ts';

const services = ['video', 'live', 'storage', 'calendar'] as const;

/** Plain data: objects, arrays and scalars. */
export type State = Readonly<Record<string, unknown>>;

/** Copies the state of all services. Maps and lists of entities become objects by id. */
export const stateOf = (sandbox: Sandbox): State =>
  Object.fromEntries(
    services.map((service) => [service, plain(sandbox.simulation().state(service))]),
  );

function plain(value: unknown): unknown {
  if (value instanceof Map) return mapped([...value]);
  if (value instanceof Set) return mapped([...value].map((each) => [each, true]));
  if (Array.isArray(value)) return listed(value);
  return isObject(value) ? mapped(Object.entries(value)) : value;
}

const mapped = (entries: readonly (readonly [unknown, unknown])[]): object =>
  Object.fromEntries(entries.map(([key, value]) => [String(key), plain(value)]));

/** The order of entities is kept beside them, so that moving one does not change the others. */
function listed(list: readonly unknown[]): unknown {
  if (list.length === 0 || !list.every((each) => isObject(each) && typeof each['id'] === 'string'))
    return list.map(plain);
  const entities = list as readonly { readonly id: string }[];
  return {
    order: entities.map(({ id }) => id),
    ...Object.fromEntries(entities.map((entity) => [entity.id, plain(entity)])),
  };
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** Values that every write changes: versions, times and counters. */
const volatile =
  /\/(etag|updated|updatedAt|lastUpdated|sequence|revision|revisions|modifiedTime|generated|inserted\w+)(\/|$)/;

/** The value at a path; steps are separated by `/`, since ids have dots. */
export const valueAt = (state: unknown, path: string): unknown =>
  path
    .split('/')
    .reduce<unknown>((value, step) => (isObject(value) ? value[step] : undefined), state);

/** Whether a value is absent, or a collection without entries. */
export const isEmpty = (value: unknown): boolean =>
  value === undefined || value === '' || (isObject(value) && Object.keys(value).length === 0);

/** Paths of the values that differ. An added or removed object is one path. */
export function changedPaths(before: unknown, after: unknown, at = ''): string[] {
  if (isDeepStrictEqual(before, after) || volatile.test(at)) return [];
  if (isEmpty(before) && isEmpty(after)) return [];
  if (!isObject(before) || !isObject(after) || Array.isArray(before) || Array.isArray(after))
    return [at.slice(1)];
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].flatMap((name) => changedPaths(before[name], after[name], `${at}/${name}`));
}

/** Whether a path is `outer` or below it. */
export const isWithin = (path: string, outer: string): boolean =>
  path === outer || path.startsWith(`${outer}/`);
