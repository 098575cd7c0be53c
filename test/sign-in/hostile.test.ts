/** What a stranger can do to sign-ins and sessions of others: nothing. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MemoryStore } from '../../src/engine/store/memory-store.ts';
import type { Store, StoreKind } from '../../src/engine/store/store.ts';
import { ids } from '../../src/sandbox/seed/ids.ts';
import { type Env, type RunningGateway, startGateway } from '../support/gateway/gateway.ts';
import { decide } from '../support/page/sign-in.ts';
import { signInEnv, UserAgent } from '../support/page/user-agent.ts';

/** A store whose values a thief can read. */
class OpenStore extends MemoryStore {
  readonly values: string[] = [];

  override set(...parameters: Parameters<Store['set']>): Promise<void> {
    this.#note(parameters[0], parameters[1], parameters[2]);
    return super.set(...parameters);
  }

  override replace(...parameters: Parameters<Store['replace']>): Promise<boolean> {
    this.#note(parameters[0], parameters[1], parameters[2].value);
    return super.replace(...parameters);
  }

  #note(...parts: readonly [StoreKind, string, string]): void {
    this.values.push(parts.join(' '));
  }
}

const friend = 'https://app.example';

const env: Env = {
  ...signInEnv,
  NODE_ENV: 'production',
  SANDBOX: '1',
  REPLICAS: '1',
  CORS_ORIGINS: friend,
  GRAPHIQL: '1',
};

const store = new OpenStore();
let gateway: RunningGateway;
let browser: UserAgent;

beforeAll(async () => {
  gateway = await startGateway({ env, sharedStore: store });
});

beforeEach(async () => {
  gateway.sandbox.reset();
  browser = new UserAgent(gateway);
  await browser.signIn();
});

afterAll(() => gateway.close());

const viewer = '{ viewer { channel { channelId } } }';

const channelOf = ({ body }: { readonly body: { readonly data?: unknown } }): unknown =>
  (body.data as { viewer?: { channel?: { channelId?: string } } } | undefined)?.viewer?.channel
    ?.channelId;

describe('a cookie', () => {
  it('counts for pages of the gateway and of listed origins', async () => {
    expect(channelOf(await browser.query(viewer))).toBe(ids.channel.studio);
    const answer = await browser.query(viewer, { origin: friend, site: 'same-site' });
    expect(channelOf(answer)).toBe(ids.channel.studio);
    expect(answer.headers.get('access-control-allow-credentials')).toBe('true');
    expect(answer.headers.get('access-control-allow-origin')).toBe(friend);
    expect(answer.headers.get('cache-control')).toBe('private, no-store');
  });
  it.each([
    ['another origin', { origin: 'https://evil.example', site: 'cross-site' }],
    ['another port', { origin: 'http://127.0.0.1:9', site: 'same-site' }],
    ['a page without an origin', { origin: 'null', site: 'cross-site' }],
  ])('of %s makes nobody a user', async (_, from) => {
    const answer = await browser.query(viewer, from);
    expect(channelOf(answer)).toBeUndefined();
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
  });
  it('makes nobody a user without an origin, unless the page is of the gateway', async () => {
    const get = (site: string) =>
      browser.send(`/graphql?query=${encodeURIComponent(viewer)}`, {
        headers: { 'x-preflight': '1', 'sec-fetch-site': site },
      });
    expect(channelOf(await get('same-origin'))).toBe(ids.channel.studio);
    for (const site of ['cross-site', 'same-site', 'none'])
      expect(channelOf(await get(site))).toBeUndefined();
  });
  it('of a form of another site runs nothing', async () => {
    const body = new FormData();
    body.set('operations', JSON.stringify({ query: viewer }));
    body.set('map', '{}');
    const headers = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
    expect((await browser.send('/graphql', { method: 'POST', headers, body })).status).toBe(403);
  });
  it('opens no session for a page of another site, and ends none', async () => {
    const headers = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
    expect((await browser.send('/auth/me', { headers })).status).toBe(403);
    expect((await browser.send('/auth/sign-out', { method: 'POST', headers })).status).toBe(403);
    expect((await browser.send('/auth/sign-out')).status).toBe(405);
    expect((await browser.me()).body.signedIn).toBe(true);
  });
  it('counts for event streams as for other requests', async () => {
    const streamOf = (origin: string) =>
      browser.send('/graphql', {
        method: 'POST',
        headers: {
          origin,
          'content-type': 'application/json',
          accept: 'text/event-stream',
          'sec-fetch-site': 'cross-site',
        },
        body: JSON.stringify({ query: viewer }),
      });
    expect((await streamOf(gateway.url)).text).toContain(ids.channel.studio);
    expect((await streamOf('https://evil.example')).text).not.toContain(ids.channel.studio);
  });
  it('does not open /mcp', async () => {
    await using agents = await startGateway({
      env: { ...env, MCP: '1' },
      sandbox: gateway.sandbox,
      sharedStore: store,
    });
    const answer = await browser.send(
      '/mcp',
      {
        method: 'POST',
        headers: { origin: agents.url, 'content-type': 'application/json' },
        body: '{}',
      },
      agents,
    );
    expect(answer.status).toBe(401);
  });
  it('gives way to a token beside it', async () => {
    const headers = {
      'content-type': 'application/json',
      origin: gateway.url,
      authorization: 'Bearer studio-guest',
    };
    const body = JSON.stringify({ query: viewer });
    expect(channelOf(await browser.send('/graphql', { method: 'POST', headers, body }))).toBe(
      ids.channel.ben,
    );
  });
  it.each([
    ['invented', '__Host-studiograph=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'],
    ['of another form', '__Host-studiograph=x'],
    ['empty', '__Host-studiograph='],
  ])('that is %s is told that it has ended', async (_, cookie) => {
    const { status, headers } = await browser.query(viewer, { cookie });
    expect([status, headers.get('set-cookie')]).toEqual([
      401,
      expect.stringContaining('Max-Age=0'),
    ]);
  });
});

describe('a sign-in', () => {
  it.each([
    ['//evil.example/'],
    ['https://evil.example/'],
    ['\\\\evil.example'],
    ['/\t/evil.example'],
    ['javascript:alert(1)'],
    ['http://127.0.0.1:9/'],
    ['https://app.example.evil.example/'],
    ['https://app.example@evil.example/'],
    ['http://[/'],
    ['http://localhost:5173/'],
  ])('does not return to %s', async (text) => {
    const search = new URLSearchParams({ return: text }).toString();
    const { status, text: page } = await browser.send(`/auth/sign-in?${search}`);
    expect([status, page]).toEqual([400, expect.stringContaining('return')]);
    expect(page).not.toContain('<a');
  });
  it.each([
    ['/graphql?x=1', (url: string) => `${url}/graphql?x=1`],
    [`${friend}/videos`, () => `${friend}/videos`],
  ])('returns to %s', async (text, expected) => {
    const back = await browser.signIn({ return: text });
    expect(back.headers.get('location')).toBe(expected(gateway.url));
  });
  it.each([
    ['service', 'tasks'],
    ['access', 'all'],
    ['scope', 'gmail.readonly'],
    ['scope', 'https://www.googleapis.com/auth/drive.admin'],
    ['account', 'somebody'],
    ['redirect_uri', 'https://evil.example'],
  ])('with %s=%s names what is wrong', async (name, value) => {
    const search = new URLSearchParams({ [name]: value }).toString();
    const { status, text } = await browser.send(`/auth/sign-in?${search}`);
    expect([status, text]).toEqual([400, expect.stringContaining(name)]);
  });
  it('ends in the browser alone that has begun it, and once', async () => {
    const own = new UserAgent(gateway);
    const { pathname, search } = await decide(await own.begin());
    const stranger = new UserAgent(gateway);
    expect((await stranger.send(pathname + search)).status).toBe(400);
    expect(stranger.cookies.size).toBe(0);
    expect((await own.send(pathname + search)).status).toBe(303);
    expect((await own.send(pathname + search)).status).toBe(400);
    expect((await own.me()).body.signedIn).toBe(true);
  });
  it('with a forged or changed state, code or proof signs nobody in', async () => {
    const own = new UserAgent(gateway);
    const url = await decide(await own.begin());
    const changed = (name: string, value: string): string => {
      const other = new URL(url);
      other.searchParams.set(name, value);
      return other.pathname + other.search;
    };
    expect((await own.send(changed('state', 'x'.repeat(43)))).status).toBe(400);
    expect((await own.send(changed('code', '4/0forged'))).status).toBe(400);
    const [name, value] = [...own.cookies].find(([each]) => each.includes('sign-in')) ?? [];
    expect(name).toBeUndefined();
    expect(value).toBeUndefined();
    expect((await own.me()).body.signedIn).toBe(false);
  });
  it('ends in each of two tabs with the account that was chosen there', async () => {
    const own = new UserAgent(gateway);
    const [first, second] = [
      await own.begin({ service: 'youtube' }),
      await own.begin({ service: 'drive' }),
    ];
    const ends = [
      await decide(second, { user: ids.person.chloe }),
      await decide(first, { user: ids.person.ben }),
    ];
    for (const { pathname, search } of ends)
      expect((await own.send(pathname + search)).status).toBe(303);
    expect((await own.me()).body.accounts).toMatchObject([
      { email: ids.person.chloe, services: ['drive'] },
      { email: ids.person.ben, services: ['youtube'] },
    ]);
  });
  it('that Google answers wrongly signs nobody in', async () => {
    const { sandbox } = gateway;
    const own = new UserAgent(gateway);
    sandbox.setSignIn({ wrongState: true });
    expect((await own.signIn()).status).toBe(400);
    sandbox.setSignIn({ wrongState: false, skewSeconds: -7_200 });
    expect((await own.signIn()).status).toBeGreaterThanOrEqual(400);
    sandbox.setSignIn({ skewSeconds: 20 });
    expect((await own.signIn()).status).toBe(303);
  });
  it.each([
    ['failing', { status: 503 }],
    ['answering with a page', { page: 'html', status: 502 }],
    ['cut off', { drop: 'before' }],
  ] as const)('with a token endpoint that is %s says so', async (_, fault) => {
    const own = new UserAgent(gateway);
    gateway.sandbox.fault({ match: { signIn: '/token' }, ...fault });
    const { status, text } = await own.signIn();
    expect([status, text]).toEqual([502, expect.stringContaining('Google does not answer')]);
    gateway.sandbox.clearFaults();
    expect((await own.signIn()).status).toBe(303);
  });
  it('can be begun 1,000 times: nothing is kept, and nobody else is held up', async () => {
    const before = store.values.length;
    for (let index = 0; index < 1_000; index += 1) await new UserAgent(gateway).begin();
    expect(store.values.length).toBe(before);
    expect((await new UserAgent(gateway).signIn()).status).toBe(303);
  });
});

describe('what is kept', () => {
  it('has no secret in clear, in the store, the log and all answers', async () => {
    const { sandbox } = gateway;
    const own = new UserAgent(gateway);
    const texts: string[] = [];
    const seen = async (answer: Promise<{ text: string; headers: Headers }>): Promise<void> => {
      const { text, headers } = await answer;
      texts.push(text, JSON.stringify([...headers].filter(([name]) => name !== 'set-cookie')));
    };
    const back = await decide(await own.begin({ access: 'write' }));
    const code = back.searchParams.get('code')!;
    await seen(own.send(back.pathname + back.search));
    await seen(own.me());
    await seen(own.query(viewer));
    sandbox.expireTokens();
    await seen(own.query(viewer));
    sandbox.setSignIn({ revoke: 'ava@studio.example' });
    await seen(own.query(viewer));
    await seen(own.signOut());
    const kept = [...store.values, ...texts, JSON.stringify(gateway.lines)].join('\n');
    const secrets = [code, signInEnv.GOOGLE_CLIENT_SECRET, 'ya29.', '1//', own.cookie];
    for (const secret of secrets.filter(Boolean)) expect(kept).not.toContain(secret);
    expect(JSON.stringify(gateway.lines) + store.values.join('\n')).not.toContain('studio.example');
  });
  it('is of no use without the key, nor with another one', async () => {
    const env2 = { ...env, LINK_SECRET: 'y'.repeat(32) };
    const { sandbox } = gateway;
    await using thief = await startGateway({ env: env2, sandbox, sharedStore: store });
    expect((await browser.query(viewer, { origin: friend }, thief)).status).toBe(401);
    const both = { ...env, LINK_SECRET: `${env2.LINK_SECRET},${signInEnv.LINK_SECRET}` };
    await using rotated = await startGateway({ env: both, sandbox, sharedStore: store });
    browser = new UserAgent(gateway);
    await browser.signIn();
    expect(channelOf(await browser.query(viewer, { origin: friend }, rotated))).toBe(
      ids.channel.studio,
    );
  });
});
