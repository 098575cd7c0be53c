/** What a start with and without MCP loads, in a process of its own. */
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { launch, type Program } from '../support/gateway/program.ts';

const cwd = fileURLToPath(new URL('../../', import.meta.url));

/** A module that prints the URLs of all modules that are loaded after it. */
const printLoaded = encodeURIComponent(`
  import { registerHooks } from 'node:module';
  registerHooks({ load: (url, context, next) => (console.log('Module', url), next(url, context)) });
`);

const nowhere = {
  VIDEO_BASE_URL: 'http://127.0.0.1:9/youtube/v3',
  STORAGE_BASE_URL: 'http://127.0.0.1:9',
  CALENDAR_BASE_URL: 'http://127.0.0.1:9/calendar/v3',
};

const started: Program[] = [];

afterEach(() => {
  for (const program of started.splice(0)) program.signal('SIGKILL');
});

/** Starts a gateway, and waits until it has loaded what it loads before the first request. */
async function start(env: Readonly<Record<string, string>>): Promise<[Program, string]> {
  const flags = ['--import', `data:text/javascript,${printLoaded}`];
  const program = launch(['node', ...flags, 'src/main.ts'], {
    cwd,
    env: { PORT: '0', ...nowhere, ...env },
  });
  started.push(program);
  const [, url] = await program.printed(/^GraphQL\s+(\S+)\/graphql$/m);
  await program.printed(/^Module .*\/graphql-yoga\//m);
  return [program, url!];
}

const ofMcp = /^Module .*(@modelcontextprotocol|\/src\/mcp\/)/m;

describe('the start of the gateway', () => {
  it('loads nothing of MCP without the setting', async () => {
    const [program] = await start({});
    expect(program.output()).not.toMatch(ofMcp);
  });
  it('loads it with the first session, whose tokens Google issues', async () => {
    const [program, url] = await start({ MCP: 'on' });
    const metadata = await fetch(`${url}/.well-known/oauth-protected-resource/mcp`);
    expect(await metadata.json()).toMatchObject({
      resource: `${url}/mcp`,
      authorization_servers: ['https://accounts.google.com'],
    });
    expect(program.output()).not.toMatch(ofMcp);
    const response = await fetch(`${url}/mcp`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: 'Bearer token' },
      body: '{}',
    });
    expect(response.status).toBe(400);
    await program.printed(ofMcp);
  });
});
