import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { gatewayCommand } from './support/gateway/bundle.ts';
import { launch, type Program } from './support/gateway/program.ts';

const cwd = fileURLToPath(new URL('../', import.meta.url));
const running: Program[] = [];

afterAll(() => {
  for (const program of running) program.signal('SIGKILL');
});

/**
 * Starts the gateway.
 * @param module the text of a module that is loaded before those of the source; without it, the
 * bundle runs, which starts in less time
 */
function start(env: Readonly<Record<string, string>>, module?: string): Program {
  const source = ['node', '--import', `data:text/javascript,${module}`, 'src/main.ts'];
  const command = module === undefined ? gatewayCommand : source;
  const program = launch(command, { cwd, env: { PORT: '0', ...env } });
  running.push(program);
  return program;
}

const addressOf = async (program: Program): Promise<string> =>
  (await program.printed(/^GraphQL\s+(\S+)\/graphql$/m))[1]!;

const nowhere = {
  VIDEO_BASE_URL: 'http://127.0.0.1:9/youtube/v3',
  STORAGE_BASE_URL: 'http://127.0.0.1:9',
  CALENDAR_BASE_URL: 'http://127.0.0.1:9/calendar/v3',
};

/** A module that prints the URLs of all modules that are loaded after it. */
const printLoaded = encodeURIComponent(`
  import { registerHooks } from 'node:module';
  registerHooks({ load: (url, context, next) => (console.log('Module', url), next(url, context)) });
`);

const yogaAfterStart = /^GraphQL [^]*^Module .*\/graphql-yoga\//m;
const yogaBeforeStart = /^Module .*\/graphql-yoga\/[^]*^GraphQL /m;
const ofSignIn = /^Module .*(oauth4webapi|oidc-provider|\/src\/sign-in\/)/m;
const ofMcp = /^Module .*(@modelcontextprotocol|\/src\/mcp\/)/m;

/** A module that lets the import of Yoga fail. */
const failToLoadYoga = encodeURIComponent(`
  import { registerHooks } from 'node:module';
  registerHooks({
    load: (url, context, next) => {
      if (!url.endsWith('/yoga.ts')) return next(url, context);
      console.log('Cannot load', url);
      throw new Error('cannot be loaded');
    },
  });
`);

describe.concurrent('the process', () => {
  it('starts on the sandbox, prints URLs and tokens, and ends with code 0 after SIGTERM', async () => {
    const process = start({});
    const address = await addressOf(process);
    await process.printed(/^Token\s+no-channel/m);
    const out = process.output();
    expect(out).toMatch(/^Upstream\s+http:\/\/127\.0\.0\.1:\d+ \(the sandbox\)$/m);
    const tokens = [...out.matchAll(/^Token\s+(\S+): ./gm)].map(([, token]) => token);
    expect(tokens).toEqual(
      expect.arrayContaining([
        'studio-owner',
        'studio-guest',
        'studio-reader',
        'studio-expired',
        'no-channel',
      ]),
    );
    const answer = await fetch(`${address}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${tokens[0]}` },
      body: '{"query":"{ __typename }"}',
    });
    expect(await answer.json()).toMatchObject({ data: { __typename: 'Query' } });
    expect(await (await fetch(`${address}/ready`)).json()).toEqual({
      status: 'ready',
      services: { video: true, live: true, storage: true, calendar: true },
      breakers: { video: 'closed', live: 'closed', storage: 'closed', calendar: 'closed' },
    });
    process.signal('SIGTERM');
    expect(await process.ended).toBe(0);
  });
  it('loads Yoga after it has started, without a request, and nothing of MCP and sign-in', async () => {
    const process = start(nowhere, printLoaded);
    await process.printed(yogaAfterStart);
    expect(process.output()).not.toMatch(yogaBeforeStart);
    expect(process.output()).not.toMatch(ofMcp);
    expect(process.output()).not.toMatch(ofSignIn);
  });
  it('loads MCP with the first session, whose tokens Google issues', async () => {
    const process = start({ ...nowhere, MCP: 'on' }, printLoaded);
    const url = await addressOf(process);
    await process.printed(yogaAfterStart);
    const metadata = await fetch(`${url}/.well-known/oauth-protected-resource/mcp`);
    expect(await metadata.json()).toMatchObject({
      resource: `${url}/mcp`,
      authorization_servers: ['https://accounts.google.com'],
    });
    expect(process.output()).not.toMatch(ofMcp);
    const response = await fetch(`${url}/mcp`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: 'Bearer token' },
      body: '{}',
    });
    expect(response.status).toBe(400);
    await process.printed(ofMcp);
  });
  it('serves requests that do not need Yoga if it cannot be loaded', async () => {
    const process = start(nowhere, failToLoadYoga);
    const address = await addressOf(process);
    await process.printed(/^Cannot load .*\/yoga.ts$/m);
    const send = (query: string): Promise<Response> =>
      fetch(`${address}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ query }),
      });
    expect((await send('{')).status).toBe(500);
    expect((await send('{ __typename }')).status).toBe(200);
  });
  it('starts while the services are unreachable, is not ready, and ends with code 0 after SIGINT', {
    tags: ['R33'],
  }, async () => {
    const process = start({ ...nowhere, UPSTREAM_API_KEY: 'secret-key' });
    const url = await addressOf(process);
    await process.printed(/^Upstream .*$/m);
    expect(Object.values(nowhere).filter((base) => !process.output().includes(base))).toEqual([]);
    expect(process.output()).not.toContain('Token');
    expect((await fetch(`${url}/health`)).status).toBe(200);
    const ready = await fetch(`${url}/ready`);
    expect(ready.status).toBe(503);
    expect(await ready.json()).toMatchObject({
      status: 'unreachable',
      services: { video: false, live: false, storage: false, calendar: false },
    });
    // This is no production: nobody is warned of its quota.
    expect(process.output()).not.toContain('QUOTA_BUDGET');
    process.signal('SIGINT');
    expect(await process.ended).toBe(0);
  });
  it('names a removed setting that is set in a warning', async () => {
    const process = start({ ...nowhere, DRIVE_BATCH: '1' });
    const [warning] = await process.printed(/^\{"level":40,.*DRIVE_BATCH.*$/m);
    expect(JSON.parse(warning)).toMatchObject({ setting: 'DRIVE_BATCH' });
    await addressOf(process);
  });
  it('warns in production if requests without a token can spend the quota of the key, and ends at once by SIGINT after SIGTERM', async () => {
    const process = start({
      NODE_ENV: 'production',
      DRAIN_DELAY_MS: '600000',
      UPSTREAM_API_KEY: 'secret-key',
      QUOTA_BUDGET: 'VIDEO=2000,CALENDAR=5',
      ...nowhere,
    });
    const [warning] = await process.printed(/^\{"level":40,.*QUOTA_BUDGET.*$/m);
    expect(JSON.parse(warning)).toMatchObject({ buckets: ['SEARCH'] });
    await addressOf(process);
    expect(process.output()).not.toContain('secret');
    process.signal('SIGTERM');
    await process.printed(/"draining"/);
    process.signal('SIGINT');
    expect(await process.ended).toBe(130);
  });
  it.each([
    [{ PORT: 'secret-port' }, 'PORT'],
    [
      { VIDEO_BASE_URL: nowhere.VIDEO_BASE_URL, STORAGE_BASE_URL: nowhere.STORAGE_BASE_URL },
      'CALENDAR_BASE_URL',
    ],
    [{ NODE_ENV: 'production' }, 'VIDEO_BASE_URL'],
    [{ UPSTREAM_API_KEY: 'secret key' }, 'UPSTREAM_API_KEY'],
    [
      { MCP: 'on', MCP_TOOLS: 'read,save_evnt' },
      'Invalid settings:\nMCP_TOOLS: there is no tool save_evnt; expected none, read, ',
    ],
    [{ CACHE_TTLS: 'video:secret.list=60' }, 'Invalid settings:\nCACHE_TTLS must name some of '],
  ])(
    'ends with code 1 for invalid settings, and names the key: %j',
    { tags: ['R33'] },
    async (env, key) => {
      const { ended, output, errorOutput } = start(env);
      expect(await ended).toBe(1);
      expect(errorOutput()).toContain(key);
      expect(output() + errorOutput()).not.toContain('secret');
    },
  );
  it('ends with code 1 if its port is in use', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const port = String((other.address() as { port: number }).port);
    const { ended, output, errorOutput } = start({ PORT: port });
    expect(await ended).toBe(1);
    expect(errorOutput()).toContain('EADDRINUSE');
    expect(errorOutput()).toMatch(
      new RegExp(`^Port ${port} on 127\\.0\\.0\\.1 is in use\\. .+ set another PORT, .+\n$`),
    );
    expect(output()).toBe('');
    await new Promise((resolve) => other.close(resolve));
  });
  it('ends with code 1 and names HOST if the machine does not have that address', async () => {
    const { ended, errorOutput } = start({ HOST: '192.0.2.1' });
    expect(await ended).toBe(1);
    expect(errorOutput()).toMatch(/^HOST=192\.0\.2\.1 is not an address of this machine\. .+\n$/);
  });
  it('prints which Node it needs if an older one starts it', async () => {
    const old =
      'Object.defineProperty(process,"versions",{value:{...process.versions,node:"20.19.2"}})';
    const { ended, errorOutput } = start({}, old);
    expect(await ended).toBe(1);
    expect(errorOutput()).toMatch(/Node 22\.19 or newer is needed, this is 20\.19\.2/);
  });
});
