/** Life cycle of a broadcast: its statuses, and the transitions between them. */
import { enumeration } from '../../../engine/schema/field/enumeration.ts';

const statuses = {
  created: 'The settings are incomplete. Usually no stream is bound.',
  ready:
    'The settings are complete. Next status: `TESTING`, or `LIVE` if the monitor stream is disabled.',
  testStarting: 'Transient status before `TESTING`. Lasts some seconds.',
  testing: 'The channel owner sees the video in the monitor stream. Viewers do not.',
  liveStarting: 'Transient status before `LIVE`. Lasts some seconds.',
  live: 'Viewers can watch the broadcast.',
  complete: 'Ended. Final status. The recording is available as a video.',
  revoked: 'Removed by YouTube. Final status.',
} as const;

export const LifeCycleStatus = enumeration(
  'LifeCycleStatus',
  'The status of a broadcast in its life cycle.',
  statuses,
);

const transitionTargets = {
  testing:
    'Start testing. Requires a bound stream that receives data, and an enabled monitor stream.',
  live: 'Go live: from `TESTING`, or from `READY` if the monitor stream is disabled. Requires a bound stream that receives data.',
  complete: 'End the broadcast. Cannot be undone.',
} as const;

/** A status that a client can request. */
export type TransitionTarget = keyof typeof transitionTargets;

export const BroadcastTransition = enumeration(
  'BroadcastTransition',
  'A target status of `transitionBroadcast`.',
  transitionTargets,
);

/** Whether a broadcast of this status can be bound, and all its settings can be changed. */
export const isBeforeTesting = (status: string): boolean =>
  status === 'created' || status === 'ready';

/** Whether a broadcast keeps this status for ever. */
export const isFinal = (status: string): boolean => status === 'complete' || status === 'revoked';

/**
 * Returns the transitions that a broadcast accepts in a status, if its stream is active. Transient
 * and final statuses have none; binding a stream makes a created broadcast ready.
 * @param isMonitored whether the monitor stream is enabled: it requires testing before live
 */
export function allowedTransitions(
  status: string,
  isMonitored: boolean,
): readonly TransitionTarget[] {
  if (status === 'ready') return [isMonitored ? 'testing' : 'live'];
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

/**
 * The message for a transition that the status does not allow, with what to do instead.
 * @param allowed undefined if the status could not be read
 */
export function transitionMessage(
  status: string | undefined,
  target: TransitionTarget,
  allowed: readonly TransitionTarget[] | undefined,
): string {
  const from = status === undefined ? 'its current status' : enumName(status);
  const advice = adviceFor(status, target) ?? expectation(allowed);
  return `The broadcast cannot go from ${from} to ${enumName(target)}${advice}.`;
}

function adviceFor(status: string | undefined, target: TransitionTarget): string | undefined {
  if (status === 'created' || status === 'ready') {
    if (target === 'complete') return ': it has not started; delete it with deleteBroadcast';
    return status === 'created' ? '; bind a stream first with bindBroadcast' : undefined;
  }
  if (status === 'testStarting' || status === 'liveStarting')
    return '; wait some seconds until its status has changed';
  return status !== undefined && isFinal(status) ? ': its status is final' : undefined;
}

const expectation = (allowed: readonly TransitionTarget[] = []): string =>
  allowed.length === 0 ? '' : `; expected ${allowed.map(enumName).join(' or ')}`;

/** The name of a REST value in its GraphQL enum. */
export const enumName = (value: string): string => value.replace(/[A-Z]/g, '_$&').toUpperCase();
