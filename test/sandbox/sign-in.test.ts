/** The OAuth endpoints: consent, refusal, codes, tokens, and the errors of Google. */
import { describe, expect, it } from 'vitest';
import { ids } from '../../src/sandbox/seed/ids.ts';
import { useSandbox } from '../support/gateway/sandbox.ts';
import {
  askToken,
  authorizationUrl,
  codeForm,
  decide,
  paramsOf,
  readScopes,
  redirectUri,
} from '../support/page/sign-in.ts';

const box = useSandbox();
const { ask } = box;
const trailer = `/youtube/v3/videos?part=id&id=${ids.video.trailer}`;

const urlWith = (params: Readonly<Record<string, string>> = {}): string =>
  authorizationUrl(box.sandbox, params);

const codeFrom = async (...args: Parameters<typeof decide>): Promise<string> =>
  (await decide(...args)).searchParams.get('code')!;

const exchange = (code: string, fields: Readonly<Record<string, string>> = {}) =>
  askToken(box.sandbox, { ...codeForm(code), ...fields });

const signIn = async (...args: Parameters<typeof decide>): Promise<string> =>
  (await exchange(await codeFrom(...args))).body['access_token'] as string;

describe('the consent page', () => {
  it('has people, scopes and buttons, and a policy without scripts', async () => {
    const response = await fetch(urlWith());
    const html = await response.text();
    expect(response.headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; form-action http: https:; base-uri 'none'; frame-ancestors 'none'$/,
    );
    for (const text of ['ava@', 'ben@', 'dana@', 'chloe@', 'youtube.readonly', 'drive.readonly'])
      expect(html).toContain(text);
    expect(html).not.toContain('<script');
    expect(html.match(/<button/g)).toHaveLength(2);
  });
  it('escapes what the client sends', async () => {
    const html = await (await fetch(urlWith({ scope: '"><script>' }))).text();
    expect(html).toContain('&quot;&gt;&lt;script&gt;');
    expect(html).not.toContain('<script');
  });
  it('selects the user of login_hint', async () => {
    const html = await (await fetch(urlWith({ login_hint: ids.person.ben }))).text();
    expect(html).toContain(`value="${ids.person.ben}" checked`);
  });
  it('sends the user back with a code, the scopes and the state', async () => {
    const url = await decide(urlWith());
    expect(url.origin + url.pathname).toBe(redirectUri);
    expect(paramsOf(url)).toEqual({
      state: 'state-1',
      code: expect.stringMatching(/^4\//),
      scope: readScopes.join(' '),
      iss: 'https://accounts.google.com',
      authuser: '0',
      hd: 'studio.example',
      prompt: 'consent',
    });
  });
  it.each([
    ['denies', { decision: 'deny' }],
    ['allows no scope', { scopes: [] }],
    ['allows another scope than asked', { scopes: ['youtube'] }],
    ['is unknown', { user: 'nobody@studio.example' }],
  ] as const)('sends a user who %s back with access_denied', async (_, decision) => {
    expect(paramsOf(await decide(urlWith(), decision))).toEqual({
      state: 'state-1',
      iss: 'https://accounts.google.com',
      error: 'access_denied',
    });
  });
  it('is not shown with prompt=none, which needs an earlier consent', async () => {
    const silent = urlWith({ prompt: 'none', login_hint: ids.person.ben });
    const answer = async () => {
      const { headers } = await fetch(silent, { redirect: 'manual' });
      return paramsOf(new URL(headers.get('location')!));
    };
    expect(await answer()).toMatchObject({ state: 'state-1', error: 'interaction_required' });
    await decide(urlWith(), { user: ids.person.ben, scopes: ['youtube.readonly'] });
    expect(await answer()).toMatchObject({ error: 'interaction_required' });
    await decide(urlWith(), { user: ids.person.ben });
    expect(await answer()).toMatchObject({ code: expect.any(String) });
  });
  it.each([
    ['another client', { client_id: 'other' }, 401, 'invalid_client'],
    ['no client', { client_id: '' }, 400, 'client_id'],
    ['another host', { redirect_uri: 'http://evil.example/graphql' }, 400, 'redirect_uri_mismatch'],
    ['another path', { redirect_uri: 'http://localhost:4000/x' }, 400, 'redirect_uri_mismatch'],
    ['no path', { redirect_uri: 'https://studio.example' }, 400, 'redirect_uri_mismatch'],
    ['a query', { redirect_uri: `${redirectUri}?a=1` }, 400, 'redirect_uri_mismatch'],
    ['another type', { response_type: 'token' }, 400, 'unsupported_response_type'],
    ['another method', { code_challenge_method: 'plain' }, 400, 'S256'],
    ['an unknown scope', { scope: 'youtube.everything' }, 400, 'invalid_scope'],
  ])('is an error without a redirect: %s', async (_, params, status, text) => {
    for (const method of ['GET', 'POST']) {
      const response = await fetch(urlWith(params), { method, redirect: 'manual' });
      expect([response.status, response.headers.get('location')]).toEqual([status, null]);
      expect(await response.text()).toContain(text);
    }
  });
});

describe('a code', () => {
  it('is exchanged for a token', async () => {
    const { status, body } = await exchange(await codeFrom(urlWith()));
    expect(status).toBe(200);
    expect(body).toEqual({
      access_token: expect.stringMatching(/^ya29\./),
      expires_in: 3600,
      scope: readScopes.join(' '),
      token_type: 'Bearer',
    });
  });
  it('is exchanged once', async () => {
    const code = await codeFrom(urlWith());
    await exchange(code);
    expect(await exchange(code)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
  });
  it('expires after ten minutes', async () => {
    const [early, late] = [await codeFrom(urlWith()), await codeFrom(urlWith())];
    box.sandbox.advance(10 * 60_000 - 1);
    expect((await exchange(early)).status).toBe(200);
    box.sandbox.advance(1);
    expect(await exchange(late)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
  });
  it.each([
    ['another verifier', { code_verifier: 'other' }, 400, 'invalid_grant'],
    ['no verifier', { code_verifier: '' }, 400, 'invalid_grant'],
    ['another code', { code: '4/0other' }, 400, 'invalid_grant'],
    ['no code', { code: '' }, 400, 'invalid_request'],
    [
      'another redirect_uri',
      { redirect_uri: `${redirectUri}/graphql` },
      400,
      'redirect_uri_mismatch',
    ],
    ['no redirect_uri', { redirect_uri: '' }, 400, 'invalid_request'],
    ['another client', { client_id: 'other' }, 401, 'invalid_client'],
    ['no client', { client_id: '' }, 400, 'invalid_request'],
    ['another secret', { client_secret: 'other' }, 401, 'invalid_client'],
    ['no secret', { client_secret: '' }, 400, 'invalid_request'],
    ['another grant type', { grant_type: 'password' }, 400, 'unsupported_grant_type'],
    ['no grant type', { grant_type: '' }, 400, 'invalid_request'],
  ])('is not exchanged with %s', async (_, fields, status, error) => {
    const answer = await exchange(await codeFrom(urlWith()), fields);
    expect(answer).toEqual({ status, body: { error, error_description: expect.any(String) } });
  });
  it('without PKCE is exchanged without a verifier only', async () => {
    const plain = (): Promise<string> =>
      codeFrom(urlWith({ code_challenge: '', code_challenge_method: '' }));
    expect((await exchange(await plain(), { code_verifier: '' })).status).toBe(200);
    expect((await exchange(await plain())).body).toMatchObject({ error: 'invalid_grant' });
  });
});

describe('the token of a sign-in', () => {
  it('belongs to the user, who is recorded without it', async () => {
    const token = await signIn(urlWith(), { user: ids.person.ben });
    const { body } = await ask('/youtube/v3/channels?part=id&mine=true', { token });
    expect(body.items[0].id).toBe(ids.channel.ben);
    const [call] = box.sandbox.calls();
    expect(call!.user).toBe('studio-guest');
    expect(JSON.stringify(box.sandbox.calls())).not.toContain(token);
  });
  it('has the scopes that the user has allowed only', async () => {
    const token = await signIn(urlWith(), { scopes: ['youtube.readonly'] });
    expect((await ask(trailer, { token })).status).toBe(200);
    expect(await ask('/drive/v3/files', { token })).toMatchObject({
      status: 403,
      reason: 'insufficientPermissions',
    });
  });
  it('expires after an hour', async () => {
    const token = await signIn(urlWith());
    box.sandbox.advance(3_600_000 - 1);
    expect((await ask(trailer, { token })).status).toBe(200);
    box.sandbox.advance(1);
    expect(await ask(trailer, { token })).toMatchObject({ status: 401, reason: 'authError' });
  });
  it('can be made to expire, with all codes', async () => {
    const [token, code] = [await signIn(urlWith()), await codeFrom(urlWith())];
    const { status } = await ask('/_sandbox/tokens/expire', { method: 'POST', token: null });
    expect(status).toBe(204);
    expect((await ask(trailer, { token })).status).toBe(401);
    expect((await exchange(code)).body).toMatchObject({ error: 'invalid_grant' });
    expect((await ask(trailer)).status).toBe(200);
  });
});
