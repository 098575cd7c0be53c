/** Life cycle of a broadcast: its statuses, and the transitions between them. */
import { enumeration } from '../field/enumeration.ts';

const statuses = {
  created: 'Settings are missing still: usually no stream is bound.',
  ready: 'Everything is set; testing, or without a monitor stream going live, comes next.',
  testStarting: 'On the way to testing; takes some seconds.',
  testing: 'The owner sees it in the monitor, viewers do not.',
  liveStarting: 'On the way to viewers; takes some seconds.',
  live: 'Viewers are watching.',
  complete: 'Over, for good; the recording is the video.',
  revoked: 'Taken down by the platform, for good.',
} as const;

export const LifeCycleStatus = enumeration(
  'LifeCycleStatus',
  'How far a broadcast has come.',
  statuses,
);

const transitionTargets = {
  testing: 'Start the rehearsal: the bound stream must be active and the monitor stream enabled.',
  live: 'Go on air: from testing, or straight from ready where there is no monitor stream.',
  complete: 'End it. There is no way back.',
} as const;

/** A status that a client can request. */
export type TransitionTarget = keyof typeof transitionTargets;

export const BroadcastTransition = enumeration(
  'BroadcastTransition',
  'A status that a broadcast can be told to go to.',
  transitionTargets,
);

/**
 * Returns the transitions that a broadcast accepts in a status, if its stream is active. Transient
 * and final statuses have none; binding a stream makes a created broadcast ready.
 * @param hasMonitor whether the monitor stream is enabled: it requires testing before live
 */
export function allowedTransitions(
  status: string,
  monitored: boolean,
): readonly TransitionTarget[] {
  if (status === 'ready') return [monitored ? 'testing' : 'live'];
  if (status === 'testing') return ['live', 'complete'];
  return status === 'live' ? ['complete'] : [];
}

const reachedStatuses: Readonly<Record<TransitionTarget, readonly string[]>> = {
  testing: ['testStarting', 'testing'],
  live: ['liveStarting', 'live'],
  complete: ['complete'],
};

/** Whether a broadcast of this status has made the transition, or is making it. */
export const isReached = (target: TransitionTarget, status: string): boolean =>
  reachedStatuses[target].includes(status);
