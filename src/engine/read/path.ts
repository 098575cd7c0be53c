/**
 * Sets of paths in the JSON of the REST APIs. The `part` parameter and the `fields` mask of a call
 * are made from one set.
 */

/** The path of the object around a value; empty at the top. */
const outerOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('.')));

/** Whether the path or an object around it is in the set. */
export function covers(paths: ReadonlySet<string>, path: string): boolean {
  for (let at = path; at !== ''; at = outerOf(at)) if (paths.has(at)) return true;
  return false;
}

/** The paths that a `fields` mask selects. */
export function pathsIn(mask: string): ReadonlySet<string> {
  const paths = new Set<string>();
  const bases = [''];
  let base = '';
  for (const [, step = '', end] of `${mask},`.matchAll(/([^,()/]*)([,()/])/g)) {
    if (end === '/' || end === '(') base += `${step}.`;
    else if (step !== '') paths.add(base + step);
    if (end === '(') bases.push(base);
    if (end === ')') bases.pop();
    if (end === ',' || end === ')') base = bases.at(-1)!;
  }
  return paths;
}

/** The paths of all objects that have one of the paths in them. */
export function objectsAround(paths: readonly string[]): ReadonlySet<string> {
  const around = new Set<string>();
  for (const path of paths)
    for (let at = outerOf(path); at !== ''; at = outerOf(at)) around.add(at);
  return around;
}

/** An immutable set of paths. Its mask, its parts and its extensions are made once. */
export class Paths {
  static readonly none = new Paths(new Set());
  readonly set: ReadonlySet<string>;
  #mask: string | undefined;
  #parts: readonly string[] | undefined;
  /** By the added path, and by the prefix. */
  #extended: Map<string, Paths> | undefined;
  #inside: Map<string, Paths> | undefined;
  /** The last set that covered the paths: the entities of an answer have the same one. */
  #coveredBy: ReadonlySet<string> | undefined;

  constructor(set: ReadonlySet<string>) {
    this.set = set;
  }

  static of(...paths: readonly string[]): Paths {
    return new Paths(new Set(paths));
  }

  static union(all: readonly Paths[]): Paths {
    const [first = Paths.none] = all;
    // The usual case: the entities of a batch have the paths of one field.
    if (all.every((paths) => paths === first)) return first;
    return new Paths(new Set(all.flatMap(({ set }) => [...set])));
  }

  get size(): number {
    return this.set.size;
  }

  /**
   * The `fields` parameter: `id,snippet(channelId,title),statistics/viewCount`. A path inside an
   * object that is in the set itself is left out.
   */
  get mask(): string {
    return (this.#mask ??= maskOf(this.set));
  }

  /**
   * The `part` parameter: the first step of each path; `id` if there is no other, since the APIs
   * reject an empty `part`.
   */
  get parts(): readonly string[] {
    return (this.#parts ??= partsOf(this.set));
  }

  /** The paths inside the object at `prefix`, relative to it; the same object in each call. */
  below(prefix: string): Paths {
    let inside = this.#inside?.get(prefix);
    if (inside === undefined)
      (this.#inside ??= new Map()).set(prefix, (inside = this.#below(`${prefix}.`)));
    return inside;
  }

  #below(start: string): Paths {
    const inside = [...this.set].filter((path) => path.startsWith(start));
    return new Paths(new Set(inside.map((path) => path.slice(start.length))));
  }

  /** The same paths inside an object at `prefix`. */
  under(prefix: string): Paths {
    return new Paths(new Set([...this.set].map((path) => `${prefix}.${path}`)));
  }

  /**
   * Adds paths. The result is cached path by path: every execution of a document makes the same
   * extensions.
   */
  with(...paths: readonly string[]): Paths {
    return paths.reduce<Paths>((extended, path) => extended.#with(path), this);
  }

  #with(path: string): Paths {
    if (this.set.has(path)) return this;
    let extended = this.#extended?.get(path);
    if (extended === undefined)
      (this.#extended ??= new Map()).set(
        path,
        (extended = new Paths(new Set([...this.set, path]))),
      );
    return extended;
  }

  /** Whether the other set covers all of the paths. @param other is never changed */
  coveredBy(other: ReadonlySet<string>): boolean {
    if (other === this.#coveredBy) return true;
    for (const path of this.set) if (!covers(other, path)) return false;
    this.#coveredBy = other;
    return true;
  }

  /** Whether the other set covers any of the paths. */
  intersects(other: ReadonlySet<string>): boolean {
    for (const path of this.set) if (covers(other, path)) return true;
    return false;
  }

  /** The paths that the other set does not cover; the same object if it covers none. */
  without(other: ReadonlySet<string>): Paths {
    if (this.coveredBy(other)) return this.size === 0 ? this : Paths.none;
    let left: Set<string> | undefined;
    for (const path of this.set) if (covers(other, path)) (left ??= new Set(this.set)).delete(path);
    return left === undefined ? this : new Paths(left);
  }
}

function partsOf(paths: Iterable<string>): readonly string[] {
  const parts = new Set<string>();
  for (const path of paths) {
    const dot = path.indexOf('.');
    const part = dot < 0 ? path : path.slice(0, dot);
    if (part !== 'id' && part !== 'etag') parts.add(part);
  }
  return parts.size === 0 ? ['id'] : [...parts].toSorted();
}

/** Steps of paths; a step without further ones is a leaf. */
interface Tree extends Map<string, Tree> {}

function maskOf(paths: ReadonlySet<string>): string {
  const root: Tree = new Map();
  for (const path of [...paths].toSorted()) {
    const parent = path.lastIndexOf('.');
    if (parent > 0 && covers(paths, path.slice(0, parent))) continue;
    let node = root;
    for (const step of path.split('.')) {
      let child = node.get(step);
      if (child === undefined) node.set(step, (child = new Map()));
      node = child;
    }
  }
  return printMask(root);
}

const printMask = (tree: Tree): string =>
  [...tree]
    .map(([step, below]) => {
      if (below.size === 0) return step;
      return below.size === 1 ? `${step}/${printMask(below)}` : `${step}(${printMask(below)})`;
    })
    .join(',');

type JsonObject = Readonly<Record<string, unknown>>;

const property = (value: unknown, name: string): unknown =>
  (value as JsonObject | null | undefined)?.[name];

/** @returns a function that reads the value at the path; undefined if an object is missing */
export function getter(path: string): (value: unknown) => unknown {
  if (!path.includes('.')) return (value) => property(value, path);
  const steps = path.split('.');
  const [first, second] = steps as [string, string];
  if (steps.length === 2) return (value) => property(property(value, first), second);
  return (value) => steps.reduce(property, value);
}

/**
 * All values at the path. An array, also at the top, is replaced by its items.
 * @param limits the number of items of arrays, the first ones, by the number of steps to the array
 */
export function valuesAt(
  value: unknown,
  path: string,
  limits?: ReadonlyMap<number, number>,
): unknown[] {
  const values: unknown[] = [];
  addValues(value, { steps: path === '' ? [] : path.split('.'), limits }, 0, values);
  return values;
}

interface ValuePath {
  readonly steps: readonly string[];
  readonly limits: ReadonlyMap<number, number> | undefined;
}

/** @param depth the number of steps above the value */
function addValues(value: unknown, path: ValuePath, depth: number, into: unknown[]): void {
  const { steps, limits } = path;
  if (Array.isArray(value)) {
    const end = Math.min(value.length, limits?.get(depth) ?? value.length);
    for (let index = 0; index < end; index += 1) addValues(value[index], path, depth, into);
  } else if (depth === steps.length) into.push(value);
  else if (value != null) {
    const inner = property(value, steps[depth]!);
    if (inner != null) addValues(inner, path, depth + 1, into);
  }
}

/** Sets the value at the path, and creates objects on the way. `undefined` deletes the property. */
export function setAt(target: Record<string, unknown>, path: string, value: unknown): void {
  const steps = path.split('.');
  const last = steps.pop()!;
  let object = target;
  for (const step of steps) object = (object[step] ??= {}) as Record<string, unknown>;
  if (value === undefined) delete object[last];
  else object[last] = value;
}
