/**
 * The acknowledgement of a write by its answer. A service can answer success and ignore a change,
 * of guests for example: a write has succeeded only if its answer shows that. The sources are in
 * `docs/design/writes.md`.
 */
import type { Ref } from '../read/resource.ts';
import { getter } from '../read/path.ts';
import { ExpectedError } from '../api/stackless.ts';
import { type Change, type JsonRecord, shownChanges } from './change.ts';
import type { WriteRequest } from './strategy.ts';
import { isAsBefore, showsChange } from './update/applied-change.ts';

/** The answer of a write shows that the entity has values which it had before. */
export class NotApplied extends ExpectedError {
  readonly ref: Ref;
  /** Arguments of the changes that the service has ignored. */
  readonly ignored: readonly string[];

  /** @param what the changes in words, if they are not those of arguments */
  constructor(ref: Ref, ignored: readonly string[], what: string = ignored.join(', ')) {
    super(
      `The service answered success, but has ignored ${what}: the object has the values of before. The caller may not be allowed to change them, or they cannot be changed for this object.`,
    );
    this.name = 'NotApplied';
    this.ref = ref;
    this.ignored = ignored;
  }
}

interface Acknowledged {
  readonly changes: readonly Change[];
  /** The entity before the write, as far as it was read for it. */
  readonly previous: Readonly<JsonRecord> | undefined;
  /** The entity after the write: what it lacks is absent or has its default. */
  readonly answer: Readonly<JsonRecord>;
  /** Values that the service shows as absent, by path. */
  readonly defaults?: Readonly<JsonRecord> | undefined;
}

/**
 * Compares the answer of a write with its changes. A value that was not read before and is shown
 * otherwise is a warning: the client must not write twice because of it.
 * @throws NotApplied if the entity has values which it had before, and that were to be changed
 */
export function checkApplied(
  write: Pick<WriteRequest, 'execution' | 'operation' | 'ref' | 'warnNotShown'>,
  { changes, previous, answer, defaults }: Acknowledged,
): void {
  const { api } = write.execution;
  const missing = shownChanges(write.operation, changes).filter(
    (change) => !showsChange(api, change, { previous: previous ?? {}, fresh: answer, defaults }),
  );
  if (previous === undefined) {
    for (const { argument } of missing) write.warnNotShown?.(argument);
    return;
  }
  const ignored = missing.filter(({ path }) => {
    const read = getter(path);
    return isAsBefore(read(previous) ?? defaults?.[path], read(answer) ?? defaults?.[path]);
  });
  if (ignored.length === 0) return;
  throw new NotApplied(
    write.ref!,
    ignored.map(({ argument }) => argument),
  );
}
