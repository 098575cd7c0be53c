import { type IncomingMessage, request } from 'node:http';
import { setImmediate as turn } from 'node:timers/promises';
import { buildSchema, GraphQLError } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { graphError } from '../../../src/engine/schema/error/error.ts';
import { DrivenClock } from '../../support/clock/driven-clock.ts';
import { untilQuiet } from '../../support/clock/quiet.ts';
import { type Env, type TestResponse, startServer } from '../../support/gateway/server.ts';
import type { RequestDetails } from '../../../src/server/connection/server-request.ts';

const schema = buildSchema(
  'type Query { name: String large: String } type Subscription { tick(fail: Boolean, refuse: String): Int  big: String }',
);

/** Errors that a subscribe function may throw, by name. */
const thrown: Readonly<Record<string, Error>> = {
  plain: new Error('planted-reason'),
  uncoded: new GraphQLError('planted-reason'),
  coded: graphError('OVERLOADED', 'Subscribe again.'),
};

/** A subscription with three events that records the context of each event. */
function ticking() {
  const contexts: { facts: RequestDetails }[] = [];
  const resolvedIn: object[] = [];
  Object.assign(schema.getSubscriptionType()!.getFields()['tick']!, {
    subscribe: (_: unknown, { fail = false, refuse }: { fail?: boolean; refuse?: string }) => {
      if (refuse !== undefined) throw thrown[refuse]!;
      return ticks(fail);
    },
    resolve: ({ tick }: { tick: number }, _: unknown, context: object) => {
      resolvedIn.push(context);
      return tick;
    },
  });
  const contextOf = (facts: RequestDetails) => {
    const context = { facts };
    contexts.push(context);
    return context;
  };
  return { contexts, resolvedIn, contextOf };
}

async function* ticks(fail: boolean) {
  for (const tick of [1, 2, 3]) {
    if (fail && tick === 2) throw new Error('planted-reason');
    yield { tick };
  }
}

const sse = { accept: 'text/event-stream' };

const events = ({ text }: TestResponse): unknown[] =>
  [...text.matchAll(/^event: next\ndata: (.*)$/gm)].map(([, data]) => JSON.parse(data!) as unknown);

describe('a response as server-sent events', () => {
  const parts = ticking();
  let server: Awaited<ReturnType<typeof startServer>>;
  beforeAll(async () => {
    server = await startServer({
      schema,
      reachable: async () => true,
      contextOf: parts.contextOf,
      extensionsOf: () => ({ cost: 0 }),
    });
  });
  afterAll(() => server.close());

  it('contains the data of a query', async () => {
    expect(events(await server.query('{ name }', {}, sse))).toEqual([
      { data: { name: null }, extensions: { cost: 0 } },
    ]);
  });
  it('contains each event of a subscription, executed in a context of its own', async () => {
    parts.resolvedIn.length = 0;
    const response = await server.query('subscription { tick }', {}, sse);
    expect(response.headers.get('content-type')).toContain('text/event-stream');
    expect(events(response)).toEqual(
      [1, 2, 3].map((tick) => ({ data: { tick }, extensions: { cost: 0 } })),
    );
    expect(new Set(parts.resolvedIn).size).toBe(3);
  });
  it('is sent for a GET with a header that needs a preflight', async () => {
    const path = `/graphql?${new URLSearchParams({ query: 'subscription { tick }' })}`;
    const rejected = await server.send(path, { headers: sse });
    expect([rejected.status, rejected.text.includes('tick')]).toEqual([403, false]);
    expect(
      events(await server.send(path, { headers: { ...sse, authorization: 'Bearer t' } })),
    ).toHaveLength(3);
  });
  it.each([
    '{ a: name { ',
    `{ ${Array.from({ length: 31 }, (_, index) => `a${index}: name`).join(' ')} }`,
    'subscription { tock }',
  ])('is rejected by the same limits: %s', async (document) => {
    const before = parts.contexts.length;
    const { text } = await server.query(document, {}, sse);
    expect(text).toMatch(/"code":"(GRAPHQL|QUERY)_\w+"/);
    expect(parts.contexts.length).toBe(before);
  });
  it('does not contain the message of an unexpected error', async () => {
    const { text } = await server.query('subscription { tick(fail: true) }', {}, sse);
    expect(text).toContain('"tick":1');
    expect(text).toContain('"code":"INTERNAL"');
    expect(text).not.toContain('planted');
  });
  it.each(['plain', 'uncoded'])(
    'hides an unexpected error of the subscribe function: %s',
    async (refuse) => {
      const document = 'subscription ($refuse: String) { tick(refuse: $refuse) }';
      const response = await server.query(document, { refuse }, sse);
      expect(events(response)).toMatchObject([
        {
          errors: [
            {
              message: 'An unexpected error occurred in the gateway. Report it with its requestId.',
              path: ['tick'],
              extensions: { code: 'INTERNAL', requestId: expect.any(String) },
            },
          ],
        },
      ]);
      expect(response.text).not.toContain('planted');
      expect(server.lines.findLast(({ msg }) => msg === 'internal error')).toMatchObject({
        error: { at: expect.arrayContaining([expect.stringContaining('stream.gate.test.ts')]) },
      });
    },
  );
  it('shows an error of the subscribe function that has a code', async () => {
    const response = await server.query('subscription { tick(refuse: "coded") }', {}, sse);
    expect(events(response)).toMatchObject([
      { errors: [{ message: 'Subscribe again.', extensions: { code: 'OVERLOADED' } }] },
    ]);
  });
  it('names a variable of the wrong type', async () => {
    const document = 'subscription ($fail: Boolean) { tick(fail: $fail) }';
    const response = await server.query(document, { fail: 'x' }, sse);
    expect(events(response)).toMatchObject([
      {
        errors: [
          { message: expect.stringContaining('$fail'), extensions: { code: 'INVALID_INPUT' } },
        ],
      },
    ]);
  });
});

it('a stream without events sends comments, so that proxies keep it open', async () => {
  const ever = buildSchema('type Query { name: String } type Subscription { ever: Int }');
  let running = 0;
  ever.getSubscriptionType()!.getFields()['ever']!.subscribe = () => {
    let end: ((result: IteratorReturnResult<undefined>) => void) | undefined;
    running += 1;
    return {
      next: () => new Promise((resolve) => (end = resolve)),
      return: async () => {
        running -= 1;
        end?.({ value: undefined, done: true });
        return { value: undefined, done: true };
      },
      [Symbol.asyncIterator]() {
        return this;
      },
    };
  };
  const clock = new DrivenClock();
  const parts = { schema: ever, reachable: async () => true, contextOf: () => ({}), clock };
  await using server = await startServer(parts);
  const response = await fetch(`${server.url}/graphql`, {
    method: 'POST',
    headers: { ...sse, 'content-type': 'application/json' },
    body: '{"query":"subscription { ever }"}',
  });
  let text = '';
  for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
    text += chunk;
    if (text.length >= 9) break;
    await clock.advance(300);
  }
  expect(text).toBe(':\n\n:\n\n:\n\n');
  // The end of the loop has closed the connection.
  await expect.poll(() => running).toBe(0);
});

describe('a stream whose client does not read', () => {
  /** Starts a subscription to long events, and stops reading. @returns events, and its end */
  async function subscribe(env: Env) {
    const counts = { events: 0, ended: 0 };
    async function* endless() {
      try {
        for (;;) {
          counts.events += 1;
          yield {};
          await turn();
        }
      } finally {
        counts.ended += 1;
      }
    }
    Object.assign(schema.getSubscriptionType()!.getFields()['big']!, {
      subscribe: endless,
      resolve: () => 'x'.repeat(256 * 1024),
    });
    const clock = new DrivenClock();
    const parts = { schema, reachable: async () => true, contextOf: () => ({}), clock };
    const server = await startServer(parts, env);
    const response = await new Promise<IncomingMessage>((resolve) => {
      const headers = { ...sse, 'content-type': 'application/json' };
      request(`${server.url}/graphql`, { method: 'POST', headers }, resolve).end(
        '{"query":"subscription { big }"}',
      );
    });
    return { server, response, counts, clock };
  }

  it('makes no further events, and is closed after a time', async () => {
    const { server, response, counts, clock } = await subscribe({ STREAM_IDLE_TIMEOUT_MS: '300' });
    await untilQuiet(() => counts.events);
    await clock.advance(299);
    expect(counts.ended).toBe(0);
    // It may have been written to until the first of four looks.
    await clock.advance(76);
    await expect.poll(() => counts.ended).toBe(1);
    // 64 events are 16 MB: more than the buffers of both sockets hold.
    expect(counts.events).toBeLessThan(64);
    expect(server.lines).toMatchObject([{ msg: 'request', aborted: true }]);
    response.destroy();
    await server.close();
  });
  it('stays open if the client reads', async () => {
    const { server, response, counts, clock } = await subscribe({ STREAM_IDLE_TIMEOUT_MS: '1000' });
    response.resume();
    // More time in all than the timeout, in steps in which further events can be written.
    for (let step = 0; step < 12 && counts.ended === 0; step += 1) {
      const before = counts.events;
      while (counts.events === before && counts.ended === 0) await turn();
      await clock.advance(100);
    }
    expect(counts.ended).toBe(0);
    response.destroy();
    await expect.poll(() => counts.ended).toBe(1);
    await server.close();
  });
});

describe('a plain response that nobody reads', () => {
  it('is closed after a time, whoever writes it', { tags: ['S40'] }, async () => {
    // More than the buffers of both sockets hold.
    schema.getQueryType()!.getFields()['large']!.resolve = () => 'x'.repeat(15 * 1024 * 1024);
    const clock = new DrivenClock();
    const parts = { schema, reachable: async () => true, contextOf: () => ({}), clock };
    await using server = await startServer(parts, { STREAM_IDLE_TIMEOUT_MS: '300' });
    const headers = { 'content-type': 'application/json' };
    // Yoga writes the response of a GET.
    const requests = [
      { method: 'POST', path: '/graphql', body: '{"query":"{ large }"}' },
      { method: 'GET', path: '/graphql?query={large}', body: '' },
    ];
    for (const { method, path, body } of requests) {
      const responding = new Promise<IncomingMessage>((resolve) => {
        request(`${server.url}${path}`, { method, headers, agent: false }, resolve).end(body);
      });
      const response = await clock.through(responding);
      await clock.advanceUntil(() => server.lines.length > 0);
      expect(server.lines.splice(0)).toMatchObject([{ msg: 'request', method, aborted: true }]);
      response.destroy();
    }
  });
  it('stays open if the client reads slowly', async () => {
    schema.getQueryType()!.getFields()['large']!.resolve = () => 'x'.repeat(15 * 1024 * 1024);
    const clock = new DrivenClock();
    const parts = { schema, reachable: async () => true, contextOf: () => ({}), clock };
    await using server = await startServer(parts, { STREAM_IDLE_TIMEOUT_MS: '1000' });
    const responding = new Promise<IncomingMessage>((resolve) => {
      const headers = { 'content-type': 'application/json' };
      const options = { method: 'POST', headers, agent: false };
      request(`${server.url}/graphql`, options, resolve).end('{"query":"{ large }"}');
    });
    const response = await clock.through(responding);
    let length = 0;
    for await (const chunk of response) {
      length += (chunk as Buffer).length;
      // Longer than the timeout in all, and in steps that are much shorter.
      if (length % (1024 * 1024) < 65_536) await clock.advance(120);
    }
    expect(length).toBeGreaterThan(15 * 1024 * 1024);
    expect(server.lines).not.toMatchObject([{ aborted: true }]);
  });
});
