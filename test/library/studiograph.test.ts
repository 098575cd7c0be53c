/** The gateway as a value, mounted in the servers of hosts. */
import { describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { createClient } from '../../src/client/client.ts';
import { createStudiograph } from '../../src/library/index.ts';
import type { Studiograph } from '../../src/library/options.ts';
import { startSandbox } from '../../src/sandbox/package.ts';
import { transports } from '../support/client/subscription-client.ts';
import { create, listen } from '../support/gateway/mounted.ts';
import { httpServer } from '../support/http-server.ts';

const token = { authorization: 'Bearer studio-owner' };

async function post(url: string, query: string, variables = {}, headers = {}): Promise<any> {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...token, ...headers },
    body: JSON.stringify({ query, variables }),
  });
  return response.json();
}

const openUpload = `mutation ($size: BigInt!) {
  createUploadSession(input: {
    newFile: { name: "mounted.txt", parentId: "root", contentType: "text/plain", contentLength: $size }
  }) { uploadSession { uploadUrl } errors { message } }
}`;

describe('a gateway as a value', () => {
  it('answers a request without a server', async () => {
    const { fetch } = await create({ sandbox: true });
    const request = new Request('https://host.example/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...token },
      body: JSON.stringify({ query: openUpload, variables: { size: '5' } }),
    });
    const { data } = await (await fetch(request)).json();
    expect(data.createUploadSession.uploadSession.uploadUrl).toMatch(
      'https://host.example/uploads/',
    );
  });
  it('has options of its own: another one in the same process has others', async () => {
    const [open, closed] = await Promise.all([
      create({ sandbox: true, maxDepth: 5 }),
      create({ sandbox: true, nodeEnv: 'production', publicUrl: 'https://public.example/graph' }),
    ]);
    const ask = async (gateway: Studiograph, query: string): Promise<any> =>
      (
        await gateway.fetch(
          new Request('http://host/graphql', {
            method: 'POST',
            headers: { 'content-type': 'application/json', ...token },
            body: JSON.stringify({ query, variables: { size: '5' } }),
          }),
        )
      ).json();
    const deep = '{ viewer { channel { uploads { channel { uploads { channel { title } } } } } } }';
    expect((await ask(open, deep)).errors[0].message).toContain('5');
    expect(await ask(open, '{ __schema { queryType { name } } }')).not.toHaveProperty('errors');
    expect((await ask(closed, '{ __schema { queryType { name } } }')).errors).toBeInstanceOf(Array);
    const opened = await ask(closed, openUpload);
    expect(opened.data.createUploadSession.uploadSession.uploadUrl).toMatch(
      'https://public.example/graph/uploads/',
    );
  });
  it('takes a sandbox that runs, and leaves it running', async () => {
    const sandbox = await startSandbox({ empty: true });
    const { id } = sandbox.add('videos', { snippet: { title: 'Pilot' } });
    const gateway = await create({ sandbox });
    expect(gateway.users).toEqual(sandbox.users);
    for (const authorization of ['', token.authorization]) {
      const client = createClient({
        url: 'http://gateway/graphql',
        fetch: gateway.fetch,
        headers: () => (authorization ? { authorization } : {}),
      });
      const { data } = await client.request(`{ video(id: "${id}") { title } }`);
      expect(data).toEqual({ video: { title: 'Pilot' } });
    }
    await gateway.close();
    expect((await fetch(`${sandbox.url}/_sandbox/rules`)).status).toBe(200);
    await sandbox.close();
  });
  it('names invalid options', async () => {
    await expect(createStudiograph({ sandbox: true, maxDepth: 0 })).rejects.toThrow(
      'maxDepth must be a whole number from 1 to 200',
    );
    await expect(createStudiograph({ maxDeep: 1 } as object)).rejects.toThrow(
      'maxDeep is no option',
    );
    await expect(
      createStudiograph({ sandbox: true, cacheTtls: { 'video:shows.list': 60 } }),
    ).rejects.toThrow(/^Invalid options:\ncacheTtls must name some of .*video:videos\.list/);
    const typeDefs = 'extend type Video { note: String }';
    const resolvers = { Video: { title: () => [] } };
    // It keeps no port either.
    const server = await httpServer(() => {});
    await server.close();
    const options = { sandbox: true, metricsPort: Number(new URL(server.url).port) };
    await expect(
      createStudiograph({ ...options, extend: { typeDefs, resolvers } }),
    ).rejects.toThrow('Video.title is no field of typeDefs');
    await create(options);
  });
  it('takes tokens from the session of the host, and none from the client', async () => {
    const lines: string[] = [];
    const gateway = await create({
      sandbox: true,
      log: { write: (line) => void lines.push(line) },
      identify: async ({ headers }) => {
        const cookie = headers instanceof Headers ? headers.get('cookie') : headers.cookie;
        if (cookie === 'session=broken') throw new Error('broken');
        return cookie === 'session=1' ? { token: 'studio-guest' } : undefined;
      },
    });
    const logged: unknown[] = [];
    const url = await listen((req, res) => {
      res.once('finish', () => logged.push(req.headers.authorization));
      gateway.nodeHandler(req, res);
    }, gateway);
    const query = '{ viewer { channel { title } } }';
    const { data } = await post(url, query, {}, { cookie: 'session=1' });
    const other = await post(url, query);
    expect([data.viewer.channel.title, other.data.viewer]).toEqual(['Ben Okafor', null]);
    const request = { token: 'studio-owner', query };
    const [byWebSocket] = await (await transports['graphql-ws']!(url, request)).until(1);
    expect(byWebSocket.data.viewer).toBe(null);
    const failed = await post(url, query, {}, { cookie: 'session=broken' });
    expect(failed.errors[0].extensions.code).toBe('INTERNAL');
    expect(new Set(logged)).toEqual(new Set([token.authorization]));
    const broken = { headers: { ...token, cookie: 'session=broken' } };
    expect(
      (await gateway.fetch(new Request(`${url}/graphql?query={__typename}`, broken))).status,
    ).toBe(500);
    const socket = new WebSocket(
      `${url.replace('http', 'ws')}/graphql`,
      'graphql-transport-ws',
      broken,
    );
    const opened = await new Promise((resolve) => {
      socket.once('error', ({ message }) => resolve(message));
      socket.once('open', () => resolve('opened'));
    });
    expect(opened).toBe('Unexpected server response: 500');
    expect(lines.join('')).toContain('identify has failed');
  });
  it('says that the host has read the body', async () => {
    const gateway = await create({ sandbox: true });
    const url = await listen((req, res) => {
      req.resume().once('end', () => gateway.nodeHandler(req, res));
    }, gateway);
    expect((await post(url, '{ viewer { id } }')).errors[0].message).toContain('parsers of bodies');
  });
  it('answers a request without a body behind a parser of bodies', async () => {
    const gateway = await create({ sandbox: true });
    const url = await listen((req, res) => {
      req.resume().once('end', () => gateway.nodeHandler(req, res));
    }, gateway);
    const response = await fetch(`${url}/graphql?query={__typename}`, { headers: token });
    expect(await response.json()).toMatchObject({ data: { __typename: 'Query' } });
  });
  it('has budgets of several services, and answers without a body', async () => {
    const gateway = await create({ sandbox: true, quotaBudget: { VIDEO: 5, SEARCH: 1 } });
    const headers = { origin: 'http://localhost:5173', 'access-control-request-method': 'POST' };
    const preflight = new Request('http://host/graphql', { method: 'OPTIONS', headers });
    const { status, body } = await gateway.fetch(preflight);
    expect([status, body]).toEqual([204, null]);
  });
  it('leaves the process of its host as it was', async () => {
    const count = (): number[] =>
      ['SIGTERM', 'SIGINT', 'exit', 'beforeExit', 'uncaughtException'].map((event) =>
        process.listenerCount(event),
      );
    const before = count();
    const gateway = await createStudiograph({ sandbox: true, metricsPort: 0 });
    const second = await createStudiograph({ sandbox: true, metricsPort: 0 });
    expect(count()).toEqual(before);
    await Promise.all([gateway.close(), second.close()]);
  });
});
