/** One request of a case, with what it did: several laws look at the same request. */
import { start } from '../../../support/gateway/sandbox.ts';
import type { Call, Studio } from '../../../support/gateway/studio.ts';
import type { Input } from '../fixture/fixture.ts';
import type { Case } from './case.ts';
import { type Outcome, run, type RunOptions } from './run.ts';
import { changedPaths, type State, stateOf } from '../../../support/gateway/state.ts';

/** A mutation that was sent. */
export interface Sent {
  readonly input: Input;
  readonly outcome: Outcome;
  /** Its REST calls, in the order of arrival. */
  readonly calls: () => readonly Call[];
}

/** Also what it has changed. */
export interface Step extends Sent {
  /** The state of the sandbox after it, and the paths that differ from the state before it. */
  readonly state: State;
  readonly changed: readonly string[];
}

/** Everything is as before the first request of a test. */
export function resetState({ sandbox, store }: Studio): void {
  sandbox.reset(start);
  store.reset();
}

/** Runs a mutation. The sandbox's calls are then its own. */
export async function send(
  studio: Studio,
  each: Case,
  input: Input,
  options?: RunOptions,
): Promise<Sent> {
  studio.sandbox.clearCalls();
  const outcome = await run(studio, each, input, options);
  const calls = studio.calls();
  return { input, outcome, calls: () => calls };
}

/** @param before the state after the last step. Default: the current one */
export async function takeStep(
  studio: Studio,
  each: Case,
  input: Input,
  { before = stateOf(studio.sandbox), ...options }: RunOptions & { readonly before?: State } = {},
): Promise<Step> {
  const request = await send(studio, each, input, options);
  const state = stateOf(studio.sandbox);
  return { ...request, state, changed: changedPaths(before, state) };
}

/** The inputs that were not accepted, with their errors. */
export const rejections = (steps: readonly Sent[]): unknown[] =>
  steps.flatMap(({ input, outcome: { errors, failures } }) =>
    errors.length + failures.length > 0 ? [[input, errors, failures]] : [],
  );
