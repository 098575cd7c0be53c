/**
 * Clients whose services have tokens of their own, while the services begin and cease to accept
 * them: an agent and a WebSocket go on, and each place is freed for the caller who took it.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../../src/engine/caller/clock.ts';
import { Encryption } from '../../../src/engine/caller/encryption.ts';
import { callerKey } from '../../../src/engine/caller/identities.ts';
import { balanceOf } from '../../../src/engine/cost/unit-budget.ts';
import { MemoryStore } from '../../../src/engine/store/memory-store.ts';
import { operationsIn } from '../../../src/mcp/agent-operation.ts';
import { HttpEndpoint } from '../../../src/mcp/http-endpoint.ts';
import { StudioResources } from '../../../src/mcp/resources.ts';
import { ToolCatalog } from '../../../src/mcp/tool-catalog.ts';
import { documentReader } from '../../../src/server/document/documents.ts';
import { withOwnTools } from '../../mcp/own-tools.ts';
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
  const store = new MemoryStore();
  const units = config.MCP_DAILY_UNITS;
  const server = await startSmall(
    { MCP: 'on' },
    {
      schema,
      isAccepted: (caller) => accepted.has(caller),
      resolvers: { wait: () => new Promise((resolve) => waiting.push(() => resolve('ended'))) },
      agents: {
        authorizationServer: 'https://accounts.example',
        load: async (access) =>
          new HttpEndpoint({
            offer: {
              tools,
              resources: new StudioResources({
                operations: operations,
                callTool: async () => undefined,
                hasObjects: false,
              }),
              version: '1',
            },
            access: {
              operations: access,
              store,
              clock: systemClock,
              units,
              balanceOf: async () => balanceOf(units, 0),
            },
            encryption: new Encryption(),
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
  { client: 'a WebSocket', kind: 'websockets', connect: connectBySocket },
  ...eras.map((era) => ({
    client: `MCP, ${era}`,
    // Agents have no sessions.
    kind: undefined,
    connect: (url: string, headers: Headers) => connectByAgent(url, headers, era),
  })),
];

describe.each(clients)('$client', ({ kind, connect }) => {
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
      expect(shares()).toEqual({ ...(kind && { [kind]: [1, 1] }), operations: [1, 1] });
    }
    waiting.pop()!();
    await running;
    await client.leave();
    await expect.poll(shares, { interval: 1 }).toEqual({});
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

describe('an agent', () => {
  const studio = useStudio({ env: { MCP: 'on' }, adaptOffer: withOwnTools });
  const own = {
    'x-youtube-authorization': 'studio-owner',
    'x-drive-authorization': 'studio-guest',
    'x-calendar-authorization': 'studio-admin',
  };

  it.each(eras)('has one budget, whichever of its tokens is accepted first: %s', async (era) => {
    await using agent = await connectAgent(studio.gateway.url, headersOf(own), era);
    const spent: number[] = [];
    for (const tool of ['FindFiles', 'MyStudio', 'FindFiles', 'MyStudio']) {
      const { isError, body } = await agent.call(tool);
      expect(isError).toBe(false);
      spent.push(body.balance.spent);
    }
    expect(spent.at(-1)).toBeGreaterThan(spent[1]!);
    expect(spent).toEqual(spent.toSorted((one, other) => one - other));
  });
});
