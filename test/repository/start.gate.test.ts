import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { users } from '../../src/sandbox/user.ts';
import { closedPort } from '../support/proxy/closed-port.ts';
import { launch, type Program } from '../support/gateway/program.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

const { scripts } = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as {
  readonly scripts: Readonly<Record<string, string>>;
};

const started: Program[] = [];

function run(command: readonly string[], env: Readonly<Record<string, string>> = {}): Program {
  const program = launch(command, { cwd: root, env });
  started.push(program);
  return program;
}

/** Runs the script of `npm start`, as npm does, with these settings only. */
const start = (env: Readonly<Record<string, string>>): Program =>
  run(['sh', '-c', scripts['start']!], env);

/** npm has its settings and its log in the home of the user. */
const withNpm = { PORT: '0', HOME: process.env['HOME'] ?? '/' };

afterEach(() => {
  for (const program of started.splice(0)) program.signal('SIGKILL');
});

const address = async (program: Program): Promise<string> =>
  (await program.printed(/^GraphQL +(http:\/\/127\.0\.0\.1:\d+)\/graphql$/m))[1]!;

describe('npm start', () => {
  it('prints URL, upstream and demo tokens, serves the first token, and ends by SIGTERM to npm', async () => {
    const program = run(['npm', 'start'], withNpm);
    const url = await address(program);
    await program.printed(/^Upstream +http:\/\/127\.0\.0\.1:\d+ \(the sandbox\)$/m);
    await Promise.all(
      users.map(({ token }) => program.printed(new RegExp(`^Token +${token}: \\S`, 'm'))),
    );
    const response = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${users[0]!.token}` },
      body: JSON.stringify({ query: '{ viewer { channel { title } } }' }),
    });
    expect(await response.json()).toMatchObject({
      data: { viewer: { channel: { title: expect.any(String) as string } } },
    });
    program.signal('SIGTERM');
    expect(await program.ended).toBe(0);
    expect(program.errorOutput()).toBe('');
    await expect(fetch(`${url}/health`)).rejects.toThrow('fetch failed');
  });
  it('starts with an unreachable upstream, prints its URLs and no token, and is not ready', async () => {
    const unreachable = `http://127.0.0.1:${await closedPort()}`;
    const bases = {
      VIDEO_BASE_URL: `${unreachable}/youtube/v3`,
      STORAGE_BASE_URL: unreachable,
      CALENDAR_BASE_URL: `${unreachable}/calendar/v3`,
    };
    const program = start({ PORT: '0', ...bases });
    const url = await address(program);
    await program.printed(/^Upstream .*$/m);
    expect(Object.values(bases).filter((base) => !program.output().includes(base))).toEqual([]);
    expect(program.output()).not.toContain('Token');
    expect((await fetch(`${url}/health`)).status).toBe(200);
    const ready = await fetch(`${url}/ready`);
    expect(ready.status).toBe(503);
    expect(await ready.json()).toMatchObject({
      services: { video: false, live: false, storage: false, calendar: false },
    });
  });
});

describe('SIGTERM to npm', () => {
  it.each([
    ['npm run dev', ['npm', 'run', 'dev']],
    ['npm run sandbox', ['npm', 'run', 'sandbox', '--', '0']],
  ])('ends what %s has started', async (_, command) => {
    const npm = run(command, withNpm);
    const [, url] = await npm.printed(/(http:\/\/127\.0\.0\.1:\d+)/);
    expect((await fetch(`${url}/health`)).status).toBeLessThan(500);
    npm.signal('SIGTERM');
    // All processes have ended: none has the output of npm open.
    expect(await npm.ended).toBe(0);
    await expect(fetch(`${url}/health`)).rejects.toThrow('fetch failed');
  });
});
