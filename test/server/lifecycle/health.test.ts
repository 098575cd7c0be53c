import { afterEach, describe, expect, it } from 'vitest';
import { services } from '../../../src/services/api.ts';
import type { Service } from '../../../src/engine/api/register.ts';
import type { RunningServer } from '../../support/gateway/server.ts';
import { startSmall } from '../../support/gateway/small-schema.ts';

let server: RunningServer | undefined;
afterEach(() => server?.close());

/** Starts a gateway for which only the given services accept connections. */
async function startWith(up: readonly Service[], probed: Service[] = []): Promise<RunningServer> {
  const reachable = async (service: Service): Promise<boolean> => {
    probed.push(service);
    if (service === 'storage' && !up.includes(service)) throw new Error('no route');
    return up.includes(service);
  };
  return (server = await startSmall({}, { reachable }));
}

describe('/ready', () => {
  it.each<[readonly Service[], number, string]>([
    [services, 200, 'ready'],
    [['calendar'], 200, 'ready'],
    [[], 503, 'unreachable'],
  ])('lists each service; one that accepts connections is enough: %j', async (up, status, word) => {
    const response = await (await startWith(up)).send('/ready');
    expect(response.status).toBe(status);
    expect(response.body).toEqual({
      status: word,
      services: Object.fromEntries(services.map((service) => [service, up.includes(service)])),
    });
  });
  it('probes once for concurrent requests', async () => {
    const probed: Service[] = [];
    const running = await startWith(services, probed);
    await Promise.all(Array.from({ length: 20 }, () => running.send('/ready')));
    expect(probed.toSorted()).toEqual(services.toSorted());
  });
  it('executes no operation', async () => {
    const running = await startSmall();
    server = running;
    await running.send('/ready');
    await running.send('/health');
    expect(running.seen.facts).toEqual([]);
  });
});
