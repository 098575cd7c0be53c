/** Paths of upstream's JSON as a set, of which `part` and the `fields` mask are two views. */

/** Whether `path` or something that holds it is in the set. */
export function covers(held: ReadonlySet<string>, path: string): boolean {
  if (held.has(path)) return true;
  for (let at = path.lastIndexOf('.'); at > 0; at = path.lastIndexOf('.', at - 1))
    if (held.has(path.slice(0, at))) return true;
  return false;
}

/** An immutable set of paths; its views are made once. */
export class Paths {
  static readonly none = new Paths(new Set());
  readonly set: ReadonlySet<string>;
  #mask: string | undefined;
  #parts: readonly string[] | undefined;
  #extended: Map<string, Paths> | undefined;

  constructor(set: ReadonlySet<string>) {
    this.set = set;
  }

  static of(...paths: readonly string[]): Paths {
    return new Paths(new Set(paths));
  }

  static union(all: readonly Paths[]): Paths {
    const [first = Paths.none, ...rest] = new Set(all);
    return rest.length === 0
      ? first
      : new Paths(new Set([first, ...rest].flatMap(({ set }) => [...set])));
  }

  get size(): number {
    return this.set.size;
  }

  /** `fields`: `id,snippet(channelId,title),statistics/viewCount`. A whole object swallows its members. */
  get mask(): string {
    return (this.#mask ??= maskOf(this.set));
  }

  /** `part`: the first step of every path; `id` where nothing else is asked, since an empty part is refused. */
  get parts(): readonly string[] {
    return (this.#parts ??= partsOf(this.set));
  }

  /** The paths below a step, seen from there; `prefix` itself is nothing below. */
  below(prefix: string): Paths {
    const start = `${prefix}.`;
    return new Paths(
      new Set(
        [...this.set]
          .filter((path) => path.startsWith(start))
          .map((path) => path.slice(start.length)),
      ),
    );
  }

  under(prefix: string): Paths {
    return new Paths(new Set([...this.set].map((path) => `${prefix}.${path}`)));
  }

  /** Kept, since the same document asks for the same extension again, and its mask with it. */
  with(...paths: readonly string[]): Paths {
    if (paths.every((path) => this.set.has(path))) return this;
    const key = paths.join();
    let extended = this.#extended?.get(key);
    if (extended === undefined)
      (this.#extended ??= new Map()).set(
        key,
        (extended = new Paths(new Set([...this.set, ...paths]))),
      );
    return extended;
  }

  coveredBy(held: ReadonlySet<string>): boolean {
    for (const path of this.set) if (!covers(held, path)) return false;
    return true;
  }

  /** Whether any of the paths is held. */
  meets(held: ReadonlySet<string>): boolean {
    for (const path of this.set) if (covers(held, path)) return true;
    return false;
  }

  without(held: ReadonlySet<string>): Paths {
    return new Paths(new Set([...this.set].filter((path) => !covers(held, path))));
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

interface Tree extends Map<string, Tree> {}

function maskOf(paths: ReadonlySet<string>): string {
  const root: Tree = new Map();
  for (const path of [...paths].toSorted()) {
    const parent = path.lastIndexOf('.');
    if (parent > 0 && covers(paths, path.slice(0, parent))) continue;
    let at = root;
    for (const step of path.split('.')) {
      let next = at.get(step);
      if (next === undefined) at.set(step, (next = new Map()));
      at = next;
    }
  }
  return print(root);
}

const print = (tree: Tree): string =>
  [...tree]
    .map(([step, under]) => {
      if (under.size === 0) return step;
      return under.size === 1 ? `${step}/${print(under)}` : `${step}(${print(under)})`;
    })
    .join(',');

/** Synchronous property access along a path: no promise, no copy. */
export function getter(path: string): (value: any) => any {
  const [first, second, ...rest] = path.split('.') as [string, string?, ...string[]];
  if (second === undefined) return (value) => value?.[first];
  if (rest.length === 0) return (value) => value?.[first]?.[second];
  return (value) => [first, second, ...rest].reduce((at, step) => at?.[step], value);
}

/** All values at a path of a value or of several, through the arrays on its way. */
export function valuesAt(value: unknown, path: string): unknown[] {
  let at: unknown[] = [value].flat();
  if (path !== '')
    for (const step of path.split('.'))
      at = at.flatMap((each) => (each as Record<string, unknown> | null)?.[step] ?? []);
  return at.flat();
}

/** Sets a value at a path, making the objects on its way; `undefined` removes it. */
export function setAt(target: Record<string, unknown>, path: string, value: unknown): void {
  const steps = path.split('.');
  const last = steps.pop()!;
  let at = target;
  for (const step of steps) at = (at[step] ??= {}) as Record<string, unknown>;
  if (value === undefined) delete at[last];
  else at[last] = value;
}
