/**
 * The names of the spans of executions: `query Items`. Trace stores index them, and clients choose
 * the names of operations: only the first ones are in span names, later ones in attributes alone.
 */
import type { RequestRecord } from '../../server/record/request-record.ts';

/** Maximum number of names of operations in the span names of a process. */
const maxNames = 1_000;

/** The span names of a process. */
export class SpanNames {
  readonly #known = new Set<string>();

  /** The name of the span of an operation that is known. */
  of({ operationType: type, operationName: name }: RequestRecord): string {
    if (name === undefined) return type!;
    const full = `${type} ${name}`;
    if (this.#known.size < maxNames) this.#known.add(full);
    return this.#known.has(full) ? full : type!;
  }
}
