import { type ChildProcess, spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';

interface Process {
  readonly child: ChildProcess;
  readonly output: { out: string; err: string };
  /** Exit code, or the signal that ended it. */
  readonly ended: Promise<number | string | null>;
}
const running: ChildProcess[] = [];
afterEach(() => {
  for (const child of running.splice(0)) child.kill('SIGKILL');
});
function start(env: Readonly<Record<string, string>>, ...flags: readonly string[]): Process {
  const child = spawn(process.execPath, [...flags, 'src/main.ts'], { env: { PATH: process.env['PATH'], PORT: '0', ...env } });
  running.push(child);
  const output = { out: '', err: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output.out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output.err += text));
  return { child, output, ended: new Promise((resolve) => child.on('close', (code, signal) => resolve(code ?? signal))) };
}
async function addressOf({ output }: Process): Promise<string> {
  const address = () => /^GraphQL\s+(\S+)\/graphql$/m.exec(output.out)?.[1];
  await expect.poll(address, { timeout: 20_000 }).toBeDefined();
  return address()!;
}
const nowhere = {
  VIDEO_BASE_URL: 'http://127.0.0.1:9/youtube/v3',
  STORAGE_BASE_URL: 'http://127.0.0.1:9',
  CALENDAR_BASE_URL: 'http://127.0.0.1:9/calendar/v3',
};

describe('the process', () => {
  it('starts on the sandbox and says where everything is', async () => {
    const process = start({});
    const address = await addressOf(process);
    const { out } = process.output;
    expect(out).toMatch(/^Upstream\s+http:\/\/127\.0\.0\.1:\d+ \(the sandbox\)$/m);
    const tokens = [...out.matchAll(/^Token\s+(\S+): ./gm)].map(([, token]) => token);
    expect(tokens).toEqual(expect.arrayContaining(['studio-owner', 'studio-guest', 'studio-reader', 'studio-expired', 'no-channel']));
    const answer = await fetch(`${address}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${tokens[0]}` },
      body: '{"query":"{ __typename }"}',
    });
    expect(await answer.json()).toMatchObject({ data: { __typename: 'Query' } });
    expect(await (await fetch(`${address}/ready`)).json()).toEqual({
      status: 'ready',
      services: { video: true, live: true, storage: true, calendar: true },
    });
  });
  it.each(['SIGTERM', 'SIGINT'] as const)('ends with code 0 at %s', async (signal) => {
    const process = start({});
    await addressOf(process);
    process.child.kill(signal);
    expect(await process.ended).toBe(0);
  });
  it('starts while upstream is unreachable, and says so when asked', async () => {
    const process = start(nowhere);
    const ready = await fetch(`${await addressOf(process)}/ready`);
    expect(ready.status).toBe(503);
    expect(await ready.json()).toMatchObject({
      status: 'unreachable',
      services: { video: false, live: false, storage: false, calendar: false },
    });
  });
  it.each([
    [{ PORT: 'secret-port' }, 'PORT'],
    [{ VIDEO_BASE_URL: nowhere.VIDEO_BASE_URL, STORAGE_BASE_URL: nowhere.STORAGE_BASE_URL }, 'CALENDAR_BASE_URL'],
    [{ NODE_ENV: 'production' }, 'VIDEO_BASE_URL'],
    [{ UPSTREAM_API_KEY: 'secret key' }, 'UPSTREAM_API_KEY'],
  ])('ends with code 1 at settings that cannot be used, and names the key: %j', async (env, key) => {
    const { ended, output } = start(env);
    expect(await ended).toBe(1);
    expect(output.err).toContain(key);
    expect(output.out + output.err).not.toContain('secret');
  });
  it('ends with code 1 where its port is taken', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { ended, output } = start({ PORT: String((other.address() as { port: number }).port) });
    expect(await ended).toBe(1);
    expect(output.err).toContain('EADDRINUSE');
    await new Promise((resolve) => other.close(resolve));
  });
  it('says which Node it needs where it is started by an older one', async () => {
    const old = 'data:text/javascript,Object.defineProperty(process,"versions",{value:{...process.versions,node:"20.19.2"}})';
    const { ended, output } = start({}, '--import', old);
    expect(await ended).toBe(1);
    expect(output.err).toMatch(/Node 24 or newer is needed, this is 20\.19\.2/);
  });
});
