/** Metrics whose numbers could be right by chance: units other than 1, states between others. */
import { afterEach, describe, expect, it } from 'vitest';
import { ids } from '../../src/sandbox/seed/ids.ts';
import { catalogue } from '../../src/services/catalogue.ts';
import { type Exposition, scrape } from '../support/tool/exposition.ts';
import { type RunningGateway, startGateway } from '../support/gateway/gateway.ts';
import type { Env } from '../support/gateway/server.ts';

const token = { authorization: 'Bearer studio-owner' };

let gateway: RunningGateway;

afterEach(() => gateway.close());

const start = async (env: Env = {}): Promise<void> => {
  gateway = await startGateway({ env: { METRICS_PORT: '0', RETRY_BASE_MS: '1', ...env } });
};

const read = (): Promise<Exposition> => scrape(gateway.metricsUrl!);

const ask = (document: string) => gateway.query(document, undefined, token);

describe('the quota units', () => {
  it('are those of each operation, by its bucket, retries included', async () => {
    await start();
    const update = 'video:playlists.update';
    gateway.sandbox.fault({ match: { operation: update }, times: 1, status: 503 });
    const answers = [
      await ask('{ search(search: "a", first: 5) { nodes { title } } }'),
      await ask(`mutation { updatePlaylist(input: { id: "${ids.playlist.fifty}", title: "New" }) {
        errors { code } } }`),
      await ask(`{ calendar(id: "${ids.calendar.release}") { summary } }`),
      await ask(`{ file(id: "${ids.file.logo}") { name } }`),
    ];
    expect(answers.map(({ body }) => body.errors)).toEqual(answers.map(() => undefined));
    const expected: Record<string, number> = {};
    const calls = gateway.sandbox.calls();
    for (const call of calls) {
      const { bucket, units } = catalogue.get(call.operation!)!;
      if (units) expected[bucket] = (expected[bucket] ?? 0) + units;
    }
    expect(calls.filter(({ operation }) => operation === update)).toHaveLength(2);
    // Otherwise a count of calls would be right, too.
    expect(catalogue.get(update)!.units).toBeGreaterThan(1);
    expect((await read()).values('studiograph_quota_units_total')).toEqual(expected);
  });
});

describe('the state of a breaker', () => {
  const states = async () => (await read()).values('studiograph_breaker_state');
  const file = `{ file(id: "${ids.file.logo}") { name } }`;

  it('is 0 while it is closed, 2 while it is open, 1 while a probe runs, and 0 again', async () => {
    await start({ BREAKER_FAILURES: '2', BREAKER_PROBE_MS: '50', RETRY_ATTEMPTS: '1' });
    const down = { match: { service: 'storage' } } as const;
    gateway.sandbox.fault({ ...down, status: 503 });
    expect((await states()).storage).toBe(0);
    await ask(file);
    await ask(file);
    expect((await states()).storage).toBe(2);
    gateway.sandbox.clearFaults();
    const answer = Promise.withResolvers<void>();
    gateway.sandbox.fault({ ...down, until: answer.promise });
    const before = gateway.sandbox.calls().length;
    const reads: ReturnType<typeof ask>[] = [];
    // Sent as the probe when its time has come; before that, a read fails at once.
    await expect
      .poll(() => {
        reads.push(ask(file));
        return gateway.sandbox.calls().length;
      })
      .toBe(before + 1);
    expect((await states()).storage).toBe(1);
    answer.resolve();
    const errors = (await Promise.all(reads)).map(({ body }) => body.errors);
    expect(errors).toContain(undefined);
    expect((await states()).storage).toBe(0);
  });
  it('is 2 again after a probe that has failed', async () => {
    await start({ BREAKER_FAILURES: '2', BREAKER_PROBE_MS: '50', RETRY_ATTEMPTS: '1' });
    gateway.sandbox.fault({ match: { service: 'storage' }, status: 503 });
    await ask(file);
    await ask(file);
    const before = gateway.sandbox.calls().length;
    await expect
      .poll(async () => {
        await ask(file);
        return gateway.sandbox.calls().length;
      })
      .toBe(before + 1);
    expect((await states()).storage).toBe(2);
  });
});
