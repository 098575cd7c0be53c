/** Two processes of the gateway with one Redis, of which the first one may die. */
import { afterAll, beforeAll, expect } from 'vitest';
import { until } from '../clock/until.ts';
import { startRedis, type TestRedis } from './redis.ts';
import { type Replicas, startReplicas } from './replicas.ts';

interface TwoProcesses {
  readonly redis: TestRedis;
  readonly replicas: Replicas;
  /**
   * Begins a work in the first process, and holds it there: the service has received one of its
   * writes, does not execute it, and does not answer.
   * @param writes the operations of all writes of the work, in their order
   * @param step index of the write
   */
  holdBefore(writes: readonly string[], step: number, begin: () => Promise<unknown>): Promise<void>;
  /** Begins a work that the first process will not end. */
  hold(begin: () => Promise<unknown>): void;
  /** Kills the first process, which ends all works that are held. */
  kill(): Promise<void>;
}

/**
 * A call that a test holds does not time out: a process begins several works before it dies of all
 * of them, since each start of a process costs more than a work.
 */
const patience = {
  FIRST_BYTE_TIMEOUT_MS: '600000',
  CALL_TIMEOUT_MS: '600000',
  REQUEST_DEADLINE_MS: '600000',
};

/** Starts the processes before the tests of a file, and ends them after all. */
export function useTwoProcesses(): TwoProcesses {
  let redis: TestRedis;
  let replicas: Replicas;
  const held: Promise<unknown>[] = [];
  beforeAll(async () => {
    redis = await startRedis();
    replicas = await startReplicas({
      count: 2,
      ownIndex: 1,
      env: { REDIS_URL: redis.url, ...patience },
    });
  });
  afterAll(async () => {
    await replicas[Symbol.asyncDispose]();
    await redis.close();
  });
  const hold = (begin: () => Promise<unknown>): void =>
    void held.push(begin().catch(() => undefined));
  return {
    get redis() {
      return redis;
    },
    get replicas() {
      return replicas;
    },
    hold,
    holdBefore: async (writes, step, begin) => {
      const { sandbox } = replicas;
      const match = { operation: writes[step]! };
      const before = writes.slice(0, step).filter((each) => each === match.operation).length;
      const { length: earlier } = sandbox.calls();
      // Faults without an effect let the calls before pass.
      if (before > 0) sandbox.fault({ match, delayMs: 0, times: before });
      sandbox.fault({ match, hang: true });
      const work = begin();
      hold(() => work);
      const sent = (): number =>
        sandbox
          .calls()
          .slice(earlier)
          .filter(({ operation = '' }) => writes.includes(operation)).length;
      // The answer of the write before has arrived when the next one is sent.
      const ended = work.then((answer) => {
        if (sent() <= step)
          throw new Error(`The work has ended before its write: ${JSON.stringify(answer)}`);
      });
      await Promise.race([until(() => sent() > step), ended]);
      expect(sent()).toBe(step + 1);
      sandbox.clearFaults();
    },
    kill: async () => {
      await replicas.kill(0);
      await redis.expireLeases();
      await Promise.all(held);
    },
  };
}
