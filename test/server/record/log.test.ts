import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { globalId } from '../../../src/engine/schema/type/global-id.ts';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { liveChatMessages } from '../../../src/services/live/operations.ts';
import { captions } from '../../../src/services/video/operations.ts';
import { closedPort } from '../../support/proxy/closed-port.ts';
import { openEventStream } from '../../support/client/event-stream.ts';
import { type RunningGateway, startGateway } from '../../support/gateway/gateway.ts';
import { startSmall, useSmall } from '../../support/gateway/small-schema.ts';
import { openFile } from '../../support/client/upload-client.ts';
import { connectSocket } from '../../support/client/web-socket.ts';

const planted = (name: string): string => `planted-${name}`;

describe('the log', () => {
  const server = useSmall({ LOG_LEVEL: 'trace' });
  const lineOf = async (requestId: string): Promise<Record<string, unknown> | undefined> => {
    await expect
      .poll(() => server.lines.filter((line) => line['requestId'] === requestId))
      .toHaveLength(1);
    return server.lines.find((line) => line['requestId'] === requestId);
  };

  it('has one line for a request', async () => {
    await server.query('query Names { name }', undefined, { 'x-request-id': 'one' });
    expect(await lineOf('one')).toMatchObject({
      method: 'POST',
      path: '/graphql',
      status: 200,
      operation: 'Names',
      type: 'query',
      ms: expect.any(Number),
    });
  });
  it('has probes as debug lines, unless they fail', async () => {
    const port = await closedPort();
    const down = `http://127.0.0.1:${port}`;
    const bases = { video: down, storage: down, calendar: down };
    await using gateway = await startGateway({ bases, env: { LOG_LEVEL: 'debug' } });
    await gateway.send('/health');
    await gateway.send('/ready');
    await gateway.send('/elsewhere');
    const requests = () => gateway.lines.filter(({ msg }) => msg === 'request');
    await expect
      .poll(() => requests().map(({ path, level }) => [path, level]))
      .toEqual([
        ['/health', 20],
        ['/ready', 30],
        ['other', 30],
      ]);
  });
  it('has the bytes of the response, with its head', async () => {
    const { hostname, port } = new URL(server.url);
    const body = JSON.stringify({ query: '{ name }' });
    const socket = connect(Number(port), hostname);
    const received = new Promise<number>((resolve) => {
      let bytes = 0;
      socket.on('data', (chunk) => (bytes += chunk.length)).once('close', () => resolve(bytes));
    });
    socket.write(
      `POST /graphql HTTP/1.1\r\nhost: x\r\nconnection: close\r\nx-request-id: sized\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
    );
    const bytes = await received;
    expect(await lineOf('sized')).toMatchObject({ bytes });
  });
  it('counts only the bytes of its own response on a connection that had others', async () => {
    const large = { query: `{ ${'name '.repeat(300)} }` };
    for (const [id, body] of [
      ['before', large],
      ['after', { query: '{ name }' }],
    ] as const)
      await server.query(body.query, undefined, { 'x-request-id': id });
    const [before, after] = [await lineOf('before'), await lineOf('after')];
    expect(Math.abs(Number(before!['bytes']) - Number(after!['bytes']))).toBeLessThan(20);
  });
  it('has the codes of all errors of the response', async () => {
    await server.query('{ a: fail(how: "x") b: fail(how: "x") name }', undefined, {
      'x-request-id': 'failing',
    });
    expect(await lineOf('failing')).not.toHaveProperty('errors');
    await server.query('{ name unknown other }', undefined, { 'x-request-id': 'invalid' });
    expect(await lineOf('invalid')).toMatchObject({
      errors: { GRAPHQL_VALIDATION_FAILED: 2 },
      type: 'query',
    });
    await server.send('/elsewhere', { headers: { 'x-request-id': 'lost' } });
    expect(await lineOf('lost')).toMatchObject({
      path: 'other',
      status: 404,
      errors: { NOT_FOUND: 1 },
    });
  });
  it('tells callers apart by the start of a digest, not of their tokens', async () => {
    const callerOf = async (id: string, token?: string): Promise<unknown> => {
      const headers = { 'x-request-id': id, ...(token && { authorization: `Bearer ${token}` }) };
      await server.query('{ name }', undefined, headers);
      return (await lineOf(id))!['caller'];
    };
    const one = await callerOf('c1', planted('one'));
    expect(one).toMatch(/^[\w-]{8}$/);
    expect(createHash('sha256').update(planted('one')).digest('base64url')).toContain(one);
    expect(await callerOf('c2', planted('one'))).toBe(one);
    expect(await callerOf('c3', planted('two'))).not.toBe(one);
    expect(await callerOf('c4')).toBeUndefined();
  });
  it('has a line for a rejected request', async () => {
    await server.send('/graphql', {
      method: 'POST',
      body: 'x',
      headers: { 'x-request-id': 'refused' },
    });
    expect(await lineOf('refused')).toMatchObject({ status: 415 });
  });
  it('has a line for a client that disconnected', async () => {
    await using waiting = await startSmall(
      {},
      { resolvers: { wait: () => new Promise(() => {}) } },
    );
    const disconnect = new AbortController();
    const response = waiting.send('/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"query":"{ wait }"}',
      signal: disconnect.signal,
    });
    await expect.poll(() => waiting.seen.resolved).toBe(1);
    disconnect.abort();
    await expect(response).rejects.toThrow('aborted');
    await expect.poll(() => waiting.lines.map((line) => line['aborted'])).toEqual([true]);
    expect(waiting.seen.facts.map(({ signal }) => signal.aborted)).toEqual([true]);
  });
  it('has no internal error for a client that disconnected while sending its body', async () => {
    const requestReceived = once(server.gateway.server, 'request');
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
    const head =
      'POST /graphql HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\nx-request-id: half\r\ncontent-length: 100\r\n\r\n';
    socket.write(`${head}{"query":`);
    await requestReceived;
    socket.resetAndDestroy();
    expect(await lineOf('half')).toMatchObject({ msg: 'request', aborted: true });
    await server.query('{ name }');
    expect(server.lines.filter((line) => line['msg'] === 'internal error')).toEqual([]);
  });
  it('never contains secrets or values that a client sent', async () => {
    const headers = {
      authorization: `Bearer ${planted('token')}`,
      cookie: planted('cookie'),
      'x-goog-api-key': planted('key'),
      'x-content-owner': planted('owner'),
      'user-agent': planted('agent'),
    };
    await server.query(
      `query ($how: String!) { fail(how: $how) items(ids: ["${planted('literal')}"]) { name } }`,
      { how: planted('variable') },
      headers,
    );
    await server.query(
      'query ($how: String!) { fail(how: $how) }',
      { how: { x: planted('wrong') } },
      headers,
    );
    await server.query(`{ ${planted('broken')}`, {}, headers);
    await server.send(`/graphql?query={name}&key=${planted('query')}`, { headers });
    await server.send(`/${planted('path')}?access_token=${planted('access')}`, { headers });
    await server.send('/graphql', { headers: { authorization: planted('malformed') } });
    await expect
      .poll(() => server.lines.filter((line) => line['msg'] === 'request').length)
      .toBeGreaterThanOrEqual(8);
    expect(JSON.stringify(server.lines)).not.toContain('planted');
  });
});

describe('the log of the graph', () => {
  let gateway: RunningGateway;
  const token = { authorization: 'Bearer studio-owner' };
  const query = `query Drafts { playlist(id: "${ids.playlist.drafts}") { title items { nodes { video { title } } } } }`;
  beforeAll(async () => {
    gateway = await startGateway({ env: { RETRY_BASE_MS: '1' } });
  });
  afterAll(() => gateway.close());
  const requests = (): Record<string, unknown>[] =>
    gateway.lines.filter((line) => line['msg'] === 'request');

  it('has the cost of the operation', async () => {
    const { body } = await gateway.query(query, undefined, { ...token, 'x-request-id': 'cost' });
    const { requests: calls, units } = body.extensions.cost as Record<string, unknown>;
    expect(calls).toBe(3);
    await expect.poll(requests).toContainEqual(
      expect.objectContaining({
        requestId: 'cost',
        operation: 'Drafts',
        type: 'query',
        calls,
        units,
      }),
    );
  });
  it('has the codes of failed fields, and the calls of their retries', async () => {
    gateway.sandbox.fault({ match: { operation: 'video:videos.list' }, times: 3, status: 503 });
    const headers = { ...token, 'x-request-id': 'partial' };
    const { body } = await gateway.query(query, undefined, headers);
    await expect.poll(requests).toContainEqual(
      expect.objectContaining({
        requestId: 'partial',
        status: 200,
        calls: body.extensions.cost.requests,
        errors: { UPSTREAM_UNAVAILABLE: body.errors.length },
      }),
    );
    expect(body.extensions.cost.requests).toBe(5);
  });
  it('has a line for an operation of a WebSocket, with its cost and the bytes of its results', async () => {
    const client = await connectSocket(gateway.url, { authorization: 'Bearer studio-owner' });
    await client.run(query);
    await client.close();
    const next = client.messages.find(({ type }) => type === 'next')!;
    const { requests: calls, units } = next.payload.extensions.cost as Record<string, unknown>;
    await expect.poll(requests).toContainEqual(
      expect.objectContaining({
        method: 'WEBSOCKET',
        operation: 'Drafts',
        type: 'query',
        calls,
        units,
        bytes: JSON.stringify(next).length,
        caller: expect.stringMatching(/^[\w-]{8}$/) as string,
      }),
    );
  });

  it('has the caller of a download, its calls and units, and the caller of an upload', async () => {
    const owner = { authorization: 'Bearer studio-owner' };
    const caption = globalId('Caption', [ids.video.trailer, ids.caption.english]);
    const { body } = await gateway.query(
      `{ node(id: "${caption}") { ... on Caption { content { url } } } }`,
      undefined,
      owner,
    );
    const { caller } = requests().at(-1)!;
    const pathOf = (url: string): string => new URL(url).pathname;
    await gateway.send(pathOf(body.data.node.content.url));
    await expect
      .poll(() => requests().at(-1))
      .toMatchObject({
        path: '/downloads/',
        caller,
        calls: 1,
        units: { VIDEO: captions.download.units },
      });
    const session = await openFile(gateway.url, 1);
    await gateway.send(pathOf(session.uploadUrl), { method: 'PUT', body: 'x' });
    await expect.poll(() => requests().at(-1)).toMatchObject({ path: '/uploads/', caller });
  });

  const chat = ids.chat.nightShift;
  const { key: operation, units } = liveChatMessages.list;
  const subscription = `subscription Chat { chatMessages(liveChatId: "${chat}") { cursor } }`;
  const pollLines = (): Record<string, unknown>[] =>
    gateway.lines.filter((line) => line['operation'] === operation && line['msg'] === 'poll');

  it('has a line for each poll of a feed, with the units that no request has', async () => {
    const stream = await openEventStream(gateway.url, {
      query: subscription,
      token: 'studio-owner',
    });
    await stream.until(1);
    stream.leave();
    await expect.poll(() => requests().at(-1)).toMatchObject({ operation: 'Chat', units: {} });
    const { caller } = requests().at(-1)!;
    const polls = gateway.sandbox.calls().filter((call) => call.operation === operation);
    const line = { level: 30, ms: expect.any(Number), calls: 1, units: { VIDEO: units }, caller };
    await expect.poll(pollLines).toMatchObject(polls.map(() => line));
    expect(JSON.stringify(pollLines())).not.toMatch(`${chat}|studio-owner`);
  });
  it('has the code of a failed poll, and the calls of its retries', async () => {
    const before = pollLines().length;
    gateway.sandbox.fault({ match: { operation }, times: 3, status: 503 });
    const stream = await openEventStream(gateway.url, {
      query: subscription,
      token: 'studio-guest',
    });
    await expect
      .poll(() => pollLines()[before])
      .toMatchObject({
        code: 'UPSTREAM_UNAVAILABLE',
        calls: 3,
        units: { VIDEO: 3 * units! },
      });
    stream.leave();
  });
});
