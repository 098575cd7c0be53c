/** One resource seen by one execution: the fewest calls for all that the query wants of it, each id on its own when it fails. */
import DataLoader from 'dataloader';
import { InvalidInput } from '../../upstream/error.ts';
import type { AnyOperation } from '../../upstream/operation.ts';
import { Held, UNKNOWN } from './cache-entry.ts';
import { checkKey } from './key.ts';
import { getter, Paths } from './path.ts';
import type { EntityProjection } from './projection.ts';
import { attachRef, type Ref, refOf, type Resource, entityKey } from './resource.ts';
import { isRefusal, refuse } from './read-failure.ts';
import type { BatchScheduler } from './batch-scheduler.ts';

/** The doors through which a loader asks. */
export interface Reads {
  readonly scheduler: BatchScheduler;
  call(
    operation: AnyOperation,
    args: Readonly<Record<string, unknown>>,
    downstream: ReadonlySet<string>,
  ): Promise<unknown>;
}

type Wanted = EntityProjection;

interface Want extends Wanted {
  readonly held: Held;
}

/** A want that has its place in a batch. */
interface Asked extends Want {
  readonly land: () => void;
}

/** Things whose answers come together, and when. */
interface Landing {
  readonly helds: readonly Held[];
  readonly done: Promise<void>;
}

/** Wants that one caller waits for together. */
interface Group<W = Asked> {
  readonly wants: readonly W[];
  readonly onLand?: ((helds: readonly Held[]) => Promise<void> | undefined) | undefined;
}

export class ResourceLoader {
  readonly #resource: Resource;
  readonly #reads: Reads;
  /** Lane (what may share a call) -> thing -> what is known of it. */
  #lanes = new Map<string, Map<string, Held>>();
  /** One queue a lane: what can't share a call needn't share a moment. */
  readonly #queues = new Map<string, DataLoader<Group, void>>();

  constructor(resource: Resource, reads: Reads) {
    this.#resource = resource;
    this.#reads = reads;
  }

  /**
   * The value, or null where upstream leaves it out; a promise only where a call is needed.
   * Asking nothing but ids makes no call and promises no existence.
   */
  load(ref: Ref, wanted: Wanted): object | null | Promise<object | null> {
    if (wanted.paths.size === 0) return attachRef({}, ref);
    const lane = this.#laneOf(ref, wanted.paths);
    const held = this.#heldOf(lane, ref);
    const known = held.read(wanted.paths);
    if (known !== UNKNOWN) return known;
    void this.#ask(lane, { wants: [{ held, ...wanted }] });
    return held.landing(wanted.paths).then(() => this.#landed(lane, held, wanted));
  }

  /** What was asked has come; a list that changed in between may have made something unknown again: then all of it is asked once more. */
  #landed(lane: string, held: Held, wanted: Wanted): object | null | Promise<object | null> {
    const known = held.read(wanted.paths);
    if (known !== UNKNOWN) return known;
    void this.#ask(lane, { wants: [{ held, ...wanted }] });
    return held.landing(wanted.paths).then(() => {
      const again = held.read(wanted.paths);
      if (again === UNKNOWN)
        throw new Error(`${this.#resource.name}: an answer lacks what was asked`);
      return again;
    });
  }

  /**
   * Loads many ahead of the fields that will ask for them, so that those answer at once. Failures are kept for those fields.
   * @param onLand told of each group of values as it comes; what it returns is waited for
   * @returns undefined where all is known already and `onLand` has nothing to wait for
   */
  loadAhead(
    refs: readonly Ref[],
    wanted: Wanted,
    onLand: (values: readonly object[]) => Promise<void> | undefined,
  ): Promise<void> | undefined {
    const waits: Promise<unknown>[] = [];
    const ready: object[] = [];
    const groups = new Map<string, Want[]>();
    const landed = (helds: readonly Held[]): Promise<void> | undefined =>
      onLand(valuesOf(helds, wanted.paths));
    for (const ref of refs) {
      const lane = this.#laneOf(ref, wanted.paths);
      const held = this.#tryHeldOf(lane, ref);
      const known = held === undefined ? null : tryRead(held, wanted.paths);
      if (held === undefined || known === null) continue;
      if (known !== UNKNOWN) ready.push(known);
      else if (held.open(wanted.paths) !== wanted.paths) {
        void this.#ask(lane, { wants: [{ held, ...wanted }] });
        waits.push(held.landing(wanted.paths).then(() => landed([held])));
      } else push(groups, lane, { held, ...wanted });
    }
    for (const [lane, wants] of groups) waits.push(this.#ask(lane, { wants, onLand: landed })!);
    const now = ready.length > 0 ? onLand(ready) : undefined;
    if (now) waits.push(now);
    return waits.length === 0 ? undefined : Promise.all(waits).then(() => {});
  }

  /** Forgets all: a write went out. Answers still on their way land where nobody looks. */
  forget(): void {
    this.#lanes = new Map();
  }

  /** What a write answered is known. */
  keep(ref: Ref, answer: object, paths: Paths): void {
    this.#heldOf(this.#laneOf(ref, Paths.none), ref).put(answer, paths);
  }

  /** Only wants of one lane share a call: same parent keys, same variant, and guarded parts by themselves. */
  #laneOf({ key, args }: Ref, paths: Paths): string {
    const { kind, operation } = this.#resource.read;
    const { ownerOnlyParts } = operation;
    const parents = kind === 'batch' && key.length > 1;
    const guarded =
      ownerOnlyParts !== undefined && paths.parts.some((part) => ownerOnlyParts.includes(part));
    if (args === undefined && !guarded && !parents) return '';
    const alone = guarded ? paths.parts.filter((part) => ownerOnlyParts.includes(part)) : [];
    return JSON.stringify([parents ? key.slice(0, -1) : [], args ?? {}, alone]);
  }

  #heldOf(lane: string, ref: Ref): Held {
    let things = this.#lanes.get(lane);
    if (!things) this.#lanes.set(lane, (things = new Map()));
    const thing = entityKey(ref);
    let held = things.get(thing);
    if (held) return held;
    checkKey(this.#resource, ref.key);
    things.set(thing, (held = new Held(ref)));
    return held;
  }

  /** Undefined for what is no id: the field that asks for it will say so. */
  #tryHeldOf(lane: string, ref: Ref): Held | undefined {
    try {
      return this.#heldOf(lane, ref);
    } catch (error) {
      if (error instanceof InvalidInput) return undefined;
      throw error;
    }
  }

  #ask(lane: string, { wants, onLand }: Group<Want>): Promise<void> | undefined {
    const asked: Asked[] = [];
    for (const { held, downstream, paths: wanted } of wants) {
      const paths = held.open(wanted);
      if (paths.size > 0)
        asked.push({ held, downstream, paths, land: held.departs(this.#withId(paths)) });
    }
    return asked.length === 0 ? undefined : this.#queue(lane).load({ wants: asked, onLand });
  }

  /** The paths that a call for these brings: a list's answer always has the ids of its items. */
  #withId(paths: Paths): Paths {
    const { read } = this.#resource;
    return 'idPath' in read ? paths.with(read.idPath) : paths;
  }

  #queue(lane: string): DataLoader<Group, void> {
    let queue = this.#queues.get(lane);
    if (queue) return queue;
    const batchScheduleFn = (dispatch: () => void): void =>
      this.#reads.scheduler.whenReady(this.#resource.name, dispatch);
    // A group's place in the batch is taken by the promise of its own landing, so that groups settle apart.
    const batch = (groups: readonly Group[]): Promise<void[]> =>
      Promise.resolve(this.#fetch(groups) as unknown as void[]);
    this.#queues.set(
      lane,
      (queue = new DataLoader<Group, void>(batch, { cache: false, batchScheduleFn })),
    );
    return queue;
  }

  #fetch(groups: readonly Group[]): Promise<void>[] {
    const wants = groups.flatMap((group) => group.wants);
    const downstream = new Set(wants.flatMap((want) => [...want.downstream]));
    const landings =
      this.#resource.read.kind === 'single'
        ? this.#fetchEach(byHeld(wants), downstream)
        : this.#fetchLists(byHeld(wants), downstream);
    return groups.map((group) => landingOf(group, landings));
  }

  #fetchEach(wanted: ReadonlyMap<Held, Paths>, downstream: ReadonlySet<string>): Landing[] {
    const { read, fixed, key } = this.#resource;
    return [...wanted].map(([held, paths]) => {
      const { ref } = held;
      const args = {
        ...fixed,
        ...ref.args,
        ...named(key, ref),
        ...partOf(read.operation, paths),
        fields: paths.mask,
      };
      const done = this.#reads
        .call(read.operation, args, downstream)
        .then((answer) => held.put(answer as object, paths))
        .catch((error: unknown) => refuse(held, paths, error));
      return { helds: [held], done };
    });
  }

  #fetchLists(wanted: ReadonlyMap<Held, Paths>, downstream: ReadonlySet<string>): Landing[] {
    const { read } = this.#resource;
    const helds = [...wanted.keys()];
    if (read.kind !== 'batch' && read.kind !== 'wholeList') return [];
    const paths = Paths.union([...wanted.values()]).with(read.idPath);
    if (read.kind === 'wholeList')
      return [{ helds, done: this.#fetchWhole(helds, paths, downstream) }];
    const size = read.operation.idsPerCall ?? 1;
    const chunks = Array.from({ length: Math.ceil(helds.length / size) }, (_, i) =>
      helds.slice(i * size, (i + 1) * size),
    );
    return chunks.map((chunk) => ({
      helds: chunk,
      done: this.#fetchList(chunk, paths, downstream),
    }));
  }

  async #fetchList(
    helds: readonly Held[],
    paths: Paths,
    downstream: ReadonlySet<string>,
  ): Promise<void> {
    const { read, fixed, key } = this.#resource;
    if (read.kind !== 'batch') return;
    const { ref } = helds[0]!;
    const { [key.at(-1)!]: _own, ...parents } = named(key, ref);
    const ids = { [read.param]: helds.map((held) => held.ref.key.at(-1)!) };
    const items = read.operation.page!.items;
    const idOf = getter(read.idPath) as (item: unknown) => string;
    try {
      const args = {
        ...fixed,
        ...ref.args,
        ...parents,
        ...ids,
        ...partOf(read.operation, paths),
        fields: `${items}(${paths.mask})`,
      };
      const answer = (await this.#reads.call(read.operation, args, downstream)) as
        | Record<string, unknown[] | undefined>
        | undefined;
      const byId = new Map((answer?.[items] ?? []).map((item) => [idOf(item), item as object]));
      for (const held of helds) held.put(byId.get(held.ref.key.at(-1)!) ?? null, paths);
    } catch (error) {
      if (helds.length > 1 && isRefusal(error, read.param)) {
        const half = helds.length >> 1;
        await Promise.all([
          this.#fetchList(helds.slice(0, half), paths, downstream),
          this.#fetchList(helds.slice(half), paths, downstream),
        ]);
      } else for (const held of helds) refuse(held, paths, error);
    }
  }

  /** One list has all things. It is a thing itself, without a key: `{ items }`; and whoever asks for one of them later finds it there. */
  async #fetchWhole(
    helds: readonly Held[],
    paths: Paths,
    downstream: ReadonlySet<string>,
  ): Promise<void> {
    const resource = this.#resource;
    const { read, fixed } = resource;
    const { ref } = helds[0]!;
    const { args } = ref;
    // What a write makes of the lanes meanwhile must not get to know this answer.
    const things = this.#lanes.get(this.#laneOf(ref, paths));
    if (read.kind !== 'wholeList') return;
    const idOf = getter(read.idPath) as (item: unknown) => string;
    const { items: name } = read.operation.page!;
    try {
      const call = {
        ...fixed,
        ...args,
        ...partOf(read.operation, paths),
        fields: `${name}(${paths.mask})`,
      };
      const answer = (await this.#reads.call(read.operation, call, downstream)) as
        | Record<string, object[] | undefined>
        | undefined;
      const items = (answer?.[name] ?? []).map((item) =>
        attachRef(item, { resource, key: [idOf(item)], ...(args && { args }) }),
      );
      const byId = new Map(items.map((item) => [idOf(item), item]));
      for (const held of helds)
        held.put(
          held.ref.key.length === 0 ? { items } : (byId.get(held.ref.key.at(-1)!) ?? null),
          paths,
        );
      for (const [id, item] of byId) {
        const known = things?.get(id);
        if (known === undefined) things?.set(id, heldOf(item, paths));
        else if (!helds.includes(known)) known.put(item, paths);
      }
    } catch (error) {
      for (const held of helds) refuse(held, paths, error);
    }
  }
}

function heldOf(value: object, paths: Paths): Held {
  const held = new Held(refOf(value)!);
  held.put(value, paths);
  return held;
}

const named = (key: readonly string[], ref: Ref): Record<string, string> =>
  Object.fromEntries(key.map((name, i) => [name, ref.key[i]!]));

const partOf = (operation: AnyOperation, paths: Paths): { part?: readonly string[] } =>
  'part' in operation.query ? { part: paths.parts } : {};

/** Each thing with all that is wanted of it. */
function byHeld(wants: readonly Asked[]): Map<Held, Paths> {
  const wanted = new Map<Held, Paths>();
  for (const { held, paths } of wants) {
    const known = wanted.get(held);
    wanted.set(held, known ? Paths.union([known, paths]) : paths);
  }
  return wanted;
}

const push = <K, V>(map: Map<K, V[]>, key: K, value: V): void => {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
};

function tryRead(held: Held, paths: Paths): object | null | typeof UNKNOWN {
  try {
    return held.read(paths);
  } catch {
    return null;
  }
}

const valuesOf = (helds: readonly Held[], paths: Paths): object[] =>
  helds.flatMap((held) => {
    const value = tryRead(held, paths);
    return value === null || value === UNKNOWN ? [] : [value];
  });

/** Settles when all of a group's things have landed, and what is to follow each landing. */
function landingOf({ wants, onLand }: Group, landings: readonly Landing[]): Promise<void> {
  const mine = new Map(wants.map((want) => [want.held, want]));
  const waits = landings.flatMap(({ helds, done }) => {
    const own = helds.flatMap((held) => mine.get(held) ?? []);
    if (own.length === 0) return [];
    const landed = (): Promise<void> | undefined => {
      for (const { land } of own) land();
      return onLand?.(own.map(({ held }) => held));
    };
    return [done.then(landed)];
  });
  return waits.length === 1 ? (waits[0] as Promise<void>) : Promise.all(waits).then(() => {});
}
