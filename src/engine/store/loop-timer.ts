/**
 * A time limit for answers that arrive over a connection. It does not count the delay of this
 * process: a busy process reads late what has arrived in time, and needs many turns of its event
 * loop for a large answer.
 */

import { performance } from 'node:perf_hooks';

/** Number of times that the timer fires, at least. */
const ticks = 5;

/**
 * Calls back when the other side has kept this process waiting, which is so
 *
 * - after the time in which the event loop had nothing else to do: it would have read an answer at
 *   once
 * - if nothing at all has arrived while the timer fired several times in a row: in each turn of the
 *   event loop, what has arrived is read. This is what ends the wait of a process that is never
 *   idle.
 * @param bytesRead over the connection so far
 * @returns cancels the call
 */
export function afterLoopTime(
  ms: number,
  bytesRead: () => number,
  callback: () => void,
): () => void {
  const tickMs = ms / ticks;
  let waitedMs = 0;
  let silentTicks = 0;
  let idleBefore = idleMs();
  let readBefore = bytesRead();
  let last: NodeJS.Immediate | undefined;
  const timer = setInterval(() => {
    const idle = idleMs();
    const read = bytesRead();
    // A process that the system has stopped seems to have been idle.
    waitedMs += Math.min(idle - idleBefore, tickMs);
    silentTicks = read === readBefore ? silentTicks + 1 : 0;
    idleBefore = idle;
    readBefore = read;
    // The loop is never idle for the whole time between two ticks.
    if (silentTicks < ticks && waitedMs < ms - tickMs / 2) return;
    clearInterval(timer);
    // Timers come before arrivals in a turn of the event loop, this comes after them.
    last = setImmediate(callback);
  }, tickMs);
  return () => {
    clearInterval(timer);
    clearImmediate(last);
  };
}

/** The time in ms in which the event loop has had nothing to do. */
const idleMs = (): number => performance.eventLoopUtilization().idle;
