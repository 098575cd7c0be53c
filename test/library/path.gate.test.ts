/** The gateway in the servers that people have, at any path: each of its links leads to it. */
import { once } from 'node:events';
import { createServer, request, type RequestListener, type Server } from 'node:http';
import { createRequire } from 'node:module';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { serve } from '@hono/node-server';
import { fastify } from 'fastify';
import { Hono } from 'hono';
import { afterAll, describe, expect, it } from 'vitest';
import type { Studiograph } from '../../src/library/options.ts';
import { ids } from '../../src/sandbox/seed/ids.ts';
import { formOf, preflightHeader } from '../support/client/form.ts';
import { transports } from '../support/client/subscription-client.ts';
import { byFetch, create } from '../support/gateway/mounted.ts';
import { png } from '../support/page/image.ts';

/** It has no types of its own. */
const express = createRequire(import.meta.url)('express') as () => {
  use(path: string, handler: RequestListener): RequestListener;
};

const servers: Server[] = [];

afterAll(() => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});

/** @returns its URL, when it listens */
async function origin(server: Server): Promise<string> {
  servers.push(server);
  if (!server.listening) await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A server that has the gateway at a path, as the router of its framework writes it. */
type Host = (graph: Studiograph, path: string) => Promise<Server> | Server;

const hosts: Readonly<Record<string, Host>> = {
  'node:http': ({ nodeHandler, upgrade }) =>
    createServer(nodeHandler).on('upgrade', upgrade).listen(0),
  Express: ({ nodeHandler, upgrade }, path) => {
    const app = express().use(encodeURI(path) || '/', nodeHandler);
    return createServer(app).on('upgrade', upgrade).listen(0);
  },
  Fastify: async ({ nodeHandler, upgrade }, path) => {
    const app = fastify({ forceCloseConnections: true });
    await app.register(async (scope) => {
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser('*', (_request, _body, done) => done(null));
      scope.all(`${path}/*`, ({ raw }, reply) => {
        reply.hijack();
        nodeHandler(raw, reply.raw);
      });
    });
    await app.listen({ port: 0 });
    return app.server.on('upgrade', upgrade);
  },
  Hono: ({ fetch, upgrade }, path) => {
    const app = new Hono().all(`${path}/*`, (context) => fetch(context.req.raw));
    return (serve({ fetch: app.fetch, port: 0 }) as Server).on('upgrade', upgrade);
  },
  // It opens no WebSockets.
  'a route of Next.js': (graph) => createServer(byFetch(graph)).listen(0),
};

/** A proxy. @param rewrite of paths */
function proxyTo(target: () => string, rewrite: (path: string) => string): Server {
  const proxy = createServer((req, res) => {
    const { method = 'GET', headers } = req;
    const sent = request(target() + rewrite(req.url!), { method, headers }, (answer) => {
      res.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(res);
    });
    sent.on('error', () => res.destroy());
    res.once('close', () => sent.destroy());
    req.pipe(sent);
  });
  proxy.on('upgrade', (req, client: Socket) => {
    const { hostname, port } = new URL(target());
    const lines = Object.entries(req.headers).map(([name, value]) => `${name}: ${String(value)}`);
    const gateway = connect(Number(port), hostname);
    gateway.write([`GET ${rewrite(req.url!)} HTTP/1.1`, ...lines, '', ''].join('\r\n'));
    gateway
      .on('error', () => {})
      .pipe(client.on('error', () => {}))
      .pipe(gateway);
  });
  return proxy.listen(0);
}

const token = { authorization: 'Bearer studio-owner' };

async function post(url: string, query: string, variables = {}): Promise<any> {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...token },
    body: JSON.stringify({ query, variables }),
  });
  const { data } = (await response.json()) as { readonly data: unknown };
  return data;
}

/** Follows the links of uploads and downloads. */
async function expectFiles(url: string): Promise<void> {
  const content = 'text '.repeat(60_000);
  const opened = await post(
    url,
    `mutation ($size: BigInt!) {
      createUploadSession(input: {
        newFile: { name: "mounted.txt", parentId: "root", contentType: "text/plain", contentLength: $size }
      }) { uploadSession { uploadUrl } }
    }`,
    { size: String(content.length) },
  );
  const { uploadUrl } = opened.createUploadSession.uploadSession;
  expect(uploadUrl).toMatch(`${url}/uploads/`);
  const sent = await fetch(uploadUrl, { method: 'PUT', body: content });
  const { result } = (await sent.json()) as { readonly result: string };
  const { file } = await post(url, 'query ($id: ID!) { file(id: $id) { content { url } } }', {
    id: result,
  });
  expect(file.content.url).toMatch(`${url}/downloads/`);
  expect(await (await fetch(file.content.url)).text()).toBe(content);
}

/** Sends a file in the form of an operation. */
async function expectForm(url: string): Promise<void> {
  const form = formOf(
    `mutation ($input: SetVideoThumbnailInput!) {
      setVideoThumbnail(input: $input) { errors { message } }
    }`,
    { input: { id: ids.video.trailer, file: null } },
    { 'input.file': { type: 'image/png', bytes: png } },
  );
  const headers = { ...token, ...preflightHeader };
  const response = await fetch(`${url}/graphql`, { method: 'POST', headers, body: form });
  expect(await response.json()).toMatchObject({ data: { setVideoThumbnail: { errors: [] } } });
}

/** Loads the page of the explorer with its files, and what it reads of the gateway. */
async function expectPages(url: string): Promise<void> {
  const page = await fetch(`${url}/graphql`, { headers: { accept: 'text/html' } });
  const links = [...(await page.text()).matchAll(/(?:src|href)='([^':]+)'/g)];
  expect(links).not.toEqual([]);
  for (const [, link] of links) {
    const file = await fetch(new URL(link!, `${url}/graphql`));
    expect([link, file.status]).toEqual([link, 200]);
    await file.body!.cancel();
  }
  const schema = await fetch(`${url}/schema.graphql`);
  expect(await schema.text()).toContain('type Query');
  const head = await fetch(`${url}/schema.graphql`, { method: 'HEAD' });
  expect([head.status, await head.text()]).toEqual([200, '']);
  expect((await fetch(`${url}/other`)).status).toBe(404);
  const metadata = '/.well-known/oauth-protected-resource/mcp';
  expect(await (await fetch(url + metadata)).json()).toMatchObject({ resource: `${url}/mcp` });
  const refused = await fetch(`${url}/mcp`, { method: 'POST' });
  expect(refused.headers.get('www-authenticate')).toContain(
    `resource_metadata="${url}${metadata}"`,
  );
}

/** Subscribes in several ways. @returns those by which an event came */
async function subscribe(url: string, names: readonly string[]): Promise<readonly string[]> {
  const came: string[] = [];
  for (const name of names) {
    const events = await transports[name]!(url, {
      token: 'studio-owner',
      query: `subscription { chatMessages(liveChatId: "${ids.chat.nightShift}") { cursor } }`,
    });
    const [event] = await events.until(1);
    events.leave();
    if (typeof event.data.chatMessages.cursor === 'string') came.push(name);
  }
  return came;
}

const ways = Object.keys(transports);

const withoutWebSocket = ways.filter((name) => name !== 'graphql-ws');

/** @returns the ways by which events came, when all else has been seen */
async function follow(url: string, subscribed: readonly string[]): Promise<readonly string[]> {
  await expectFiles(url);
  await expectForm(url);
  await expectPages(url);
  return subscribe(url, subscribed);
}

describe.each(Object.entries(hosts))('mounted in %s', (name, host) => {
  it.each(['', '/api', '/tools/graph/v1/', '/café/my graph'])('at the path "%s"', async (path) => {
    const graph = await create({ sandbox: true, mcp: true, basePath: path || '/' });
    const route = path.replace(/\/$/, '');
    const url = (await origin(await host(graph, route))) + encodeURI(route);
    const subscribed = name.includes('Next') ? withoutWebSocket : ways;
    expect(await follow(url, subscribed)).toEqual(subscribed);
  });
  it.each([
    ['removes its prefix', ''],
    ['has another one', '/inner'],
  ])('behind a proxy that %s', async (_, route) => {
    let inner = '';
    const proxy = proxyTo(
      () => inner,
      (path) => path.replace('/public/graph', route),
    );
    const url = `${await origin(proxy)}/public/graph`;
    const basePath = route ? { basePath: route } : {};
    const graph = await create({ sandbox: true, mcp: true, publicUrl: url, ...basePath });
    inner = await origin(await host(graph, route));
    const subscribed = name.includes('Next') ? withoutWebSocket : ways;
    expect(await follow(url, subscribed)).toEqual(subscribed);
  });
});
