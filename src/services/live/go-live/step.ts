/** The steps of `goLive` and `endBroadcast`, as `broadcastProgress` reports them. */
import { enumeration } from '../../../engine/schema/field/enumeration.ts';
import type { WorkflowReport } from '../../../engine/schema/feed/progress.ts';

const steps = {
  subscribed: 'The subscription has begun. Always the first event: every later step is reported.',
  streamBound: 'The stream has been bound to the broadcast.',
  waitingForStream: 'The bound stream receives no data. The mutation waits for the encoder.',
  streamActive: 'The bound stream receives data.',
  testingRequested: 'YouTube has accepted the transition to `TESTING`.',
  testing: 'The broadcast has the status `TESTING`.',
  liveRequested: 'YouTube has accepted the transition to `LIVE`.',
  live: 'The broadcast has the status `LIVE`.',
  endRequested: 'YouTube has accepted the transition to `COMPLETE`.',
  ended: 'The broadcast has the status `COMPLETE`.',
  finished: 'The mutation has succeeded. Always its last step.',
  failed: 'The mutation has failed. Always its last step. `errorMessage` tells why.',
} as const;

/** A step. */
export type BroadcastStep = keyof typeof steps;

export const BroadcastStepEnum = enumeration(
  'BroadcastStep',
  'A step of `goLive` or `endBroadcast`. `PartlyDoneError.done` of these mutations has such values.',
  steps,
);

/** A mutation that reports its steps. */
export type BroadcastMutation = 'goLive' | 'endBroadcast';

export const BroadcastMutationEnum = enumeration(
  'BroadcastMutation',
  'A mutation that reports its steps to `broadcastProgress`.',
  {
    goLive: 'The mutation `goLive`, which starts a broadcast.',
    endBroadcast: 'The mutation `endBroadcast`, which ends a broadcast.',
  } satisfies Readonly<Record<BroadcastMutation, string>>,
);

/** One event of `broadcastProgress`. */
export interface BroadcastReport extends WorkflowReport {
  readonly broadcastId: string;
  /** Absent in the first event. */
  readonly mutation?: BroadcastMutation | undefined;
  readonly step: BroadcastStep;
  readonly lifeCycleStatus: string | undefined;
  readonly streamStatus?: string | undefined;
}
