/** `/health` and `/ready` on a port of their own, beside a main thread that is busy or stands. */
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { gatewayCommand } from '../../support/gateway/bundle.ts';
import { launch, type Program } from '../../support/gateway/program.ts';

const cwd = fileURLToPath(new URL('../../../', import.meta.url));

/** Its event loop is blocked for 300 to 900 ms, again and again from a signal on. */
const blocked = { NODE_OPTIONS: '--import ./test/support/block-event-loop.js' };

describe('HEALTH_PORT', { tags: ['S46'] }, () => {
  let program: Program;
  let health: string;

  async function start(env: Readonly<Record<string, string>> = {}): Promise<void> {
    program = launch(gatewayCommand, {
      cwd,
      env: { SANDBOX: '1', PORT: '0', HEALTH_PORT: '0', LOG_LEVEL: 'error', ...env },
    });
    health = (await program.printed(/^Health\s+(\S+)\/health$/m))[1]!;
  }

  const ask = async (path: string, init?: RequestInit): Promise<readonly [number, unknown]> => {
    const response = await fetch(`${health}${path}`, init);
    return [response.status, await response.json().catch(() => undefined)];
  };

  afterEach(async () => {
    program.signal('SIGKILL');
    await program.ended;
  });

  it('answers as the main port does', async () => {
    await start();
    expect(await ask('/health')).toEqual([200, { status: 'alive' }]);
    const url = (await program.printed(/^GraphQL\s+(\S+)\/graphql$/m))[1]!;
    const main = await fetch(`${url}/ready`);
    expect(await ask('/ready')).toEqual([main.status, await main.json()]);
    expect(await ask('/graphql')).toEqual([404, { status: 'unknown path' }]);
    expect(await ask('/health', { method: 'POST' })).toEqual([405, undefined]);
    program.signal('SIGTERM');
    await expect.poll(() => ask('/ready')).toEqual([503, { status: 'draining' }]);
    expect(await ask('/health')).toEqual([200, { status: 'alive' }]);
    expect(await program.ended).toBe(0);
  });

  it('answers while the main thread is busy', async () => {
    await start(blocked);
    program.signal('SIGUSR2');
    for (let count = 0; count < 50; count += 1)
      expect(await ask('/health')).toEqual([200, { status: 'alive' }]);
    // By the main thread, between two blocks.
    expect((await ask('/ready'))[0]).toBe(200);
  });

  it('fails while the event loop does not turn', async () => {
    await start({ ...blocked, HEALTH_STALL_MS: '200' });
    expect(await ask('/health')).toEqual([200, { status: 'alive' }]);
    program.signal('SIGUSR2');
    for (const path of ['/health', '/ready']) {
      await expect.poll(() => ask(path)).toEqual([503, { status: 'stopped' }]);
      await expect.poll(async () => (await ask(path))[0]).toBe(200);
    }
  });

  it('ends the process at its start if the port is in use', async () => {
    await start();
    const { port } = new URL(health);
    const other = launch(gatewayCommand, {
      cwd,
      env: { SANDBOX: '1', PORT: '0', HEALTH_PORT: port },
    });
    expect(await other.ended).toBe(1);
    expect(other.errorOutput()).toMatch(new RegExp(`HEALTH_PORT=${port}: .*EADDRINUSE`));
  });
});
