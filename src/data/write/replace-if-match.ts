/**
 * Strategy `replaceIfMatch` of the Calendar service: read, merge and replace under `If-Match`. A
 * PATCH of the named fields is sent instead where a replace would erase what the caller is not
 * shown, or where the client asks for it.
 */
import { InvalidInput, upstreamError, UpstreamError } from '../../upstream/error.ts';
import type { AnyOperation } from '../../upstream/operation.ts';
import type { Execution } from '../execution.ts';
import { getter, Paths } from '../read/path.ts';
import type { Ref } from '../read/resource.ts';
import { isApplied, mayBeApplied } from './applied-change.ts';
import { type JsonRecord, mergeChanges, patchBody, writablePaths } from './change.ts';
import { keyArguments } from './key-arguments.ts';
import type { Strategy, WriteRequest } from './strategy.ts';

interface ConditionalRules<Entity> {
  readonly patch: AnyOperation;
  /** Operations that `mayReplace` may call. */
  readonly alsoCalls?: readonly AnyOperation[];
  /** Paths that the reference calls writable and that are never sent. */
  readonly dropped?: readonly string[];
  /** Paths that `mayReplace` reads. */
  readonly decidingPaths?: readonly string[];
  /**
   * Whether the caller may replace the entity and is shown all of it, so that the replace erases
   * nothing; otherwise the changes are sent as a PATCH. Default: always.
   */
  readonly mayReplace?: (execution: Execution, current: Entity) => Promise<boolean>;
  /** Paths of lists of which the read may show a part only, and the path that says so. */
  readonly trimmedLists?: Readonly<Record<string, string>>;
  /** Values that the service shows as absent, by path. */
  readonly defaults?: Readonly<JsonRecord>;
  /** Removes read-only fields from the items of lists in the body. */
  readonly writableBody?: (body: Entity) => Entity;
  /** REST parameters of every write. */
  readonly args?: Readonly<JsonRecord>;
}

/** Another write came first. */
export class Conflict extends Error {
  /** The entity as it is now. */
  readonly ref: Ref;

  constructor(ref: Ref) {
    super('Another write changed the entity in the meantime.');
    this.name = 'Conflict';
    this.ref = ref;
  }
}

/** Declares the strategy. Settings: `mode` (`safe` or `patch`) and `ifMatch` (an etag). */
export const replaceIfMatch = <Entity>(rules: ConditionalRules<Entity>): Strategy => ({
  kind: 'replaceIfMatch',
  operations: ({ operation, resource }) => [
    resource.read.operation,
    operation,
    rules.patch,
    ...(rules.alsoCalls ?? []),
  ],
  requiredPaths: ({ operation }) => ['etag', ...requiredBodyPaths(operation)],
  run: async (write) => {
    if (write.changes.length === 0) return { ref: write.ref };
    const unread =
      write.settings['mode'] === 'patch' && !write.changes.some((each) => each.patchNeedsCurrent);
    if (unread) await patchUnread(write, rules);
    else await readAndWrite(write, rules);
    return { ref: write.ref };
  },
});

async function readAndWrite<Entity>(
  write: WriteRequest,
  rules: ConditionalRules<Entity>,
): Promise<void> {
  const { execution, settings } = write;
  const ref = write.ref!;
  const ifMatch = settings['ifMatch'] as string | null | undefined;
  for (let repeated = false; ; repeated = true) {
    const current = await readCurrent(write, rules);
    const etag = etagOf(write, current);
    if (ifMatch != null && ifMatch !== etag) throw new Conflict(ref);
    try {
      execution.invalidate(ref, await writeOnce(write, rules, { current, etag }), answered(write));
      return;
    } catch (error) {
      if (!isStale(error)) throw error;
      execution.invalidate();
      if (mayBeApplied(error) && (await isApplied(write, current, rules.defaults))) return;
      if (repeated || ifMatch != null) throw new Conflict(ref);
    }
  }
}

/**
 * @throws UpstreamError `UPSTREAM_INVALID` for a read without a version: no condition protects it
 */
function etagOf({ ref }: WriteRequest, { etag }: JsonRecord): string {
  if (typeof etag === 'string') return etag;
  throw upstreamError(ref!.resource.read.operation, 'UPSTREAM_INVALID', { id: ref!.key.at(-1)! });
}

const requiredBodyPaths = ({ requiredBody = [] }: AnyOperation): string[] =>
  requiredBody.map(({ path }) => path);

/** The read asks for nothing that trims the answer (`maxAttendees`). */
async function readCurrent<Entity>(
  { execution, operation, ref, changes, settings }: WriteRequest,
  { dropped = [], decidingPaths = [], trimmedLists = {} }: ConditionalRules<Entity>,
): Promise<JsonRecord> {
  const writable = writableOf(operation, dropped);
  const requested =
    settings['mode'] === 'patch'
      ? Paths.of('etag', ...Object.values(trimmedLists), ...changes.map(({ path }) => path))
      : Paths.of('etag', ...decidingPaths, ...writable);
  const { operation: get } = ref!.resource.read;
  const args = { ...keyArguments(get, ref!), fields: requested.mask };
  const current = (await execution.send(get, args)) as JsonRecord;
  for (const [path, flag] of Object.entries(trimmedLists))
    if (current[flag] && changes.some((change) => change.path === path))
      throw new InvalidInput(
        path,
        'the caller is not shown the whole list, so a change would remove the other entries',
      );
  return current;
}

const writableOf = (operation: AnyOperation, dropped: readonly string[]): string[] =>
  writablePaths(operation).filter(
    (path) => !dropped.some((each) => path === each || path.startsWith(`${each}.`)),
  );

interface CurrentVersion {
  readonly current: JsonRecord;
  readonly etag: string;
}

async function writeOnce<Entity>(
  write: WriteRequest,
  rules: ConditionalRules<Entity>,
  { current, etag }: CurrentVersion,
): Promise<object> {
  const { execution, operation, changes, settings } = write;
  const replaces =
    settings['mode'] !== 'patch' &&
    ((await rules.mayReplace?.(execution, current as Entity)) ?? true);
  if (!replaces) return sendPatch(write, rules, { current, etag });
  // A read without what every entity has hides more: writing it back would erase what it hides.
  if (requiredBodyPaths(operation).some((path) => getter(path)(current) === undefined))
    throw upstreamError(write.ref!.resource.read.operation, 'UPSTREAM_INVALID');
  const next = mergeChanges(current, writableOf(operation, rules.dropped ?? []), changes);
  write.adjust?.(next, current);
  const body = writableBody(rules, next);
  const options = { headers: { 'if-match': etag } };
  return (await execution.send(operation, { ...argsOf(write, rules), body }, options)) as object;
}

async function sendPatch<Entity>(
  write: WriteRequest,
  rules: ConditionalRules<Entity>,
  { current, etag }: { readonly current: JsonRecord; readonly etag?: string | null | undefined },
): Promise<object> {
  const body = writableBody(rules, patchBody(current, write.changes));
  const headers: Record<string, string> = etag == null ? {} : { 'if-match': etag };
  const args = { ...argsOf(write, rules), body };
  return (await write.execution.send(rules.patch, args, { headers })) as object;
}

async function patchUnread<Entity>(
  write: WriteRequest,
  rules: ConditionalRules<Entity>,
): Promise<void> {
  const { execution, settings } = write;
  const ref = write.ref!;
  const etag = settings['ifMatch'] as string | null | undefined;
  try {
    execution.invalidate(
      ref,
      await sendPatch(write, rules, { current: {}, etag }),
      answered(write),
    );
  } catch (error) {
    if (!isStale(error)) throw error;
    execution.invalidate();
    if (!mayBeApplied(error) || !(await isApplied(write, {}, rules.defaults)))
      throw new Conflict(ref);
  }
}

const writableBody = <Entity>(rules: ConditionalRules<Entity>, body: JsonRecord): object =>
  rules.writableBody?.(body as Entity & JsonRecord) ?? body;

const answered = ({ selected }: WriteRequest): Paths => selected.with('etag');

const argsOf = <Entity>(write: WriteRequest, rules: ConditionalRules<Entity>): JsonRecord => ({
  ...keyArguments(write.operation, write.ref!),
  ...write.parameters,
  ...rules.args,
  fields: answered(write).mask,
});

/** Whether a write was refused because its etag is no longer the current one. */
const isStale = (error: unknown): boolean =>
  error instanceof UpstreamError && error.failure.status === 412;
