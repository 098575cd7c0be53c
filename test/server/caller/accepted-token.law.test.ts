/**
 * Clients whose services have tokens of their own, while the services begin and cease to accept
 * them: a session and a WebSocket go on, and each place is freed for the caller who took it.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callerKey } from '../../../src/engine/caller/identities.ts';
import { operationsIn } from '../../../src/mcp/agent-operation.ts';
import { MemoryStore } from '../../../src/engine/store/memory-store.ts';
import { HttpSessions } from '../../../src/mcp/http-sessions.ts';
import { ToolCatalog } from '../../../src/mcp/tool-catalog.ts';
import { documentReader } from '../../../src/server/document/documents.ts';
import { connectAgent, eras } from '../../support/client/mcp-client.ts';
import { connectSocket } from '../../support/client/web-socket.ts';
import { configOf } from '../../support/gateway/server.ts';
import { small, startSmall } from '../../support/gateway/small-schema.ts';
import { useStudio } from '../../support/gateway/studio.ts';
import { sampled } from '../../support/report/sample.ts';

type Headers = Readonly<Record<string, string>>;

/** @returns each header with the token */
const headersOf = (tokens: Headers): Headers =>
  Object.fromEntries(Object.entries(tokens).map(([name, token]) => [name, `Bearer ${token}`]));

/** @returns all orders */
function ordersOf(all: readonly string[]): readonly (readonly string[])[] {
  if (all.length === 0) return [[]];
  return all.flatMap((first) =>
    ordersOf(all.filter((each) => each !== first)).map((others) => [first, ...others]),
  );
}

/** Which of the tokens are accepted, one moment after the other. */
const courses = [
  {
    course: 'each besides those before it',
    of: (order: readonly string[]) => order.map((_, index) => order.slice(0, index + 1)),
  },
  {
    course: 'each in place of the one before it',
    of: (order: readonly string[]) => order.map((each) => [each]),
  },
];

const combinations = [
  ['x-youtube-authorization', 'x-drive-authorization'],
  ['authorization', 'x-calendar-authorization'],
  ['x-youtube-authorization', 'x-drive-authorization', 'x-calendar-authorization'],
  ['authorization', 'x-youtube-authorization', 'x-drive-authorization', 'x-calendar-authorization'],
];

const cases = combinations.flatMap((names) => ordersOf(names).map((order) => ({ names, order })));

it('has all orders of two, three and four tokens', () => {
  expect(cases.length).toBe(2 + 2 + 6 + 24);
});

/** A gateway that serves agents, too. The test decides which tokens are accepted. */
async function startAccepting() {
  const accepted = new Set<string>();
  const waiting: (() => void)[] = [];
  const schema = small();
  const config = configOf({ MCP: 'on', MCP_TOOLS: 'none' });
  const documents = documentReader(config, schema);
  const operations = operationsIn(['query Name { name }', 'query Wait { wait }']);
  const tools = new ToolCatalog({ config, schema, documents, operations, examples: [] });
  const server = await startSmall(
    { MCP: 'on' },
    {
      schema,
      isAccepted: (caller) => accepted.has(caller),
      resolvers: { wait: () => new Promise((resolve) => waiting.push(() => resolve('ended'))) },
      agents: {
        authorizationServer: 'https://accounts.example',
        load: async (access) =>
          new HttpSessions({
            offer: { tools, operations, version: '1' },
            operations: access,
            store: new MemoryStore(),
            config,
          }),
      },
    },
  );
  const accept = (tokens: readonly string[]): void => {
    accepted.clear();
    for (const token of tokens) accepted.add(callerKey({ token }));
  };
  /** What callers have of each limit: all together, and one of them at most. */
  const shares = (): object =>
    Object.fromEntries(
      Object.entries(server.gateway.load().shares)
        .filter(([, { used, largest }]) => used !== 0 || largest !== 0)
        .map(([name, { used, largest }]) => [name, [used, largest]]),
    );
  return { server, waiting, accept, shares };
}

/** A client that has connected once, and sends operations until it leaves. */
interface Connected {
  readonly run: (operation: 'Name' | 'Wait') => Promise<unknown>;
  readonly leave: () => Promise<void>;
}

const values = { Name: { name: 'name' }, Wait: { wait: 'ended' } };

async function connectBySocket(url: string, headers: Headers): Promise<Connected> {
  const socket = await connectSocket(url, headers);
  return {
    run: async (operation) => {
      const [result, end] = await socket.run(operation === 'Name' ? '{ name }' : '{ wait }');
      expect(end?.type).toBe('complete');
      return result!.payload.data;
    },
    leave: () => socket.close(),
  };
}

async function connectByAgent(
  url: string,
  headers: Headers,
  era: (typeof eras)[0],
): Promise<Connected> {
  const agent = await connectAgent(url, headers, era);
  return {
    run: async (operation) => (await agent.call(operation)).body.data,
    leave: async () => {
      await agent.terminate();
      await agent.client.close();
    },
  };
}

const clients = [
  { client: 'a WebSocket', kind: 'websockets', kept: 0, connect: connectBySocket },
  ...eras.map((era) => ({
    client: `MCP, ${era}`,
    kind: 'mcp_sessions',
    // A newer client cannot end its session.
    kept: era === 'modern' ? 1 : 0,
    connect: (url: string, headers: Headers) => connectByAgent(url, headers, era),
  })),
];

describe.each(clients)('$client', ({ kind, kept, connect }) => {
  let gateway: Awaited<ReturnType<typeof startAccepting>>;
  beforeAll(async () => {
    gateway = await startAccepting();
  });
  afterAll(() => gateway.server.close());

  /** Sends operations at each moment, one of which runs until the next moment. */
  async function expectToGoOn(
    tokens: Headers,
    moments: readonly (readonly string[])[],
  ): Promise<void> {
    const { server, waiting, accept, shares } = gateway;
    const before = server.gateway.load().shares[kind]!.used;
    accept([]);
    const client = await connect(server.url, headersOf(tokens));
    let running: Promise<unknown> = Promise.resolve(values.Wait);
    for (const accepted of [...moments, []]) {
      accept(accepted);
      expect(await client.run('Name')).toEqual(values.Name);
      waiting.pop()?.();
      expect(await running).toEqual(values.Wait);
      running = client.run('Wait');
      await expect.poll(() => waiting.length, { interval: 1 }).toBe(1);
      // Each request was one of the same session.
      expect(shares()).toMatchObject({ [kind]: [before + 1, 1], operations: [1, 1] });
    }
    waiting.pop()!();
    await running;
    await client.leave();
    const left = { [kind]: before + kept === 0 ? undefined : [before + kept, 1] };
    await expect.poll(shares, { interval: 1 }).toEqual(left);
  }

  it.each(courses)('goes on while tokens are accepted, $course', async ({ course, of }) => {
    for (const [index, { names, order }] of sampled(cases).entries()) {
      const tokenOf = (name: string): string => `${course.replaceAll(' ', '-')}.${index}.${name}`;
      const tokens = Object.fromEntries(names.map((name) => [name, tokenOf(name)]));
      await expectToGoOn(tokens, of(order.map(tokenOf)));
    }
    expect(gateway.server.gateway.load()).toMatchObject({ requests: 0, waiting: 0 });
  });
  it('leaves nothing', async () => {
    await gateway.server.gateway.drain();
    expect(gateway.shares()).toEqual({});
  });
});

it('an operation of a WebSocket is one of the caller whose token is accepted by then', async () => {
  const { server, accept } = await startAccepting();
  const names = ['first', 'second'] as const;
  const tokens = { 'x-youtube-authorization': 'first', 'x-drive-authorization': 'second' };
  await using socket = await connectSocket(server.url, headersOf(tokens));
  for (const accepted of [[], ['second'], [...names], ['first'], ['second']]) {
    accept(accepted);
    await socket.run('{ name }');
  }
  const callers = server.lines
    .filter(({ method }) => method === 'WEBSOCKET')
    .map(({ caller }) => names.find((token) => callerKey({ token }).startsWith(String(caller))));
  expect(callers).toEqual(['first', 'second', 'first', 'first', 'second']);
  await server.close();
});

describe('a session of MCP', () => {
  const studio = useStudio({ env: { MCP: 'on' } });
  const own = {
    'x-youtube-authorization': 'studio-owner',
    'x-drive-authorization': 'studio-guest',
    'x-calendar-authorization': 'studio-admin',
  };

  it.each(eras)('goes on when its second token is the first to be accepted: %s', async (era) => {
    await using agent = await connectAgent(studio.gateway.url, headersOf(own), era);
    for (const tool of ['FindFiles', 'MyStudio', 'Agenda', 'FindFiles'])
      expect((await agent.call(tool)).isError).toBe(false);
    expect(studio.gateway.gateway.load().shares['mcp_sessions']!.used).toBe(1);
    await agent.terminate();
  });

  it('belongs to all of its tokens, whichever are accepted', async () => {
    const { server, accept } = await startAccepting();
    const names = Object.keys(own);
    const agent = await connectAgent(server.url, headersOf(own));
    const statusOf = async (tokens: Headers, method = 'POST'): Promise<number> => {
      const headers = {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-session-id': agent.sessionId!,
        ...headersOf(tokens),
      };
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
      const { status } = await server.send('/mcp', {
        method,
        headers,
        body: method === 'POST' ? body : null,
      });
      return status;
    };
    const others: Headers[] = names.flatMap((name) => {
      const { [name]: _, ...fewer } = own as Headers;
      return [{ ...own, [name]: 'thief' }, { ...fewer, authorization: 'thief' }, fewer];
    });
    others.push({ ...own, [names[0]!]: 'studio-guest', [names[1]!]: 'studio-owner' });
    others.push({ authorization: 'studio-owner' }, { authorization: 'thief' });
    const tokens = [...Object.values(own), 'thief'];
    for (let subset = 0; subset < 2 ** tokens.length; subset += 1) {
      accept(tokens.filter((_, index) => subset & (1 << index)));
      for (const other of others) {
        expect(await statusOf(other)).toBe(404);
        expect(await statusOf(other, 'DELETE')).toBe(404);
      }
      expect(await statusOf(own)).toBe(200);
    }
    await agent.terminate();
    await agent.client.close();
    await server.close();
  });
});
