/** A time limit for answers that arrive over a connection. */

/** Number of times that the timer has to fire. */
const ticks = 5;

/**
 * Calls back after a time in which the event loop ran. A single timer would fire before the loop
 * reads what has arrived while it was blocked, for example by the parsing of a large answer.
 * @returns cancels the call
 */
export function afterLoopTime(ms: number, callback: () => void): () => void {
  let count = 0;
  const timer = setInterval(() => {
    count += 1;
    if (count < ticks) return;
    clearInterval(timer);
    callback();
  }, ms / ticks);
  return () => clearInterval(timer);
}
