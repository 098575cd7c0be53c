import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { users } from '../../src/sandbox/user.ts';
import { launch, type Program } from '../support/gateway/program.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

const started: Program[] = [];

function run(command: readonly string[], env: Readonly<Record<string, string>> = {}): Program {
  const program = launch(command, { cwd: root, env });
  started.push(program);
  return program;
}

/** npm has its settings and its log in the home of the user. */
const withNpm = { PORT: '0', HOME: process.env['HOME'] ?? '/' };

afterEach(() => {
  for (const program of started.splice(0)) program.signal('SIGKILL');
});

/** With these, `npm run dev` starts no sandbox. */
const nowhere = {
  VIDEO_BASE_URL: 'http://127.0.0.1:9/youtube/v3',
  STORAGE_BASE_URL: 'http://127.0.0.1:9',
  CALENDAR_BASE_URL: 'http://127.0.0.1:9/calendar/v3',
};

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
});

describe('SIGTERM to npm', () => {
  it.each([
    ['npm run dev', ['npm', 'run', 'dev']],
    ['npm run sandbox', ['npm', 'run', 'sandbox', '--', '0']],
  ])('ends what %s has started', async (_, command) => {
    const npm = run(command, { ...nowhere, ...withNpm });
    const [, url] = await npm.printed(/(http:\/\/127\.0\.0\.1:\d+)/);
    expect((await fetch(`${url}/health`)).status).toBeLessThan(500);
    npm.signal('SIGTERM');
    // All processes have ended: none has the output of npm open.
    expect(await npm.ended).toBe(0);
    await expect(fetch(`${url}/health`)).rejects.toThrow('fetch failed');
  });
});
