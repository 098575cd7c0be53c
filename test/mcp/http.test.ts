/** MCP over HTTP: tools, requests without sessions, and who may connect. */
import { afterEach, describe, expect, it } from 'vitest';
import { ids } from '../../src/sandbox/seed/ids.ts';
import { type Env, type RunningGateway, startGateway } from '../support/gateway/gateway.ts';
import { useStudio } from '../support/gateway/studio.ts';
import { connectAgent, eras } from '../support/client/mcp-client.ts';
import { withOwnTools } from './own-tools.ts';

const studio = useStudio({ env: { MCP: 'on' }, adaptOffer: withOwnTools });

const opened: RunningGateway[] = [];

afterEach(async () => {
  for (const each of opened.splice(0)) await each.close();
});

async function start(env: Env): Promise<RunningGateway> {
  const gateway = await startGateway({ env: { MCP: 'on', ...env }, adaptOffer: withOwnTools });
  opened.push(gateway);
  return gateway;
}

const common = {
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
};

const owner = { ...common, authorization: 'Bearer studio-owner' };

const post = (headers: Readonly<Record<string, string>>, message: object = listTools) =>
  studio.gateway.send('/mcp', { method: 'POST', headers, body: JSON.stringify(message) });

const listTools = { jsonrpc: '2.0', id: 1, method: 'tools/list' };

describe('MCP over HTTP', () => {
  it.each(eras)('lists the tools, and calls one: %s client', async (era) => {
    await using agent = await connectAgent(studio.gateway.url, 'studio-owner', era);
    const { tools } = await agent.client.listTools();
    expect(tools.map(({ name }) => name)).toContain('VideoPage');
    expect((await agent.call('VideoPage')).body.data.video.title).toBeTypeOf('string');
    expect(agent.client.getProtocolEra()).toBe(era);
  });
  it.each(eras)('runs under the token of the request: %s client', async (era) => {
    await using agent = await connectAgent(studio.gateway.url, 'studio-guest', era);
    const { body } = await agent.call('UpdateVideo', { id: ids.video.trailer, title: 'Mine' });
    expect(body.errors).toEqual([
      expect.objectContaining({ code: expect.stringMatching(/FORBIDDEN|NOT_FOUND/) }),
    ]);
  });
  it.each(eras)('ends the execution of a call that is cancelled: %s client', async (era) => {
    await using agent = await connectAgent(studio.gateway.url, 'studio-owner', era);
    studio.sandbox.fault({ match: { operation: 'video:videos.list' }, hang: true });
    const abort = new AbortController();
    const call = agent.call('VideoPage', {}, abort.signal).catch((error: unknown) => error);
    await expect.poll(() => studio.gateway.gateway.load().requests).toBe(1);
    abort.abort();
    await call;
    await expect.poll(() => studio.gateway.gateway.load().requests).toBe(0);
    const ended = studio.gateway.lines.filter(
      ({ method, operation }) => method === 'MCP' && operation === 'VideoPage',
    );
    expect(ended.at(-1)).toMatchObject({ aborted: true });
    studio.sandbox.clearFaults();
    expect((await agent.call('VideoPage')).isError).toBe(false);
  });
  it('has no route when it is off', async () => {
    const gateway = await start({ MCP: 'off' });
    for (const path of ['/mcp', '/llms.txt', '/.well-known/oauth-protected-resource'])
      expect((await gateway.send(path, { headers: owner })).status).toBe(404);
  });
  it('serves the guide for agents', async () => {
    const { text, headers } = await studio.gateway.send('/llms.txt');
    expect(headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(text).toMatch(/^# Studiograph\n/);
  });
});

describe('a request of an older client', () => {
  it('needs no session, and is answered whatever session it names', async () => {
    for (const more of [{}, { 'mcp-session-id': 'unknown' }, { 'mcp-session-id': 'x'.repeat(999) }])
      expect((await post({ ...owner, ...more })).body.result.tools.length).toBeGreaterThan(0);
  });
  it('has the rights of its own token, with the id of any session', async () => {
    await using agent = await connectAgent(studio.gateway.url);
    const headers = { ...common, 'mcp-session-id': agent.sessionId! };
    const titleFor = async (token: string): Promise<string> => {
      const call = { method: 'tools/call', params: { name: 'MyStudio', arguments: {} } };
      const own = { ...headers, authorization: `Bearer ${token}` };
      const { body } = await post(own, { jsonrpc: '2.0', id: 1, ...call });
      return JSON.parse(body.result.content[0].text).data.viewer.channel.title;
    };
    const [ofOwner, ofGuest] = await Promise.all(['studio-owner', 'studio-guest'].map(titleFor));
    expect(ofOwner).not.toBe(ofGuest);
  });
  it.each(['GET', 'DELETE'])('has nothing to read or to end by %s', async (method) => {
    const { status, headers } = await studio.gateway.send('/mcp', { method, headers: owner });
    expect([status, headers.get('allow')]).toEqual([405, 'POST, OPTIONS']);
    // The official client takes that for what it is.
    const agent = await connectAgent(studio.gateway.url);
    await agent.terminate();
    await agent.client.close();
  });
  it('may only name a revision that is supported', async () => {
    const { status, body } = await post({ ...owner, 'mcp-protocol-version': '2024-01-01' });
    expect([status, body.error.code]).toEqual([400, -32_600]);
  });
  it('is cancelled by nobody else', async () => {
    await using agent = await connectAgent(studio.gateway.url);
    studio.sandbox.fault({ match: { operation: 'video:videos.list' }, delayMs: 500, times: 1 });
    const call = agent.call('VideoPage');
    await expect.poll(() => studio.gateway.gateway.load().requests).toBe(1);
    for (const [token, session] of [
      ['studio-guest', agent.sessionId!],
      ['studio-owner', 'another'],
      ['studio-owner', ''],
    ] as const)
      for (const requestId of [0, 1, 2, 3]) {
        const own = { ...common, authorization: `Bearer ${token}`, 'mcp-session-id': session };
        const cancel = { method: 'notifications/cancelled', params: { requestId } };
        expect((await post(own, { jsonrpc: '2.0', ...cancel })).status).toBe(202);
      }
    expect((await call).isError).toBe(false);
  });
  it('is answered while the gateway drains', async () => {
    const gateway = await start({});
    await using agent = await connectAgent(gateway.url);
    gateway.sandbox.fault({ match: { operation: 'video:videos.list' }, delayMs: 1_000, times: 1 });
    const call = agent.call('VideoPage');
    await expect.poll(() => gateway.gateway.load().requests).toBe(1);
    const drained = gateway.gateway.drain({ delay: 200 });
    // The proxy does not know yet.
    expect((await agent.client.listTools()).tools.length).toBeGreaterThan(0);
    expect((await call).body.data.video.title).toEqual(expect.any(String));
    expect(await drained).toEqual({ cutConnections: 0 });
  });
});

describe('who may connect', () => {
  const metadataPath = '/.well-known/oauth-protected-resource';

  it.each([
    ['without a token', common],
    ['with something else', { ...common, authorization: 'Basic YTpi' }],
  ])('is told where to get a token: %s', async (_, headers) => {
    const { status, headers: answered, body } = await post(headers);
    expect(status).toBe(401);
    expect(body.errors[0].extensions.code).toBe('UNAUTHENTICATED');
    const [, url] = /resource_metadata="([^"]+)"/.exec(answered.get('www-authenticate')!)!;
    expect(url).toBe(`${studio.gateway.url}${metadataPath}/mcp`);
    const metadata = (await (await fetch(url!)).json()) as object;
    expect(metadata).toMatchObject({
      resource: `${studio.gateway.url}/mcp`,
      authorization_servers: [new URL(studio.sandbox.oauthClient.authorizationUrl).origin],
    });
    expect((await studio.gateway.send(metadataPath)).body).toEqual(metadata);
  });
  it.each(['https://evil.example', 'null', 'http://localhost.evil.example'])(
    'is no page of %s',
    async (origin) => {
      const { status, body } = await post({ ...owner, origin });
      expect(status).toBe(403);
      expect(body.errors[0].extensions.code).toBe('INVALID_INPUT');
    },
  );
  it('can be a page of an allowed origin, or of the gateway itself', async () => {
    for (const origin of ['http://localhost:3000', studio.gateway.url])
      expect((await post({ ...owner, origin })).status).toBe(200);
  });
});
