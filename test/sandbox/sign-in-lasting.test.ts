/** Sign-ins that last: refresh tokens, identity tokens, revocation, and how all of it ends. */
import { createPublicKey, verify } from 'node:crypto';
import { auth } from '@googleapis/drive';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { ids } from '../../src/sandbox/seed/ids.ts';
import { start, useSandbox } from '../support/gateway/sandbox.ts';
import {
  askToken,
  authorizationUrl,
  codeForm,
  decide,
  type Decision,
  paramsOf,
  readScopes,
  redirectUri,
  verifier,
} from '../support/page/sign-in.ts';

const box = useSandbox();
const { ask } = box;
const day = 86_400_000;
const trailer = `/youtube/v3/videos?part=id&id=${ids.video.trailer}`;

const desktop = {
  client_id: 'sandbox-desktop.apps.googleusercontent.example',
  client_secret: 'sandbox-desktop-secret',
};

const other = {
  client_id: 'sandbox-other.apps.googleusercontent.example',
  client_secret: 'sandbox-other-secret',
};

const offline = { access_type: 'offline' };
const again = { ...offline, prompt: 'consent' };

type Params = Readonly<Record<string, string>>;

/** Signs in. @param client fields of another client @returns the answer with the tokens */
async function signIn(params: Params = {}, decision: Decision = {}, client: Params = {}) {
  const { client_secret: _, ...id } = client;
  const url = await decide(authorizationUrl(box.sandbox, { ...id, ...params }), decision);
  const form = { ...codeForm(url.searchParams.get('code')!), ...client };
  return (await askToken(box.sandbox, form)).body;
}

const refresh = (token: string, client: Params = {}) =>
  askToken(box.sandbox, { grant_type: 'refresh_token', refresh_token: token, ...client });

/** Whether a refresh token still works, or why not. */
const stateOf = async (token: string, client: Params = {}): Promise<unknown> => {
  const { status, body } = await refresh(token, client);
  return status === 200 ? 'valid' : body;
};

const ended = {
  error: 'invalid_grant',
  error_description: 'Token has been expired or revoked.',
};

/** The claims of an identity token, after a check of its signature. */
async function claimsOf(idToken: string): Promise<Record<string, unknown>> {
  const [header, claims, signature] = idToken.split('.') as [string, string, string];
  const { kid } = JSON.parse(Buffer.from(header, 'base64url').toString());
  const { keys } = (await ask('/oauth2/v3/certs', { token: null })).body;
  const key = createPublicKey({ key: keys.find((each: any) => each.kid === kid), format: 'jwk' });
  const signed = Buffer.from(`${header}.${claims}`);
  expect(verify('sha256', signed, key, Buffer.from(signature, 'base64url'))).toBe(true);
  return JSON.parse(Buffer.from(claims, 'base64url').toString());
}

const post = (path: string, body: unknown) => ask(path, { method: 'POST', token: null, body });

describe('a refresh token', () => {
  it('is issued for offline access, with a consent', async () => {
    expect(await signIn()).not.toHaveProperty('refresh_token');
    expect(await signIn(offline)).not.toHaveProperty('refresh_token');
    expect(await signIn(again)).toMatchObject({ refresh_token: expect.stringMatching(/^1\/\//) });
    expect(await signIn({ ...offline, scope: 'calendar.readonly' })).toHaveProperty(
      'refresh_token',
    );
    expect(await signIn(offline, { user: ids.person.ben })).toHaveProperty('refresh_token');
  });
  it('is always issued to a Desktop client, for any port and path', async () => {
    const redirect = { redirect_uri: 'http://127.0.0.1:50123' };
    await signIn();
    const url = await decide(
      authorizationUrl(box.sandbox, { client_id: desktop.client_id, ...redirect }),
    );
    const form = { ...codeForm(url.searchParams.get('code')!), ...desktop, ...redirect };
    expect((await askToken(box.sandbox, form)).body).toHaveProperty('refresh_token');
  });
  it('gives access tokens of an hour with its scopes, and stays', async () => {
    const { refresh_token: token } = await signIn(offline, { scopes: ['youtube.readonly'] });
    box.sandbox.advance(2 * day);
    const { status, body } = await refresh(token);
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        access_token: expect.any(String),
        expires_in: 3600,
        scope: readScopes[0],
        token_type: 'Bearer',
      },
    });
    expect((await ask(trailer, { token: body['access_token'] })).status).toBe(200);
    box.sandbox.advance(3_600_000);
    expect((await ask(trailer, { token: body['access_token'] })).status).toBe(401);
    expect(await stateOf(token)).toBe('valid');
  });
  it('stays when access tokens are made to expire', async () => {
    const { refresh_token: token, access_token: access } = await signIn(offline);
    box.sandbox.expireTokens();
    expect((await ask(trailer, { token: access })).status).toBe(401);
    expect(await stateOf(token)).toBe('valid');
  });
  it('is rotated by a switch', async () => {
    box.sandbox.setSignIn({ rotates: true });
    const { refresh_token: first } = await signIn(offline);
    const { refresh_token: second } = (await refresh(first)).body;
    expect(await stateOf(first)).toEqual(ended);
    expect(await stateOf(second)).toBe('valid');
  });
  it.each([
    ['another client', { ...other }, 400, 'invalid_grant'],
    ['another secret', { client_secret: 'other' }, 401, 'invalid_client'],
    ['another token', { refresh_token: '1//0other' }, 400, 'invalid_grant'],
    ['no token', { refresh_token: '' }, 400, 'invalid_request'],
  ])('is not used with %s', async (_, fields, status, error) => {
    const { refresh_token: token } = await signIn(offline);
    const answer = await refresh(token, fields);
    expect(answer).toMatchObject({ status, body: { error } });
  });
  it('ends after six months without use', async () => {
    const { refresh_token: used } = await signIn(again);
    const { refresh_token: unused } = await signIn(again);
    box.sandbox.advance(100 * day);
    expect(await stateOf(used)).toBe('valid');
    box.sandbox.advance(80 * day);
    expect([await stateOf(used), await stateOf(unused)]).toEqual(['valid', ended]);
  });
  it('ends after seven days in testing, unless it is for the identity alone', async () => {
    box.sandbox.setSignIn({ isTesting: true });
    const answer = await signIn(again);
    const identity = await signIn({ ...again, scope: 'openid email' });
    expect(answer).toMatchObject({ refresh_token_expires_in: 7 * 86_400 });
    expect(identity).not.toHaveProperty('refresh_token_expires_in');
    box.sandbox.advance(7 * day - 1);
    expect(await stateOf(answer['refresh_token'])).toBe('valid');
    box.sandbox.advance(1);
    expect(await stateOf(answer['refresh_token'])).toEqual(ended);
    expect(await stateOf(identity['refresh_token'])).toBe('valid');
  });
  it('ends with access for a time only', async () => {
    box.sandbox.setSignIn({ accessSeconds: 60 });
    const { refresh_token: token, refresh_token_expires_in: seconds } = await signIn(offline);
    expect(seconds).toBe(60);
    box.sandbox.advance(60_000);
    expect(await stateOf(token)).toEqual(ended);
  });
  it('ends silently when the account has a hundred newer ones of the client', async () => {
    const tokens: string[] = [];
    for (let count = 0; count < 101; count += 1)
      tokens.push((await signIn(again))['refresh_token']);
    const states = [await stateOf(tokens[0]!), await stateOf(tokens[1]!)];
    expect([...states, await stateOf(tokens[100]!)]).toEqual([ended, 'valid', 'valid']);
  });
  it('ends with the account, which nobody can sign in to', async () => {
    const { refresh_token: token, access_token: access } = await signIn(offline);
    box.sandbox.setSignIn({ deleteAccount: ids.person.ava });
    expect(await stateOf(token)).toEqual({
      error: 'invalid_grant',
      error_description: 'Account has been deleted',
    });
    expect((await ask(trailer, { token: access })).status).toBe(401);
    const url = authorizationUrl(box.sandbox, { login_hint: ids.person.ava });
    expect(await (await fetch(url)).text()).toContain(`value="${ids.person.ben}" checked`);
    expect(paramsOf(await decide(url, { user: ids.person.ava }))).toMatchObject({
      error: 'access_denied',
    });
  });
});

describe('include_granted_scopes', () => {
  it('gives tokens with all that the user has allowed the project', async () => {
    await signIn({ scope: 'calendar.readonly' }, {}, {});
    const scope = 'youtube.readonly';
    expect((await signIn({ scope })).scope).toBe(readScopes[0]);
    const more = await signIn({
      ...offline,
      scope: 'drive.readonly',
      include_granted_scopes: 'true',
    });
    const all = ['https://www.googleapis.com/auth/calendar.readonly', ...readScopes].join(' ');
    expect(more.scope).toBe(all);
    expect((await refresh(more['refresh_token'])).body['scope']).toBe(all);
  });
});

describe('an identity token', () => {
  const scope = `openid email profile ${readScopes[0]}`;

  it('tells who the user is, by the scopes', async () => {
    const answer = await signIn({ scope, nonce: 'nonce-1' });
    const iat = start.getTime() / 1000;
    expect(answer.scope.split(' ')).toEqual([
      'openid',
      'https://www.googleapis.com/auth/userinfo.email',
      'https://www.googleapis.com/auth/userinfo.profile',
      readScopes[0],
    ]);
    const claims = await claimsOf(answer['id_token']);
    expect(claims).toEqual({
      iss: 'https://accounts.google.com',
      azp: box.sandbox.oauthClient.clientId,
      aud: box.sandbox.oauthClient.clientId,
      sub: expect.stringMatching(/^\d{21}$/),
      hd: 'studio.example',
      email: ids.person.ava,
      email_verified: true,
      name: 'Ava Lindqvist',
      given_name: 'Ava',
      family_name: 'Lindqvist',
      picture: expect.stringContaining(box.sandbox.url),
      at_hash: expect.any(String),
      nonce: 'nonce-1',
      iat,
      exp: iat + 3600,
    });
    expect((await fetch(claims['picture'] as string)).status).toBe(200);
    const sub = async (params: Params, decision: Decision = {}) =>
      (await claimsOf((await signIn(params, decision))['id_token']))['sub'];
    expect(await sub({ scope: 'openid' })).toBe(claims['sub']);
    expect(await sub({ scope: 'openid' }, { user: ids.person.ben })).not.toBe(claims['sub']);
  });
  it('is absent without a scope for it', async () => {
    expect(await signIn()).not.toHaveProperty('id_token');
    expect(await claimsOf((await signIn({ scope: 'email' }))['id_token'])).not.toHaveProperty(
      'name',
    );
  });
  it('can be of a personal account, of an unverified address, or of another clock', async () => {
    box.sandbox.setSignIn({
      personal: [ids.person.ava],
      unverified: [ids.person.ava],
      skewSeconds: -600,
    });
    const url = await decide(authorizationUrl(box.sandbox, { scope }));
    expect(paramsOf(url)).not.toHaveProperty('hd');
    const claims = await claimsOf((await signIn({ scope }))['id_token']);
    const iat = start.getTime() / 1000 - 600;
    expect(claims).toMatchObject({ email_verified: false, iat, exp: iat + 3600 });
    expect(claims).not.toHaveProperty('hd');
  });
  it('is granted with the sign-in, whatever else is allowed of several scopes', async () => {
    const none = { scopes: [] };
    const answer = await signIn({ scope: `${scope} ${readScopes[1]}` }, none);
    expect(answer.scope).not.toMatch(/youtube|drive/);
    expect(answer).toHaveProperty('id_token');
    expect((await signIn({ scope }, none)).scope).toContain('youtube');
  });
});

describe('revocation', () => {
  it.each(['access_token', 'refresh_token'])(
    'by the %s ends all tokens of the user and the project, and the consent',
    async (name) => {
      const tokens = await signIn(again);
      const onDesktop = await signIn({}, {}, desktop);
      const elsewhere = await signIn(again, {}, other);
      const bens = await signIn(again, { user: ids.person.ben });
      const { status } = await ask(`/revoke?token=${encodeURIComponent(tokens[name])}`, {
        method: 'POST',
        token: null,
      });
      expect(status).toBe(200);
      expect(await stateOf(tokens['refresh_token'])).toEqual(ended);
      expect(await stateOf(onDesktop['refresh_token'], desktop)).toEqual(ended);
      for (const { access_token: token } of [tokens, onDesktop])
        expect((await ask(trailer, { token })).status).toBe(401);
      for (const { access_token: token } of [elsewhere, bens])
        expect((await ask(trailer, { token })).status).toBe(200);
      expect(await stateOf(elsewhere['refresh_token'], other)).toBe('valid');
      expect(await stateOf(bens['refresh_token'])).toBe('valid');
      expect(await signIn(offline)).toHaveProperty('refresh_token');
    },
  );
  it('refuses other tokens', async () => {
    const revoke = async (token: string) => {
      const body = new URLSearchParams({ token });
      const response = await fetch(`${box.sandbox.url}/revoke`, { method: 'POST', body });
      return [response.status, (await response.json()).error];
    };
    const { refresh_token: token } = await signIn(offline);
    expect(await revoke('other')).toEqual([400, 'invalid_token']);
    expect(await revoke(token)).toEqual([200, undefined]);
    expect(await revoke(token)).toEqual([400, 'invalid_token']);
    expect(await revoke('')).toEqual([400, 'invalid_request']);
  });
  it('in the account ends what all clients have', async () => {
    const [tokens, elsewhere] = [await signIn(offline), await signIn(again, {}, other)];
    expect((await post('/_sandbox/sign-in', { revoke: ids.person.ava })).status).toBe(204);
    expect(await stateOf(tokens['refresh_token'])).toEqual(ended);
    expect(await stateOf(elsewhere['refresh_token'], other)).toEqual(ended);
    expect((await ask(trailer, { token: tokens['access_token'] })).status).toBe(401);
  });
});

describe('what is told of a token', () => {
  const info = (token: string) =>
    ask(`/tokeninfo?access_token=${encodeURIComponent(token)}`, { token: null });

  it('has client, scopes and times, and the identity by the scopes', async () => {
    const scope = `email ${readScopes[0]}`;
    const { access_token: token } = await signIn({ ...offline, scope }, {}, other);
    box.sandbox.advance(1_000);
    expect((await info(token)).body).toEqual({
      azp: other.client_id,
      aud: other.client_id,
      sub: expect.stringMatching(/^\d{21}$/),
      scope: `https://www.googleapis.com/auth/userinfo.email ${readScopes[0]} openid`,
      exp: String(start.getTime() / 1000 + 3600),
      expires_in: '3599',
      email: ids.person.ava,
      email_verified: 'true',
      access_type: 'offline',
    });
    const plain = (await info((await signIn())['access_token'])).body;
    expect(plain).toMatchObject({ access_type: 'online', scope: readScopes.join(' ') });
    expect(Object.keys(plain)).not.toEqual(expect.arrayContaining(['sub', 'email']));
  });
  it('is that of the web client for the tokens of users', async () => {
    const { clientId } = box.sandbox.oauthClient;
    expect((await info('studio-guest')).body).toMatchObject({ aud: clientId, expires_in: '3600' });
    expect((await info('studio-expired')).status).toBe(400);
  });
  it('is an error for tokens that are not valid', async () => {
    const { access_token: token } = await signIn();
    box.sandbox.advance(3_600_000);
    for (const each of [token, 'other', ''])
      expect(await info(each)).toMatchObject({ status: 400, body: { error: 'invalid_token' } });
  });
});

describe('the official client', () => {
  it('finds the endpoints, signs in, verifies, refreshes, asks and revokes', async () => {
    vi.useFakeTimers({ now: start, toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const { clientId, clientSecret } = box.sandbox.oauthClient;
    const found = (await ask('/.well-known/openid-configuration', { token: null })).body;
    const client = new auth.OAuth2({
      clientId,
      clientSecret,
      redirectUri,
      endpoints: {
        oauth2AuthBaseUrl: found.authorization_endpoint,
        oauth2TokenUrl: found.token_endpoint,
        oauth2RevokeUrl: found.revocation_endpoint,
        tokenInfoUrl: `${box.sandbox.url}/tokeninfo`,
      },
    });
    const { searchParams } = new URL(authorizationUrl(box.sandbox, {}));
    const url = client.generateAuthUrl({
      access_type: 'offline',
      scope: ['openid', 'email', readScopes[0]!],
      code_challenge: searchParams.get('code_challenge')!,
      code_challenge_method: 'S256' as any,
      state: 'state-1',
    });
    const code = (await decide(url)).searchParams.get('code')!;
    const { tokens } = await client.getToken({ code, codeVerifier: verifier });
    client.setCredentials(tokens);
    // By itself, it asks for certificates in another form.
    const { keys } = await (await fetch(found.jwks_uri)).json();
    const certificates = Object.fromEntries(
      keys.map((key: any) => [
        key.kid,
        createPublicKey({ key, format: 'jwk' }).export({ type: 'spki', format: 'pem' }),
      ]),
    );
    const ticket = await client.verifySignedJwtWithCertsAsync(
      tokens.id_token!,
      certificates,
      clientId,
      [found.issuer],
    );
    expect(ticket.getPayload()).toMatchObject({ email: ids.person.ava, hd: 'studio.example' });
    const { credentials } = await client.refreshAccessToken();
    expect(credentials.access_token).not.toBe(tokens.access_token);
    const { sub } = ticket.getPayload()!;
    expect(await client.getTokenInfo(credentials.access_token!)).toMatchObject({
      aud: clientId,
      sub,
    });
    await client.revokeToken(tokens.refresh_token!);
    await expect(client.getTokenInfo(credentials.access_token!)).rejects.toThrow('invalid_token');
    expect(box.sandbox.signIns()).toMatchObject({ authorization_code: 1, refresh_token: 1 });
  });
});

describe('the switches', () => {
  it('stay until they are set again or reset', async () => {
    const control = (body: object) => post('/_sandbox/sign-in', body);
    await control({ wrongState: true });
    await control({ unchecked: ['drive.readonly'] });
    const url = authorizationUrl(box.sandbox, {});
    expect(paramsOf(await decide(url))).toMatchObject({
      state: 'state-1-other',
      scope: readScopes[0],
    });
    await control({ wrongState: false });
    expect(paramsOf(await decide(url))['state']).toBe('state-1');
    box.sandbox.reset(start);
    expect(paramsOf(await decide(url))['scope']).toBe(readScopes.join(' '));
  });
  it.each([
    [{ rotate: true }, 'rotate: unknown; expected one of the fields isTesting, '],
    [{ rotates: 1 }, 'rotates: 1 is not true or false'],
    [{ accessSeconds: '1' }, 'accessSeconds: "1" is not a number of seconds'],
    [{ unchecked: 'drive' }, 'unchecked: "drive" is not a list of texts'],
    [{ revoke: 'nobody@studio.example' }, 'is not the address of a person with a token'],
  ])('refuse %j', async (body, error) => {
    const answer = await post('/_sandbox/sign-in', body);
    expect(answer).toMatchObject({ status: 400, body: { error: expect.stringContaining(error) } });
  });
});

describe('the endpoints', () => {
  it('count their requests, until calls are cleared', async () => {
    const { refresh_token: token } = await signIn(offline);
    await refresh(token);
    await refresh('other');
    await ask(`/tokeninfo?access_token=x`, { token: null });
    expect((await ask('/_sandbox/sign-in')).body).toEqual({
      '/o/oauth2/v2/auth': 2,
      authorization_code: 1,
      refresh_token: 2,
      '/tokeninfo': 1,
    });
    box.sandbox.clearCalls();
    expect(box.sandbox.signIns()).toEqual({});
  });
  it('meet the faults for them, and no others', async () => {
    const { refresh_token: token } = await signIn(offline);
    const match = { signIn: '/token' };
    box.sandbox.fault({ match: { method: 'POST' }, status: 500 });
    box.sandbox.fault({ match, times: 2, status: 503, delayMs: 1 });
    box.sandbox.fault({ match, times: 1, page: 'html' });
    box.sandbox.fault({ match, times: 1, drop: 'after' });
    for (let count = 0; count < 2; count += 1)
      expect(await refresh(token)).toMatchObject({
        status: 503,
        body: { error: 'internal_failure' },
      });
    const body = new URLSearchParams({ grant_type: 'refresh_token' });
    const page = await fetch(`${box.sandbox.url}/token`, { method: 'POST', body });
    expect([page.status, page.headers.get('content-type')]).toEqual([
      502,
      'text/html; charset=UTF-8',
    ]);
    await expect(refresh(token)).rejects.toThrow('fetch failed');
    box.sandbox.fault({ match, times: 1, status: 503 });
    expect((await ask(trailer)).status).toBe(200);
    expect((await refresh(token)).status).toBe(503);
    expect((await refresh(token)).status).toBe(200);
  });
});
