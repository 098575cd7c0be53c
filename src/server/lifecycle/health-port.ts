/**
 * `/health` and `/ready` on a port of their own, which a thread serves: they are answered while the
 * main thread has a lot to do, so that nobody restarts a gateway that works, and they fail when its
 * event loop has not turned for `HEALTH_STALL_MS`.
 */
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Config } from '../../config.ts';
import { every, systemClock as clock } from '../../engine/caller/clock.ts';
import type { HealthThreadData, HealthThreadMessage, ReadyAnswer } from './health-thread.ts';
import type { Health } from './health.ts';

/** A port that is open. */
interface HealthPort {
  readonly url: string;
  /** Closes the port and its connections. */
  close(): Promise<void>;
}

type HealthSettings = Pick<Config, 'HOST' | 'HEALTH_STALL_MS'> & { readonly HEALTH_PORT: number };

/** Milliseconds between two notes that the event loop has turned. */
const noteMs = 100;

/**
 * Opens the port.
 * @param ready answers `/ready`
 * @throws Error if the port cannot be opened
 */
export async function openHealthPort(
  { HOST: host, HEALTH_PORT: port, HEALTH_STALL_MS: stallMs }: HealthSettings,
  ready: () => Promise<Health>,
): Promise<HealthPort> {
  const turnedAt = new SharedArrayBuffer(BigInt64Array.BYTES_PER_ELEMENT);
  const turned = new BigInt64Array(turnedAt);
  const note = (): void => void Atomics.store(turned, 0, BigInt(Math.floor(clock.now())));
  note();
  const workerData: HealthThreadData = { host, port, stallMs, turnedAt };
  const thread = new Worker(
    new URL(`./health-thread${extname(import.meta.url)}`, import.meta.url),
    {
      workerData,
      resourceLimits: { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 4 },
    },
  );
  thread.unref();
  // The rule is for windows of browsers.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  const answer = (health: ReadyAnswer): void => thread.postMessage(health);
  const open = Promise.withResolvers<number>();
  thread.on('error', (error) => open.reject(error));
  thread.on('message', (message: HealthThreadMessage) => {
    if ('port' in message) open.resolve(message.port);
    else if ('error' in message) open.reject(new Error(message.error));
    else void ready().then((health) => answer({ ask: message.ask, ...health }));
  });
  const timer = every(clock, noteMs, note);
  const close = async (): Promise<void> => {
    timer.cancel();
    await thread.terminate();
  };
  try {
    const opened = await open.promise;
    return { url: `http://${host.includes(':') ? `[${host}]` : host}:${opened}/health`, close };
  } catch (error) {
    await close();
    throw error;
  }
}
