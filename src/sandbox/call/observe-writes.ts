/** Calls a service before and after each write, for its change log and its notifications. */
import { catalogue } from '../../services/catalogue.ts';
import { isRead } from '../../engine/api/operation.ts';
import type { HandlerEntry, Handlers } from './handler.ts';
import type { Simulation } from '../simulation.ts';

/** Runs before a write. Returns a function that runs after it, unless the write is rejected. */
type WriteObserver = (simulation: Simulation) => () => void;

/** The handlers of a service; those of writes call the observer. */
export const observingWrites = (handlers: Handlers, observe: WriteObserver): Handlers =>
  Object.fromEntries(
    Object.entries(handlers).map(([key, entry]) => [
      key,
      isRead(catalogue.get(key)!) ? entry : observed(entry, observe),
    ]),
  );

function observed(entry: Handlers[string], observe: WriteObserver): HandlerEntry {
  const { handle, ...rest } = typeof entry === 'function' ? { handle: entry } : entry;
  return {
    ...rest,
    handle: (call) => {
      const finish = observe(call.simulation);
      const result = handle(call);
      finish();
      return result;
    },
  };
}
