import { Agent, request, type ServerResponse } from 'node:http';
import { describe, expect, it, vi } from 'vitest';
import { DrivenClock } from '../../support/clock/driven-clock.ts';
import { startGateway } from '../../support/gateway/gateway.ts';
import { startSmall } from '../../support/gateway/small-schema.ts';
import { httpServer } from '../../support/http-server.ts';

interface TestResponse {
  readonly status: number | undefined;
  readonly connection: string | undefined;
  readonly text: string;
}

const json = { 'content-type': 'application/json' };

/** Sends one request over the agent's connection. */
const ask = (url: string, agent: Agent, body?: string): Promise<TestResponse> =>
  new Promise((resolve, reject) => {
    const sent = request(
      url,
      { agent, method: body === undefined ? 'GET' : 'POST', headers: json },
      (res) => {
        let text = '';
        res.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
        res.on('end', () =>
          resolve({ status: res.statusCode, connection: res.headers.connection, text }),
        );
        res.on('error', reject);
      },
    );
    sent.on('error', reject).end(body);
  });

/** A service that answers requests only when the test releases them. */
async function heldService(body: string) {
  const responses: ServerResponse[] = [];
  const server = await httpServer((_, res) => void responses.push(res));
  return {
    url: server.url,
    /** Number of requests whose connection is open and that are not answered. */
    held: () => responses.filter(({ closed, writableEnded }) => !closed && !writableEnded).length,
    release: () => {
      for (const res of responses) res.writeHead(200, json).end(body);
    },
    close: () => server.close(),
  };
}

const query = (document: string): string => JSON.stringify({ query: document });

describe('a draining server', () => {
  it('is not ready any more', async () => {
    const server = await startSmall();
    const agent = new Agent({ keepAlive: true });
    expect((await ask(`${server.url}/ready`, agent)).status).toBe(200);
    const drained = server.gateway.drain();
    const { status, connection, text } = await ask(`${server.url}/ready`, agent);
    expect([status, connection, JSON.parse(text)]).toEqual([503, 'close', { status: 'draining' }]);
    await drained;
    agent.destroy();
  });
  it('announces the end of a connection once, in every kind of response', async () => {
    const agent = new Agent({ keepAlive: true });
    const clock = new DrivenClock();
    const server = await startSmall({}, { clock });
    // Responses with an error, of Yoga and of the handler have their own ways to set headers.
    const requests = ['/unknown', '/graphql?query={name}', '/graphql'].map((path) => ({
      path,
      init: path === '/graphql' ? { method: 'POST', headers: json } : {},
    }));
    const connectionHeaders = ({ path, init }: (typeof requests)[number]): Promise<unknown> =>
      new Promise((resolve, reject) => {
        const sent = request(`${server.url}${path}`, { ...init, agent }, (res) => {
          const { rawHeaders } = res.resume();
          const isName = (_: string, index: number): boolean =>
            index % 2 === 1 && rawHeaders[index - 1]!.toLowerCase() === 'connection';
          resolve(rawHeaders.filter(isName));
        });
        sent.on('error', reject).end(path === '/graphql' ? query('{ name }') : undefined);
      });
    expect(await Promise.all(requests.map(connectionHeaders))).toEqual([
      ['keep-alive'],
      ['keep-alive'],
      ['keep-alive'],
    ]);
    const drained = server.gateway.drain({ delay: 200 });
    await clock.advance(100);
    expect(await Promise.all(requests.map(connectionHeaders))).toEqual([
      ['close'],
      ['close'],
      ['close'],
    ]);
    // The port is closed after the delay and 20 intervals of 5 ms.
    await clock.advance(199);
    expect(server.gateway.server.listening).toBe(true);
    await clock.advance(1);
    expect(server.gateway.server.listening).toBe(false);
    expect((await drained).cutConnections).toBe(0);
    agent.destroy();
  });
  it('ends the connection of a response whose head was sent before', async () => {
    let finish: (() => void) | undefined;
    const serve = async (_: unknown, res: ServerResponse): Promise<void> => {
      res.write('first');
      finish = () => res.end('last');
    };
    const callerOf = (): string => 'ava';
    const direction = 'download' as const;
    const routes = [{ direction, prefix: '/stream/', methods: 'GET', callerOf, serve }];
    const server = await startSmall({}, { routes });
    const agent = new Agent({ keepAlive: true });
    const ended = new Promise<unknown>((resolve, reject) => {
      const sent = request(`${server.url}/stream/`, { agent }, (res) => {
        const { connection } = res.headers;
        res.resume().socket.once('close', () => resolve([connection, res.complete]));
      });
      sent.on('error', reject).end();
    });
    await expect.poll(() => finish).toBeDefined();
    const drained = server.gateway.drain({ announce: 60_000, max: 60_000 });
    await expect.poll(() => server.gateway.server.listening).toBe(false);
    finish!();
    expect(await ended).toEqual(['keep-alive', true]);
    await drained;
    agent.destroy();
  });
  it('finishes running requests, then closes', async () => {
    let finish: (() => void) | undefined;
    const wait = (): Promise<string> => new Promise((resolve) => (finish = () => resolve('done')));
    const server = await startSmall({}, { resolvers: { wait } });
    const underWay = server.query('{ wait }');
    await expect.poll(() => finish).toBeDefined();
    const order: string[] = [];
    const drained = server.gateway.drain().then(() => order.push('drained'));
    await expect.poll(() => server.gateway.server.listening).toBe(false);
    await expect(server.query('{ name }')).rejects.toThrow('ECONNREFUSED');
    order.push('finished');
    finish!();
    expect((await underWay).body).toEqual({ data: { wait: 'done' } });
    await drained;
    expect(order).toEqual(['finished', 'drained']);
  });
  it('waits for a call to a service that ends long after the port is closed', async () => {
    const service = await heldService('{"items":[{"id":"v","snippet":{"title":"Late"}}]}');
    await using gateway = await startGateway({ bases: { video: service.url } });
    let isDrained = false;
    const underWay = gateway.query('{ video(id: "v") { title } }');
    await expect.poll(() => service.held()).toBe(1);
    const drained = gateway.gateway.drain().then(() => (isDrained = true));
    await expect.poll(() => gateway.gateway.server.listening).toBe(false);
    let outcome = 'open';
    void underWay.then(({ text }) => (outcome = text));
    // The drain looks at its connections again and again.
    const checks = vi.spyOn(gateway.gateway.server, 'closeIdleConnections');
    await expect.poll(() => checks.mock.calls.length).toBeGreaterThan(15);
    expect([outcome, isDrained, service.held()]).toEqual(['open', false, 1]);
    service.release();
    expect((await underWay).body.data).toEqual({ video: { title: 'Late' } });
    await drained;
    await service.close();
  });
  it('closes idle keep-alive connections', async () => {
    const server = await startSmall();
    const agent = new Agent({ keepAlive: true });
    await ask(`${server.url}/health`, agent);
    await server.gateway.drain();
    await expect.poll(() => Object.keys(agent.freeSockets)).toEqual([]);
  });
  it('closes the remaining connections after the maximum time', async () => {
    const clock = new DrivenClock();
    const resolvers = { wait: () => new Promise(() => {}) };
    const server = await startSmall({ DRAIN_DELAY_MS: '400' }, { clock, resolvers });
    const blocked = server.query('{ wait }').catch(({ message }: Error) => message);
    await expect.poll(() => server.seen.resolved).toBe(1);
    const drained = server.gateway.drain();
    // The delay, and what is left of ten seconds.
    await clock.advance(400 + 9_400);
    expect(await server.gateway.countConnections()).toBe(1);
    await clock.advance(600);
    expect((await drained).cutConnections).toBe(1);
    expect(await blocked).toBe('other side closed');
    await expect.poll(() => server.seen.facts.map(({ signal }) => signal.aborted)).toEqual([true]);
  });
  it('answers every request that it has received, of clients that never stop sending', async () => {
    const server = await startSmall();
    let answered = 0;
    const ends = Array.from({ length: 20 }, async () => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      for (;;) {
        try {
          const { text } = await ask(`${server.url}/graphql`, agent, query('{ name }'));
          if (text === '{"data":{"name":"name"}}') answered += 1;
        } catch {
          return;
        }
      }
    });
    await expect.poll(() => answered).toBeGreaterThan(100);
    await server.gateway.drain();
    await Promise.all(ends);
    expect(answered).toBe(server.seen.resolved);
  });
  it('resets no connection: each new connection is answered or refused', async () => {
    const server = await startSmall();
    const answers: string[] = [];
    const ends = Array.from({ length: 40 }, async () => {
      const agent = new Agent({ keepAlive: false });
      for (;;) {
        try {
          answers.push((await ask(`${server.url}/graphql`, agent, query('{ name }'))).text);
        } catch (error) {
          return (error as NodeJS.ErrnoException).code;
        }
      }
    });
    await expect.poll(() => answers.length).toBeGreaterThan(100);
    await server.gateway.drain();
    expect(new Set(await Promise.all(ends))).toEqual(new Set(['ECONNREFUSED']));
    expect(new Set(answers)).toEqual(new Set(['{"data":{"name":"name"}}']));
  });
});
