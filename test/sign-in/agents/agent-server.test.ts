/** The authorization server for agents, asked by the official client of MCP. */
import type { StoredOAuthTokens } from '@modelcontextprotocol/client';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { MemoryStore } from '../../../src/engine/store/memory-store.ts';
import { StoreUnavailable } from '../../../src/engine/store/store-unavailable.ts';
import type { Store } from '../../../src/engine/store/store.ts';
import { fullScope } from '../../../src/services/shared/scope.ts';
import { DrivenClock } from '../../support/clock/driven-clock.ts';
import { openPublicAddress } from '../../support/proxy/public-address.ts';
import { AgentOAuthClient, callback } from './agent-client.ts';
import { type AgentWorld, openAgentWorld, secret } from './agent-world.ts';

const opened: AsyncDisposable[] = [];

afterEach(async () => {
  for (const each of opened.splice(0)) await each[Symbol.asyncDispose]();
});

async function open(...options: Parameters<typeof openAgentWorld>): Promise<AgentWorld> {
  const world = await openAgentWorld(...options);
  opened.push(world);
  return world;
}

/** An agent whose user has allowed what it asks for. */
async function connected(
  { url }: Pick<AgentWorld, 'url'>,
  options: ConstructorParameters<typeof AgentOAuthClient>[1] = {},
): Promise<AgentOAuthClient> {
  const client = new AgentOAuthClient(url, options);
  expect(await client.begin()).toBe('REDIRECT');
  await client.finish();
  return client;
}

/** The status with which a token is refused; 200 if it is valid. */
const statusOf = ({ agents }: AgentWorld, token: string, path = '/mcp'): Promise<number> =>
  agents.identitiesOf(token, path).then(
    () => 200,
    (error: { readonly status: number }) => error.status,
  );

const hourMs = 3_600_000;

describe('an agent', () => {
  it('is found, registers, asks, and gets tokens', async () => {
    const printed = vi.spyOn(console, 'info');
    const warned = vi.spyOn(console, 'warn');
    const world = await open();
    const client = new AgentOAuthClient(world.url);
    expect(await client.begin()).toBe('REDIRECT');
    expect(client.page!.status).toBe(200);
    expect(client.page!.text).toContain('<h1>Allow Test agent?</h1>');
    expect(client.page!.text).toContain('See your calendars and all their events');
    expect(client.page!.text).toContain('owner@example.org');
    const answer = await client.finish();
    expect(answer.get('iss')).toBe(world.url);
    expect(answer.get('state')).toBe(client.state());
    const { access_token, expires_in, scope } = client.stored!;
    expect(access_token).toMatch(/^sgt_[\w-]{43}$/);
    expect(expires_in).toBe(3600);
    expect(scope!.split(' ')).toEqual(
      ['youtube.readonly', 'drive.readonly', 'calendar.readonly'].map(fullScope),
    );
    expect(await statusOf(world, access_token)).toBe(200);
    expect(await statusOf(world, access_token, '/graphql')).toBe(401);
    expect(world.lines).toEqual([]);
    expect([...printed.mock.calls, ...warned.mock.calls]).toEqual([]);
  });
  it('is asked again for each further scope', async () => {
    const world = await open();
    const client = await connected(world);
    const scope = ['calendar.events', 'drive.readonly'].map(fullScope).join(' ');
    client.stored = undefined;
    await client.begin(scope);
    expect(client.page!.text).toContain('Create, change and delete events');
    await client.finish();
    expect(client.stored!.scope).toBe(scope);
  });
  it('is told when the user denies it', async () => {
    const world = await open();
    const client = new AgentOAuthClient(world.url);
    await client.begin();
    const answer = await client.finish('deny');
    expect([answer.get('error'), answer.get('iss')]).toEqual(['access_denied', world.url]);
  });
  it('asks for GraphQL by its resource, and for no other one', async () => {
    const world = await open();
    const client = await connected(world);
    const ask = async (resource: string): Promise<URL> => {
      const url = client.requestUrl({ resource });
      const page = await client.browser.open(url);
      return page.status === 0 ? page.url : (await client.browser.submit(page, 'allow')).url;
    };
    expect((await ask(`${world.url}/graphql`)).searchParams.get('code')).not.toBeNull();
    expect((await ask('https://other.example/mcp')).searchParams.get('error')).toBe(
      'invalid_target',
    );
  });
  it('gets what the accounts can grant, and the user sees what they cannot', async () => {
    const world = await open();
    world.signIns.refused = [fullScope('drive.readonly')];
    const client = new AgentOAuthClient(world.url);
    await client.begin();
    expect(client.page!.text).toMatch(/cannot grant|can grant:.*See and download all your files/s);
    await client.finish();
    expect(client.stored!.scope!.split(' ')).toEqual(
      ['youtube.readonly', 'calendar.readonly'].map(fullScope),
    );
  });
  it('ends with the sign-out of an account, also after its return', async () => {
    const world = await open();
    const client = await connected(world);
    const { access_token: token } = client.stored!;
    world.signIns.accounts.delete('owner');
    expect(await statusOf(world, token)).toBe(401);
    expect((await client.refresh()).status).toBe(400);
    expect(await statusOf(world, (await connected(world)).stored!.access_token)).toBe(200);
    expect(await statusOf(world, token)).toBe(401);
    expect((await client.refresh()).status).toBe(400);
  });
  it('revokes its tokens', async () => {
    const world = await open();
    const client = await connected(world);
    const { access_token: token } = client.stored!;
    const body = new URLSearchParams({ token, client_id: client.information!.client_id });
    const answer = await fetch(`${world.url}/oauth/revoke`, { method: 'POST', body });
    expect(answer.status).toBe(200);
    expect(await statusOf(world, token)).toBe(401);
    expect((await client.refresh()).status).toBe(400);
  });
});

describe('a request', () => {
  it.each([
    ['no proof', { code_challenge: '', code_challenge_method: '' }, 'invalid_request'],
    ['a plain proof', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['another type', { response_type: 'token' }, 'unsupported_response_type'],
    ['no dialog', { prompt: 'none' }, 'login_required'],
    ['only unknown scopes', { scope: 'openid email' }, 'invalid_scope'],
  ])('is refused with %s', async (_, changes, error) => {
    const world = await open();
    const client = await connected(world);
    const { url } = await client.browser.open(client.requestUrl(changes));
    expect(url.origin).toBe(new URL(callback).origin);
    // That of an implicit flow is behind the sign.
    const answer = new URLSearchParams(url.search || url.hash.slice(1));
    expect(answer.get('error')).toBe(error);
    expect(answer.get('iss')).toBe(world.url);
  });
  it.each([
    ['another path', 'http://127.0.0.1:8765/other'],
    ['another host', 'https://other.example/callback'],
    ['another host in disguise', 'http://127.0.0.1:8765@other.example/callback'],
  ])('leads to no %s', async (_, uri) => {
    const world = await open();
    const client = await connected(world);
    const url = client.requestUrl({ redirect_uri: uri });
    const page = await client.browser.open(url);
    expect([page.status, page.url.origin]).toEqual([400, world.url]);
    expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(page.text).toContain('invalid_redirect_uri');
  });
  it('is answered in the query alone', async () => {
    const world = await open();
    const client = await connected(world);
    for (const mode of ['form_post', 'fragment']) {
      const url = client.requestUrl({ response_mode: mode });
      expect((await client.browser.open(url)).status).toBe(400);
    }
  });
  it('leads to any port of the own computer', async () => {
    const world = await open();
    const client = await connected(world);
    const uri = 'http://127.0.0.1:50123/callback';
    const page = await client.browser.open(client.requestUrl({ redirect_uri: uri }));
    const { url } = await client.browser.submit(page, 'allow');
    expect(url.href).toMatch(/^http:\/\/127\.0\.0\.1:50123\/callback\?code=/);
  });
  it('needs the proof for its code, and once', async () => {
    const world = await open();
    const client = await connected(world);
    const page = await client.browser.open(client.requestUrl());
    const { url } = await client.browser.submit(page, 'allow');
    expect((await client.exchange(url, 'a'.repeat(43))).status).toBe(400);
    const first = await client.exchange(url);
    expect(first.status).toBe(200);
    const { access_token: token } = (await first.json()) as { readonly access_token: string };
    expect(await statusOf(world, token)).toBe(200);
    // Two have the code: the tokens of both end.
    expect((await client.exchange(url)).status).toBe(400);
    expect(await statusOf(world, token)).toBe(401);
  });
  it('is bounded in length and in number', async () => {
    const world = await open();
    const client = await connected(world);
    const long = client.requestUrl({ state: 's'.repeat(4_096) });
    expect((await client.browser.open(long)).status).toBe(414);
    const url = client.requestUrl();
    const headers = { 'x-forwarded-for': '192.0.2.1' };
    const statuses = [];
    for (let count = 0; count < 61; count += 1)
      statuses.push((await fetch(url, { headers, redirect: 'manual' })).status);
    expect(statuses.slice(0, 60)).toEqual(Array.from({ length: 60 }, () => 303));
    expect(statuses[60]).toBe(429);
    expect((await client.browser.open(url)).status).toBe(200);
  });
});

describe('tokens', () => {
  it('end after an hour, and are renewed', async () => {
    const world = await open();
    const client = await connected(world);
    const { access_token: token } = client.stored!;
    await world.clock.advance(hourMs - 1);
    expect(await statusOf(world, token)).toBe(200);
    await world.clock.advance(1);
    expect(await statusOf(world, token)).toBe(401);
    expect(await client.begin()).toBe('AUTHORIZED');
    expect(client.stored!.access_token).not.toBe(token);
    expect(await statusOf(world, client.stored!.access_token)).toBe(200);
  });
  it('are renewed for as long as they are used', async () => {
    const world = await open();
    const client = await connected(world);
    for (let month = 0; month < 3; month += 1) {
      await world.clock.advance(29 * 24 * hourMs);
      expect(await client.begin()).toBe('AUTHORIZED');
    }
    expect(await statusOf(world, client.stored!.access_token)).toBe(200);
    await world.clock.advance(31 * 24 * hourMs);
    expect((await client.refresh()).status).toBeGreaterThanOrEqual(400);
  });
  it('end on both sides when a refresh token is used twice', async () => {
    const world = await open();
    const client = await connected(world);
    const stolen = client.stored!.refresh_token!;
    const first = (await (await client.refresh(stolen)).json()) as {
      readonly access_token: string;
      readonly refresh_token: string;
    };
    expect(first.refresh_token).not.toBe(stolen);
    expect(await statusOf(world, first.access_token)).toBe(200);
    await world.clock.advance(30_000);
    const second = await client.refresh(stolen);
    expect([second.status, await second.json()]).toEqual([
      400,
      expect.objectContaining({ error: 'invalid_grant' }),
    ]);
    expect(await statusOf(world, first.access_token)).toBe(401);
    expect((await client.refresh(first.refresh_token)).status).toBe(400);
  });
  it('are the same next one for whoever repeats a renewal within half a minute', async () => {
    const world = await open();
    const client = await connected(world);
    const used = client.stored!.refresh_token!;
    const renew = async (token: string) =>
      (await (await client.refresh(token)).json()) as StoredOAuthTokens;
    const first = await renew(used);
    await world.clock.advance(29_999);
    const second = await renew(used);
    expect(second.refresh_token).toBe(first.refresh_token);
    expect(second.access_token).not.toBe(first.access_token);
    for (const { access_token: token } of [first, second])
      expect(await statusOf(world, token)).toBe(200);
    // One of two who have the next one is a thief, as the second use shows.
    await world.clock.advance(hourMs);
    const third = await renew(first.refresh_token!);
    await world.clock.advance(30_000);
    expect((await client.refresh(first.refresh_token)).status).toBe(400);
    expect((await client.refresh(third.refresh_token)).status).toBe(400);
  });
  it('are one for each grant, and not too many', async () => {
    const clock = new DrivenClock();
    const store = new RecordingStore(clock.now);
    const world = await open({ clock, store });
    const client = await connected(world);
    const first = client.stored!.refresh_token!;
    let answer: Response | undefined;
    const places = new Set<string>();
    for (let count = 1; count < 60; count += 1) {
      store.writes.length = 0;
      answer = await client.refresh();
      expect(answer.status).toBe(200);
      client.saveTokens((await answer.json()) as StoredOAuthTokens);
      for (const each of store.writes) places.add((JSON.parse(each) as string[])[1]!);
    }
    // The refresh token, its grant, the client, and 59 access tokens that end in an hour.
    expect(places.size).toBe(62);
    expect((await client.refresh()).status).toBe(400);
    await clock.advance(hourMs + 1);
    // It is still known as the one that was used first.
    expect((await client.refresh(first)).status).toBe(400);
    expect((await client.refresh()).status).toBe(400);
  });
  it('go on when two requests renew them at the same time, in two replicas', async () => {
    const clock = new DrivenClock();
    const store = new PairedStore(clock.now);
    await using address = await openPublicAddress();
    const one = await open({ clock, store, publicUrl: address.url });
    const two = await open({ clock, store, signIns: one.signIns, publicUrl: address.url });
    address.leadTo(one.url);
    const client = await connected({ url: address.url });
    const body = new URLSearchParams({
      grant_type: 'refresh_token',
      refresh_token: client.stored!.refresh_token!,
      client_id: client.information!.client_id,
    });
    store.isPaired = true;
    const sent = [one, two].map(({ url }) => fetch(`${url}/oauth/token`, { method: 'POST', body }));
    await Promise.race(sent);
    store.goOn();
    const answers = await Promise.all(sent);
    const renewed = (await Promise.all(answers.map((answer) => answer.json()))) as {
      readonly access_token: string;
      readonly refresh_token: string;
    }[];
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(new Set(renewed.map((each) => each.refresh_token)).size).toBe(1);
    for (const { access_token: token } of renewed) expect(await statusOf(one, token)).toBe(200);
  });
  it('are for whoever renews them at any replica', async () => {
    const clock = new DrivenClock();
    const store = new MemoryStore(clock.now);
    await using address = await openPublicAddress();
    const one = await open({ clock, store, publicUrl: address.url });
    const two = await open({ clock, store, signIns: one.signIns, publicUrl: address.url });
    address.leadTo(one.url);
    const client = new AgentOAuthClient(address.url);
    await client.begin();
    address.leadTo(two.url);
    const answer = await client.finish();
    expect(answer.get('iss')).toBe(address.url);
    expect(await statusOf(one, client.stored!.access_token)).toBe(200);
    address.leadTo(one.url);
    expect((await client.refresh()).status).toBe(200);
  });
  it('are not called invalid while the store cannot be reached', async () => {
    const clock = new DrivenClock();
    const store = new FailingStore(clock.now);
    const world = await open({ clock, store });
    const client = await connected(world);
    store.isFailing = true;
    expect(await statusOf(world, client.stored!.access_token)).toBe(503);
    expect((await client.refresh()).status).toBe(503);
    expect((await client.browser.open(client.requestUrl())).status).toBe(503);
    store.isFailing = false;
    expect(await statusOf(world, client.stored!.access_token)).toBe(200);
    expect((await client.refresh()).status).toBe(200);
    expect(world.lines).toEqual([]);
  });
  it('go on with another secret, if they are renewed while both hold', async () => {
    const clock = new DrivenClock();
    const store = new MemoryStore(clock.now);
    await using address = await openPublicAddress();
    const first = await open({ clock, store, publicUrl: address.url });
    const { signIns } = first;
    const other = 'another secret of at least 32 characters';
    const replica = (...secrets: string[]): Promise<AgentWorld> =>
      open({ clock, store, signIns, publicUrl: address.url, secrets });
    address.leadTo(first.url);
    const client = await connected({ url: address.url });
    const lost = await connected({ url: address.url });
    address.leadTo((await replica(other, secret)).url);
    client.saveTokens((await (await client.refresh()).json()) as StoredOAuthTokens);
    await clock.settle();
    const last = await replica(other);
    address.leadTo(last.url);
    expect(await statusOf(last, client.stored!.access_token)).toBe(200);
    expect((await client.refresh()).status).toBe(200);
    expect((await lost.refresh()).status).toBeGreaterThanOrEqual(400);
  });
  it('are in no key and no value of the store', async () => {
    const clock = new DrivenClock();
    const store = new RecordingStore(clock.now);
    const world = await open({ clock, store });
    const client = await connected(world);
    const before = client.stored!;
    await client.begin();
    const secrets = [before, client.stored!].flatMap(({ access_token, refresh_token }) => [
      access_token,
      refresh_token!,
    ]);
    expect(new Set(secrets).size).toBe(4);
    // What strangers can begin displaces no tokens.
    const kinds = new Set(store.writes.map((each) => (JSON.parse(each) as string[])[0]));
    expect(kinds).toEqual(new Set(['agent', 'agentRequest']));
    const all = store.writes.join('\n');
    for (const each of [...secrets, 'owner', client.information!.client_id])
      expect(all).not.toContain(each);
  });
});

/** A store that can fail. */
class FailingStore extends MemoryStore {
  isFailing = false;

  override get(...parameters: Parameters<MemoryStore['get']>): string | undefined {
    if (this.isFailing) throw new StoreUnavailable('timeout');
    return super.get(...parameters);
  }
}

/** A store that notes what it is given. */
class RecordingStore extends MemoryStore {
  readonly writes: string[] = [];

  override set(...parameters: Parameters<Store['set']>): Promise<void> {
    this.writes.push(JSON.stringify(parameters));
    return super.set(...parameters);
  }

  override replace(...parameters: Parameters<Store['replace']>): Promise<boolean> {
    this.writes.push(JSON.stringify(parameters));
    return super.replace(...parameters);
  }
}

/** A store in which two readers wait for each other, so that both know the same. */
class PairedStore extends MemoryStore {
  isPaired = false;
  #first: PromiseWithResolvers<void> | undefined;

  override get(...parameters: Parameters<MemoryStore['get']>): any {
    if (!this.isPaired || parameters[0] !== 'agent') return super.get(...parameters);
    const first = this.#first;
    this.#first = first ? undefined : Promise.withResolvers();
    first?.resolve();
    return (first ?? this.#first!).promise.then(() => super.get(...parameters));
  }

  /** In one step, as every store does it. */
  override replace(...parameters: Parameters<MemoryStore['replace']>): Promise<boolean> {
    const { isPaired } = this;
    this.isPaired = false;
    const isReplaced = super.replace(...parameters);
    this.isPaired = isPaired;
    return isReplaced;
  }

  /** Whoever waits has lost its partner. */
  goOn(): void {
    this.isPaired = false;
    this.#first?.resolve();
  }
}
