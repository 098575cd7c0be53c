import { readFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { users } from '../../src/sandbox/user.ts';
import { launch, type Program } from '../support/program.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const { scripts } = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as { readonly scripts: Readonly<Record<string, string>> };
const started: Program[] = [];
/** What `npm start` does with these settings alone. */
function start(env: Readonly<Record<string, string>>, command = scripts['start']!.split(' ')): Program {
  const program = launch(command, { cwd: root, env });
  started.push(program);
  return program;
}
afterEach(() => {
  for (const program of started.splice(0)) program.signal('SIGKILL');
});
const address = async (program: Program): Promise<string> =>
  (await program.printed(/^GraphQL +(http:\/\/127\.0\.0\.1:\d+)\/graphql$/m))[1]!;

describe('npm start', () => {
  it('prints the address, the upstream and the demo tokens, of which the first reads data at once', async () => {
    const program = start({ PORT: '0' });
    const url = await address(program);
    await program.printed(/^Upstream +http:\/\/127\.0\.0\.1:\d+ \(the sandbox\)$/m);
    await Promise.all(users.map(({ token }) => program.printed(new RegExp(`^Token +${token}: \\S`, 'm'))));
    const response = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${users[0]!.token}` },
      body: JSON.stringify({ query: '{ viewer { channel { title } } }' }),
    });
    expect(await response.json()).toMatchObject({ data: { viewer: { channel: { title: expect.any(String) as string } } } });
    program.signal('SIGTERM');
    expect(await program.ended).toBe(0);
    expect(program.errorOutput()).toBe('');
  });
  it('starts with an upstream that can not be reached, prints its addresses and no token, and says so at /ready', async () => {
    const nobody = `http://127.0.0.1:${await closedPort()}`;
    const bases = { VIDEO_BASE_URL: `${nobody}/youtube/v3`, STORAGE_BASE_URL: nobody, CALENDAR_BASE_URL: `${nobody}/calendar/v3` };
    const program = start({ PORT: '0', ...bases });
    const url = await address(program);
    await program.printed(/^Upstream .*$/m);
    expect(Object.values(bases).filter((base) => !program.output().includes(base))).toEqual([]);
    expect(program.output()).not.toContain('Token');
    expect((await fetch(`${url}/health`)).status).toBe(200);
    const ready = await fetch(`${url}/ready`);
    expect(ready.status).toBe(503);
    expect(await ready.json()).toMatchObject({ services: { video: false, live: false, storage: false, calendar: false } });
  });
  it.each([
    ['a bad value', 'PORT', { PORT: 'planted' }],
    ['a secret that can be none', 'UPSTREAM_API_KEY', { UPSTREAM_API_KEY: 'planted secret' }],
    ['a base address with a key in it', 'VIDEO_BASE_URL', { VIDEO_BASE_URL: 'https://video.example/v3?key=planted' }],
    ['some base addresses and not all', 'STORAGE_BASE_URL', { VIDEO_BASE_URL: 'https://planted.example/v3' }],
    ['production without an upstream', 'VIDEO_BASE_URL', { NODE_ENV: 'production', UPSTREAM_API_KEY: 'planted' }],
  ])('refuses %s: exit code 1, the key by its name, never a value', async (_, key, env) => {
    const program = start(env);
    expect(await program.ended).toBe(1);
    expect(program.errorOutput()).toContain(key);
    expect(program.output() + program.errorOutput()).not.toContain('planted');
  });
  it('says that a port is taken', async () => {
    const { port, close } = await takenPort();
    const program = start({ PORT: String(port) });
    expect(await program.ended).toBe(1);
    expect(program.errorOutput()).toContain('EADDRINUSE');
    await close();
  });
  it('tells an older Node that it is too old', async () => {
    const older = `data:text/javascript,${encodeURIComponent("Object.defineProperty(process.versions, 'node', { value: '20.9.0' })")}`;
    const program = start({}, ['node', '--import', older, 'src/main.ts']);
    expect(await program.ended).toBe(1);
    expect(program.errorOutput()).toMatch(/^Node 24 or newer is needed, this is 20\.9\.0\./);
  });
});

async function takenPort(): Promise<{ readonly port: number; readonly close: () => Promise<void> }> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { port, close: () => new Promise((resolve) => server.close(() => resolve())) };
}
async function closedPort(): Promise<number> {
  const { port, close } = await takenPort();
  await close();
  return port;
}
