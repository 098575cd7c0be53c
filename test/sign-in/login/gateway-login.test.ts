/** `studiograph login` at a gateway: tokens of the gateway, for scripts. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readCommandLine } from '../../../src/command/command-line.ts';
import { login, logout, token } from '../../../src/command/login.ts';
import { type RunningGateway, startGateway } from '../../support/gateway/gateway.ts';
import { httpServer } from '../../support/http-server.ts';
import { connectAgent } from '../../support/client/mcp-client.ts';
import { decide } from '../../support/page/sign-in.ts';
import { signInEnv } from '../../support/page/user-agent.ts';
import { AgentBrowser } from '../agents/agent-browser.ts';
import { newFolder } from '../keys/key-setup.ts';

let gateway: RunningGateway;
let file: string;

beforeAll(async () => {
  gateway = await startGateway({ env: { ...signInEnv, MCP: 'on' } });
});

beforeEach(() => {
  gateway.sandbox.reset();
  file = join(newFolder(), 'login.json');
});

afterAll(() => gateway.close());

const commands = { login, logout, token };

/** Runs a command. @returns what it prints */
async function run(command: keyof typeof commands, ...args: readonly string[]): Promise<string[]> {
  const printed: string[] = [];
  const line = readCommandLine([command, `--file=${file}`, ...args]);
  const failed = Promise.withResolvers<never>();
  const note = (text: string): void => {
    const [, address] = /^Sign in on this page:\n(.*)$/.exec(text) ?? [];
    if (address !== undefined) allow(address).catch(failed.reject);
  };
  const output = { print: (text: string): void => void printed.push(text), note };
  await Promise.race([commands[command]({ ...line, env: {} }, output, () => {}), failed.promise]);
  return printed;
}

/** The user signs in at the gateway, and allows what the page asks. */
async function allow(address: string): Promise<void> {
  const google = new URL(gateway.sandbox.oauthClient.authorizationUrl).origin;
  const browser = new AgentBrowser(gateway.url, async (page) =>
    page.origin === google ? decide(page.href) : undefined,
  );
  const page = await browser.open(address);
  expect(page.text).toContain('studiograph login');
  const { url } = await browser.submit(page, 'allow');
  await fetch(url);
}

const stored = (name = gateway.url) => JSON.parse(readFileSync(file, 'utf8')).logins[name];

/** Ends the validity of the stored access token, as time does. */
function age(): void {
  const content = JSON.parse(readFileSync(file, 'utf8'));
  for (const each of Object.values<any>(content.logins)) each.expiresAt = 0;
  writeFileSync(file, JSON.stringify(content));
}

const files = '{ files(first: 1) { nodes { id } } }';

describe('a login at a gateway', () => {
  it('gives tokens for GraphQL, which are renewed by one process at a time', async () => {
    await run('login', gateway.url);
    const [first] = await run('token', gateway.url);
    expect(first).toMatch(/^sgt_/);
    const query = (value: string) => gateway.query(files, {}, { authorization: `Bearer ${value}` });
    expect((await query(first!)).body.data.files.nodes).toHaveLength(1);
    const { refreshToken } = stored();
    age();
    // A refresh token that is used twice would end the login.
    const all = await Promise.all(Array.from({ length: 5 }, () => run('token', gateway.url)));
    const tokens = new Set(all.flat());
    expect(tokens.size).toBe(1);
    expect(tokens).not.toContain(first);
    expect(stored().refreshToken).not.toBe(refreshToken);
    age();
    const [last] = await run('token', gateway.url);
    expect((await query(last!)).body.data.files.nodes).toHaveLength(1);
  });
  it('can be one for agents', async () => {
    const url = `${gateway.url}/mcp`;
    await run('login', url, '--services=drive');
    const [printed] = await run('token', url);
    await using agent = await connectAgent(gateway.url, printed);
    expect((await agent.client.listTools()).tools.length).toBeGreaterThan(10);
    expect(stored(url).scopes).toEqual(['https://www.googleapis.com/auth/drive.readonly']);
    await expect(run('token', gateway.url)).rejects.toThrow(
      `There is no login. Run \`studiograph login ${gateway.url}\`.`,
    );
  });
  it('ends with the logout, and is deleted', async () => {
    await run('login', gateway.url);
    const [printed] = await run('token', gateway.url);
    await run('logout', gateway.url);
    expect(existsSync(file)).toBe(false);
    const { status } = await gateway.query(files, {}, { authorization: `Bearer ${printed}` });
    expect(status).toBe(401);
  });
  it.each(['authorization_endpoint', 'token_endpoint', 'revocation_endpoint'])(
    'sends no secret without TLS: %s',
    async (name) => {
      await using server = await httpServer((req, res) => {
        const issuer = `http://${req.headers.host}`;
        const metadata = {
          issuer,
          authorization_endpoint: `${issuer}/authorize`,
          token_endpoint: `${issuer}/token`,
          [name]: 'http://192.0.2.1/',
        };
        res.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(metadata));
      });
      await expect(run('login', server.url)).rejects.toThrow('endpoints without TLS');
    },
  );
  it('needs a gateway with sign-in', async () => {
    const other = await startGateway({ sandbox: gateway.sandbox });
    await expect(run('login', other.url)).rejects.toThrow('The gateway has no sign-in');
    await other.close();
    await expect(run('login', other.url)).rejects.toThrow('The gateway failed: ECONNREFUSED.');
    await expect(run('login', 'http://192.0.2.1')).rejects.toThrow('HTTP_REQUEST_FORBIDDEN');
  });
});
