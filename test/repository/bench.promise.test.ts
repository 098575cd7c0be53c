/** What a subscriber costs, and what others notice of it: measured in time and memory. */
import { describe, expect, it } from 'vitest';
import { measureSubscribers, transports } from '../../bench/fan-out.ts';
import { expectWithin } from '../support/report/expect-within.ts';

const subscribers = 5_000;
const seconds = 15;

describe('npm run bench -- subscribers', () => {
  it.each(transports)(
    'has all events of a chat over %s, without delay of other queries',
    { tags: ['R41', 'fullSize'], timeout: 300_000 },
    async (transport) => {
      const measured = await measureSubscribers(subscribers, transport, seconds);
      const { failures, events, whileDelivering, processKib } = measured;
      expect(failures).toBe(0);
      expect(events).toBeGreaterThanOrEqual(subscribers * (seconds - 1));
      expectWithin(whileDelivering.p99, 100);
      // docs/size.md states the memory of a subscriber.
      expect(processKib).toBeLessThan(40);
    },
  );
});
