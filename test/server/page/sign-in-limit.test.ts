/** How many sign-ins are exchanged at the same time, and how many of them from one address. */
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Env, type RunningGateway, startGateway } from '../../support/gateway/gateway.ts';
import { verifier } from '../../support/page/sign-in.ts';
import { type HttpServer, httpServer } from '../../support/http-server.ts';

/** Answers the exchanges that have arrived at the token endpoint. */
let waiting: (() => void)[];

/** Whether the token endpoint answers at once. */
let isOpen: boolean;

let endpoint: HttpServer;

let gateway: RunningGateway;

beforeEach(async () => {
  waiting = [];
  isOpen = false;
  endpoint = await httpServer((req, res) => {
    req.resume();
    const answer = (): void => void res.end('{"access_token":"a"}');
    if (isOpen) answer();
    else waiting.push(answer);
  });
});

afterEach(async () => {
  answerAll();
  await gateway.close();
  await endpoint.close();
});

async function start(env: Env = {}): Promise<void> {
  const oauthClient = {
    clientId: 'client',
    clientSecret: 'secret',
    authorizationUrl: 'https://accounts.example/auth',
    tokenUrl: `${endpoint.url}/token`,
  };
  gateway = await startGateway({ oauthClient, env });
}

function answerAll(): void {
  for (const answer of waiting.splice(0)) answer();
}

/** Where a request comes from. */
interface Source {
  readonly localAddress?: string;
  readonly forwarded?: string;
}

/** A request with a code, over a connection of its own. */
interface SentExchange {
  readonly answer: Promise<{ status: unknown; retryAfter: unknown; body: unknown }>;
  readonly leave: () => void;
}

function send({ localAddress, forwarded }: Source): SentExchange {
  const { url } = gateway;
  const sent = request(`${url}/oauth/token`, {
    method: 'POST',
    agent: false,
    localAddress,
    headers: {
      origin: url,
      'content-type': 'application/x-www-form-urlencoded',
      ...(forwarded !== undefined && { 'x-forwarded-for': forwarded }),
    },
  });
  const form = { code: 'a', code_verifier: verifier, redirect_uri: `${url}/graphql` };
  sent.end(new URLSearchParams(form).toString());
  const read = async ([response]: [IncomingMessage]) => ({
    status: response.statusCode,
    retryAfter: response.headers['retry-after'],
    body: JSON.parse(await text(response)) as unknown,
  });
  const answer = once(sent, 'response').then((args) => read(args as [IncomingMessage]));
  // Those that leave get none.
  answer.catch(() => {});
  return { answer, leave: () => void sent.destroy() };
}

/** Sends requests, and waits until the endpoint has them. */
async function hold(count: number, source: Source = {}): Promise<SentExchange[]> {
  const expected = waiting.length + count;
  const sent = Array.from({ length: count }, () => send(source));
  await expect.poll(() => waiting.length, { interval: 2 }).toBe(expected);
  return sent;
}

const tooMany = 'Too many sign-ins; retry after 1 second.';
const tooManyHere = 'Too many sign-ins from your address; retry after 1 second.';

/** Asserts that a request is refused, and does not reach the endpoint. */
async function expectRefused(source: Source, message: string): Promise<void> {
  const before = waiting.length;
  expect(await send(source).answer).toEqual({
    status: 503,
    retryAfter: '1',
    body: {
      errors: [{ message, extensions: expect.objectContaining({ code: 'OVERLOADED' }) }],
    },
  });
  expect(waiting.length).toBe(before);
}

/** Answers all. @returns the statuses that the requests get */
async function answered(sent: readonly SentExchange[]): Promise<unknown[]> {
  answerAll();
  return Promise.all(sent.map(async ({ answer }) => (await answer).status));
}

const served = (count: number): number[] => Array<number>(count).fill(200);

describe('the token endpoint gets at the same time', () => {
  it('at most 16 requests, and 4 of one address', async () => {
    await start();
    const sent: SentExchange[] = [];
    for (const end of [1, 2, 3, 4]) {
      const source = { localAddress: `127.0.0.${end}` };
      sent.push(...(await hold(4, source)));
      await expectRefused(source, tooManyHere);
    }
    await expectRefused({ localAddress: '127.0.0.5' }, tooMany);
    expect(await answered(sent)).toEqual(served(16));
    // Nothing of them has remained: as many can begin again.
    for (const localAddress of ['127.0.0.1', '127.0.0.5'])
      expect(await answered(await hold(4, { localAddress }))).toEqual(served(4));
  });
  it('those of clients that have left, which count until they are answered', async () => {
    await start();
    for (const { leave } of await hold(4)) leave();
    await expect.poll(() => gateway.gateway.countConnections(), { interval: 2 }).toBe(0);
    await expectRefused({}, tooManyHere);
    isOpen = true;
    answerAll();
    const statusOf = async (): Promise<unknown> => (await send({}).answer).status;
    await expect.poll(statusOf, { interval: 2 }).toBe(200);
  });
  it.each([
    ['IPv4', '192.0.2.1', '192.0.2.1', '192.0.2.2'],
    ['IPv4 as IPv6', '192.0.2.1', '::ffff:192.0.2.1', '::ffff:192.0.2.2'],
    ['IPv6', '2001:db8:0:1::1', '2001:db8:0:1:ffff::2', '2001:db8:0:2::1'],
  ])('4 of a client behind a trusted proxy: %s', async (_, client, same, other) => {
    await start({ TRUSTED_PROXIES: '127.0.0.1' });
    const sent = await hold(4, { forwarded: `198.51.100.7, ${client}` });
    await expectRefused({ forwarded: same }, tooManyHere);
    sent.push(...(await hold(1, { forwarded: other })));
    expect(await answered(sent)).toEqual(served(5));
  });
  it('4 of an address that says that it is others', async () => {
    await start();
    const sent: SentExchange[] = [];
    for (const end of [1, 2, 3, 4]) sent.push(...(await hold(1, { forwarded: `192.0.2.${end}` })));
    await expectRefused({ forwarded: '192.0.2.5' }, tooManyHere);
    expect(await answered(sent)).toEqual(served(4));
  });
});
