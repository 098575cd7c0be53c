/** The pages on which a user lets an agent in, in a browser, which enforces their policies. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningGateway, startGateway } from '../../support/gateway/gateway.ts';
import { type Browser, openBrowser } from '../../support/page/browser.ts';
import { signInEnv } from '../../support/page/user-agent.ts';
import { AgentOAuthClient } from './agent-client.ts';

let gateway: RunningGateway;
let browser: Browser;

beforeAll(async () => {
  [gateway, browser] = await Promise.all([
    startGateway({ env: { ...signInEnv, MCP: 'on' } }),
    openBrowser(),
  ]);
});

afterAll(() => Promise.all([browser.close(), gateway.close()]));

/** Where an agent waits for the answer. @param host of loopback, as a listener has it */
async function waitForAnswer(host: string): Promise<AsyncDisposable & { readonly url: string }> {
  const server = createServer((_, res) => {
    res.setHeader('content-type', 'text/plain').end('Go back to the agent.');
  });
  await new Promise<void>((resolve) => {
    server.listen(0, host, resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${port}/callback`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** An agent whose user sees the page of consent. */
async function asked(redirectUri: string): Promise<AgentOAuthClient> {
  const { page } = browser;
  const client = new AgentOAuthClient(gateway.url, { redirectUri });
  client.redirectToAuthorization = async (url) => void (await page.goto(url.href));
  await client.begin();
  // The session of the first one goes on.
  if (new URL(page.url()).origin !== new URL(gateway.url).origin)
    await page.getByRole('button', { name: 'Allow' }).click();
  await page.getByText('asks for access to your account').waitFor();
  return client;
}

describe('an agent that asks in a browser', () => {
  it.each(['127.0.0.1', '::1'])('is answered at %s', async (host) => {
    await using callback = await waitForAnswer(host);
    const client = await asked(callback.url);
    const { page } = browser;
    await page.getByRole('button', { name: 'Allow' }).click();
    await page.getByText('Go back to the agent.').waitFor();
    const answer = new URL(page.url());
    expect(answer.href.startsWith(`${callback.url}?`)).toBe(true);
    expect((await client.exchangeAnswer(answer)).access_token).toMatch(/^sgt_/);
    expect(browser.consoleErrors).toEqual([]);
  });
  it('is told when the user denies it', async () => {
    await using callback = await waitForAnswer('127.0.0.1');
    await asked(callback.url);
    await browser.page.getByRole('button', { name: 'Deny' }).click();
    await browser.page.getByText('Go back to the agent.').waitFor();
    expect(new URL(browser.page.url()).searchParams.get('error')).toBe('access_denied');
  });
});
