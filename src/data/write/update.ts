/**
 * Replacing updates that erase nothing: read all that is writable in what will be replaced, past the loader, merge, replace.
 * The read never comes from a projection: what the client's selection leaves out would be erased.
 */
import { upstreamError, UpstreamError } from '../../upstream/error.ts';
import type { AnyOperation } from '../../upstream/operation.ts';
import { covers, getter, Paths, setAt } from '../read/path.ts';
import type { Ref } from '../read/resource.ts';
import type { Execution } from '../execution.ts';

/** What a client asks of one path: `undefined` from `apply` clears it. */
export interface Change {
  /** The argument that asks it. */
  readonly argument: string;
  readonly path: string;
  readonly apply: (current: unknown) => unknown;
}

type Json = Record<string, unknown>;

/** A writable path as far as it is one value: lists and maps are replaced as a whole. */
const writablePath = (path: string): string => path.replace(/(\[\]|\.\(key\)|\.\*).*$/, '');

export const writablePaths = ({ writable = [] }: AnyOperation): string[] => [
  ...new Set(writable.map(writablePath)),
];

/** The writable values of what was read, with the changes: never a clone of what was read. */
export function merged(
  current: Json,
  writable: readonly string[],
  changes: readonly Change[],
): Json {
  const next: Json = {};
  for (const path of writable) {
    const value = getter(path)(current);
    if (value !== undefined) setAt(next, path, value);
  }
  for (const { path, apply } of changes)
    setAt(next, path, apply(getter(path)(current)) ?? undefined);
  return next;
}

/** What a new thing is made of, and the parts that this fills. */
export function filled(changes: readonly Change[]): {
  readonly body: Json;
  readonly parts: readonly string[];
} {
  return {
    body: merged({}, [], changes),
    parts: Paths.of(...changes.map(({ path }) => path)).parts,
  };
}

export interface PartsUpdate {
  readonly ref: Ref;
  readonly write: AnyOperation;
  readonly changes: readonly Change[];
  /**
   * A path that only the owner is shown: it is asked along, so that a read which hides what only the owner sees
   * (tags, say) is refused before anything is written.
   */
  readonly ownerProof?: string;
  /** Parts that upstream demands beside those that change: they are sent again as they are. */
  readonly alongside?: readonly string[];
  /** Paths that `adjust` looks at, of parts that are not written. */
  readonly beside?: readonly string[];
  /** Writable by the documents, and given up by upstream: neither read nor sent. */
  readonly dropped?: readonly string[];
  /** Paths that everything of the kind has, by part: a read without one hides more than that. */
  readonly always?: Readonly<Record<string, string>>;
  /** Parts that upstream refuses together: each goes in a call of its own, in this order. */
  readonly apart?: readonly string[];
  /** What else the body needs or must not hold. */
  readonly adjust?: (next: Json, current: Json, changes: readonly Change[]) => void;
}

const partOf = (path: string): string => path.split('.', 1)[0]!;

/**
 * Video services: replaces the parts in which something is asked to change, and lets the answer into the loader.
 * Without changes there is no call.
 * @throws PartlyDone where parts went apart, and one failed after others had been written
 */
export async function updateParts(execution: Execution, update: PartsUpdate): Promise<Ref> {
  const { ref, write, changes, alongside = [], apart, adjust } = update;
  if (changes.length === 0) return ref;
  const parts = Paths.of(...changes.map(({ path }) => path), ...alongside).parts;
  const writable = writableOf(update, parts);
  const current = await readCurrent(execution, update, parts, writable);
  const next: Json = { id: ref.key.at(-1)!, ...merged(current, writable, changes) };
  adjust?.(next, current, changes);
  if (apart)
    return writeApart(
      execution,
      update,
      apart.filter((part) => parts.includes(part)),
      next,
    );
  const told = toldOf(
    (await execution.send(write, { part: parts, body: next })) as Json | undefined,
    ref,
    parts,
  );
  execution.invalidate(ref, { id: ref.key.at(-1)!, ...told }, Paths.of('id', ...Object.keys(told)));
  return ref;
}

/** What an answer tells of the parts that were written, and of no other. A part that it leaves out is not known to be empty. */
function toldOf(answer: Json | undefined, { key }: Ref, parts: readonly string[]): Json {
  if (!answer || (answer['id'] ?? key.at(-1)) !== key.at(-1)) return {};
  return Object.fromEntries(
    parts.flatMap((part) => (answer[part] == null ? [] : [[part, answer[part]]])),
  );
}

const writableOf = ({ write, dropped = [] }: PartsUpdate, parts: readonly string[]): string[] =>
  writablePaths(write).filter(
    (path) => parts.includes(partOf(path)) && !covers(new Set(dropped), path),
  );

/** Reads all that will be replaced. @throws UpstreamError where there is nothing, or the read hides something that would be erased */
async function readCurrent(
  execution: Execution,
  update: PartsUpdate,
  parts: readonly string[],
  writable: readonly string[],
): Promise<Json> {
  const { ref, write, ownerProof, beside = [], always = {} } = update;
  const { operation } = ref.resource.read;
  const id = ref.key.at(-1)!;
  const had = parts.flatMap((part) => always[part] ?? []);
  const asked = Paths.of('id', ...writable, ...beside, ...had, ...(ownerProof ? [ownerProof] : []));
  const answer = (await execution.send(operation, {
    part: asked.parts,
    id: [id],
    fields: `items(${asked.mask})`,
  })) as { items?: Json[] } | undefined;
  const current = answer?.items?.[0];
  if (!current) throw upstreamError(operation, 'NOT_FOUND', { id });
  if (ownerProof && getter(partOf(ownerProof))(current) === undefined)
    throw upstreamError(operation, 'FORBIDDEN', { id });
  // A read without what each such thing has hides more: what it hides would be erased.
  const demanded = (write.requiredBody ?? []).flatMap(({ path, whenPart = partOf(path) }) =>
    parts.includes(whenPart) ? [path] : [],
  );
  if ([...demanded, ...had].some((path) => getter(path)(current) === undefined))
    throw upstreamError(operation, 'UPSTREAM_INVALID', { id });
  return current;
}

/** Some parts were written before another one failed; `ref` is what to look at now. */
export class PartlyDone extends Error {
  readonly ref: Ref;
  /** Arguments that were done, and those that were not. */
  readonly done: readonly string[];
  readonly remaining: readonly string[];

  constructor(
    { ref, done, remaining }: Pick<PartlyDone, 'ref' | 'done' | 'remaining'>,
    cause: unknown,
  ) {
    const unknown = cause instanceof UpstreamError && cause.failure.outcome === 'UNKNOWN';
    super(
      `Done: ${done.join(', ')}. ${unknown ? 'Not known to be done' : 'Not done'}: ${remaining.join(', ')}.`,
      { cause },
    );
    this.name = 'PartlyDone';
    this.ref = ref;
    this.done = done;
    this.remaining = remaining;
  }
}

async function writeApart(
  execution: Execution,
  { ref, write, changes }: PartsUpdate,
  parts: readonly string[],
  next: Json,
): Promise<Ref> {
  const known: Json = {};
  for (const [at, part] of parts.entries())
    try {
      const answer = (await execution.send(write, {
        part: [part],
        body: { id: next['id'], [part]: next[part] },
      })) as Json | undefined;
      // What was answered before stands: each call writes a part of its own.
      Object.assign(known, toldOf(answer, ref, [part]));
      execution.invalidate(
        ref,
        { id: next['id'], ...known },
        Paths.of('id', ...Object.keys(known)),
      );
    } catch (error) {
      if (at === 0 || !(error instanceof UpstreamError)) throw error;
      const asking = (of: readonly string[]) =>
        changes.filter(({ path }) => of.includes(partOf(path))).map(({ argument }) => argument);
      throw new PartlyDone(
        { ref, done: asking(parts.slice(0, at)), remaining: asking(parts.slice(at)) },
        error,
      );
    }
  return ref;
}

/** Another writer came first; `ref` is what to look at now. */
export class Conflict extends Error {
  readonly ref: Ref;

  constructor(ref: Ref) {
    super('It was changed by somebody else meanwhile.');
    this.name = 'Conflict';
    this.ref = ref;
  }
}

export interface ConditionalUpdate<T extends Json> {
  readonly ref: Ref;
  /** The version the client has seen; any other write since is a `Conflict`. */
  readonly ifMatch?: string | null | undefined;
  /** Reads what is to be replaced, with its etag. */
  readonly read: () => Promise<T & { readonly etag?: string | null }>;
  readonly write: (current: T, ifMatch: string) => Promise<object | undefined>;
  /** What the write's answer holds. */
  readonly answered: Paths;
}

/**
 * Read, merge, replace under `If-Match`. Another write in between is met by one fresh read and merge,
 * unless the client said what it has seen: then it is a Conflict at once.
 */
export async function updateConditionally<T extends Json>(
  execution: Execution,
  { ref, ifMatch, read, write, answered }: ConditionalUpdate<T>,
): Promise<Ref> {
  for (let again = false; ; again = true) {
    const current = await read();
    const seen = current.etag ?? '*';
    if (ifMatch != null && ifMatch !== seen) throw new Conflict(ref);
    try {
      execution.invalidate(ref, await write(current, seen), answered);
      return ref;
    } catch (error) {
      if (!isStale(error)) throw error;
      execution.invalidate();
      if (again || ifMatch != null) throw new Conflict(ref);
    }
  }
}

export const isStale = (error: unknown): boolean =>
  error instanceof UpstreamError && error.failure.status === 412;
