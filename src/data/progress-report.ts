/** Reports of workflows: the strategies make them, and subscriptions show them. */
import type { Identity } from '../upstream/upstream.ts';
import type { Ref } from './read/resource.ts';

/** A step of a workflow. */
export interface ProgressReport {
  /** Whether no step can follow: subscriptions end. */
  readonly isLast?: boolean;
}

/** The services of the process that workflows use. */
export interface WorkflowServices {
  /** Tells subscribers of the same identity about a step of a workflow on an entity. */
  readonly report: <R extends ProgressReport>(identity: Identity, ref: Ref, report: R) => void;
  /** Fires when the process stops: workflows wait no longer. */
  readonly stopping: AbortSignal;
}
