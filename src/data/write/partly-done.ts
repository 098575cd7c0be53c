/** The error of a write of several calls of which one failed after others had succeeded. */
import type { Ref } from '../read/resource.ts';
import { hasUnknownOutcome } from './applied-change.ts';

/** Its message lists the arguments that were written, and those that were not. */
export class PartlyDone extends Error {
  /** The entity that was partly written; absent where nothing of it was. */
  readonly ref: Ref | undefined;
  /** Arguments that were written, and those that were not. */
  readonly done: readonly string[];
  readonly remaining: readonly string[];

  constructor(
    { ref, done, remaining }: Pick<PartlyDone, 'done' | 'remaining'> & Partial<PartlyDone>,
    cause: unknown,
  ) {
    const rest = `${hasUnknownOutcome(cause) ? 'Not known to be done' : 'Not done'}: ${remaining.join(', ')}.`;
    super(`Done: ${done.join(', ')}. ${rest}`, { cause });
    this.name = 'PartlyDone';
    this.ref = ref;
    this.done = done;
    this.remaining = remaining;
  }
}
