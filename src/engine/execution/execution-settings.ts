/** What an execution is given. Its parts read the settings that they need. */
import type { Clock } from '../caller/clock.ts';
import type { DownloadLinks } from '../transfer/download-link.ts';
import type { KeyedMutex } from '../lock/keyed-mutex.ts';
import type { QueryLimits } from '../read/usage.ts';
import type { Quotas } from '../cost/quota.ts';
import type { UnitBudget } from '../cost/unit-budget.ts';
import type { RunningWrites } from '../lock/running-writes.ts';
import type { UnconditionalOperations } from './unconditional-operations.ts';
import type { UploadSessions } from '../transfer/upload-session.ts';
import type { WaitObserver } from '../rest/share/wait-observer.ts';
import type { CallSettings } from './call-settings.ts';
import type { WorkflowServices } from './progress-report.ts';
import type { ReadSettings } from '../read/reads.ts';

/** Learns of unexpected errors. It must not throw. */
export interface DefectObserver {
  onDefect(error: Error): void;
}

export interface ExecutionSettings extends CallSettings, ReadSettings {
  /** By which the execution decides. Default: the computer's clock. */
  readonly clock?: Clock | undefined;
  readonly uploads: UploadSessions;
  readonly downloads: DownloadLinks;
  readonly quotas: Quotas;
  readonly limits: QueryLimits;
  /** The budget of agents. Left out: no agent has sent the operation. */
  readonly agentBudget?: UnitBudget | undefined;
  /** The name that the client has sent. Undefined: it is for no client. */
  readonly client?: string | undefined;
  /** Learns how long the execution waits. */
  readonly waits?: WaitObserver | undefined;
  /** Learns of unexpected errors that the payload of a write has in place of the response. */
  readonly defects?: DefectObserver | undefined;
  /** Orders the writes of all executions. */
  readonly mutex: KeyedMutex;
  readonly writes: RunningWrites;
  /** Operations that reject every `If-Match`; shared by all executions. */
  readonly unconditional: UnconditionalOperations;
  readonly workflows?: WorkflowServices;
  /** Origins of the receivers that clients may name for watch channels. Default: none. */
  readonly receiverOrigins?: readonly string[] | undefined;
}
