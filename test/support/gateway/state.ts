/** The sandbox's state as plain data, and what differs between two states. */
import type { Sandbox } from '../../../src/sandbox/sandbox.ts';
import { seeds } from '../../../src/sandbox/seed/seeds.ts';
import { Simulation } from '../../../src/sandbox/simulation.ts';
import { services } from '../../../src/services/api.ts';
import type { Service } from '../../../src/engine/api/register.ts';

/** Plain data: objects, arrays and scalars. */
export type State = Readonly<Record<string, unknown>>;

/** The last copy of each service, with which the next one shares what has not changed. */
const lastCopies = new Map<Service, unknown>();

/**
 * Copies the state of all services. Maps and lists of entities become objects by id. Two copies
 * share all values that are the same: comparing them is quick.
 */
export function stateOf(sandbox: Sandbox): State {
  const simulation = sandbox.simulation();
  return Object.fromEntries(
    services.map((service) => {
      const initial = initialState(service, simulation.start);
      if (!simulation.isSeeded(service)) return [service, initial];
      const copy = plain(simulation.state(service), lastCopies.get(service) ?? initial);
      lastCopies.set(service, copy);
      return [service, copy];
    }),
  );
}

const initialStates = new Map<string, unknown>();

/** The state of a service that no call has reached. Made once: most tests reach one service. */
function initialState(service: Service, start: Date): unknown {
  const key = `${service} ${start.toISOString()}`;
  if (!initialStates.has(key))
    initialStates.set(key, plain(new Simulation(start, 'studio', seeds).state(service), undefined));
  return initialStates.get(key);
}

/**
 * Copies a value, or returns the earlier copy if it is the same: the state is copied some thousand
 * times, and little of it changes. Loops take half the time of lists of entries.
 */
function plain(value: unknown, earlier: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return plainList(value, earlier);
  if (value instanceof Map) return plainMap(value as ReadonlyMap<unknown, unknown>, earlier);
  if (!(value instanceof Set)) return plainObject(value as State, earlier);
  return plainObject(Object.fromEntries([...value].map((key) => [key, true])), earlier);
}

function plainObject(object: State, earlier: unknown): unknown {
  const before = isRecord(earlier) ? earlier : {};
  let changed: Map<string, unknown> | undefined;
  let size = 0;
  for (const name in object) {
    size += 1;
    const copy = plain(object[name], before[name]);
    if (copy !== before[name] || !(name in before)) (changed ??= new Map()).set(name, copy);
  }
  if (!changed && before === earlier && size === sizeOf(before)) return before;
  return merged(Object.keys(object), before, changed);
}

function plainMap(map: ReadonlyMap<unknown, unknown>, earlier: unknown): unknown {
  const before = isRecord(earlier) ? earlier : {};
  let changed: Map<string, unknown> | undefined;
  for (const [key, item] of map) {
    const name = String(key);
    const copy = plain(item, before[name]);
    if (copy !== before[name]) (changed ??= new Map()).set(name, copy);
  }
  if (!changed && before === earlier && map.size === sizeOf(before)) return before;
  return merged([...map.keys()].map(String), before, changed);
}

/** The order of entities is beside them, so that moving one does not change the others. */
function plainList(list: readonly unknown[], earlier: unknown): unknown {
  if (list.length > 0 && list.every(isEntity)) {
    const byId = new Map<unknown, unknown>([['order', list.map(idOf)]]);
    for (const entity of list) byId.set(idOf(entity), entity);
    return plainMap(byId, earlier);
  }
  const before: readonly unknown[] = Array.isArray(earlier) ? earlier : [];
  const copy = list.map((item, index) => plain(item, before[index]));
  const isSame = copy.length === before.length && copy.every((item, at) => item === before[at]);
  return isSame && before === earlier ? before : copy;
}

function sizeOf(object: State): number {
  let size = 0;
  for (const _ in object) size += 1;
  return size;
}

/** An object with these names: the changed values, and those from before. */
function merged(
  names: readonly string[],
  before: State,
  changed: ReadonlyMap<string, unknown> | undefined,
): State {
  const copy: Record<string, unknown> = {};
  for (const name of names) copy[name] = changed?.has(name) ? changed.get(name) : before[name];
  return copy;
}

/** Entries of a calendar list have the id of their calendar. */
const idOf = (value: State): string => (value['id'] ?? value['calendarId']) as string;

const isEntity = (value: unknown): value is State =>
  isObject(value) && typeof idOf(value) === 'string';

const isRecord = (value: unknown): value is State => isObject(value) && !Array.isArray(value);

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** Values that every write changes: versions, times, counters, and operations in progress. */
const volatile =
  /\/(etag|updated|updatedAt|lastUpdated|sequence|\w*[rR]evisions?|generated|operations|inserted\w+|vanished)(\/|$)/;

/** The value at a path; steps are separated by `/`, since ids have dots. */
export const valueAt = (state: unknown, path: string): unknown =>
  path
    .split('/')
    .reduce<unknown>((value, step) => (isObject(value) ? value[step] : undefined), state);

/** Whether a value is absent, or a collection without entries. */
export const isEmpty = (value: unknown): boolean =>
  value === undefined || value === '' || (isObject(value) && Object.keys(value).length === 0);

/** Whether two values of plain data are equal; faster than `isDeepStrictEqual`. */
function isSame(before: unknown, after: unknown): boolean {
  if (before === after) return true;
  if (!isObject(before) || !isObject(after)) return false;
  const names = Object.keys(before);
  if (names.length !== Object.keys(after).length) return false;
  for (const name of names) if (!isSame(before[name], after[name])) return false;
  return true;
}

/** Paths of the values that differ. An added or removed object is one path. */
export function changedPaths(before: unknown, after: unknown, at = ''): string[] {
  if (isSame(before, after) || volatile.test(at)) return [];
  if (isEmpty(before) && isEmpty(after)) return [];
  if (!isObject(before) || !isObject(after) || Array.isArray(before) || Array.isArray(after))
    return [at.slice(1)];
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].flatMap((name) => changedPaths(before[name], after[name], `${at}/${name}`));
}

/** Whether a path is `outer` or below it. */
export const isWithin = (path: string, outer: string): boolean =>
  path === outer || path.startsWith(`${outer}/`);
