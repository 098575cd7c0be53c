/** Events that several subscribers receive: who executes them, and what each of them gets. */
import { buildSchema, type GraphQLSchema } from 'graphql';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { graphError } from '../../../src/engine/schema/error/error.ts';
import type { RequestDetails } from '../../../src/server/connection/server-request.ts';
import type { EventStream, SubscriptionRequest } from '../../support/event-stream.ts';
import { promised } from '../../support/promised-size.ts';
import { type RunningServer, startServer } from '../../support/server.ts';
import { transports } from '../../support/subscription-client.ts';

interface Tick {
  readonly number: number;
}

/** Gives each event to all who are subscribed. */
class Ticks {
  readonly #waiting = new Set<(result: IteratorResult<Tick, undefined>) => void>();

  /** The number of subscribers that wait for an event. */
  get waiting(): number {
    return this.#waiting.size;
  }

  emit(number: number): void {
    const tick = { number };
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    for (const resolve of waiting) resolve({ value: tick, done: false });
  }

  subscribe(): AsyncIterableIterator<Tick, undefined> {
    let end: ((result: IteratorResult<Tick, undefined>) => void) | undefined;
    return {
      next: () =>
        new Promise((resolve) => {
          end = resolve;
          this.#waiting.add(resolve);
        }),
      return: async () => {
        if (end) this.#waiting.delete(end);
        end?.({ value: undefined, done: true });
        return { value: undefined, done: true };
      },
      [Symbol.asyncIterator]() {
        return this;
      },
    };
  }
}

const subscribers = promised(200, 20);

let ticks: Ticks;

let server: RunningServer;

/** The executions of events. */
let executions: RequestDetails[];

/** What an execution waits for. */
let gate: Promise<unknown> | undefined;

function schemaOf(): GraphQLSchema {
  const schema = buildSchema(`
    type Query { name: String }
    type Tick { number: Int times(factor: Int): Int failing: Int }
    type Subscription { tick(after: String): Tick }
  `);
  Object.assign(schema.getSubscriptionType()!.getFields()['tick']!, {
    subscribe: () => ticks.subscribe(),
    resolve: async (tick: Tick, _: unknown, { details }: { readonly details: RequestDetails }) => {
      executions.push(details);
      await gate;
      return tick;
    },
  });
  const fields = schema.getType('Tick') as unknown as {
    getFields(): Record<string, { resolve: (tick: Tick, args: { factor: number }) => number }>;
  };
  fields.getFields()['times']!.resolve = ({ number }, { factor }) => number * factor;
  fields.getFields()['failing']!.resolve = () => {
    throw graphError('NOT_FOUND', 'Missing.');
  };
  return schema;
}

beforeEach(async () => {
  ticks = new Ticks();
  executions = [];
  gate = undefined;
  server = await startServer({
    schema: schemaOf(),
    reachable: async () => true,
    contextOf: (details) => ({ details }),
    extensionsOf: () => ({ cost: { requests: 1, units: { VIDEO: 2 } } }),
  });
});

afterEach(() => server.close());

const tick = 'subscription ($after: String) { tick(after: $after) { number } }';

const times = 'subscription ($factor: Int) { tick { times(factor: $factor) } }';

/** The lines of the log about subscriptions that have ended. */
const linesOf = (): Record<string, unknown>[] =>
  server.lines.filter(({ type }) => type === 'subscription');

describe.each(Object.entries(transports))('over %s, an event', (_, open) => {
  const subscribe = async (requests: readonly SubscriptionRequest[]): Promise<EventStream[]> => {
    const clients = await Promise.all(requests.map((each) => open(server.url, each)));
    await expect.poll(() => ticks.waiting).toBe(requests.length);
    return clients;
  };

  const leaveAll = async (clients: readonly EventStream[]): Promise<void> => {
    for (const { leave } of clients) leave();
    await expect.poll(() => linesOf().length).toBe(clients.length);
  };

  it('is executed once for all equal subscriptions, and equal for all', {
    tags: ['R41'],
  }, async () => {
    const request = { query: tick, token: 'one' };
    const clients = await subscribe(Array.from({ length: subscribers }, () => request));
    for (const number of [1, 2, 3]) {
      ticks.emit(number);
      await expect.poll(() => ticks.waiting).toBe(subscribers);
    }
    expect(executions).toHaveLength(3);
    const extensions = { cost: { requests: 1, units: { VIDEO: 2 } } };
    const expected = [1, 2, 3].map((number) => ({ data: { tick: { number } }, extensions }));
    for (const { until } of clients) expect(await until(3)).toEqual(expected);
    await leaveAll(clients);
    // The calls of an event were made once.
    const calls = linesOf().map((line) => (line['calls'] as number | undefined) ?? 0);
    expect(calls.reduce((sum, each) => sum + each)).toBe(3);
  });
  it.each<[string, readonly SubscriptionRequest[], number]>([
    ['another token', ['one', 'two'].map((token) => ({ query: tick, token })), 2],
    ['another document', [tick, `${tick} # other`].map((query) => ({ query, token: 'one' })), 2],
    [
      'another variable of a field',
      [2, 3].map((factor) => ({ query: times, variables: { factor }, token: 'one' })),
      2,
    ],
    [
      'another trace: for those who ask for it',
      ['1', '0'].map((value) => ({ query: tick, headers: { 'x-trace': value }, token: 'one' })),
      2,
    ],
    [
      'another cursor, which an event does not depend on',
      ['a', 'b'].map((after) => ({ query: tick, variables: { after }, token: 'one' })),
      1,
    ],
  ])('has an execution of its own for %s, or shares one', async (_, requests, count) => {
    const clients = await subscribe(requests);
    ticks.emit(5);
    const results = await Promise.all(clients.map(({ until }) => until(1)));
    expect(executions).toHaveLength(count);
    for (const [index, [{ data }]] of results.entries()) {
      const { factor } = { factor: undefined, ...requests[index]!.variables };
      expect(data.tick).toEqual(factor === undefined ? { number: 5 } : { times: 5 * factor });
    }
    await leaveAll(clients);
  });
  it('tells null from no value', async () => {
    const query = 'subscription ($factor: Int = 2) { tick { times(factor: $factor) } }';
    const requests = [{}, { factor: null }].map((variables) => ({
      query,
      variables,
      token: 'one',
    }));
    const clients = await subscribe(requests);
    ticks.emit(5);
    const results = (await Promise.all(clients.map(({ until }) => until(1)))).flat();
    expect(results.map(({ data }) => data.tick.times)).toEqual([10, 0]);
    await leaveAll(clients);
  });
  it('has errors with the id of each request', async () => {
    const query = 'subscription { tick { number failing } }';
    const request = { query, token: 'one' };
    const clients = await subscribe([request, request, request]);
    ticks.emit(1);
    const results = await Promise.all(clients.map(({ until }) => until(1)));
    expect(executions).toHaveLength(1);
    for (const [result] of results)
      expect(result).toMatchObject({
        data: { tick: { number: 1, failing: null } },
        errors: [
          {
            message: 'Missing.',
            path: ['tick', 'failing'],
            extensions: { code: 'NOT_FOUND', requestId: expect.any(String) },
          },
        ],
      });
    const ids = results.map(([{ errors }]) => errors[0].extensions.requestId as string);
    expect(new Set(ids).size).toBe(3);
    await leaveAll(clients);
    expect(new Set(linesOf().map(({ requestId }) => requestId))).toEqual(new Set(ids));
  });
  it('is executed to its end if one of its subscribers leaves, and aborted if all leave', async () => {
    const request = { query: tick, token: 'one' };
    const [first, second] = (await subscribe([request, request])) as [EventStream, EventStream];
    const { promise, resolve } = Promise.withResolvers<void>();
    gate = promise;
    ticks.emit(1);
    await expect.poll(() => executions.length).toBe(1);
    first.leave();
    await expect.poll(() => linesOf().length).toBe(1);
    expect(executions[0]!.signal.aborted).toBe(false);
    resolve();
    expect(await second.until(1)).toMatchObject([{ data: { tick: { number: 1 } } }]);
    gate = new Promise(() => {});
    ticks.emit(2);
    await expect.poll(() => executions.length).toBe(2);
    second.leave();
    await expect.poll(() => executions[1]!.signal.aborted).toBe(true);
  });
});

it('subscribers over all transports share an execution', async () => {
  const request = { query: tick, token: 'one' };
  const clients = await Promise.all(
    Object.values(transports).map((open) => open(server.url, request)),
  );
  await expect.poll(() => ticks.waiting).toBe(clients.length);
  ticks.emit(1);
  const results = await Promise.all(clients.map(({ until }) => until(1)));
  expect(executions).toHaveLength(1);
  for (const result of results) expect(result).toEqual(results[0]);
  for (const { leave } of clients) leave();
});
