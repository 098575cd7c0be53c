/**
 * Executes the bulk form of a declared write: each entry of the input is the input of one write.
 * An entry that fails leaves the others.
 */
import type { Api } from '../../api/api.ts';
import { entityKey, refAbove } from '../../read/resource.ts';
import { concernsCaller, notSent } from '../../write/caller-failure.ts';
import { InvalidInput, UpstreamError } from '../../api/error.ts';
import { mapChecked } from './invalid-inputs.ts';
import { namedKey, type RefValue } from '../field/ref-input.ts';
import {
  bulkPayload,
  failedItem,
  failedPayload,
  type ItemPayload,
  type Payload,
} from './write-payload.ts';
import {
  type WriteAttempt,
  attemptWrite,
  checkInput,
  directRef,
  withPrefix,
  type WriteCall,
} from './write-run.ts';
import type { AnyWriteSpec, Input } from './write-spec.ts';

/** The argument of a bulk write that has the inputs of its writes. */
export const entriesArgument = 'entries';

/** Maximum number of entries of one input. */
export const maxEntries = 50;

/** Maximum number of entries that are written at once. */
const maxAtOnce = 10;

interface BulkCall extends Omit<WriteCall, 'input' | 'prefix'> {
  readonly entries: readonly Input[];
}

/**
 * Executes a bulk write.
 * @returns the payload; if all entries failed, with errors that the client can act on
 * @throws the error that all entries have, if the client cannot act on it
 */
export const runBulk = (spec: AnyWriteSpec, call: BulkCall): Promise<Payload> =>
  call.execution.runWrite(async (begin) => {
    const { entries, execution } = call;
    try {
      const keys = checkEntries(spec, entries);
      if (!spec.strategy.choosesOperation) execution.checkAccess(spec.operation);
      const writes = new BulkWrites(spec, call, begin);
      return writes.payload(await execution.runTogether(() => writes.run(keys)));
    } catch (error) {
      return failedPayload(call.execution.api, error, entries.length);
    }
  });

/** The place of an entry in the input. */
const placeOf = (index: number): string => `${entriesArgument}.${index}`;

/**
 * Checks all entries before any call.
 * @returns the key of the entity, or of the parent, that each entry names
 * @throws InvalidInput for an invalid entry, and for two entries that are the same
 */
function checkEntries(spec: AnyWriteSpec, entries: readonly Input[]): readonly EntryKey[] {
  if (entries.length < 1 || entries.length > maxEntries)
    throw new InvalidInput(
      entriesArgument,
      `expected 1 to ${maxEntries} entries, got ${entries.length}`,
    );
  const keys = mapChecked(entries, (entry, index) => {
    try {
      checkInput(spec, entry);
      return keyOf(spec, entry);
    } catch (error) {
      throw withPrefix(error, `${placeOf(index)}.`);
    }
  });
  const first = new Map<string, number>();
  return mapChecked(keys, (key, index) => {
    const own = JSON.stringify([key, spec.bulk!.distinguishedBy?.(entries[index]!)]);
    const same = first.get(own);
    if (same !== undefined)
      throw new InvalidInput(
        placeOf(index),
        `the same object as in ${placeOf(same)}; expected each object once`,
      );
    first.set(own, index);
    return key;
  });
}

type EntryKey = readonly string[];

/** The key of the entity that an input names, or of its parent; `primary` stays as it is. */
function keyOf(spec: AnyWriteSpec, input: Input): EntryKey {
  const { id, below, target } = spec;
  const direct = directRef(spec, input);
  if (direct) return direct.key;
  if (typeof id === 'object' && 'ref' in id) return id.ref.named(input['by'] as RefValue, 'by');
  if (below && 'key' in below) {
    const ids = Object.keys(below.key).map((name) => input[name] as string);
    return namedKey({ resource: target.resource, parts: below.key }, ids, (name) => name);
  }
  throw new Error('a bulk write needs an id, or a parent by its key');
}

/** The writes of one input. */
class BulkWrites {
  readonly #spec: AnyWriteSpec;
  readonly #call: BulkCall;
  readonly #begin: () => void;
  readonly #attempts: WriteAttempt[] = [];
  /** A failure that every further entry would have, too: none is sent. */
  #failure: UpstreamError | undefined;

  constructor(spec: AnyWriteSpec, call: BulkCall, begin: () => void) {
    this.#spec = spec;
    this.#call = call;
    this.#begin = begin;
  }

  /** @returns how each entry has ended */
  async run(keys: readonly EntryKey[]): Promise<readonly WriteAttempt[]> {
    const groups = this.#groupsOf(keys).values();
    const { turns } = this.#call.execution;
    // Until the service has accepted the token of the caller, there is a turn for one write at a
    // time. Then the other groups are written together.
    while (!turns.isAccepted(this.#spec.operation)) {
      const { value, done } = groups.next();
      if (done) return this.#attempts;
      await this.#writeAll(value);
    }
    const work = async (): Promise<void> => {
      for (const group of groups) await this.#writeAll(group);
    };
    await Promise.all(Array.from({ length: maxAtOnce }, work));
    return this.#attempts;
  }

  /** Positions of entries: those of a group are written one after the other. */
  #groupsOf(keys: readonly EntryKey[]): ReadonlyMap<unknown, readonly number[]> {
    const { lock } = this.#spec;
    return Map.groupBy(keys.keys(), (index) =>
      lock && !lock.of ? entityKey(refAbove(lock.resource, keys[index]!)) : index,
    );
  }

  async #writeAll(group: readonly number[]): Promise<void> {
    for (const index of group) this.#attempts[index] = await this.#write(index);
  }

  async #write(index: number): Promise<WriteAttempt> {
    if (this.#failure) {
      const error = notSent(this.#failure);
      return { error, cause: error };
    }
    const { entries, ...shared } = this.#call;
    const call = { ...shared, input: entries[index]!, prefix: `${placeOf(index)}.` };
    const attempt = await attemptWrite(this.#spec, call, this.#begin);
    if (failsEveryEntry(attempt.cause)) this.#failure ??= attempt.cause;
    return attempt;
  }

  /** @throws the first failure if each entry has one that every entry would have */
  payload(attempts: readonly WriteAttempt[]): Payload {
    const { api } = this.#call.execution;
    const [first] = attempts;
    if (attempts.every(({ cause }) => failsEveryEntry(cause))) throw first!.error;
    const results = attempts.map((attempt, index) => itemOf(api, attempt, index));
    return bulkPayload(api, { results }, this.#failure);
  }
}

/** Whether every further entry would fail in the same way. */
const failsEveryEntry = (error: unknown): error is UpstreamError =>
  concernsCaller(error) || (error instanceof UpstreamError && error.code === 'QUOTA_EXCEEDED');

function itemOf(api: Api, { payload, error }: WriteAttempt, index: number): ItemPayload | Error {
  return payload
    ? { ...payload, index }
    : failedItem({ api, index, error }, placeOf(index).split('.'));
}
