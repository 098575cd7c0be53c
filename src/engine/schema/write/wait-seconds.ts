/** The argument `waitSeconds` of mutations that wait until a service has reached a state. */
import type { PlannedWrite, WriteRequest } from '../../write/strategy.ts';
import { InvalidInput } from '../../api/error.ts';
import { settings } from './write-input.ts';

/** Seconds that a mutation waits by default: less than the idle timeout of common proxies, 60 s. */
const defaultWaitSeconds = 45;

/** The largest value of the setting `MAX_WAIT_MS`, in seconds. */
const largestWaitSeconds = 600;

/** The argument `waitSeconds`. @param states what the mutation waits for */
export const waitRow = (states: string, defaultSeconds = defaultWaitSeconds) =>
  settings({
    waitSeconds: [
      'Int',
      `Maximum number of seconds to wait for ${states}. 0: do not wait. Default: ${defaultSeconds === 0 ? 0 : `${defaultSeconds}, or the maximum if that is less`}. The maximum is a setting of the gateway (\`MAX_WAIT_MS\`), usually 300.`,
    ],
  });

interface WaitInput {
  readonly waitSeconds?: number | null;
}

/** @throws InvalidInput for a wait that no gateway allows; `allowedWaitMs` checks the maximum */
export function checkWait({ waitSeconds }: WaitInput): void {
  if (waitSeconds != null && waitSeconds < 0)
    throw new InvalidInput(
      'waitSeconds',
      `${waitSeconds} is not allowed; expected a whole number that is not negative`,
    );
}

/** The maximum wait of an input in ms, for estimate and deadline. */
export function waitMsOf(
  { settings: input }: Pick<PlannedWrite, 'settings'>,
  defaultSeconds = defaultWaitSeconds,
): number {
  const { waitSeconds } = input as WaitInput;
  const seconds = waitSeconds ?? defaultSeconds;
  return Math.min(Math.max(seconds, 0), largestWaitSeconds) * 1_000;
}

/** @throws InvalidInput for a wait that this gateway does not allow */
export function allowedWaitMs(
  { settings: input, execution }: WriteRequest,
  defaultSeconds = defaultWaitSeconds,
): number {
  const maxMs = execution.allowance.limits.waitMs;
  const { waitSeconds } = input as WaitInput;
  if (waitSeconds == null) return Math.min(maxMs, defaultSeconds * 1_000);
  if (waitSeconds * 1_000 > maxMs)
    throw new InvalidInput(
      'waitSeconds',
      `${waitSeconds} is above the maximum of this gateway; expected a whole number from 0 to ${Math.floor(maxMs / 1_000)}`,
    );
  return waitSeconds * 1_000;
}
