/** The error of a write of several calls of which one failed after others had succeeded. */
import type { Ref } from '../read/resource.ts';
import { ExpectedError } from '../api/stackless.ts';
import { hasUnknownOutcome } from '../rest/call/unknown-outcome.ts';

interface PartlyDoneFacts {
  /** Arguments or steps. */
  readonly done: readonly string[];
  readonly remaining: readonly string[];
  /** The entity that was partly written; absent where nothing of it was. */
  readonly ref?: Ref | undefined;
  /** The value that fields of the payload beside the entity read. */
  readonly extra?: unknown;
  /** A sentence about the outcome. Default: lists of `done` and `remaining`. */
  readonly summary?: string | undefined;
  /** Sentences for the client after the message of the cause. */
  readonly note?: string | undefined;
}

export class PartlyDone extends ExpectedError {
  readonly facts: PartlyDoneFacts;

  constructor(facts: PartlyDoneFacts, cause: unknown) {
    const { done, remaining, summary } = facts;
    const rest = `${hasUnknownOutcome(cause) ? 'Not known to be done' : 'Not done'}: ${remaining.join(', ')}.`;
    super(summary ?? `Done: ${done.join(', ')}. ${rest}`, { cause });
    this.name = 'PartlyDone';
    this.facts = facts;
  }
}
