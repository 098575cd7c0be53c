import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSmall } from '../support/small-schema.ts';

const planted = (name: string): string => `planted-${name}`;

describe('the log', () => {
  let server: Awaited<ReturnType<typeof startSmall>>;
  beforeAll(async () => {
    server = await startSmall({ LOG_LEVEL: 'trace' });
  });
  afterAll(() => server.close());
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
      ms: expect.any(Number),
    });
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
    const waiting = await startSmall({}, { resolvers: { wait: () => new Promise(() => {}) } });
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
    await waiting.close();
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
