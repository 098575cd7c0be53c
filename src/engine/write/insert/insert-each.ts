/**
 * Strategy `insertEach`: the bulk form of `insert`, one call after the other in the order of the
 * input.
 */
import type { KnownReason } from '../../api/register.ts';
import { UpstreamError, type UpstreamCode } from '../../api/error.ts';
import { getter, Paths, setAt } from '../../read/path.ts';
import type { Ref } from '../../read/resource.ts';
import { answeredId } from '../answered-id.ts';
import { notSent } from '../caller-failure.ts';
import { type JsonRecord, newBody, setConstants } from '../change.ts';
import type { BulkResult, Strategy, WriteRequest } from '../strategy.ts';

interface InsertEachRules {
  readonly parts: readonly string[];
  /** Body values that no input names, by path. */
  readonly constants?: Readonly<Record<string, unknown>>;
  /** A path whose given value grows by one with each inserted entity (`snippet.position`). */
  readonly countedPath?: string;
  /** Reasons that every further entry would meet as well: the rest is not sent. */
  readonly stopReasons: readonly KnownReason[];
  /** Codes that concern one entry; any other code ends the write. */
  readonly entryCodes: ReadonlySet<UpstreamCode>;
}

/** Declares the strategy. The entries of a write are sent one by one. */
export const insertEach = (rules: InsertEachRules): Strategy => ({
  kind: 'insertEach',
  operations: ({ operation }) => [operation],
  calls: ({ operation, entries = [] }) => [[operation, Math.max(1, entries.length)]],
  run: async (write) => {
    const inserts = new SequentialInserts(write, rules);
    const results: BulkResult[] = [];
    for (const [index, entry] of (write.entries ?? []).entries())
      results.push(await inserts.insert(index, entry));
    write.execution.invalidateMany(inserts.written, Paths.of('id', ...rules.parts));
    return { results, failure: inserts.failure };
  },
});

class SequentialInserts {
  readonly written: { readonly ref: Ref; readonly answer: object }[] = [];
  /** The error that ended the write: no further entry is sent. */
  failure: UpstreamError | undefined;
  readonly #write: WriteRequest;
  readonly #rules: InsertEachRules;

  constructor(write: WriteRequest, rules: InsertEachRules) {
    this.#write = write;
    this.#rules = rules;
  }

  async insert(index: number, entry: WriteRequest['changes']): Promise<BulkResult> {
    if (this.failure) return { index, error: notSent(this.failure) };
    try {
      return { index, ref: await this.#send(entry) };
    } catch (error) {
      if (error instanceof UpstreamError && this.#endsWrite(error)) this.failure = error;
      return { index, error };
    }
  }

  async #send(entry: WriteRequest['changes']): Promise<Ref> {
    const { execution, operation, resource, changes, parameters } = this.#write;
    const { parts, constants } = this.#rules;
    const { body } = newBody([...changes, ...entry]);
    setConstants(body, constants);
    this.#count(body);
    const answer = (await execution.send(operation, { ...parameters, part: parts, body })) as {
      readonly id?: unknown;
    };
    const ref: Ref = { resource, key: [answeredId(operation, answer.id)] };
    this.written.push({ ref, answer });
    return ref;
  }

  #count(body: JsonRecord): void {
    const { countedPath } = this.#rules;
    const first = countedPath && (getter(countedPath)(body) as number | undefined);
    if (typeof first === 'number') setAt(body, countedPath!, first + this.written.length);
  }

  #endsWrite({ code, failure: { reason } }: UpstreamError): boolean {
    const { entryCodes, stopReasons } = this.#rules;
    return !entryCodes.has(code) || stopReasons.some((each) => each === reason);
  }
}
