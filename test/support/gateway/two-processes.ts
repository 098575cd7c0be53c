/** Two processes of the gateway with one Redis, of which the first one may die. */
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { startRedis, type TestRedis } from './redis.ts';
import { type Replicas, startReplicas } from './replicas.ts';

interface TwoProcesses {
  readonly redis: TestRedis;
  readonly replicas: Replicas;
  /** Kills the first process, and starts another one in its place by the end of the test. */
  kill(): Promise<void>;
  /** Starts another process in place of the first one, which has ended, by the end of the test. */
  replace(): void;
  /**
   * Begins a work in the first process, and kills the process when it has sent a write.
   * @param writes the operations of all writes of the work, in their order
   * @param step index of the write, which has no effect
   */
  dieBefore(writes: readonly string[], step: number, begin: () => Promise<unknown>): Promise<void>;
}

/** Starts the processes before the tests of a file, and ends them after all. */
export function useTwoProcesses(): TwoProcesses {
  let redis: TestRedis;
  let replicas: Replicas;
  let replaced: Promise<void> = Promise.resolve();
  beforeAll(async () => {
    redis = await startRedis();
    replicas = await startReplicas({ count: 2, env: { REDIS_URL: redis.url } });
  });
  afterEach(() => replaced);
  afterAll(async () => {
    await replicas[Symbol.asyncDispose]();
    await redis.close();
  });
  const replace = (): void => {
    replaced = replicas.restart(0);
  };
  const kill = async (): Promise<void> => {
    await replicas.kill(0);
    await redis.expireLeases();
    replace();
  };
  return {
    get redis() {
      return redis;
    },
    get replicas() {
      return replicas;
    },
    kill,
    replace,
    dieBefore: async (writes, step, begin) => {
      const { sandbox } = replicas;
      const match = { operation: writes[step]! };
      const before = writes.slice(0, step).filter((each) => each === match.operation).length;
      // Faults without an effect let the calls before pass.
      if (before > 0) sandbox.fault({ match, delayMs: 0, times: before });
      sandbox.fault({ match, hang: true });
      const lost = begin().catch(() => undefined);
      const sent = (): number =>
        sandbox.calls().filter(({ operation = '' }) => writes.includes(operation)).length;
      // The answer of the write before has arrived when the next one is sent.
      await expect.poll(sent).toBe(step + 1);
      await kill();
      await lost;
      sandbox.clearFaults();
    },
  };
}
