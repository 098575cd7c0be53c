/** A gateway whose public URL has a path: where clients find what they need to sign in. */
import { discoverOAuthProtectedResourceMetadata } from '@modelcontextprotocol/client';
import { afterEach, describe, expect, it } from 'vitest';
import { type RunningGateway, startGateway } from '../../support/gateway/gateway.ts';
import { closedPorts } from '../../support/proxy/closed-port.ts';
import { signInEnv } from '../../support/page/user-agent.ts';
import { withOwnTools } from '../../mcp/own-tools.ts';
import { Agent } from './agent.ts';

const opened: RunningGateway[] = [];

afterEach(async () => {
  for (const each of opened.splice(0)) await each.close();
});

async function start(path: string): Promise<{ gateway: RunningGateway; url: string }> {
  const [port] = await closedPorts(1);
  const url = `http://127.0.0.1:${port}${path}`;
  const env = { ...signInEnv, MCP: 'on', PORT: String(port), PUBLIC_URL: url };
  const gateway = await startGateway({ env, adaptOffer: withOwnTools });
  opened.push(gateway);
  return { gateway, url };
}

const wellKnown = '/.well-known/oauth-protected-resource';

describe.each(['', '/base', '/base/of/it'])('a gateway below %j', (path) => {
  it('is found by the official client, with its challenge and without', async () => {
    const { gateway, url } = await start(path);
    const agent = new Agent({ url, sandbox: gateway.sandbox });
    await agent.connect();
    expect((await agent.call('MyStudio')).data.viewer).toBeTruthy();
    await agent.close();
    const metadata = { resource: `${url}/mcp`, authorization_servers: [url] };
    expect(await discoverOAuthProtectedResourceMetadata(`${url}/mcp`)).toMatchObject(metadata);
  });
  it('names the URL that RFC 9728 demands, and answers what proxies leave of it', async () => {
    const { url } = await start(path);
    const { origin } = new URL(url);
    const body = { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } };
    const { headers } = await fetch(`${url}/mcp`, body);
    const named = `${origin}${wellKnown}${path}/mcp`;
    expect(headers.get('www-authenticate')).toContain(`resource_metadata="${named}"`);
    const texts: string[] = [];
    for (const each of [named, `${origin}${wellKnown}/mcp`, `${url}${wellKnown}/mcp`]) {
      const answer = await fetch(each);
      expect(answer.status).toBe(200);
      texts.push(await answer.text());
    }
    expect(new Set(texts).size).toBe(1);
    expect((await fetch(`${origin}${wellKnown}/other/mcp`)).status).toBe(404);
  });
});
