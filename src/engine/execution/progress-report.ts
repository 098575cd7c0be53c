/** Reports of workflows: the strategies make them, and subscriptions show them. */
import type { Api } from '../api/api.ts';
import type { Clock } from '../caller/clock.ts';
import type { Identity } from '../caller/identity.ts';
import type { Ref } from '../read/resource.ts';
import type { MediaCalls } from '../transfer/media-calls.ts';
import type { Relays } from '../transfer/relays.ts';
import type { InsertNotes } from '../lock/insert-notes.ts';

export interface ProgressReport {
  /** Whether no step can follow: subscriptions end. */
  readonly isLast?: boolean;
}

/** Whose reports these are: an identity, or the key of what several identities may read. */
export type ReportOwner = Identity | string;

/** The services of the process that workflows use. */
export interface WorkflowServices {
  readonly api: Api;
  readonly clock: Clock;
  /** Tells subscribers of the same owner about a step of a workflow on an entity. */
  readonly report: <R extends ProgressReport>(owner: ReportOwner, ref: Ref, report: R) => void;
  /** Fires when the process stops: workflows wait no longer. */
  readonly stopping: AbortSignal;
  /** Workflows that copy files, longer than any request. */
  readonly relays: Relays;
  readonly media: MediaCalls;
  /** Inserts that have begun, for those who repeat them. */
  readonly inserts: InsertNotes;
}
