/** The official client of MCP with a gateway whose users sign in at the sandbox. */
import { UnauthorizedError } from '@modelcontextprotocol/client';
import { afterEach, describe, expect, it } from 'vitest';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { systemClock } from '../../../src/engine/caller/clock.ts';
import { tokenFetch } from '../../../src/engine/rest/token-fetch.ts';
import { fullScope } from '../../../src/services/shared/scope.ts';
import { signInAtGateway } from '../../../src/sign-in/login/sign-in.ts';
import { ShiftedClock } from '../../support/clock/shifted-clock.ts';
import { DrivenClock } from '../../support/clock/driven-clock.ts';
import {
  type GatewayOptions,
  type RunningGateway,
  startGateway,
} from '../../support/gateway/gateway.ts';
import { openEventStream } from '../../support/client/event-stream.ts';
import { signInEnv } from '../../support/page/user-agent.ts';
import { withOwnTools } from '../../mcp/own-tools.ts';
import { Agent } from './agent.ts';

const opened: RunningGateway[] = [];

afterEach(async () => {
  for (const each of opened.splice(0)) await each.close();
});

async function start(options: GatewayOptions = {}): Promise<RunningGateway> {
  const env = { ...signInEnv, MCP: 'on', MCP_TOOLS: 'all', ...options.env };
  const gateway = await startGateway({ adaptOffer: withOwnTools, ...options, env });
  opened.push(gateway);
  return gateway;
}

const rename = { id: ids.video.trailer, title: 'Renamed' };

/** Calls of an operation that the sandbox has received. */
const callsOf = ({ sandbox }: RunningGateway, operation: string): number =>
  sandbox.calls().filter((each) => each.operation === operation).length;

describe('an MCP client', () => {
  it('signs its user in, calls, and asks for more when it needs that', async () => {
    const gateway = await start();
    const agent = new Agent(gateway);
    await agent.connect();
    expect(agent.oauth.stored!.scope!.split(' ')).toEqual(
      ['youtube.readonly', 'drive.readonly', 'calendar.readonly'].map(fullScope),
    );
    const { data } = await agent.call('MyStudio');
    expect(data.viewer.channel.title).toEqual(expect.any(String));
    await expect(agent.call('UpdateVideo', rename)).rejects.toBeInstanceOf(UnauthorizedError);
    expect(callsOf(gateway, 'video:videos.update')).toBe(0);
    expect(agent.oauth.page!.text).toContain('Change and delete your YouTube videos');
    await agent.allow();
    expect((await agent.call('UpdateVideo', rename)).data.updateVideo).toMatchObject({
      video: { title: 'Renamed' },
      errors: [],
    });
    expect(callsOf(gateway, 'video:videos.update')).toBe(1);
    await agent.close();
  });
  it('is told where to get a token, and that those of Google are none', async () => {
    const gateway = await start();
    for (const [authorization, message] of [
      [undefined, 'missing'],
      ['Bearer studio-owner', 'tokens of Google are not accepted'],
      ['Bearer sgt_unknown', 'has ended'],
    ] as const) {
      const { status, headers, body } = await gateway.send('/mcp', {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(authorization && { authorization }),
        },
        body: '{}',
      });
      expect(status).toBe(401);
      expect(body.errors[0].message).toContain(message);
      const challenge = headers.get('www-authenticate')!;
      expect(challenge).toContain(
        `resource_metadata="${gateway.url}/.well-known/oauth-protected-resource/mcp"`,
      );
      expect(challenge).not.toContain('force-ssl');
      expect(challenge.includes('error="invalid_token"')).toBe(authorization !== undefined);
    }
    const { body } = await gateway.send('/.well-known/oauth-protected-resource/mcp');
    expect(body).toMatchObject({
      resource: `${gateway.url}/mcp`,
      authorization_servers: [gateway.url],
    });
  });
  it('is answered for pages of allowed origins alone', async () => {
    const gateway = await start();
    const body = new URLSearchParams({ grant_type: 'refresh_token', client_id: 'unknown' });
    const allowedFor = async (origin: string): Promise<readonly (string | null)[]> => {
      const answers = await Promise.all([
        gateway.send('/oauth/token', { method: 'POST', headers: { origin }, body }),
        gateway.send('/.well-known/oauth-authorization-server', { headers: { origin } }),
      ]);
      return answers.map(({ headers }) => headers.get('access-control-allow-origin'));
    };
    const known = 'http://localhost:3000';
    expect(await allowedFor(known)).toEqual([known, known]);
    expect(await allowedFor('https://evil.example')).toEqual([null, null]);
  });
  it('has no cookie of its user', async () => {
    const gateway = await start();
    const agent = new Agent(gateway);
    await agent.connect();
    const token = agent.oauth.stored!.access_token;
    const answer = await gateway.query('{ viewer { channel { title } } }', undefined, {
      authorization: `Bearer ${token}`,
    });
    // A token for MCP is none for GraphQL.
    expect(answer.status).toBe(401);
    await agent.close();
  });
  it('goes on when its token ends, and its user is not asked', async () => {
    const clock = new DrivenClock();
    const gateway = await start({ clock });
    const agent = new Agent(gateway);
    await agent.connect();
    const { access_token: token } = agent.oauth.stored!;
    agent.oauth.page = undefined;
    await clock.advance(3_600_000);
    expect((await agent.call('MyStudio')).data.viewer.channel.title).toEqual(expect.any(String));
    expect(agent.oauth.stored!.access_token).not.toBe(token);
    expect(agent.oauth.page).toBeUndefined();
    await agent.close();
  });
  it('is signed in for thirty days of work, and its user is asked once', async () => {
    const clock = new ShiftedClock();
    const gateway = await start({ clock });
    const agent = new Agent(gateway);
    await agent.connect();
    agent.oauth.page = undefined;
    const tokens = new Set<string>();
    for (let day = 0; day < 30; day += 1) {
      clock.shift(24 * 3_600_000);
      gateway.sandbox.advance(24 * 3_600_000);
      // Both find that the token has ended, and renew it at the same time.
      const answers = await Promise.all([agent.call('MyStudio'), agent.call('MyStudio')]);
      for (const { data } of answers) expect(data.viewer.channel.title).toEqual(expect.any(String));
      tokens.add(agent.oauth.stored!.access_token);
    }
    expect(tokens.size).toBe(30);
    expect(agent.oauth.page).toBeUndefined();
    await agent.close();
  });
  it('asks again when the account has ended in the middle of a read', async () => {
    const gateway = await start();
    const agent = new Agent(gateway);
    await agent.connect();
    gateway.sandbox.fault({
      match: { operation: 'video:channels.list' },
      until: agent.signOut(gateway),
      status: 401,
    });
    const document = '{ viewer { channel { title } } }';
    await expect(agent.call('run_query', { document })).rejects.toBeInstanceOf(UnauthorizedError);
    gateway.sandbox.clearFaults();
    await agent.allow();
    expect((await agent.call('run_query', { document })).data.viewer.channel.title).toEqual(
      expect.any(String),
    );
    await agent.close();
  });
  it('never sends a write again, although its account has ended with it', async () => {
    const gateway = await start();
    const agent = new Agent(gateway);
    await agent.connect();
    await expect(agent.call('UpdateVideo', rename)).rejects.toBeInstanceOf(UnauthorizedError);
    await agent.allow();
    agent.oauth.page = undefined;
    const reached = Promise.withResolvers<void>();
    gateway.sandbox.fault({
      match: { operation: 'video:videos.update' },
      until: reached.promise.then(() => agent.signOut(gateway)),
      status: 401,
    });
    const call = agent.call('UpdateVideo', rename);
    await expect.poll(() => callsOf(gateway, 'video:videos.update')).toBe(1);
    reached.resolve();
    expect((await call).errors).toEqual([expect.objectContaining({ code: 'UNAUTHENTICATED' })]);
    expect(callsOf(gateway, 'video:videos.update')).toBe(1);
    expect(agent.oauth.page).toBeUndefined();
    // The next one says that the token has ended.
    await expect(agent.call('MyStudio')).rejects.toBeInstanceOf(UnauthorizedError);
    await agent.close();
  });
  it('reads what it may, and what it may not', async () => {
    const gateway = await start();
    const agent = new Agent(gateway);
    agent.decision = { scopes: ['youtube.readonly'] };
    await agent.connect();
    expect(agent.oauth.stored!.scope).toBe(fullScope('youtube.readonly'));
    const { data, errors } = await agent.call('MyStudio');
    expect(data.viewer.channel.title).toEqual(expect.any(String));
    expect(errors.length).toBeGreaterThan(0);
    await agent.close();
  });
  it('goes on with less when its user refuses the rest at Google', async () => {
    const gateway = await start();
    const agent = new Agent(gateway);
    const { oauth } = agent;
    const { browser } = oauth;
    await browser.open(`${gateway.url}/auth/sign-in?scope=youtube.readonly`);
    agent.decision = { decision: 'deny' };
    await oauth.begin();
    expect(oauth.page!.status).toBe(403);
    const back = /<a href="([^"]+)">Go back/.exec(oauth.page!.text)![1]!;
    oauth.page = await browser.open(back.replaceAll('&amp;', '&'));
    expect(oauth.page.text).toMatch(/can grant:.*See and download all your files/s);
    await oauth.finish();
    expect(oauth.stored!.scope).toBe(fullScope('youtube.readonly'));
    // A call that has no account asks for one.
    await agent.reconnect();
    agent.decision = {};
    const files = { document: '{ files(first: 1) { nodes { id } } }' };
    await expect(agent.call('run_query', files)).rejects.toBeInstanceOf(UnauthorizedError);
    expect(oauth.page.text).toContain('See and download all your files');
    await agent.allow();
    expect((await agent.call('run_query', files)).data.files.nodes).toHaveLength(1);
    await agent.close();
  });
  it('leaves none of its secrets in the log and the store', async () => {
    const gateway = await start();
    const agent = new Agent(gateway);
    await agent.connect();
    await expect(agent.call('UpdateVideo', rename)).rejects.toBeInstanceOf(UnauthorizedError);
    const before = agent.oauth.stored!;
    await agent.allow();
    await agent.call('UpdateVideo', rename);
    const { oauth } = agent;
    const code = oauth.requestUrl({ state: 'a secret state' });
    await oauth.browser.open(code);
    const secrets = [before, oauth.stored!].flatMap((each) => [
      each.access_token,
      each.refresh_token!,
    ]);
    const lines = (): string => JSON.stringify(gateway.lines);
    await expect.poll(lines).toContain('/oauth/token');
    const logged = lines();
    for (const secret of [...secrets, 'a secret state', 'a%20secret', oauth.codeVerifier()])
      expect(logged).not.toContain(secret);
    await agent.close();
  });
});

describe('an agent of GraphQL', () => {
  it('reads no changes that it may not, although its user follows them', async () => {
    const gateway = await start();
    const agent = new Agent(gateway);
    await agent.connect();
    const { browser } = agent.oauth;
    const tokenFor = async (scope: string): Promise<string> => {
      const resource = `${gateway.url}/graphql`;
      const page = await browser.open(agent.oauth.requestUrl({ resource, scope }));
      const { url } = await browser.submit(page, 'allow');
      const answer = await agent.oauth.exchange(url);
      return ((await answer.json()) as { readonly access_token: string }).access_token;
    };
    const query = 'subscription { fileChanges { cursor } }';
    const own = await openEventStream(gateway.url, {
      query,
      token: await tokenFor(fullScope('drive.readonly')),
    });
    await own.until(1);
    const other = await openEventStream(gateway.url, {
      query,
      token: await tokenFor(fullScope('calendar.readonly')),
    });
    const [refused] = await other.until(1);
    expect(refused.errors[0].extensions).toMatchObject({
      code: 'MISSING_SCOPE',
      anyOf: expect.arrayContaining([fullScope('drive.readonly')]),
    });
    own.leave();
    await agent.close();
  });
  it('can be a login on the computer of its user', async () => {
    const gateway = await start();
    const agent = new Agent(gateway);
    const { browser } = agent.oauth;
    const login = await signInAtGateway(gateway.url, {
      scopes: [fullScope('youtube.readonly')],
      send: tokenFetch(limits),
      clock: systemClock,
      show: (address) =>
        void browser
          .open(address)
          .then((page) => browser.submit(page, 'allow'))
          .then(({ url }) => fetch(url)),
    });
    expect(login.scopes).toEqual([fullScope('youtube.readonly')]);
    const { body } = await gateway.query('{ viewer { channel { title } } }', undefined, {
      authorization: `Bearer ${login.token}`,
    });
    expect(body.data.viewer.channel.title).toEqual(expect.any(String));
  });
});

const limits = {
  connectTimeoutMs: 2_000,
  firstByteTimeoutMs: 5_000,
  callTimeoutMs: 10_000,
  proxies: {},
};
