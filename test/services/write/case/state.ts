/** The sandbox's state as plain data, and what differs between two states. */
import type { Sandbox } from '../../../../src/sandbox/sandbox.ts';
import { seeds } from '../../../../src/sandbox/seed/seeds.ts';
import { Simulation } from '../../../../src/sandbox/simulation.ts';
import { services } from '../../../../src/services/api.ts';
import type { Service } from '../../../../src/engine/api/register.ts';

/** Plain data: objects, arrays and scalars. */
export type State = Readonly<Record<string, unknown>>;

/** Copies the state of all services. Maps and lists of entities become objects by id. */
export function stateOf(sandbox: Sandbox): State {
  const simulation = sandbox.simulation();
  return Object.fromEntries(
    services.map((service) => [
      service,
      simulation.isSeeded(service)
        ? plain(simulation.state(service))
        : initialState(service, simulation.start),
    ]),
  );
}

const initialStates = new Map<string, unknown>();

/** The state of a service that no call has reached. Made once: most tests reach one service. */
function initialState(service: Service, start: Date): unknown {
  const key = `${service} ${start.toISOString()}`;
  if (!initialStates.has(key))
    initialStates.set(key, plain(new Simulation(start, 'studio', seeds).state(service)));
  return initialStates.get(key);
}

/** Loops instead of copies of entries: the state is copied some thousand times. */
function plain(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return listed(value);
  const copy: Record<string, unknown> = {};
  if (value instanceof Map) for (const [key, item] of value) copy[String(key)] = plain(item);
  else if (value instanceof Set) for (const key of value) copy[String(key)] = true;
  else for (const key of Object.keys(value)) copy[key] = plain((value as State)[key]);
  return copy;
}

/** The order of entities is beside them, so that moving one does not change the others. */
function listed(list: readonly unknown[]): unknown {
  if (list.length === 0 || !list.every(isEntity)) return list.map(plain);
  const copy: Record<string, unknown> = { order: list.map(idOf) };
  for (const entity of list) copy[idOf(entity)] = plain(entity);
  return copy;
}

/** Entries of a calendar list have the id of their calendar. */
const idOf = (value: State): string => (value['id'] ?? value['calendarId']) as string;

const isEntity = (value: unknown): value is State =>
  isObject(value) && typeof idOf(value) === 'string';

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
