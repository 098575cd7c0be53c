/** The page of consent: what it shows, and that nobody answers it but the user who sees it. */
import { afterEach, describe, expect, it } from 'vitest';
import { googleApis } from '../../../src/services/api.ts';
import { fullScope, shortScope } from '../../../src/services/shared/scope.ts';
import {
  covers,
  defaultScopes,
  grantableScopes,
  limitTo,
  serviceOfGrant,
  wordsOf,
} from '../../../src/sign-in/agents/scopes.ts';
import { AgentBrowser } from './agent-browser.ts';
import { AgentOAuthClient } from './agent-client.ts';
import { type AgentWorld, openAgentWorld } from './agent-world.ts';

const opened: AgentWorld[] = [];

afterEach(async () => {
  for (const each of opened.splice(0)) await each[Symbol.asyncDispose]();
});

/** An agent whose user sees the page. */
async function asked(
  options: ConstructorParameters<typeof AgentOAuthClient>[1] = {},
): Promise<readonly [AgentOAuthClient, AgentWorld]> {
  const world = await openAgentWorld();
  opened.push(world);
  const client = new AgentOAuthClient(world.url, options);
  await client.begin();
  expect(client.page!.status).toBe(200);
  return [client, world];
}

describe('the page of consent', () => {
  it('has no script, no frame, and leads nowhere but to the client', async () => {
    const [client] = await asked();
    const { headers, text } = client.page!;
    const policy = headers.get('content-security-policy')!;
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("form-action 'self' http://127.0.0.1:8765");
    expect(policy).not.toContain('unsafe');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('referrer-policy')).toBe('same-origin');
    expect(text).not.toMatch(/<script|javascript:|\son\w+=/i);
  });
  it('shows the name of a stranger as text, and that nobody has checked it', async () => {
    const name = `<img src=x onerror=alert(1)>"'&\u202etxt`;
    const [client] = await asked({ name });
    const { text } = client.page!;
    expect(text).toContain('&lt;img src=x onerror=alert(1)&gt;&quot;&#39;&amp;txt');
    expect(text).not.toContain('\u202e');
    expect(text).toContain('Nobody has checked this name');
    expect(text).toContain('127.0.0.1:8765');
    expect(text).toContain('where any app can receive the answer');
  });
  it.each([
    ['without an origin', {}, {}],
    ['from another origin', {}, { origin: 'https://evil.example' }],
    ['from a page without an origin', {}, { origin: 'null' }],
    ['with a token of its own making', { token: 'x'.repeat(200) }, undefined],
  ])('takes no answer %s', async (_, changes, headers) => {
    const [client] = await asked();
    const page = await client.browser.submit(client.page!, 'allow', changes, headers);
    expect(page.status).toBe(409);
    expect(page.url.searchParams.get('code')).toBeNull();
  });
  it('takes no answer of another browser, nor of another request', async () => {
    const [client, world] = await asked();
    const other = new AgentOAuthClient(world.url, { browser: new AgentBrowser(world.url) });
    await other.begin();
    expect((await other.browser.open(client.page!.url)).status).toBe(400);
    expect((await other.browser.submit(client.page!, 'allow')).status).toBe(400);
    const token = /name="token" value="([^"]+)"/.exec(client.page!.text)![1]!;
    const mixed = await other.browser.submit(other.page!, 'allow', { token });
    expect(mixed.status).toBe(409);
  });
  it('takes no answer for accounts that another tab has changed', async () => {
    const [client, { signIns }] = await asked();
    expect(client.page!.text).toContain('owner@example.org');
    const switchUrl = /href="([^"]+)">Use another account/.exec(client.page!.text)![1]!;
    signIns.next = 'guest';
    const other = await client.browser.open(switchUrl.replaceAll('&amp;', '&'));
    expect(other.text).toContain('guest@example.org');
    const page = await client.browser.submit(client.page!, 'allow');
    expect(page.status).toBe(409);
    expect(page.text).toContain('with other accounts');
    expect(page.text).toContain('guest@example.org');
    const { url } = await client.browser.submit(page, 'allow');
    expect(url.searchParams.get('code')).not.toBeNull();
  });
  it('grants no more than it has shown, although the account has more since', async () => {
    const [client, { signIns, url }] = await asked();
    signIns.refused = [fullScope('drive')];
    const page = await client.browser.open(
      client.requestUrl({ scope: `${fullScope('drive.readonly')} ${fullScope('drive')}` }),
    );
    expect(page.text).toMatch(/can grant:.*Change, delete and share all your files/s);
    // The user signs in with the same account in another browser.
    signIns.refused = [];
    const other = new AgentBrowser(url);
    const signIn = `${url}/auth/sign-in?scope=drive&return=%2Fdone`;
    await other.open(signIn);
    const again = await client.browser.submit(page, 'allow');
    expect(again.status).toBe(409);
    expect(again.text).not.toContain('can grant:');
  });
  it('is answered once', async () => {
    const [client] = await asked();
    expect((await client.finish()).get('code')).not.toBeNull();
    const again = await client.browser.submit(client.page!, 'allow');
    expect([again.status, again.text.includes('This request has ended')]).toEqual([400, true]);
  });
  it('ends after ten minutes', async () => {
    const [client, { clock }] = await asked();
    await clock.advance(600_000);
    expect((await client.browser.submit(client.page!, 'allow')).status).toBe(400);
  });
  it('has one account for each service', async () => {
    const [client, { signIns }] = await asked({ scope: defaultScopes.join(' ') });
    signIns.next = 'studio';
    const url = new URL('/auth/sign-in', client.page!.url);
    url.search = new URLSearchParams({
      scope: 'youtube.readonly',
      return: client.page!.url.pathname,
    }).toString();
    const page = await client.browser.open(url);
    expect(page.text).toMatch(/studio@example\.org.*YouTube.*owner@example\.org.*Drive/s);
  });
  it('does not exist for another id or method', async () => {
    const [client, world] = await asked();
    const path = `${world.url}/oauth/consent/`;
    expect((await client.browser.open(`${path}unknown`)).status).toBe(400);
    const cookie = client.browser.cookieFor(client.page!.url);
    expect((await fetch(client.page!.url, { headers: { cookie } })).status).toBe(200);
    expect((await fetch(`${path}unknown`, { headers: { cookie } })).status).toBe(400);
    expect((await fetch(client.page!.url, { method: 'PUT' })).status).toBe(405);
  });
});

describe('what an agent can be granted', () => {
  it('is every scope that the gateway can enforce', () => {
    const { operations, scopes } = googleApis;
    const all = new Set([...operations.values()].flatMap((each) => each.scopes));
    const enforceable = [...all].filter(
      (scope) =>
        !scopes.partial.has(scope) &&
        !scopes.delegated.has(scope) &&
        !scopes.withoutContent.has(scope),
    );
    expect(grantableScopes.map(shortScope).toSorted()).toEqual(enforceable.toSorted());
  });
  it('is said in words', () => {
    const all = grantableScopes.map(wordsOf);
    expect(new Set(all).size).toBe(all.length);
    expect(new Set(grantableScopes.map(serviceOfGrant))).toEqual(
      new Set(['youtube', 'drive', 'calendar']),
    );
  });
  it('covers what is narrower, and nothing else', () => {
    const does = (own: string, scope: string): boolean =>
      covers(googleApis, [fullScope(own)], fullScope(scope));
    expect(does('drive', 'drive.readonly')).toBe(true);
    expect(does('youtube.force-ssl', 'youtube.readonly')).toBe(true);
    expect(does('calendar', 'calendar.events')).toBe(true);
    expect(does('drive.readonly', 'drive')).toBe(false);
    expect(does('drive.file', 'drive')).toBe(false);
    expect(does('calendar.readonly', 'drive.readonly')).toBe(false);
  });
  it('limits its operations', () => {
    const check = limitTo(googleApis, [fullScope('calendar.readonly')]);
    const operation = (key: string) => googleApis.operations.get(key)!;
    check(operation('calendar:events.list'));
    for (const [key, scope] of [
      ['calendar:events.insert', 'calendar.events'],
      ['storage:files.get', 'drive.readonly'],
      ['video:videos.list', 'youtube.readonly'],
    ] as const)
      expect(() => check(operation(key))).toThrow(
        expect.objectContaining({
          code: 'MISSING_SCOPE',
          failure: expect.objectContaining({
            anyOf: expect.arrayContaining([fullScope(scope)]),
          }),
        }),
      );
  });
});
