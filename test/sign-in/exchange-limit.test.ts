/** How many sign-ins are ended at the same time, and how many of them from one address. */
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from 'vitest';
import { type Env, type RunningGateway, startGateway } from '../support/gateway/gateway.ts';
import { signInEnv, UserAgent } from '../support/page/user-agent.ts';

let gateway: RunningGateway;

/** Lets Google answer what has arrived. */
let answerAll: () => void;

afterEach(async () => {
  answerAll();
  await gateway.close();
});

async function start(env: Env = {}): Promise<void> {
  gateway = await startGateway({ env: { ...signInEnv, ...env } });
  hold();
}

/** Google does not answer from now on. */
function hold(): void {
  const { promise, resolve } = Promise.withResolvers<void>();
  gateway.sandbox.fault({ match: { signIn: '/token' }, until: promise });
  answerAll = () => {
    gateway.sandbox.clearFaults();
    resolve();
  };
}

/** Where a request comes from. */
interface Source {
  readonly localAddress?: string;
  readonly forwarded?: string;
}

/** The end of a sign-in, over a connection of its own. */
interface SentEnd {
  readonly answer: Promise<{ status: unknown; retryAfter: unknown; body: string }>;
  readonly leave: () => void;
}

/** Comes back from Google with a code that is none: a sign-in that anybody can begin. */
async function send({ localAddress, forwarded }: Source): Promise<SentEnd> {
  const browser = new UserAgent(gateway);
  const state = new URL(await browser.begin()).searchParams.get('state')!;
  const params = new URLSearchParams({ code: 'a', state, iss: gateway.sandbox.url });
  const sent = request(`${gateway.url}/auth/callback?${params}`, {
    agent: false,
    localAddress,
    headers: {
      cookie: browser.cookie,
      ...(forwarded !== undefined && { 'x-forwarded-for': forwarded }),
    },
  });
  sent.end();
  const read = async ([response]: [IncomingMessage]) => ({
    status: response.statusCode,
    retryAfter: response.headers['retry-after'],
    body: await text(response),
  });
  const answer = once(sent, 'response').then((args) => read(args as [IncomingMessage]));
  // Those that leave get none.
  answer.catch(() => {});
  return { answer, leave: () => void sent.destroy() };
}

const exchanges = (): number => gateway.sandbox.signIns()['authorization_code'] ?? 0;

/** Sends requests, and waits until Google has them. */
async function begin(count: number, source: Source = {}): Promise<SentEnd[]> {
  const expected = exchanges() + count;
  const sent = await Promise.all(Array.from({ length: count }, () => send(source)));
  await expect.poll(exchanges, { interval: 2 }).toBe(expected);
  return sent;
}

const tooMany = 'Too many sign-ins; retry after 1 second.';
const tooManyHere = 'Too many sign-ins from your address; retry after 1 second.';

/** Asserts that a request is refused, and does not reach Google. */
async function expectRefused(source: Source, message: string): Promise<void> {
  const before = exchanges();
  const { answer } = await send(source);
  expect(await answer).toEqual({
    status: 503,
    retryAfter: '1',
    body: expect.stringContaining(message),
  });
  expect(exchanges()).toBe(before);
}

/** Lets all be answered. @returns the statuses that the requests get */
async function answered(sent: readonly SentEnd[]): Promise<unknown[]> {
  answerAll();
  return Promise.all(sent.map(async ({ answer }) => (await answer).status));
}

/** Google does not know the code. */
const ended = (count: number): number[] => Array<number>(count).fill(400);

describe('the token endpoint gets at the same time', () => {
  it('at most 16 requests, and 4 of one address', async () => {
    await start();
    const sent: SentEnd[] = [];
    for (const end of [1, 2, 3, 4]) {
      const source = { localAddress: `127.0.0.${end}` };
      sent.push(...(await begin(4, source)));
      await expectRefused(source, tooManyHere);
    }
    await expectRefused({ localAddress: '127.0.0.5' }, tooMany);
    expect(await answered(sent)).toEqual(ended(16));
    // Nothing of them has remained: as many can begin again.
    for (const localAddress of ['127.0.0.1', '127.0.0.5']) {
      hold();
      expect(await answered(await begin(4, { localAddress }))).toEqual(ended(4));
    }
  });
  it('those of browsers that have left, which count until they are answered', async () => {
    await start();
    for (const { leave } of await begin(4)) leave();
    await expectRefused({}, tooManyHere);
    answerAll();
    const statusOf = async (): Promise<unknown> => (await (await send({})).answer).status;
    await expect.poll(statusOf, { interval: 2 }).toBe(400);
  });
  it.each([
    ['IPv4', '192.0.2.1', '192.0.2.1', '192.0.2.2'],
    ['IPv4 as IPv6', '192.0.2.1', '::ffff:192.0.2.1', '::ffff:192.0.2.2'],
    ['IPv6', '2001:db8:0:1::1', '2001:db8:0:1:ffff::2', '2001:db8:0:2::1'],
  ])('4 of a client behind a trusted proxy: %s', async (_, client, same, other) => {
    await start({ TRUSTED_PROXIES: '127.0.0.1' });
    const sent = await begin(4, { forwarded: `198.51.100.7, ${client}` });
    await expectRefused({ forwarded: same }, tooManyHere);
    sent.push(...(await begin(1, { forwarded: other })));
    expect(await answered(sent)).toEqual(ended(5));
  });
  it('4 of an address that says that it is others', async () => {
    await start();
    const sent: SentEnd[] = [];
    for (const end of [1, 2, 3, 4]) sent.push(...(await begin(1, { forwarded: `192.0.2.${end}` })));
    await expectRefused({ forwarded: '192.0.2.5' }, tooManyHere);
    expect(await answered(sent)).toEqual(ended(4));
  });
});
