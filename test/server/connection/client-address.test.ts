/** The address of a client in the log, and whose word the gateway takes for it. */
import { hash } from 'node:crypto';
import { once } from 'node:events';
import { get } from 'node:http';
import { connect } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import type { Env } from '../../support/gateway/server.ts';
import { startSmall } from '../../support/gateway/small-schema.ts';
import { connectSocket, rejectedSocket } from '../../support/client/web-socket.ts';

type Small = Awaited<ReturnType<typeof startSmall>>;

const secret = 'x'.repeat(32);

const running: Small[] = [];

afterEach(async () => {
  for (const server of running.splice(0)) await server.close();
});

async function start(env: Env = {}): Promise<Small> {
  const server = await startSmall(env, {
    resolvers: { wait: () => new Promise(() => {}) },
  });
  running.push(server);
  return server;
}

/** Sends a request. @returns the field `client` of its line */
async function loggedClient(
  { url, lines }: Small,
  forwarded?: string | string[],
  localAddress?: string,
): Promise<unknown> {
  const before = lines.length;
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
  const sent = get(`${url}/other`, { headers, localAddress, agent: false });
  const [response] = await once(sent, 'response');
  response.resume();
  await expect.poll(() => lines.length).toBe(before + 1);
  return lines.at(-1)!['client'];
}

describe('the address of a client', { tags: ['S42'] }, () => {
  it('is in each line about a request, an operation and a WebSocket, as a hash', async () => {
    const server = await start();
    const { url, lines } = server;
    await server.query('{ name }');
    const client = await connectSocket(url);
    await client.run('{ name }');
    await client.close();
    await rejectedSocket(url, { headers: { origin: 'https://evil.example' } });
    const leaving = connect(Number(new URL(url).port), '127.0.0.1');
    const body = '{"query":"{ wait }"}';
    leaving.write(
      `POST /graphql HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
    );
    await expect.poll(() => server.seen.facts.length).toBe(3);
    leaving.resetAndDestroy();
    await expect.poll(() => lines.length).toBe(5);
    expect(lines).toMatchObject([
      { method: 'POST', status: 200 },
      { method: 'WEBSOCKET' },
      { msg: 'websocket closed' },
      { method: 'GET', status: 403 },
      { method: 'POST', aborted: true },
    ]);
    const clients = new Set(lines.map((line) => line['client']));
    expect([...clients]).toEqual([expect.stringMatching(/^[\w-]{12}$/)]);
  });
  it('is in each line as it is, or in none, if the setting says so', async () => {
    expect(await loggedClient(await start({ CLIENT_ADDRESS: 'plain' }))).toBe('127.0.0.1');
    expect(await loggedClient(await start({ CLIENT_ADDRESS: 'off' }))).toBeUndefined();
  });
  it('has the same hash in replicas with the same secret only, and a hash for each', async () => {
    const [one, other] = [
      await start({ LINK_SECRET: secret }),
      await start({ LINK_SECRET: secret }),
    ];
    const client = await loggedClient(one);
    expect(await loggedClient(one, undefined, '127.0.0.2')).not.toBe(client);
    expect(await loggedClient(other)).toBe(client);
    expect(await loggedClient(await start())).not.toBe(client);
    const plainDigest = hash('sha256', '127.0.0.1', 'base64url');
    expect(plainDigest.startsWith(String(client))).toBe(false);
  });
  it('is the same for an IPv4 address over IPv6', async () => {
    const [four, both] = [
      await start({ LINK_SECRET: secret }),
      await start({ LINK_SECRET: secret, HOST: '::' }),
    ];
    const { port } = new URL(both.url);
    const client = await loggedClient(four);
    expect(await loggedClient({ ...both, url: `http://127.0.0.1:${port}` })).toBe(client);
    expect(await loggedClient({ ...both, url: `http://[::1]:${port}` })).not.toBe(client);
  });
  it('has one hash for all addresses of an IPv6 network of 64 bits', async () => {
    const server = await start({ TRUSTED_PROXIES: '127.0.0.1' });
    const client = await loggedClient(server, '2001:db8:0:1::1');
    for (const same of ['2001:DB8::1:abcd:0:0:7', '2001:db8:0:1:ffff::'])
      expect(await loggedClient(server, same)).toBe(client);
    for (const other of ['2001:db8:0:2::1', '2001:db8::1', '::1'])
      expect(await loggedClient(server, other)).not.toBe(client);
  });
});

describe('x-forwarded-for', { tags: ['S42'] }, () => {
  it('is ignored if TRUSTED_PROXIES does not name the peer', async () => {
    const server = await start({ CLIENT_ADDRESS: 'plain' });
    expect(await loggedClient(server, '192.0.2.1')).toBe('127.0.0.1');
    const other = await start({ CLIENT_ADDRESS: 'plain', TRUSTED_PROXIES: '127.0.0.2, ::1' });
    expect(await loggedClient(other, '192.0.2.1')).toBe('127.0.0.1');
    expect(await loggedClient(other, '192.0.2.1', '127.0.0.2')).toBe('192.0.2.1');
  });
  it.each(['127.0.0.1', '127.0.0.0/8', '::ffff:127.0.0.1', '::ffff:127.0.0.0/104', '0.0.0.0/0'])(
    'has the client if TRUSTED_PROXIES is %s',
    async (proxies) => {
      for (const HOST of ['127.0.0.1', '::']) {
        const server = await start({ CLIENT_ADDRESS: 'plain', TRUSTED_PROXIES: proxies, HOST });
        const url = `http://127.0.0.1:${new URL(server.url).port}`;
        expect(await loggedClient({ ...server, url }, '192.0.2.1')).toBe('192.0.2.1');
      }
    },
  );
  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['192.0.2.1:4711', '192.0.2.1'],
    ['2001:DB8:0:0::1', '2001:db8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['[2001:db8::1]:4711', '2001:db8::1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    // What a client has written itself is left of what the proxies have appended.
    ['198.51.100.9, 192.0.2.1', '192.0.2.1'],
    ['10.0.0.1,192.0.2.1 ,10.0.0.3, 2001:db8:5::1', '192.0.2.1'],
    ['10.0.0.2, 10.0.0.3', '10.0.0.2'],
    [['198.51.100.9', '192.0.2.1, 10.0.0.3'], '192.0.2.1'],
    // The last address that is known.
    ['', '127.0.0.1'],
    [',', '127.0.0.1'],
    ['planted', '127.0.0.1'],
    ['192.0.2.1, planted, 10.0.0.3', '10.0.0.3'],
    ['192.0.2.1, ', '127.0.0.1'],
    ['0x7f.1', '127.0.0.1'],
    ['192.0.2.1:planted', '127.0.0.1'],
    ['[planted]:80', '127.0.0.1'],
    ['fe80::1%planted', 'fe80::1'],
    ['1'.repeat(8_000), '127.0.0.1'],
  ])('%j leads to %s', async (forwarded, client) => {
    const TRUSTED_PROXIES = '127.0.0.1, 10.0.0.0/8, 2001:db8:5::/48';
    const server = await start({ CLIENT_ADDRESS: 'plain', TRUSTED_PROXIES });
    expect(await loggedClient(server, forwarded)).toBe(client);
    expect(JSON.stringify(server.lines)).not.toContain('planted');
  });
});
