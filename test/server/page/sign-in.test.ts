/** Users sign in at the gateway's page: consent, exchange of the code, and the token in use. */
import type { RequestListener } from 'node:http';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import type { OAuthClient } from '../../../src/config.ts';
import { closedPort } from '../../support/proxy/closed-port.ts';
import { type Env, type RunningGateway, startGateway } from '../../support/gateway/gateway.ts';
import { sendRaw } from '../../support/client/raw.ts';
import {
  authorizationUrl,
  type Decision,
  decide,
  paramsOf,
  readScopes,
  verifier,
} from '../../support/page/sign-in.ts';
import { type HttpServer, httpServer } from '../../support/http-server.ts';

let gateway: RunningGateway;

beforeAll(async () => {
  gateway = await startGateway();
});

beforeEach(() => gateway.sandbox.reset());

afterAll(() => gateway.close());

const pageOf = ({ url }: { readonly url: string }): string => `${url}/graphql`;

/** Sends a user to the consent page. @returns the parameters that the page of the gateway gets */
async function consent(decision?: Decision, params = {}): Promise<Record<string, string>> {
  const redirect = { redirect_uri: pageOf(gateway), ...params };
  return paramsOf(await decide(authorizationUrl(gateway.sandbox, redirect), decision));
}

const codeOf = async (...args: Parameters<typeof consent>): Promise<string> =>
  (await consent(...args))['code']!;

interface ExchangeOptions {
  /** In place of the usual fields; an empty one is left out. */
  readonly fields?: Readonly<Record<string, string>>;
  /** In place of the usual headers; an empty one is left out. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly to?: Pick<RunningGateway, 'url' | 'send'>;
}

/** Sends a code as the page of the gateway does. */
function exchange(code: string, { fields, headers, to = gateway }: ExchangeOptions = {}) {
  const form = { code, code_verifier: verifier, redirect_uri: pageOf(to), ...fields };
  const given = {
    origin: to.url,
    'sec-fetch-site': 'same-origin',
    'content-type': 'application/x-www-form-urlencoded',
    ...headers,
  };
  const present = (all: object): [string, string][] =>
    Object.entries(all).filter(([, value]) => value !== '');
  return to.send('/oauth/token', {
    method: 'POST',
    headers: present(given),
    body: new URLSearchParams(present(form)).toString(),
  });
}

const signIn = async (...args: Parameters<typeof consent>): Promise<string> =>
  (await exchange(await codeOf(...args))).body.access_token;

const ask = (token: string, document: string, variables = {}) =>
  gateway.query(document, variables, { authorization: `Bearer ${token}` });

const viewer = '{ viewer { channel { channelId } } }';

const rename = `mutation { updateVideo(input: { id: "${ids.video.trailer}", title: "A" }) {
  errors { code } } }`;

describe('a user who signs in', () => {
  it('gets a token that works, with the scopes that were allowed', async () => {
    const sentBack = await consent({ user: ids.person.ben });
    expect(sentBack).toMatchObject({ state: 'state-1', scope: readScopes.join(' ') });
    const { status, body, headers } = await exchange(sentBack['code']!);
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(body).toEqual({
      access_token: expect.stringMatching(/^ya29\./),
      expires_in: 3600,
      scope: readScopes.join(' '),
      token_type: 'Bearer',
    });
    const { data } = (await ask(body.access_token, viewer)).body;
    expect(data).toEqual({ viewer: { channel: { channelId: ids.channel.ben } } });
  });
  it('and refuses is sent back without a code', async () => {
    expect(await consent({ decision: 'deny' })).toEqual({
      state: 'state-1',
      iss: 'https://accounts.google.com',
      error: 'access_denied',
    });
  });
  it('with read-only scopes lacks a scope for a mutation', async () => {
    const { text } = await ask(await signIn(), rename);
    expect(text).toContain('MISSING_SCOPE');
  });
  it('with wider scopes can run it', async () => {
    const scope = 'https://www.googleapis.com/auth/youtube';
    const { body } = await ask(await signIn({}, { scope }), rename);
    expect(body).toMatchObject({ data: { updateVideo: { errors: [] } } });
  });
  it('is unauthenticated when the token has expired', async () => {
    const token = await signIn();
    expect((await ask(token, viewer)).text).not.toContain('UNAUTHENTICATED');
    gateway.sandbox.advance(3_600_000);
    expect((await ask(token, viewer)).text).toContain('UNAUTHENTICATED');
  });
});

describe('a code', () => {
  it('is not exchanged twice', async () => {
    const code = await codeOf();
    await exchange(code);
    const { status, body } = await exchange(code);
    expect([status, body]).toEqual([
      400,
      { error: 'invalid_grant', error_description: 'Bad Request' },
    ]);
  });
  it('is not exchanged when it has expired', async () => {
    const code = await codeOf();
    gateway.sandbox.advance(600_000);
    expect(await exchange(code)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
  });
  it('is not exchanged with the verifier of another sign-in', async () => {
    const fields = { code_verifier: `${verifier}0` };
    const { status, body, headers } = await exchange(await codeOf(), { fields });
    expect([status, body.error]).toEqual([400, 'invalid_grant']);
    expect(headers.get('cache-control')).toBe('no-store');
  });
});

/** Asserts that the request is rejected before the code is used. */
async function expectKept(code: string): Promise<void> {
  expect((await exchange(code)).status).toBe(200);
}

describe('the route for codes', () => {
  it.each([
    ['another origin', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
    ['another origin that hides it', { origin: 'https://evil.example' }],
    ['another port', { origin: 'http://127.0.0.1:1' }],
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['a hidden origin', { origin: 'null' }],
    ['no origin', { origin: '' }],
  ])('rejects a page of %s', async (_, headers) => {
    const code = await codeOf();
    const { status, body } = await exchange(code, { headers });
    expect([status, body.errors[0].extensions.code]).toEqual([403, 'INVALID_INPUT']);
    await expectKept(code);
  });
  it('rejects the page of a name that leads to the gateway', async () => {
    const { port } = new URL(gateway.url);
    const host = `evil.example:${port}`;
    const answer = await sendRaw(
      gateway.url,
      `POST /oauth/token HTTP/1.1\r\nhost: ${host}\r\norigin: http://${host}\r\ncontent-length: 0\r\n\r\n`,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 403 /);
  });
  it.each([
    ['another host', { redirect_uri: 'https://evil.example/graphql' }],
    ['another path', { redirect_uri: 'http://127.0.0.1:4000/other' }],
    ['no redirect_uri', { redirect_uri: '' }],
    ['a short verifier', { code_verifier: 'short' }],
    ['no verifier', { code_verifier: '' }],
    ['no code', { code: '' }],
    ['another field in place of the code', { code: '', grant_type: 'refresh_token' }],
    ['another field', { grant_type: 'refresh_token' }],
    ['a client of its own', { client_id: 'other' }],
  ])('rejects a form with %s', async (_, fields) => {
    const code = await codeOf();
    const { status, body, headers } = await exchange(code, { fields });
    expect([status, body.error]).toEqual([400, 'invalid_request']);
    expect(headers.get('cache-control')).toBe('no-store');
    await expectKept(code);
  });
  it('rejects a field that is there twice', async () => {
    const code = await codeOf();
    const body = new URLSearchParams({ code, code_verifier: verifier });
    body.append('code', code);
    const { status } = await gateway.send('/oauth/token', {
      method: 'POST',
      headers: { origin: gateway.url },
      body,
    });
    expect(status).toBe(400);
  });
  it.each([true, false])('rejects a body of more than 4 KiB, announced: %s', async (announced) => {
    const code = await codeOf();
    const long = `code=${'x'.repeat(5_000)}`;
    const { status } = await gateway.send('/oauth/token', {
      method: 'POST',
      headers: { origin: gateway.url, 'content-type': 'application/x-www-form-urlencoded' },
      body: announced ? long : new Blob([long]).stream(),
      ...(!announced && { duplex: 'half' }),
    });
    expect(status).toBe(413);
    await expectKept(code);
  });
  it('rejects JSON, and other methods', async () => {
    const headers = { 'content-type': 'application/json' };
    expect((await exchange('a', { headers })).status).toBe(415);
    const response = await gateway.send('/oauth/token', { headers: { origin: gateway.url } });
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST, OPTIONS']);
  });
});

/** A token endpoint of the test, and a gateway that uses it. */
describe('the token endpoint', () => {
  let server: HttpServer | undefined;
  let second: RunningGateway | undefined;
  afterEach(async () => {
    await second?.close();
    await server?.close();
  });

  async function start(tokenUrl: string, env: Env = {}): Promise<RunningGateway> {
    const oauthClient: Omit<OAuthClient, 'revocationUrl' | 'tokenInfoUrl'> = { ...gateway.sandbox.oauthClient, tokenUrl };
    second = await startGateway({ sandbox: gateway.sandbox, oauthClient, env });
    return second;
  }

  async function startWith(listener: RequestListener, env?: Env): Promise<RunningGateway> {
    server = await httpServer(listener);
    return start(`${server.url}/token`, env);
  }

  const answering =
    (status: number, body: string): RequestListener =>
    (req, res) =>
      void req.resume().on('end', () => res.writeHead(status).end(body));

  it('can send more than the page gets', async () => {
    const more = { refresh_token: 'planted', id_token: 'planted', error: 'planted' };
    const token = { access_token: 'a', expires_in: 1, scope: 's', token_type: 'Bearer' };
    const to = await startWith(answering(200, JSON.stringify({ ...token, ...more })));
    expect((await exchange('a', { to })).body).toEqual(token);
  });
  it('gets the form, with id and secret of the client', async () => {
    let received = '';
    const to = await startWith((req, res) => {
      req.on('data', (piece: Buffer) => (received += piece.toString()));
      req.on('end', () => res.end('{"access_token":"a"}'));
    });
    await exchange('4/0code', { to });
    expect(Object.fromEntries(new URLSearchParams(received))).toEqual({
      grant_type: 'authorization_code',
      code: '4/0code',
      code_verifier: verifier,
      redirect_uri: pageOf(to),
      client_id: gateway.sandbox.oauthClient.clientId,
      client_secret: gateway.sandbox.oauthClient.clientSecret,
    });
  });
  it.each([
    ['fails', answering(500, '{"error":"planted"}'), 'status 500'],
    ['redirects', answering(302, ''), 'status 302'],
    ['sends no JSON', answering(200, 'planted'), 'status 200'],
    ['sends no token', answering(200, '{"refresh_token":"planted"}'), 'status 200'],
    ['sends too much', answering(200, ' '.repeat(70_000)), 'UND_ERR_RES_EXCEEDED_MAX_SIZE'],
    ['hangs up', (req) => void req.socket.destroy(), 'UND_ERR_SOCKET'],
    ['hangs', () => {}, 'TimeoutError'],
  ] as readonly [string, RequestListener, string][])(
    'that %s is a 502, and a line in the log',
    async (_, listener, reason) => {
      const to = await startWith(listener, { CALL_TIMEOUT_MS: '500' });
      const { status, body, headers, text } = await exchange('a', { to });
      expect([status, body.errors[0].extensions.code]).toEqual([502, 'UPSTREAM_UNAVAILABLE']);
      expect(headers.get('cache-control')).toBe('no-store');
      expect(text).not.toContain('planted');
      expect(to.lines).toContainEqual(
        expect.objectContaining({ msg: 'a sign-in has failed at Google', reason }),
      );
    },
  );
  it('that cannot be reached is a 502', async () => {
    const to = await start(`http://127.0.0.1:${await closedPort()}/token`);
    expect((await exchange('a', { to })).status).toBe(502);
  });
  it('that refuses the client is a line in the log', async () => {
    const to = await startWith(answering(401, '{"error":"invalid_client"}'));
    const { status, body } = await exchange('a', { to });
    expect([status, body]).toEqual([400, { error: 'invalid_client' }]);
    expect(to.lines).toContainEqual(expect.objectContaining({ reason: 'invalid_client' }));
  });
});

describe('PUBLIC_URL', () => {
  it('is the page that users are sent back to', async () => {
    const env = { PUBLIC_URL: 'https://studio.example/api' };
    await using to = await startGateway({ env });
    const headers = { origin: 'https://studio.example' };
    const send = (redirect_uri: string) => exchange('a', { to, headers, fields: { redirect_uri } });
    const [own, other] = [
      await send('https://studio.example/api/graphql'),
      await send('https://studio.example/graphql'),
    ];
    expect(own.body.error).toBe('invalid_grant');
    expect(other.body.error).toBe('invalid_request');
  });
});

describe('without GraphiQL', () => {
  it('the route is an unknown path', async () => {
    const env = { NODE_ENV: 'production', SANDBOX: '1' };
    await using production = await startGateway({ env });
    const { status, body } = await exchange('a', { to: production });
    expect([status, body.errors[0].extensions.code]).toEqual([404, 'NOT_FOUND']);
  });
});

describe('the log', () => {
  it('has no code, verifier, token or secret, also of failed sign-ins', async () => {
    const codes = [await codeOf(), await codeOf(), await codeOf()];
    const { access_token: token } = (await exchange(codes[0]!)).body;
    await ask(token, viewer);
    await exchange(codes[0]!);
    await exchange(codes[1]!, { fields: { code_verifier: `${verifier}0` } });
    await exchange(codes[2]!, { headers: { origin: 'https://evil.example' } });
    const isSignIn = ({ path }: Record<string, unknown>): boolean => path === '/oauth/token';
    await expect
      .poll(() =>
        gateway.lines
          .filter(isSignIn)
          .slice(-4)
          .map(({ status }) => status),
      )
      .toEqual([200, 400, 400, 403]);
    const log = JSON.stringify(gateway.lines);
    const { clientSecret } = gateway.sandbox.oauthClient;
    for (const secret of [...codes, verifier, token, clientSecret]) {
      expect(log).not.toContain(secret);
      expect(log).not.toContain(encodeURIComponent(secret));
    }
  });
});
