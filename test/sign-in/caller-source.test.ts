/** Who sends a request: WebSockets, downloads, and tokens of clients that are accepted or not. */
import { hash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MemoryStore } from '../../src/engine/store/memory-store.ts';
import type { StoreKind } from '../../src/engine/store/store.ts';
import { StoreUnavailable } from '../../src/engine/store/store-unavailable.ts';
import { ids } from '../../src/sandbox/seed/ids.ts';
import { openSocket } from '../support/client/web-socket.ts';
import { type RunningGateway, startGateway } from '../support/gateway/gateway.ts';
import { authorizationUrl, decide, redirectUri, verifier } from '../support/page/sign-in.ts';
import { signInEnv, UserAgent } from '../support/page/user-agent.ts';

const other = {
  id: 'sandbox-other.apps.googleusercontent.example',
  secret: 'sandbox-other-secret',
};

let gateway: RunningGateway;

beforeAll(async () => {
  gateway = await startGateway({ env: signInEnv });
});

beforeEach(() => gateway.sandbox.reset());

afterAll(() => gateway.close());

const viewer = '{ viewer { channel { channelId } } }';

describe('a WebSocket', () => {
  it('is that of the user whose cookie it was opened with', async () => {
    const browser = new UserAgent(gateway);
    await browser.signIn({}, { user: ids.person.ben });
    const headers = { cookie: browser.cookie };
    await using own = await openSocket(gateway.url, { origin: gateway.url, headers });
    own.send({ type: 'connection_init' });
    await own.next('connection_ack');
    expect(JSON.stringify(await own.run(viewer))).toContain(ids.channel.ben);
    await using token = await openSocket(gateway.url, { origin: gateway.url, headers });
    const payload = { authorization: 'Bearer studio-owner' };
    token.send({ type: 'connection_init', payload });
    await token.next('connection_ack');
    expect(JSON.stringify(await token.run(viewer))).toContain(ids.channel.studio);
  });
  it('is nobody’s without an origin, and is not opened for another one', async () => {
    const browser = new UserAgent(gateway);
    await browser.signIn();
    const headers = { cookie: browser.cookie };
    await using socket = await openSocket(gateway.url, { headers });
    socket.send({ type: 'connection_init' });
    await socket.next('connection_ack');
    expect(JSON.stringify(await socket.run(viewer))).not.toContain(ids.channel.studio);
    await expect(
      openSocket(gateway.url, { origin: 'https://evil.example', headers }),
    ).rejects.toThrow('403');
  });
  it('is closed if the session has ended', async () => {
    const headers = { cookie: `__Host-studiograph=${'A'.repeat(43)}` };
    await using socket = await openSocket(gateway.url, { origin: gateway.url, headers });
    socket.send({ type: 'connection_init' });
    expect(await socket.closed).toEqual([4401, expect.stringContaining('sign in again')]);
  });
  it('gets no data of a user who has signed out', async () => {
    const browser = new UserAgent(gateway);
    await browser.signIn();
    const headers = { cookie: browser.cookie };
    await using socket = await openSocket(gateway.url, { origin: gateway.url, headers });
    socket.send({ type: 'connection_init' });
    await socket.next('connection_ack');
    await browser.signOut();
    expect(JSON.stringify(await socket.run(viewer))).toContain('UNAUTHENTICATED');
  });
});

describe('a download URL', () => {
  it('of a user who has signed in works for as long as it says', async () => {
    const browser = new UserAgent(gateway);
    await browser.signIn();
    const query = `{ file(id: "${ids.file.storyboard}") { content { url } } }`;
    const { url } = (await browser.query(query)).body.data.file.content;
    expect((await fetch(url)).status).toBe(200);
    gateway.sandbox.expireTokens();
    expect((await fetch(url)).status).toBe(200);
    await browser.signOut();
    expect((await fetch(url)).status).toBe(401);
  });
});

describe('while the store cannot be reached', () => {
  class LostStore extends MemoryStore {
    isLost = false;

    override get(kind: StoreKind, key: string): ReturnType<MemoryStore['get']> {
      if (!this.isLost) return super.get(kind, key);
      throw new StoreUnavailable('ECONNREFUSED');
    }
  }
  it('users, their pages and download URLs get 503', async () => {
    const store = new LostStore();
    const { sandbox } = gateway;
    await using other = await startGateway({ env: signInEnv, sandbox, sharedStore: store });
    const browser = new UserAgent(other);
    await browser.signIn();
    const query = `{ file(id: "${ids.file.storyboard}") { content { url } } }`;
    const { url } = (await browser.query(query)).body.data.file.content;
    store.isLost = true;
    expect((await browser.query(viewer)).status).toBe(503);
    expect((await browser.me()).status).toBe(503);
    expect((await fetch(url)).status).toBe(503);
    store.isLost = false;
    expect((await fetch(url)).status).toBe(200);
  });
});

describe('with a list of accepted clients, a token', () => {
  /** @returns an access token that was issued to another client */
  async function tokenOf(client: typeof other): Promise<string> {
    const { sandbox } = gateway;
    const back = await decide(authorizationUrl(sandbox, { client_id: client.id }));
    const response = await fetch(sandbox.oauthClient.tokenUrl, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        code: back.searchParams.get('code')!,
        client_id: client.id,
        client_secret: client.secret,
        redirect_uri: redirectUri,
        code_verifier: verifier,
      }),
    });
    return ((await response.json()) as { access_token: string }).access_token;
  }

  const start = (id: string): Promise<RunningGateway> =>
    startGateway({ env: { ACCEPTED_CLIENT_IDS: id }, sandbox: gateway.sandbox });

  const ask = (at: RunningGateway, token: string) =>
    at.query(viewer, {}, { authorization: `Bearer ${token}` });

  const asked = (): number => gateway.sandbox.signIns()['/tokeninfo'] ?? 0;

  it('of one of them is taken, and Google is asked once', async () => {
    gateway.sandbox.clearCalls();
    await using strict = await start(other.id);
    const token = await tokenOf(other);
    const answers = await Promise.all([ask(strict, token), ask(strict, token)]);
    answers.push(await ask(strict, token));
    for (const { body } of answers)
      expect(body.data.viewer.channel.channelId).toBe(ids.channel.studio);
    expect(asked()).toBe(1);
  });
  it('of another one is not, nor one that Google does not know', async () => {
    await using strict = await start('mine.apps.example');
    const token = await tokenOf(other);
    gateway.sandbox.clearCalls();
    for (const each of [token, token, 'invented']) {
      const { status, body } = await ask(strict, each);
      expect([status, body.errors[0].extensions.code]).toEqual([401, 'UNAUTHENTICATED']);
    }
    expect(asked()).toBe(2);
    expect(gateway.sandbox.calls()).toEqual([]);
    expect((await strict.query('{ __typename }')).status).toBe(200);
  });
  it('is not taken while Google does not answer', async () => {
    await using strict = await start(other.id);
    const token = await tokenOf(other);
    gateway.sandbox.fault({ match: { signIn: '/tokeninfo' }, status: 503 });
    expect((await ask(strict, token)).status).toBe(503);
    gateway.sandbox.clearFaults();
    expect((await ask(strict, token)).status).toBe(200);
  });
});

describe('without settings of sign-in', () => {
  it('no route answers, and no cookie counts', async () => {
    await using plain = await startGateway({ sandbox: gateway.sandbox });
    const browser = new UserAgent(plain);
    for (const path of ['/auth/sign-in', '/auth/callback', '/auth/me'])
      expect((await browser.send(path)).status).toBe(404);
    expect((await browser.signOut()).status).toBe(404);
    const cookie = `__Host-studiograph=${hash('sha256', 'a', 'base64url')}`;
    const { status, headers } = await browser.query(viewer, { cookie });
    expect([status, headers.get('access-control-allow-credentials')]).toEqual([200, null]);
  });
});
