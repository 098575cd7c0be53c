/** Questions to users in the middle of calls, over HTTP, with one replica and with several. */
import { afterEach, describe, expect, it } from 'vitest';
import { MemoryStore } from '../../src/engine/store/memory-store.ts';
import { DrivenClock } from '../support/clock/driven-clock.ts';
import {
  type GatewayOptions,
  type RunningGateway,
  startGateway,
} from '../support/gateway/gateway.ts';
import { eras } from '../support/client/mcp-client.ts';
import { agreed, connectAsked, withOwnTools } from './own-tools.ts';

const opened: RunningGateway[] = [];

afterEach(async () => {
  for (const each of opened.splice(0).toReversed()) await each.close();
});

async function start(options: GatewayOptions = {}): Promise<RunningGateway> {
  const env = { MCP: 'on', LINK_SECRET: 's'.repeat(32), ...options.env };
  const gateway = await startGateway({ ...options, adaptOffer: withOwnTools, env });
  opened.push(gateway);
  return gateway;
}

/** A store that replicas share, in one process. */
class ReplicaStore extends MemoryStore {
  override readonly isShared = true;
}

async function startTwo(): Promise<readonly [RunningGateway, RunningGateway]> {
  const sharedStore = new ReplicaStore();
  const first = await start({ sharedStore });
  return [first, await start({ sharedStore, sandbox: first.sandbox })];
}

const waiting = ({ gateway }: RunningGateway): number =>
  gateway.load().shares['agent_questions']!.used;

/** A user who answers when the test says so. */
function slowUser() {
  const { promise, resolve } = Promise.withResolvers<object>();
  const asked = Promise.withResolvers<AbortSignal>();
  const answer = (signal: AbortSignal): Promise<object> => {
    asked.resolve(signal);
    return promise;
  };
  return { answer, asked: asked.promise, say: resolve };
}

const message = (body: object, more: Readonly<Record<string, string>> = {}): RequestInit => ({
  method: 'POST',
  headers: {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    authorization: 'Bearer studio-owner',
    ...more,
  },
  body: JSON.stringify({ jsonrpc: '2.0', ...body }),
});

const call = (name: string, args: object = {}): object => ({
  id: 1,
  method: 'tools/call',
  params: { name, arguments: args, _meta: { progressToken: 7 } },
});

describe.each(eras)('a question to the user of a client: %s', (era) => {
  it('is answered', async () => {
    const gateway = await start();
    await using asked = await connectAsked(gateway.url, { era, answer: async () => agreed });
    expect(await asked.call('ask')).toEqual({ canAsk: true, answers: { sure: agreed } });
  });
  it('is not put to a client that cannot ask', async () => {
    const gateway = await start();
    await using mute = await connectAsked(gateway.url, { era });
    expect(await mute.call('ask')).toEqual({ canAsk: false });
  });
  it('is answered by way of another replica', async () => {
    const replicas = await startTwo();
    let count = 0;
    const send: typeof fetch = (input, init) => {
      count += 1;
      const url = String(input instanceof Request ? input.url : input);
      return fetch(url.replace(replicas[0].url, replicas[count % 2]!.url), init);
    };
    const options = { era, answer: async () => agreed, fetch: send };
    await using asked = await connectAsked(replicas[0].url, options);
    for (let round = 0; round < 3; round += 1)
      expect(await asked.call('ask')).toMatchObject({ answers: { sure: agreed } });
  });
  it('holds no place among the operations', async () => {
    const gateway = await start({ env: { MAX_CONCURRENT_REQUESTS: '1' } });
    const user = slowUser();
    await using asked = await connectAsked(gateway.url, { era, answer: user.answer });
    const answered = asked.call('ask');
    await user.asked;
    expect(gateway.gateway.load().requests).toBe(0);
    await using other = await connectAsked(gateway.url, { token: 'studio-guest', era });
    expect((await other.call('MyStudio')).data.viewer).toBeTruthy();
    user.say({ action: 'decline' });
    expect(await answered).toMatchObject({ answers: { sure: { action: 'decline' } } });
  });
});

describe('a question that waits', () => {
  it('ends after five minutes, as if the user had closed it', async () => {
    const clock = new DrivenClock();
    const gateway = await start({ clock });
    const user = slowUser();
    await using asked = await connectAsked(gateway.url, { answer: user.answer });
    const answered = asked.call('ask', {}, { timeout: 600_000 });
    const signal = await user.asked;
    await clock.advance(299_999);
    expect([waiting(gateway), signal.aborted]).toEqual([1, false]);
    await clock.advance(1);
    expect(await answered).toMatchObject({ answers: { sure: { action: 'cancel' } } });
    // Its client closes it.
    expect(signal.aborted).toBe(true);
    // What is said later has no effect.
    user.say(agreed);
    expect(await asked.call('steps', { total: 0 })).toEqual({ done: 0 });
    expect(waiting(gateway)).toBe(0);
  });
  it('ends with the client, and with a call that is cancelled', async () => {
    const gateway = await start();
    const users = [slowUser(), slowUser()];
    const leaving = await connectAsked(gateway.url, { answer: users[0]!.answer });
    const left = leaving.call('ask').catch(() => 'left');
    const abort = new AbortController();
    await using cancelling = await connectAsked(gateway.url, { answer: users[1]!.answer });
    const { signal } = abort;
    const cancelled = cancelling.call('ask', {}, { signal }).catch(() => 'cancelled');
    await Promise.all(users.map(({ asked }) => asked));
    expect(waiting(gateway)).toBe(2);
    await leaving.client.close();
    expect(await left).toBe('left');
    await expect.poll(() => waiting(gateway)).toBe(1);
    abort.abort();
    expect(await cancelled).toBe('cancelled');
    await expect.poll(() => waiting(gateway)).toBe(0);
  });
  it('ends when the gateway drains, and the tool returns its result', async () => {
    const gateway = await start();
    const user = slowUser();
    await using asked = await connectAsked(gateway.url, { answer: user.answer });
    const answered = asked.call('ask');
    await user.asked;
    const drained = gateway.gateway.drain();
    expect(await answered).toMatchObject({ answers: { sure: { action: 'cancel' } } });
    expect(await drained).toEqual({ cutConnections: 0 });
  });
  it('is answered by its caller alone, once, and in time', async () => {
    const replicas = await startTwo();
    const user = slowUser();
    let id: unknown;
    const send: typeof fetch = async (input, init) => {
      const posted = typeof init?.body === 'string' ? JSON.parse(init.body) : {};
      if ('result' in posted) ({ id } = posted);
      return fetch(input, init);
    };
    const [{ url }] = replicas;
    await using asked = await connectAsked(url, { answer: user.answer, fetch: send });
    const answered = asked.call('ask');
    await user.asked;
    // Neither the numbers that the server counts with, nor anything else that can be guessed.
    for (const guess of [0, 1, '0', 'sure'])
      for (const { url: each } of replicas) {
        const forged = { id: guess, result: { action: 'accept', content: { yes: 'forged' } } };
        expect((await fetch(`${each}/mcp`, message(forged))).status).toBe(202);
      }
    expect(waiting(replicas[0])).toBe(1);
    user.say(agreed);
    expect(await answered).toMatchObject({ answers: { sure: agreed } });
    expect(id).toMatch(/^[\da-f-]{36}$/);
    const late = { id: id as string, result: { action: 'decline' } };
    for (const { url: each } of replicas)
      expect((await fetch(`${each}/mcp`, message(late))).status).toBe(202);
    const long = { id: 'any', result: { action: 'accept', content: { yes: 'a'.repeat(70_000) } } };
    expect((await fetch(`${url}/mcp`, message(long))).status).toBe(413);
  });
  it('of another caller cannot be answered by who knows its id', async () => {
    const replicas = await startTwo();
    const [{ url }] = replicas;
    const begun = await fetch(`${url}/mcp`, message(call('ask'), { 'mcp-session-id': 'asks-1' }));
    expect(begun.headers.get('content-type')).toBe('text/event-stream');
    const events = begun.body!.pipeThrough(new TextDecoderStream()).getReader();
    const { value } = await events.read();
    const { id } = JSON.parse(/^data: (.*)$/m.exec(value!)![1]!);
    const answer = { id, result: agreed };
    const foreign = message(answer, { authorization: 'Bearer studio-guest' });
    for (const { url: each } of replicas)
      expect((await fetch(`${each}/mcp`, foreign)).status).toBe(202);
    expect(waiting(replicas[0])).toBe(1);
    await fetch(`${replicas[1].url}/mcp`, message(answer));
    const last = await events.read();
    expect(last.value).toContain('\\"answers\\":{\\"sure\\":{\\"action\\":\\"accept\\"');
  });
  it('has a place that others need, too', async () => {
    const gateway = await start({ env: { MAX_AGENT_QUESTIONS: '2' } });
    const users = Array.from({ length: 4 }, slowUser);
    const askAs = async (token: string, user = users[0]!) => {
      const asked = await connectAsked(gateway.url, { token, answer: user.answer });
      return { asked, answered: asked.call('ask') };
    };
    const first = await askAs('studio-owner', users[0]);
    await users[0]!.asked;
    const second = await askAs('studio-owner', users[1]);
    await users[1]!.asked;
    // Nobody gives way to who has most: the tool does without.
    const third = await askAs('studio-owner', users[2]);
    expect(await third.answered).toEqual({ canAsk: false });
    const other = await askAs('studio-guest', users[3]);
    await users[3]!.asked;
    expect(await second.answered).toMatchObject({ answers: { sure: { action: 'cancel' } } });
    expect(waiting(gateway)).toBe(2);
    users[0]!.say(agreed);
    users[3]!.say(agreed);
    expect(await first.answered).toMatchObject({ answers: { sure: agreed } });
    expect(await other.answered).toMatchObject({ answers: { sure: agreed } });
    for (const { asked } of [first, second, third, other]) await asked.client.close();
  });
});
