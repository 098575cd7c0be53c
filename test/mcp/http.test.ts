/** MCP over HTTP: tools, sessions, and who may connect. */
import { afterEach, describe, expect, it } from 'vitest';
import { ids } from '../../src/sandbox/seed/ids.ts';
import { DrivenClock } from '../support/clock/driven-clock.ts';
import { type Env, type RunningGateway, startGateway } from '../support/gateway/gateway.ts';
import { useStudio } from '../support/gateway/studio.ts';
import { connectAgent, eras } from '../support/client/mcp-client.ts';
import { callEveryTool } from './every-tool.ts';

const studio = useStudio({
  env: { MCP: 'on', MCP_TOOLS: 'all', MCP_SESSION_UNITS: '5000' },
});

const opened: RunningGateway[] = [];

afterEach(async () => {
  for (const each of opened.splice(0)) await each.close();
});

async function start(env: Env, clock?: DrivenClock): Promise<RunningGateway> {
  const gateway = await startGateway({ env: { MCP: 'on', ...env }, clock });
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
  it.each(eras)('lists and calls every tool: %s client', async (era) => {
    await using agent = await connectAgent(studio.gateway.url, 'studio-owner', era);
    expect(await callEveryTool(agent)).toContain('run_query');
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

describe('a session', () => {
  it('ends by DELETE', async () => {
    const agent = await connectAgent(studio.gateway.url);
    const headers = { ...owner, 'mcp-session-id': agent.sessionId! };
    expect((await post(headers)).status).toBe(200);
    await agent.terminate();
    expect((await post(headers)).status).toBe(404);
    await agent.client.close();
  });
  it('is not found with another token', async () => {
    await using agent = await connectAgent(studio.gateway.url);
    const headers = { ...common, 'mcp-session-id': agent.sessionId! };
    const stolen = { ...headers, authorization: 'Bearer studio-guest' };
    const unknown = {
      ...headers,
      'mcp-session-id': 'unknown',
      authorization: 'Bearer studio-guest',
    };
    const answers = await Promise.all([post(stolen), post(unknown)]);
    expect(answers.map(({ status }) => status)).toEqual([404, 404]);
    expect(answers[0].text).toBe(answers[1].text);
    const init = { method: 'DELETE', headers: stolen };
    expect((await studio.gateway.send('/mcp', init)).status).toBe(404);
    expect((await agent.call('MyStudio')).isError).toBe(false);
  });
  it('ends when it was idle for long', async () => {
    const clock = new DrivenClock();
    const gateway = await start({ MCP_SESSION_IDLE_MS: '500' }, clock);
    const used = (): unknown => gateway.gateway.load().shares['mcp_sessions']?.used;
    await using agent = await connectAgent(gateway.url);
    await clock.advance(499);
    await agent.client.listTools();
    // Each request begins the time again.
    await clock.advance(499);
    expect(used()).toBe(1);
    await clock.advance(1);
    expect(used()).toBe(0);
    await expect(agent.client.listTools()).rejects.toThrow('Session not found');
  });
  it('ends when the gateway drains, after its running calls', async () => {
    const gateway = await start({});
    const agent = await connectAgent(gateway.url);
    const idle = await connectAgent(gateway.url);
    gateway.sandbox.fault({ match: { operation: 'video:videos.list' }, delayMs: 1_000, times: 1 });
    const call = agent.call('VideoPage');
    await expect.poll(() => gateway.gateway.load().requests).toBe(1);
    const drained = gateway.gateway.drain();
    expect((await call).body.data.video.title).toEqual(expect.any(String));
    expect(await drained).toEqual({ cutConnections: 0 });
    expect(gateway.gateway.load().shares['mcp_sessions']?.used).toBe(0);
    await Promise.all([agent, idle].map(({ client }) => client.close()));
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
      expect((await post({ ...owner, origin })).status).toBe(400);
  });
});
