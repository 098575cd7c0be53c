/** Clients that register themselves, and those whose metadata are at a URL. */
import { createServer } from 'node:https';
import { readFileSync } from 'node:fs';
import { createServer as createProxy, type RequestListener } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import tls from 'node:tls';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { isPublicAddress } from '../../../src/sign-in/agents/public-address.ts';
import { type Certificate, makeCertificate } from '../../support/proxy/certificate.ts';
import { AgentOAuthClient, callback } from './agent-client.ts';
import { type AgentWorld, openAgentWorld } from './agent-world.ts';

const opened: AsyncDisposable[] = [];

afterEach(async () => {
  for (const each of opened.splice(0)) await each[Symbol.asyncDispose]();
});

async function open(...options: Parameters<typeof openAgentWorld>): Promise<AgentWorld> {
  const world = await openAgentWorld(...options);
  opened.push(world);
  return world;
}

const register = (
  { url }: AgentWorld,
  metadata: object,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> =>
  fetch(`${url}/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ redirect_uris: [callback], ...metadata }),
  });

describe('a registration', () => {
  it.each([
    ['https', 'https://app.example/callback'],
    ['the own computer', 'http://127.0.0.1:1234/callback'],
    ['the own computer by IPv6', 'http://[::1]:1234/callback'],
    ['localhost', 'http://localhost/callback'],
  ])('may lead to %s', async (_, uri) => {
    const answer = await register(await open(), { redirect_uris: [uri] });
    expect(answer.status).toBe(201);
    const client = (await answer.json()) as object;
    expect(client).not.toHaveProperty('client_secret');
    expect(client).toEqual(
      expect.objectContaining({
        client_id: expect.stringMatching(/^[\w-]{20,}$/),
        token_endpoint_auth_method: 'none',
      }),
    );
  });
  it.each([
    ['http elsewhere', { redirect_uris: ['http://app.example/callback'] }],
    ['http at a private address', { redirect_uris: ['http://10.0.0.1/callback'] }],
    ['a scheme of its own', { redirect_uris: ['com.example.app:/callback'] }],
    ['a script', { redirect_uris: ['javascript:alert(1)'] }],
    ['a fragment', { redirect_uris: ['https://app.example/#'] }],
    ['a user', { redirect_uris: ['https://bank.example@app.example/'] }],
    ['nothing', { redirect_uris: [] }],
    ['a text', { redirect_uris: 'https://app.example/' }],
    [
      'too many',
      { redirect_uris: Array.from({ length: 11 }, (_, at) => `https://a.example/${at}`) },
    ],
    ['a long name', { client_name: 'x'.repeat(101) }],
    ['a secret', { token_endpoint_auth_method: 'client_secret_basic' }],
    ['a secret in the body', { token_endpoint_auth_method: 'client_secret_post' }],
    ['tokens in URLs', { response_types: ['token'] }],
    ['no user', { grant_types: ['client_credentials'] }],
  ])('is refused with %s', async (_, metadata) => {
    const answer = await register(await open(), metadata);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toEqual(
      expect.objectContaining({ error: expect.stringMatching(/^invalid_/) }),
    );
  });
  it('makes the gateway read nothing', async () => {
    const hosts = new TestHosts();
    const world = await open({ hosts });
    const uri = 'https://agents.example/of.json';
    const answer = await register(world, { sector_identifier_uri: uri, jwks_uri: uri });
    expect(answer.status).toBe(201);
    expect(hosts.looked).toEqual([]);
  });
  it('is bounded in bytes and in number', async () => {
    const world = await open();
    expect((await register(world, { more: 'x'.repeat(5_120) })).status).toBe(413);
    const chunked = await fetch(`${world.url}/oauth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: new Blob(['{}']).stream(),
      duplex: 'half',
    } as RequestInit);
    expect(chunked.status).toBe(411);
    const from = { 'x-forwarded-for': '192.0.2.1' };
    for (let count = 0; count < 20; count += 1)
      expect((await register(world, {}, from)).status).toBe(201);
    const refused = await register(world, {}, from);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '3600']);
    expect((await register(world, {})).status).toBe(201);
    await world.clock.advance(3_600_001);
    expect((await register(world, {}, from)).status).toBe(201);
  });
  it('leads below the path of the gateway, over TLS', async () => {
    const world = await open({ publicUrl: 'https://gateway.example/studio' });
    const { client_id: id } = (await (await register(world, {})).json()) as { client_id: string };
    const query = new URLSearchParams({
      client_id: id,
      redirect_uri: callback,
      response_type: 'code',
      code_challenge: 'x'.repeat(43),
      code_challenge_method: 'S256',
    });
    const { status, headers } = await fetch(`${world.url}/oauth/authorize?${query.toString()}`, {
      redirect: 'manual',
      headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example' },
    });
    expect(status).toBe(303);
    const page = /^\/studio\/oauth\/consent\/[\w-]+$/.exec(headers.get('location')!)![0];
    const [cookie] = headers.getSetCookie();
    expect(cookie).toMatch(/; secure; httponly$/);
    expect(cookie).toContain(`; path=${page};`);
    const signIn = await fetch(world.url + page.slice('/studio'.length), {
      redirect: 'manual',
      headers: {
        cookie: headers
          .getSetCookie()
          .map((each) => each.split(';')[0])
          .join('; '),
      },
    });
    expect(signIn.headers.get('location')).toMatch(/^https:\/\/gateway\.example\/studio\/auth\//);
    const metadata = `${world.url}/.well-known/oauth-authorization-server/studio`;
    expect(await (await fetch(metadata)).json()).toMatchObject({
      issuer: 'https://gateway.example/studio',
      token_endpoint: 'https://gateway.example/studio/oauth/token',
    });
  });
  it('ends after a day if it is not used, and lasts with its tokens', async () => {
    const world = await open();
    const used = new AgentOAuthClient(world.url);
    await used.begin();
    await used.finish();
    const unused = new AgentOAuthClient(world.url, { name: 'unused' });
    await unused.begin();
    await world.clock.advance(86_400_000);
    expect((await used.refresh()).status).toBe(200);
    unused.page = undefined;
    await unused.begin();
    expect(unused.page!.text).toContain('invalid_client');
  });
});

/** The host of the metadata of a test. */
const host = 'agents.example';

/** Where the name of the host leads in a test. */
class TestHosts {
  addresses: readonly string[] = ['127.0.0.1'];
  readonly looked: string[] = [];
  readonly addressesOf = (hostname: string): Promise<readonly string[]> => {
    this.looked.push(hostname);
    return Promise.resolve(this.addresses);
  };

  readonly isPublic = (address: string): boolean =>
    address === '127.0.0.1' || isPublicAddress(address);
}

describe('metadata at a URL', () => {
  let certificate: Certificate;
  const trusted = tls.getCACertificates();

  beforeAll(async () => {
    certificate = await makeCertificate(`DNS:${host}`);
    tls.setDefaultCACertificates([...trusted, readFileSync(certificate.file, 'utf8')]);
  });

  afterAll(async () => {
    tls.setDefaultCACertificates(trusted);
    await certificate[Symbol.asyncDispose]();
  });

  /** @returns the URL of a document */
  async function serve(listener: RequestListener): Promise<string> {
    const [cert, key] = [certificate.file, certificate.keyFile].map((file) => readFileSync(file));
    const server = createServer({ cert, key } as object, listener);
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    opened.push({
      [Symbol.asyncDispose]: async () => {
        server.closeAllConnections();
        server.close();
      },
    });
    return `https://${host}:${(server.address() as AddressInfo).port}/agent.json`;
  }

  const documentAt = (url: string, more: object = {}): string =>
    JSON.stringify({ client_id: url, client_name: 'Proven', redirect_uris: [callback], ...more });

  /** The page that the user of an agent sees. */
  async function pageOf(
    listener: (url: string) => RequestListener,
    hosts = new TestHosts(),
  ): Promise<AgentOAuthClient> {
    const world = await open({ hosts });
    let answer: RequestListener = () => {};
    const url = await serve((req, res) => answer(req, res));
    answer = listener(url);
    const client = new AgentOAuthClient(world.url, { metadataUrl: url });
    await client.begin();
    return client;
  }

  it('say who asks, and the host proves it', async () => {
    let count = 0;
    const client = await pageOf((url) => (req, res) => {
      count += 1;
      expect(req.headers.host).toBe(new URL(url).host);
      res.setHeader('content-type', 'application/json').end(documentAt(url));
    });
    expect(client.page!.text).toContain(`Its name is stated by <strong>${host}:`);
    expect(client.page!.text).toContain('Allow Proven?');
    await client.finish();
    expect(client.stored!.access_token).toMatch(/^sgt_/);
    expect((await client.refresh()).status).toBe(200);
    // The document is kept for a while.
    expect(count).toBe(1);
  });
  it('are read through the proxy of the operator, at the address that was checked', async () => {
    const targets: string[] = [];
    const proxy = createProxy((_, res) => res.writeHead(405).end());
    proxy.on('connect', ({ url: target }, socket) => {
      targets.push(target!);
      const [name, port] = target!.split(':');
      const beyond = connect(Number(port), name, () => {
        socket.write('HTTP/1.1 200 OK\r\n\r\n');
        beyond.pipe(socket).pipe(beyond);
      });
    });
    await new Promise<void>((resolve) => {
      proxy.listen(0, '127.0.0.1', resolve);
    });
    opened.push({ [Symbol.asyncDispose]: async () => void proxy.close() });
    const proxyUrl = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
    const world = await open({ hosts: new TestHosts(), proxy: proxyUrl });
    const url = await serve((_, res) => res.end(documentAt(url)));
    const client = new AgentOAuthClient(world.url, { metadataUrl: url });
    await client.begin();
    expect(client.page!.text).toContain('Allow Proven?');
    expect(targets).toEqual([`127.0.0.1:${new URL(url).port}`]);
  });
  it.each([
    [
      'a redirect',
      (): RequestListener => (_, res) => {
        res.writeHead(302, { location: `https://${host}/other.json` }).end();
      },
    ],
    [
      'another id',
      (url: string): RequestListener =>
        (_, res) => {
          res.end(documentAt(`${url}?`));
        },
    ],
    [
      'no name',
      (url: string): RequestListener =>
        (_, res) => {
          res.end(JSON.stringify({ client_id: url, redirect_uris: [callback] }));
        },
    ],
    [
      'a secret',
      (url: string): RequestListener =>
        (_, res) => {
          res.end(documentAt(url, { client_secret: 'secret' }));
        },
    ],
    [
      'a private redirect',
      (url: string): RequestListener =>
        (_, res) => {
          res.end(documentAt(url, { redirect_uris: ['http://10.0.0.1/'] }));
        },
    ],
    [
      'too many bytes',
      (url: string): RequestListener =>
        (_, res) => {
          res.end(documentAt(url, { more: 'x'.repeat(5_120) }));
        },
    ],
    [
      'no JSON',
      (): RequestListener => (_, res) => {
        res.end('<html>');
      },
    ],
  ])('are refused with %s', async (_, listener) => {
    const { page } = await pageOf(listener);
    expect(page!.status).toBeGreaterThanOrEqual(400);
    expect(page!.text).toMatch(/invalid_client|invalid_redirect_uri/);
  });
  it.each([
    '127.0.0.2',
    '10.1.2.3',
    '172.16.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '224.0.0.1',
    '255.255.255.255',
    '::1',
    '::',
    '::ffff:10.0.0.1',
    '::ffff:a00:1',
    '64:ff9b::a00:1',
    'fe80::1',
    'fc00::1',
    'fd12::1',
    'ff02::1',
    '2002:a00:1::',
    '2001:db8::1',
  ])('are not read at %s', async (address) => {
    const hosts = new TestHosts();
    // A name that leads to a public address, too, could be looked up for the other one.
    hosts.addresses = ['127.0.0.1', address];
    let count = 0;
    const { page } = await pageOf(
      (url) => (_, res) => {
        count += 1;
        res.end(documentAt(url));
      },
      hosts,
    );
    expect(page!.text).toContain('invalid_client');
    expect(hosts.looked).toEqual([host]);
    expect(count).toBe(0);
  });
  it.each([
    ['http', `http://${host}/agent.json`],
    ['no path', `https://${host}/`],
    ['a user', `https://user@${host}/agent.json`],
    ['a fragment', `https://${host}/agent.json#`],
    ['a file', 'file:///etc/passwd'],
  ])('are not read at a URL with %s', async (_, id) => {
    const hosts = new TestHosts();
    const world = await open({ hosts });
    const query = new URLSearchParams({ client_id: id, redirect_uri: callback });
    const answer = await fetch(`${world.url}/oauth/authorize?${query.toString()}`);
    expect(answer.status).toBe(400);
    expect(hosts.looked).toEqual([]);
  });
  it('are no fault of the client while nobody knows its host', async () => {
    const unknown = Object.assign(new Error('unknown host'), { code: 'ENOTFOUND' });
    const hosts = { addressesOf: () => Promise.reject(unknown), isPublic: isPublicAddress };
    const world = await open({ hosts });
    const id = `https://${host}/agent.json`;
    const query = new URLSearchParams({ client_id: id, redirect_uri: callback });
    const asked = await fetch(`${world.url}/oauth/authorize?${query.toString()}`);
    expect([asked.status, await asked.text()]).toEqual([
      503,
      expect.stringContaining('cannot be read at the moment'),
    ]);
    const body = new URLSearchParams({
      grant_type: 'refresh_token',
      refresh_token: 'any',
      client_id: id,
    });
    const renewed = await fetch(`${world.url}/oauth/token`, { method: 'POST', body });
    expect(renewed.status).toBe(503);
  });
  it('are read in three seconds, by four for one address', async () => {
    const hosts = new TestHosts();
    const world = await open({ hosts });
    let count = 0;
    const url = await serve(() => {
      count += 1;
    });
    const ask = (at: number, from: string): Promise<Response> =>
      fetch(`${world.url}/oauth/authorize?client_id=${encodeURIComponent(`${url}?${at}`)}`, {
        headers: { 'x-forwarded-for': from },
      });
    const waiting = Array.from({ length: 4 }, (_, at) => ask(at, '192.0.2.1'));
    await expect.poll(() => count).toBe(4);
    expect((await ask(5, '192.0.2.1')).status).toBe(503);
    expect(count).toBe(4);
    const other = ask(6, '192.0.2.2');
    await expect.poll(() => count).toBe(5);
    await world.clock.advance(3_000);
    for (const each of [...waiting, other]) expect((await each).status).toBe(503);
    // The places are free again.
    const last = ask(7, '192.0.2.1');
    await expect.poll(() => count).toBe(6);
    await world.clock.advance(3_000);
    await last;
  });
});

describe('a public address', () => {
  it.each(['8.8.8.8', '172.32.0.1', '192.169.0.1', '2606:4700::1111', '2a00:1450:4001::1'])(
    'is %s',
    (address) => expect(isPublicAddress(address)).toBe(true),
  );
  it.each(['agents.example', '', '1', '0x7f.1'])('is none of %j', (text) =>
    expect(isPublicAddress(text)).toBe(false),
  );
});
