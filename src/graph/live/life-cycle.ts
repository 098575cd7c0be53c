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

export type LifeCycle = keyof typeof statuses;

export const LifeCycleStatus = enumeration(
  'LifeCycleStatus',
  'How far a broadcast has come.',
  statuses,
);

const targets = {
  testing: 'Start the rehearsal: the bound stream must be active and the monitor stream enabled.',
  live: 'Go on air: from testing, or straight from ready where there is no monitor stream.',
  complete: 'End it. There is no way back.',
} as const;

export type Target = keyof typeof targets;

export const BroadcastTransition = enumeration(
  'BroadcastTransition',
  'A status that a broadcast can be told to go to.',
  targets,
);

/**
 * Returns the transitions that a broadcast accepts in a status, if its stream is active. Transient
 * and final statuses have none; binding a stream makes a created broadcast ready.
 * @param hasMonitor whether the monitor stream is enabled: it requires testing before live
 */
export function allowedFrom(status: string, monitored: boolean): readonly Target[] {
  if (status === 'ready') return [monitored ? 'testing' : 'live'];
  if (status === 'testing') return ['live', 'complete'];
  return status === 'live' ? ['complete'] : [];
}

const reached: Readonly<Record<Target, readonly string[]>> = {
  testing: ['testStarting', 'testing'],
  live: ['liveStarting', 'live'],
  complete: ['complete'],
};

/** Whether a broadcast of this status has made the transition, or is making it. */
export const isReached = (target: Target, status: string): boolean =>
  reached[target].includes(status);
