/** The argument `wait` of mutations that wait until a service has reached a state. */
import type { PlannedWrite, WriteRequest } from '../../write/strategy.ts';
import { InvalidInput, showValue } from '../../api/error.ts';
import { countOf, durationText } from '../type/duration.ts';
import { settings } from './write-input.ts';

/** How long a mutation waits by default: less than the idle timeout of common proxies, 60 s. */
const defaultMs = 45_000;

/** The largest value of the setting `MAX_WAIT_MS`. */
const largestMs = 600_000;

/** The argument `wait`. @param states what the mutation waits for */
export const waitRow = (states: string, ownDefaultMs = defaultMs) =>
  settings({
    wait: [
      'Duration',
      `Wait at most this time for ${states}. \`PT0S\`: do not wait. Default: \`${durationText(ownDefaultMs)}\`${ownDefaultMs === 0 ? '' : ', or the maximum if that is less'}. The maximum is a setting of the gateway (\`MAX_WAIT_MS\`), usually 5 minutes.`,
    ],
  });

interface WaitInput {
  readonly wait?: string | null;
}

/** @throws InvalidInput for a wait whose length is not known; `allowedWaitMs` checks the maximum */
export function checkWait(input: WaitInput): void {
  waitOf(input, 0);
}

const waitOf = ({ wait }: WaitInput, ownDefaultMs: number): number =>
  wait == null ? ownDefaultMs : Number(countOf(wait, 'ms', 'wait'));

/** The maximum wait of an input in ms, for the maximum cost and the deadline. */
export const waitMsOf = (
  { settings: input }: Pick<PlannedWrite, 'settings'>,
  ownDefaultMs = defaultMs,
): number => Math.min(waitOf(input, ownDefaultMs), largestMs);

/** @throws InvalidInput for a wait that this gateway does not allow */
export function allowedWaitMs(
  { settings: input, execution }: WriteRequest,
  ownDefaultMs = defaultMs,
): number {
  const maxMs = execution.allowance.limits.waitMs;
  const { wait } = input as WaitInput;
  if (wait == null) return Math.min(maxMs, ownDefaultMs);
  const ms = Number(countOf(wait, 'ms', 'wait'));
  if (ms > maxMs)
    throw new InvalidInput(
      'wait',
      `${showValue(wait)} is above the maximum of this gateway; expected at most ${durationText(maxMs)}`,
    );
  return ms;
}
