import { afterEach, describe, expect, it } from 'vitest';
import type { Service } from '../../src/upstream/operation.ts';
import type { RunningServer } from '../support/server.ts';
import { startSmall } from '../support/small-schema.ts';

const all: readonly Service[] = ['video', 'live', 'storage', 'calendar'];
let server: RunningServer | undefined;
afterEach(() => server?.close());

/** Starts a gateway for which only these services accept connections. */
async function startWith(up: readonly Service[], asked: Service[] = []): Promise<RunningServer> {
  const reachable = async (service: Service): Promise<boolean> => {
    asked.push(service);
    if (service === 'storage' && !up.includes(service)) throw new Error('no route');
    return up.includes(service);
  };
  return (server = await startSmall({}, { reachable }));
}

describe('/ready', () => {
  it.each([
    [all, 200, 'ready'],
    [['calendar'] as const, 200, 'ready'],
    [[], 503, 'unreachable'],
  ])('lists each service; one that accepts connections is enough: %j', async (up, status, word) => {
    const answer = await (await startWith(up)).send('/ready');
    expect(answer.status).toBe(status);
    expect(answer.body).toEqual({
      status: word,
      services: Object.fromEntries(all.map((service) => [service, up.includes(service)])),
    });
  });
  it('knocks once for all who ask at the same time', async () => {
    const asked: Service[] = [];
    const running = await startWith(all, asked);
    await Promise.all(Array.from({ length: 20 }, () => running.send('/ready')));
    expect(asked.toSorted()).toEqual(all.toSorted());
  });
  it('executes nothing', async () => {
    const running = await startSmall();
    server = running;
    await running.send('/ready');
    await running.send('/health');
    expect(running.seen.facts).toEqual([]);
  });
});
