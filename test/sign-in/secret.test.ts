/** No secret of a sign-in is kept in clear, or shown to anybody but the one whom it is for. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { MemoryStore } from '../../src/engine/store/memory-store.ts';
import type { Store } from '../../src/engine/store/store.ts';
import { type Sandbox, startSandbox } from '../../src/sandbox/sandbox.ts';
import { type RunningGateway, startGateway } from '../support/gateway/gateway.ts';
import { withOwnTools } from '../mcp/own-tools.ts';
import { decide } from '../support/page/sign-in.ts';
import { signInEnv, UserAgent } from '../support/page/user-agent.ts';
import { type Collector, startCollector } from '../support/tool/collector.ts';
import { Agent } from './agents/agent.ts';
import { newFolder, runKey } from './keys/key-setup.ts';

/** A store whose names and values a thief can read. */
class OpenStore extends MemoryStore {
  readonly entries: string[] = [];

  override set(...parameters: Parameters<Store['set']>): Promise<void> {
    this.entries.push(parameters.join(' '));
    return super.set(...parameters);
  }

  override replace(...parameters: Parameters<Store['replace']>): Promise<boolean> {
    const [kind, key, { value }] = parameters;
    this.entries.push([kind, key, value].join(' '));
    return super.replace(...parameters);
  }
}

const store = new OpenStore();
const tokenPath = '/oauth/token';

/** By what they are. */
const secrets = new Map<string, string>([
  ['client secret', signInEnv.GOOGLE_CLIENT_SECRET],
  ['key of the store', signInEnv.LINK_SECRET],
  ['access tokens of Google', 'ya29.'],
  ['refresh tokens of Google', '1//'],
]);

/** What all answers of the gateway say, but those that are to give a token. */
const answers: string[] = [];
let sandbox: Sandbox;
let gateway: RunningGateway;
let collector: Collector;
let keyFile: string;

beforeAll(async () => {
  [sandbox, collector] = await Promise.all([startSandbox(), startCollector()]);
  const folder = newFolder();
  const [account, file] = [join(folder, 'sa.json'), join(folder, 'keys.json')];
  writeFileSync(account, await (await fetch(`${sandbox.url}/_sandbox/service-account`)).text());
  const key = JSON.parse(readFileSync(account, 'utf8')) as { private_key: string };
  secrets.set('key of the service account', key.private_key.split('\n')[1]!);
  const args = [`--file=${file}`, '--name=one', '--services=drive', `--service-account=${account}`];
  const [accessKey] = await runKey('create', ...args);
  secrets.set('access key', accessKey!);
  keyFile = readFileSync(file, 'utf8');
  gateway = await startGateway({
    sandbox,
    sharedStore: store,
    adaptOffer: withOwnTools,
    env: {
      ...signInEnv,
      ACCESS_KEYS: file,
      MCP: 'on',
      METRICS_PORT: '0',
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    },
  });
  const send = fetch;
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const response = await send(input, init);
    const { url } = input instanceof Request ? input : { url: String(input) };
    if (!url.startsWith(gateway.url)) return response;
    const body: unknown = init?.body;
    if (url.endsWith(tokenPath) && body instanceof URLSearchParams) noteTokenRequest(body);
    if (url.endsWith(tokenPath)) await noteTokens(response.clone());
    // The text of a redirect repeats where it leads.
    else if (response.status >= 400 || response.ok) answers.push(await response.clone().text());
    const location = response.headers.get('location');
    const back = location === null ? undefined : new URL(location, gateway.url).searchParams;
    for (const name of ['code', 'state', 'nonce'])
      if (back?.get(name)) secrets.set(`${name} ${secrets.size}`, back.get(name)!);
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value] = /^([^=]+)=([^;]{20,})/.exec(line) ?? [];
      // The path of the page of consent names its request, too: its signature is the secret.
      const isRequest = /^studiograph\.(consent|resume)$/.test(name);
      if (value && !isRequest) secrets.set(`cookie ${name} ${secrets.size}`, value);
    }
    return response;
  });
});

afterAll(async () => {
  vi.restoreAllMocks();
  await gateway.close();
  await sandbox.close();
  await collector.close();
});

function noteTokenRequest(form: URLSearchParams): void {
  for (const name of ['code', 'code_verifier', 'refresh_token'])
    if (form.has(name)) secrets.set(`sent ${name} ${secrets.size}`, form.get(name)!);
}

async function noteTokens(response: Response): Promise<void> {
  const body = (await response.json()) as Readonly<Record<string, string | undefined>>;
  for (const name of ['access_token', 'refresh_token'])
    if (body[name]) secrets.set(`${name} ${secrets.size}`, body[name]);
}

/** Everything that users, agents and programs do, and what goes wrong with it. */
async function useAll(): Promise<void> {
  const browser = new UserAgent(gateway);
  const back = await decide(await browser.begin({ access: 'write' }));
  secrets.set('code of Google', back.searchParams.get('code')!);
  await browser.send(back.pathname + back.search);
  await browser.send(back.pathname + back.search);
  const query =
    '{ viewer { channel { channelId } } files(first: 1) { nodes { id content { url } } } }';
  await browser.query(query);
  sandbox.expireTokens();
  await browser.query(query);
  const agent = new Agent(gateway);
  await agent.connect();
  await agent.call('MyStudio');
  const { stored } = agent.oauth;
  const refresh = (refreshToken: string): Promise<Response> =>
    fetch(gateway.url + tokenPath, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'refresh_token',
        refresh_token: refreshToken,
        client_id: agent.oauth.information!.client_id,
      }),
    });
  await refresh(stored!.refresh_token!);
  await refresh(stored!.refresh_token!);
  await agent.call('MyStudio').catch(() => undefined);
  await agent.close();
  const authorization = `Bearer ${secrets.get('access key')!}`;
  await gateway.query('{ files(first: 1) { nodes { id } } }', {}, { authorization });
  await gateway.query(query, {}, { authorization: `${authorization}x` });
  sandbox.fault({ match: { signIn: '/token' }, status: 503 });
  sandbox.expireTokens();
  await browser.query(query);
  sandbox.clearFaults();
  sandbox.setSignIn({ revoke: 'ava@studio.example' });
  await browser.query(query);
  await browser.me();
  await browser.signIn();
  await browser.signOut();
}

it('20 secrets and more are nowhere in clear', async () => {
  await useAll();
  const { metricsUrl, lines } = gateway;
  const metrics = await (await fetch(metricsUrl!)).text();
  await vi.waitFor(() => expect(collector.spans().length).toBeGreaterThan(5), {
    timeout: 60_000,
  });
  const kept = [
    keyFile,
    ...store.entries,
    JSON.stringify(lines),
    metrics,
    ...collector.bodies,
  ].join('\n');
  expect(secrets.size).toBeGreaterThanOrEqual(20);
  expect(store.entries.length).toBeGreaterThan(10);
  const found = (text: string): string[] =>
    [...secrets].filter(([, value]) => text.includes(value)).map(([name]) => name);
  expect(found(kept)).toEqual([]);
  expect(found(answers.join('\n'))).toEqual([]);
  // Three letters alone are found in what is encrypted, now and then.
  for (const personal of ['ava@studio.example', '"Ava']) expect(kept).not.toContain(personal);
});
