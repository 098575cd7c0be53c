/** Waits for what a test does not wait for by `expect.poll`: before its tests, or to the moment. */
import { setTimeout as wait } from 'node:timers/promises';

/** Resolves within a millisecond when something is true. The limit of the test or hook ends it. */
export async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await wait(1);
}
