/** Calls of a process that can be frozen. */
import type { FeedHarness } from './feed-harness.ts';
import type { SharedMemoryStore } from '../gateway/shared-store.ts';

/**
 * Executions of the process that the store is of: while it is frozen, it sends no call.
 * @param beforeCall called before each call; may freeze the process
 */
export const freezableExecution =
  (
    execution: FeedHarness['execution'],
    store: SharedMemoryStore,
    beforeCall: () => void = () => {},
  ): FeedHarness['execution'] =>
  (...args) => {
    const made = execution(...args);
    const call = made.sharedCall.bind(made);
    made.sharedCall = async (...request) => {
      beforeCall();
      await store.running;
      return call(...request);
    };
    return made;
  };
