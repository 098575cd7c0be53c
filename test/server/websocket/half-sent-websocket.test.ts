/** WebSockets whose clients send nothing, or half of a message: what they cost others. */
import { buildSchema } from 'graphql';
import { afterEach, describe, expect, it } from 'vitest';
import { callerKey } from '../../../src/engine/caller/identities.ts';
import { DrivenClock } from '../../support/clock/driven-clock.ts';
import { promised, runsFull } from '../../support/report/promised-size.ts';
import type { Env } from '../../support/gateway/server.ts';
import { startSmall } from '../../support/gateway/small-schema.ts';
import {
  connectSocket,
  frameOf,
  openRawSocket,
  openSocket,
  type RawSocket,
  rejectedSocket,
  type TestSocket,
} from '../../support/client/web-socket.ts';

type Small = Awaited<ReturnType<typeof startSmall>>;
let server: Small;
let clock: DrivenClock;
const clients: TestSocket[] = [];
const rawClients: RawSocket[] = [];

/** Why WebSockets were dropped to make room. */
let dropped: string[] = [];

afterEach(async () => {
  for (const client of rawClients.splice(0)) client.destroy();
  await Promise.all(clients.splice(0).map(({ close }) => close()));
  await server.close();
});

const schema = () => buildSchema('type Query { name: String  wait: String }');

async function start(env: Env = {}): Promise<void> {
  dropped = [];
  clock = new DrivenClock();
  server = await startSmall(env, {
    clock,
    schema: schema(),
    resolvers: { wait: () => new Promise(() => {}) },
    isAccepted: (caller) => accepted.has(caller),
    observer: {
      onWait: () => {},
      onRequest: () => {},
      onUpgrade: () => {},
      onOperation: () => {},
      onWebSocketDropped: (reason) => void dropped.push(reason),
    },
  });
}

const keep = <T extends TestSocket>(client: T): T => {
  clients.push(client);
  return client;
};

const open = async (): Promise<TestSocket> => keep(await openSocket(server.url));

/** @param token left out: the caller has none */
const connect = async (token?: string): Promise<TestSocket> =>
  keep(
    await connectSocket(
      server.url,
      token === undefined ? undefined : { authorization: `Bearer ${token}` },
    ),
  );

async function openRaw(): Promise<RawSocket> {
  const client = await openRawSocket(server.url);
  rawClients.push(client);
  return client;
}

const accepted = new Set(['known', 'friend'].map((token) => callerKey({ token })));

const wait = { id: 'w', type: 'subscribe', payload: { query: '{ wait }' } };

/** Runs an operation that does not end. */
async function runWaiting(client: TestSocket): Promise<void> {
  const before = server.seen.resolved;
  client.send(wait);
  await expect.poll(() => server.seen.resolved).toBe(before + 1);
}

const tooMany = [1013, 'Too many open WebSockets; connect again later.'];

describe('WebSockets without connection_init', () => {
  const count = promised(2_000, 60);
  it('take no place, and are closed within 15 seconds', {
    tags: ['S38', 'S32', 'fullSize'],
  }, async () => {
    await start(runsFull ? {} : { MAX_WEBSOCKETS: String(count) });
    const silent: TestSocket[] = [];
    while (silent.length < count)
      silent.push(...(await Promise.all(Array.from({ length: 20 }, open))));
    const honest = await Promise.all(Array.from({ length: 10 }, () => connect()));
    for (const client of honest) expect(await client.run('{ name }')).toHaveLength(2);
    await clock.advance(15_000);
    const codes = (await Promise.all(silent.map(({ closed }) => closed))).map(([code]) => code);
    // Some have made room for others that had not sent `connection_init` either.
    expect(dropped.length).toBeLessThanOrEqual(10);
    expect(codes.filter((code) => code !== 4408)).toEqual(dropped.map(() => 1013));
    for (const client of honest) expect(await client.run('{ name }')).toHaveLength(2);
  });
  it('drop the oldest of them, and no other, however many come', { tags: ['S38'] }, async () => {
    await start({ MAX_WEBSOCKETS: '3' });
    const placed = [await connect(), await connect()];
    const waiting: TestSocket[] = [];
    for (let index = 0; index < 9; index += 1) waiting.push(await open());
    for (const { closed } of waiting.slice(0, 6)) expect(await closed).toEqual(tooMany);
    waiting[6]!.send({ type: 'connection_init' });
    await waiting[6]!.next('connection_ack');
    for (const client of [...placed, waiting[6]!])
      expect(await client.run('{ name }')).toHaveLength(2);
    expect(dropped).toEqual(Array.from({ length: 6 }, () => 'websockets'));
    expect(server.gateway.load().webSockets).toBe(5);
  });
});

describe('a place of a WebSocket', { tags: ['S37', 'S38'] }, () => {
  it('is kept by callers that a service has accepted, and by running operations', async () => {
    await start({ MAX_WEBSOCKETS: '4' });
    const accepted = await connect('known');
    const running = await connect('invented');
    await runWaiting(running);
    const idle = [await connect('invented'), await connect()];
    // Each finds a place, that of the one before it in the end.
    const later: TestSocket[] = [];
    for (let index = 0; index < 5; index += 1) later.push(await connect(`invented-${index}`));
    for (const { closed } of [...idle, ...later.slice(0, 3)]) expect(await closed).toEqual(tooMany);
    for (const client of [accepted, running, ...later.slice(3)])
      expect(await client.run('{ name }')).toHaveLength(2);
    const known = [await connect('known'), await connect('known')];
    for (const { closed } of later.slice(3)) expect(await closed).toEqual(tooMany);
    for (const client of [accepted, running, ...known])
      expect(await client.run('{ name }')).toHaveLength(2);
    // The operation ends: another caller may have the place.
    running.send({ id: wait.id, type: 'complete' });
    await expect.poll(() => server.gateway.load().requests).toBe(0);
    await connect();
    expect(await running.closed).toEqual(tooMany);
  });
  it('is refused if all are kept: before the WebSocket is opened, or after connection_init', async () => {
    await start({ MAX_WEBSOCKETS: '2' });
    const waiting = await open();
    const [first] = [await connect('known'), await connect('friend')];
    expect(await rejectedSocket(server.url)).toMatchObject({ status: 503 });
    waiting.send({ type: 'connection_init' });
    expect(await waiting.closed).toEqual(tooMany);
    await first.close();
    await expect.poll(() => server.gateway.load().webSockets).toBe(1);
    await connect();
  });
  it('is taken from the caller with most, if it has more than its share', {
    tags: ['R37'],
  }, async () => {
    await start({ MAX_WEBSOCKETS: '4' });
    const waiting = await open();
    const many: TestSocket[] = [];
    for (let index = 0; index < 4; index += 1) many.push(await connect('known'));
    await runWaiting(many[3]!);
    const friends = [await connect('friend'), await connect('friend')];
    const share =
      'Too many open WebSockets with this access token: others need their share. End some of them, or connect again later.';
    // The newest ones, but for the one with an operation.
    for (const { closed } of many.slice(1, 3)) expect(await closed).toEqual([1013, share]);
    waiting.send({ type: 'connection_init', payload: { authorization: 'Bearer friend' } });
    expect(await waiting.closed).toEqual([1013, share]);
    for (const client of [many[0]!, many[3]!, ...friends])
      expect(await client.run('{ name }')).toHaveLength(2);
  });
});

describe('a half-sent message of a WebSocket', { tags: ['S38', 'S28'] }, () => {
  /** The first bytes of a message of 100,000 bytes. */
  const text = JSON.stringify({ id: '1', type: 'subscribe', payload: { query: '{ name }' } });
  const whole = frameOf(text.padEnd(100_000));
  const [firstPart, lastPart] = [whole.subarray(0, 80_000), whole.subarray(80_000)];
  const init = (token: string): Buffer =>
    frameOf(
      JSON.stringify({ type: 'connection_init', payload: { authorization: `Bearer ${token}` } }),
    );
  const halfSend = async (...parts: readonly Buffer[]): Promise<RawSocket> => {
    const client = await openRaw();
    for (const part of parts) client.send(part);
    await settle();
    return client;
  };
  /** What has been sent before has been received when a later request is answered. */
  const settle = async (): Promise<void> => {
    for (let index = 0; index < 3; index += 1) await server.query('{ name }');
  };
  /** The codes by which the gateway has closed WebSockets. */
  const answersOf = async (clients: readonly RawSocket[]): Promise<unknown[]> => {
    await settle();
    return clients.map(({ closeCode }) => closeCode());
  };
  const post = (bytes: number) =>
    server.send('/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"query":"{ name }"}'.padEnd(bytes),
    });

  it('takes memory of bodies, and makes room: unknown callers first', async () => {
    await start({ MAX_RECEIVED_BYTES: '300000' });
    const accepted = await halfSend(init('known'), firstPart);
    const unknown = await halfSend(init('invented'), firstPart);
    const silent = await halfSend(firstPart);
    const executed = server.seen.facts.length;
    expect((await post(90_000)).status).toBe(200);
    expect(await unknown.closed).toBe(1013);
    expect([accepted.closeCode(), silent.closeCode()]).toEqual([undefined, undefined]);
    accepted.send(lastPart);
    await expect.poll(() => server.seen.facts.length).toBe(executed + 2);
    silent.send(lastPart);
    await expect.poll(silent.closeCode).toBe(4401);
    expect(dropped).toEqual(['memory']);
    // The memory is free again.
    await expect.poll(async () => (await post(280_000)).status).toBe(200);
    expect(accepted.closeCode()).toBeUndefined();
  });
  it('takes more memory than its bytes if it comes in small frames', async () => {
    await start({ MAX_RECEIVED_BYTES: '300000' });
    const [first, next] = [{ isLast: false }, { isLast: false, opcode: 0 }];
    const small = Array.from({ length: 1_500 }, (_, at) => frameOf(' ', at === 0 ? first : next));
    const client = await halfSend(Buffer.concat(small));
    expect(await client.closed).toBe(1013);
  });
  it('is closed if it does not arrive in time, even if pings come meanwhile', {
    tags: ['S32'],
  }, async () => {
    await start({ RECEIVE_TIMEOUT_MS: '1000' });
    const begun = frameOf(text.slice(0, 20), { isLast: false });
    const clients = [
      await halfSend(init('known'), begun, frameOf('', { opcode: 9 })),
      await halfSend(init('known'), firstPart),
    ];
    await clock.advance(999);
    expect(await answersOf(clients)).toEqual([undefined, undefined]);
    await clock.advance(1);
    for (const { closed } of clients) expect(await closed).toBe(1013);
  });
  it('has no time limit when it is complete', async () => {
    await start({ RECEIVE_TIMEOUT_MS: '1000' });
    const [one, two] = [text.slice(0, 20), text.slice(20)];
    const client = await halfSend(
      init('known'),
      frameOf(one, { isLast: false }),
      frameOf('ping', { opcode: 9 }),
      frameOf(two, { opcode: 0 }),
    );
    await expect.poll(() => server.seen.facts.length).toBe(4);
    await clock.advance(10_000);
    expect(await answersOf([client])).toEqual([undefined]);
  });
});

describe('the message of an operation', { tags: ['S28'] }, () => {
  it('is in the memory of bodies until the operation ends', async () => {
    await start({ MAX_RECEIVED_BYTES: '5000' });
    const client = await connect();
    const large = (id: string, query: string) => ({
      id,
      type: 'subscribe',
      payload: { query, extensions: { filler: 'x'.repeat(3_000) } },
    });
    client.send(large('a', '{ wait }'));
    await expect.poll(() => server.seen.resolved).toBe(1);
    client.send(large('b', '{ name }'));
    expect(await client.next('error')).toMatchObject({
      id: 'b',
      payload: [
        {
          message: 'Too many large requests at the moment; retry after 1 second.',
          extensions: { code: 'OVERLOADED', requestId: expect.any(String) },
        },
      ],
    });
    expect(await client.run('{ name }')).toHaveLength(2);
    client.send({ id: 'a', type: 'complete' });
    client.send(large('c', '{ name }'));
    await expect.poll(() => client.messages).toContainEqual({ id: 'c', type: 'complete' });
    expect(dropped).toEqual([]);
  });
});
