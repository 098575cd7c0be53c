/** Waits for the end of what happens in this process, in turns of the event loop and in no time. */
import { setImmediate as turn } from 'node:timers/promises';

/** Turns in which the connections of a process transfer something, unless they wait. */
const quietTurns = 200;

/**
 * Resolves when a count has not changed for many turns, because all buffers are full.
 * @param count what happens in this process; it has to begin
 */
export async function untilQuiet(count: () => number): Promise<void> {
  let before = 0;
  for (let quiet = 0; quiet < quietTurns; quiet = before === 0 ? 0 : quiet + 1) {
    await turn();
    if (count() !== before) quiet = 0;
    before = count();
  }
}
