/** More requests than the gateway serves at the same time: how the others are answered. */
import { Agent, get, request } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { promised } from '../../support/report/promised-size.ts';
import { startSmall } from '../../support/gateway/small-schema.ts';

let server: Awaited<ReturnType<typeof startSmall>>;
const agent = new Agent({ keepAlive: true, maxSockets: 8 });

afterEach(async () => {
  agent.destroy();
  await server.close();
});

interface Answer {
  readonly status: number | undefined;
  readonly connection: string | undefined;
  readonly retryAfter: string | undefined;
  readonly text: string;
}

const jsonType = { 'content-type': 'application/json' };

const ask = (body: string, headers: Readonly<Record<string, string>> = {}): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const options = { agent, method: 'POST', headers: { ...jsonType, ...headers } };
    const sent = request(`${server.url}/graphql`, options, (res) => {
      let text = '';
      res.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      res.on('error', reject).on('end', () => {
        const { statusCode: status, headers: received } = res;
        const { connection, 'retry-after': retryAfter } = received;
        resolve({ status, connection, retryAfter, text });
      });
    });
    sent.on('error', reject).end(body);
  });

/** @returns the status of a GET over a connection of its own */
const statusOver = (connection: Agent, path: string): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    get(`${server.url}${path}`, { agent: connection }, (res) => {
      res.resume().once('end', () => resolve(res.statusCode));
    }).on('error', reject);
  });

const query = (document: string): string => JSON.stringify({ query: document });

describe('while the event loop is busy', { tags: ['R26'] }, () => {
  const isLinux = process.platform === 'linux';
  it.skipIf(!isLinux)('many new connections are accepted in each turn, on Linux', async () => {
    server = await startSmall();
    const count = 200;
    let turns = 0;
    let isOver = false;
    const spend = (): void => {
      const end = performance.now() + 10;
      while (performance.now() < end);
      turns += 1;
      if (!isOver) setImmediate(spend);
    };
    setImmediate(spend);
    const statuses = await Promise.all(
      Array.from({ length: count }, () => statusOver(new Agent(), '/health')),
    );
    isOver = true;
    expect(statuses).toEqual(statuses.map(() => 200));
    expect(turns).toBeLessThan(count / 2);
  });
});

describe('beyond the limit of concurrent requests', { tags: ['R26', 'fullSize'] }, () => {
  it('requests are answered 503 over the connections that are open', async () => {
    const gate = Promise.withResolvers<string>();
    server = await startSmall(
      { MAX_CONCURRENT_REQUESTS: '2' },
      { resolvers: { wait: () => gate.promise } },
    );
    let connections = 0;
    server.gateway.server.on('connection', () => (connections += 1));
    const waiting = [ask(query('{ wait }')), ask(query('{ wait }'))];
    await expect.poll(() => server.seen.resolved).toBe(2);
    const count = promised(2_000, 300);
    // Bodies come in the same packet as the head, and in several ones.
    const answers = await Promise.all(
      Array.from({ length: count }, (_, index) =>
        ask(query('{ name }').padEnd(index % 3 === 0 ? 200_000 : 100)),
      ),
    );
    for (const { status, connection, retryAfter, text } of answers)
      expect({
        status,
        connection,
        retryAfter,
        code: JSON.parse(text).errors[0].extensions.code,
      }).toEqual({ status: 503, connection: 'keep-alive', retryAfter: '1', code: 'OVERLOADED' });
    expect(connections).toBeLessThanOrEqual(8);
    gate.resolve('done');
    for (const { status } of await Promise.all(waiting)) expect(status).toBe(200);
    expect((await ask(query('{ name }'))).status).toBe(200);
    const rejected = await ask(query('{ name }'), { authorization: 'Basic x' });
    expect([rejected.status, rejected.connection]).toEqual([401, 'keep-alive']);
    expect(connections).toBeLessThanOrEqual(8);
  });
});
