import { createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { constants } from '../../../src/constants.ts';
import { sendRaw } from '../../support/client/raw.ts';
import { DrivenClock } from '../../support/clock/driven-clock.ts';
import { startSmall } from '../../support/gateway/small-schema.ts';

describe('the gateway over HTTP', () => {
  let server: Awaited<ReturnType<typeof startSmall>>;
  beforeAll(async () => {
    server = await startSmall();
  });
  afterAll(() => server.close());

  it('answers a query with data', async () => {
    const { status, body } = await server.query('{ name }');
    expect([status, body]).toEqual([200, { data: { name: 'name' } }]);
  });
  it('answers /health without a call', async () => {
    const { status, body } = await server.send('/health');
    expect([status, body]).toEqual([200, { status: 'alive' }]);
  });
});

describe('a request whose body is incomplete', () => {
  it('is closed with 408, while others are answered', { tags: ['S32'] }, async () => {
    const clock = new DrivenClock();
    await using server = await startSmall({ RECEIVE_TIMEOUT_MS: '300' }, { clock });
    const half =
      'POST /graphql HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 100\r\n';
    const form = half.replace(
      'application/json',
      'multipart/form-data; boundary=b\r\nx-preflight: 1',
    );
    const blocked = [half, `${half}\r\n{"query"`, `${form}\r\n--b\r\n`].flatMap((text) =>
      Array.from({ length: 50 }, () => sendRaw(server.url, text, { untilClosed: true })),
    );
    expect((await server.query('{ name }')).status).toBe(200);
    // Node itself limits the time of heads.
    const responses = await clock.through(Promise.all(blocked), 250);
    expect(responses.filter((response) => !response.startsWith('HTTP/1.1 408 '))).toEqual([]);
    const { errors } = JSON.parse(responses.at(-1)!.split('\r\n\r\n')[1]!);
    expect(errors).toEqual([
      {
        message: expect.stringContaining('was not received in time'),
        extensions: { code: 'INVALID_INPUT' },
      },
    ]);
    expect(server.seen.facts.length).toBe(1);
  });
  it('is closed within 15 seconds by default', () => {
    expect(constants.RECEIVE_TIMEOUT_MS + 1_000).toBeLessThanOrEqual(15_000);
  });
});

describe('too many concurrent requests', () => {
  it('are rejected with retry-after until others have ended', async () => {
    const waiting: (() => void)[] = [];
    const wait = (): Promise<string> =>
      new Promise((resolve) => waiting.push(() => resolve('done')));
    await using server = await startSmall(
      { MAX_CONCURRENT_REQUESTS: '2' },
      { resolvers: { wait } },
    );
    const two = [server.query('{ wait }'), server.query('{ wait }')];
    await expect.poll(() => waiting.length).toBe(2);
    const third = await server.query('{ name }');
    expect([
      third.status,
      third.body.errors[0].extensions.code,
      third.headers.get('retry-after'),
    ]).toEqual([503, 'OVERLOADED', '1']);
    expect((await server.send('/health')).status).toBe(200);
    for (const done of waiting) done();
    for (const { body } of await Promise.all(two)) expect(body).toEqual({ data: { wait: 'done' } });
    await expect.poll(async () => (await server.query('{ name }')).status).toBe(200);
  });
});

describe('a port that is in use', () => {
  it('is reported with its error code', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as { port: number };
    await expect(startSmall({ PORT: String(port) })).rejects.toMatchObject({ code: 'EADDRINUSE' });
    await new Promise((resolve) => other.close(resolve));
  });
  it('is reported if it is that of another gateway', async () => {
    await using other = await startSmall();
    const { port } = new URL(other.url);
    await expect(startSmall({ PORT: port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
  });
});

describe('an execution that does not end', () => {
  it('is answered with INTERNAL after its deadline, and the next request is served', async () => {
    await using server = await startSmall(
      { REQUEST_DEADLINE_MS: '100' },
      { resolvers: { wait: () => new Promise(() => {}) } },
    );
    const { status, body } = await server.query('{ name wait }');
    expect([status, body.data]).toEqual([200, null]);
    expect(body.errors).toMatchObject([
      { extensions: { code: 'INTERNAL', requestId: expect.any(String) } },
    ]);
    expect(server.lines.some(({ msg }) => msg === 'internal error')).toBe(true);
    expect((await server.query('{ name }')).body).toEqual({ data: { name: 'name' } });
  });
});
