/** Requests that are sent in part: what they cost other requests, and how they end. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { buildSchema } from 'graphql';
import { afterEach, describe, expect, it } from 'vitest';
import { callerKey } from '../../../src/engine/caller/identities.ts';
import { DrivenClock } from '../../support/clock/driven-clock.ts';
import { formOf, preflightHeader } from '../../support/client/form.ts';
import { promised, runsFull } from '../../support/report/promised-size.ts';
import type { Env } from '../../support/gateway/server.ts';
import { startSmall } from '../../support/gateway/small-schema.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

type Small = Awaited<ReturnType<typeof startSmall>>;
let server: Small;

afterEach(() => server.close());

/** A connection over which a request is sent in parts. */
interface HalfSent {
  /** Sends the rest. */
  readonly send: (text: string) => void;
  /** What has been received so far. */
  readonly received: () => string;
  /** Resolves with all that was received when the connection is closed. */
  readonly closed: Promise<string>;
}

function halfSend(text: string): HalfSent {
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname, () => {
    socket.write(text);
  });
  let received = '';
  socket.setEncoding('latin1').on('data', (chunk: string) => (received += chunk));
  socket.on('error', () => {});
  const closed = new Promise<string>((resolve) => {
    socket.once('close', () => resolve(received));
  });
  return { send: (rest) => socket.write(rest), received: () => received, closed };
}

const head = (type: string, length: number, ...headers: readonly string[]): string =>
  [
    'POST /graphql HTTP/1.1',
    'host: gateway',
    `content-type: ${type}`,
    `content-length: ${length}`,
    ...headers,
    '\r\n',
  ].join('\r\n');

const query = '{"query":"{ name }"}';

/** The first bytes of a form, and its file up to a size. */
const formStart = (fileBytes: number): string =>
  [
    head('multipart/form-data; boundary=b', 10_000_000, 'x-preflight: 1'),
    '--b\r\ncontent-disposition: form-data; name="operations"\r\n\r\n',
    '{"query":"mutation ($f: Upload!) { take(file: $f) }","variables":{"f":null}}\r\n',
    '--b\r\ncontent-disposition: form-data; name="map"\r\n\r\n{"0":["variables.f"]}\r\n',
    '--b\r\ncontent-disposition: form-data; name="0"; filename="f"\r\n\r\n',
    'x'.repeat(fileBytes),
  ].join('');

const schema = () =>
  buildSchema(
    'scalar Upload  type Query { name: String  wait: String } type Mutation { take(file: Upload!): String }',
  );

const start = async (env: Env, parts: Parameters<typeof startSmall>[1] = {}): Promise<Small> =>
  (server = await startSmall(env, { schema: schema(), ...parts }));

const sendForm = (): ReturnType<Small['send']> =>
  server.send('/graphql', {
    method: 'POST',
    headers: preflightHeader,
    body: formOf(
      'mutation ($f: Upload!) { take(file: $f) }',
      { f: null },
      {
        f: { type: 'image/png', bytes: 'bytes' },
      },
    ),
  });

describe('half-sent requests', () => {
  const [bodies, forms] = [promised(2_000, 300), promised(100, 40)];
  it('take no place from complete ones, and are closed with 408 within 15 seconds', {
    tags: ['S38', 'S32', 'fullSize'],
  }, async () => {
    const clock = new DrivenClock();
    await start(runsFull ? {} : { MAX_CONCURRENT_REQUESTS: '20' }, { clock });
    const untilConnected = async (count: number): Promise<void> => {
      await expect.poll(() => server.gateway.countConnections()).toBe(count);
    };
    const texts = [
      ...Array.from({ length: bodies }, () => head('application/json', 100) + query),
      ...Array.from({ length: forms }, () => formStart(1_000)),
    ];
    const half: HalfSent[] = [];
    for (const [index, text] of texts.entries()) {
      half.push(halfSend(text));
      // The queue of connections that wait to be accepted is short.
      if (index % 100 === 99) await untilConnected(index + 1);
    }
    await untilConnected(bodies + forms);
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => [server.query('{ name }'), sendForm()]).flat(),
    );
    expect(answers.map(({ status, body }) => [status, body.errors])).toEqual(
      answers.map(() => [200, undefined]),
    );
    expect(half.filter(({ received }) => received() !== '')).toEqual([]);
    await clock.advance(15_000);
    const received = await Promise.all(half.map(({ closed }) => closed));
    expect(received.filter((text) => !text.startsWith('HTTP/1.1 408 '))).toEqual([]);
    expect(server.seen.facts).toHaveLength(answers.length);
  });
  it('have no time left when they stop, however much has been received', async () => {
    const clock = new DrivenClock();
    await start({ RECEIVE_TIMEOUT_MS: '1000' }, { clock });
    const connected = once(server.gateway.server, 'connection') as Promise<[Socket]>;
    // By its bytes alone, the form would have 47 seconds.
    const form = halfSend(formStart(3_000_000));
    const [connection] = await connected;
    await expect.poll(() => connection.bytesRead).toBeGreaterThan(3_000_000);
    await clock.advance(1_000);
    await server.query('{ name }');
    expect(connection.destroyed).toBe(false);
    await clock.advance(1_000);
    expect(await form.closed).toMatch(/^HTTP\/1\.1 408 /);
  });
});

describe('the memory of bodies', { tags: ['S28', 'S38'] }, () => {
  const json = (...headers: readonly string[]): string =>
    head('application/json', 100_000, ...headers) + query.padEnd(80_000);
  const rest = ' '.repeat(20_000);
  const known = 'authorization: Bearer known';
  const isAccepted = (caller: string): boolean => caller === callerKey({ token: 'known' });

  it('is freed by callers that no service has accepted, first by those that are late', async () => {
    await start({ MAX_RECEIVED_BYTES: '300000' }, { isAccepted });
    const accepted = halfSend(json(known));
    await expect.poll(() => server.gateway.server.listening).toBe(true);
    const first = halfSend(json('authorization: Bearer invented'));
    await settle();
    const second = halfSend(json());
    await settle();
    const text = query.padEnd(90_000);
    const complete = await server.send('/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: text,
    });
    expect([complete.status, complete.body]).toEqual([200, { data: { name: 'name' } }]);
    await expect.poll(() => first.received()).toMatch(/^HTTP\/1\.1 503 [^]*retry-after: 1\r\n/i);
    expect(first.received()).toContain('"OVERLOADED"');
    expect([accepted.received(), second.received()]).toEqual(['', '']);
    for (const { send } of [accepted, second]) send(rest);
    for (const { received } of [accepted, second])
      await expect.poll(received).toMatch(/^HTTP\/1\.1 200 /);
    // The connection of the rejected request is usable when its body has come.
    first.send(rest + head('application/json', query.length) + query);
    await expect.poll(() => first.received()).toMatch(/^HTTP\/1\.1 503 [^]*HTTP\/1\.1 200 /);
  });
  it('counts more than the bytes of a body that comes in small pieces', async () => {
    await start({ MAX_RECEIVED_BYTES: '300000' }, { isAccepted });
    const request = halfSend(
      `${head('application/json', 0).replace('content-length: 0', 'transfer-encoding: chunked')}${'1\r\n \r\n'.repeat(1_500)}`,
    );
    await expect.poll(() => request.received()).toMatch(/^HTTP\/1\.1 503 /);
  });
  it.each([
    ['a body', (): string => head('application/json', 1_000_000) + ' '.repeat(900_000)],
    ['a form', (): string => formStart(900_000)],
  ])('does not contain %s that has made room', async (_, half) => {
    await start({ MAX_RECEIVED_BYTES: '2000000', RECEIVE_TIMEOUT_MS: '60000' }, { isAccepted });
    const buffers = (): number => {
      collectGarbage();
      return process.memoryUsage().arrayBuffers;
    };
    const before = buffers();
    const requests = Array.from({ length: 40 }, () => halfSend(half()));
    const rejected = (): number =>
      requests.filter(({ received }) => received().startsWith('HTTP/1.1 503 ')).length;
    // The memory is enough for two, and for a part of a third one.
    await expect.poll(rejected).toBeGreaterThanOrEqual(37);
    await expect.poll(() => buffers() - before).toBeLessThan(15_000_000);
  });
  it('is freed when the response is sent, or the client has left', async () => {
    const gate = Promise.withResolvers<string>();
    await start(
      { MAX_RECEIVED_BYTES: '150000' },
      { isAccepted, resolvers: { wait: () => gate.promise } },
    );
    const large = (document: string): ReturnType<Small['send']> =>
      server.send('/graphql', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ query: document }).padEnd(90_000),
      });
    const waiting = large('{ wait }');
    await expect.poll(() => server.seen.resolved).toBe(1);
    const rejected = await large('{ name }');
    expect([rejected.status, rejected.body.errors[0].extensions.code]).toEqual([503, 'OVERLOADED']);
    expect(rejected.headers.get('retry-after')).toBe('1');
    gate.resolve('done');
    expect((await waiting).body).toEqual({ data: { wait: 'done' } });
    await expect.poll(async () => (await large('{ name }')).status).toBe(200);
  });

  /** What has been sent before has been received when a later request is answered. */
  const settle = async (): Promise<void> => {
    for (let index = 0; index < 3; index += 1) await server.query('{ name }');
  };
});
