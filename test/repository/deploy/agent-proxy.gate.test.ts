/**
 * Agents at two replicas with one Redis, behind the proxy of `deploy/`, which sends each request to
 * any of them: the official clients of the older and the newer protocol, those whose users answer
 * questions, and those whose users do not.
 */
import { UnauthorizedError } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { type Sandbox, startSandbox } from '../../../src/sandbox/sandbox.ts';
import { agreed, connectAsked, withOwnTools } from '../../mcp/own-tools.ts';
import { Agent } from '../../sign-in/agents/agent.ts';
import { ShiftedClock } from '../../support/clock/shifted-clock.ts';
import { eras } from '../../support/client/mcp-client.ts';
import { type RunningGateway, startGateway } from '../../support/gateway/gateway.ts';
import { startRedis, type TestRedis } from '../../support/gateway/redis.ts';
import { signInEnv } from '../../support/page/user-agent.ts';
import { closedPorts } from '../../support/proxy/closed-port.ts';
import { type Haproxy, startHaproxy } from '../../support/proxy/haproxy.ts';

const hour = 3_600_000;

/** One update of a video fits, two do not. */
const dailyUnits = 100;

const clock = new ShiftedClock();
const replicas: RunningGateway[] = [];
let redis: TestRedis;
let sandbox: Sandbox;
let proxy: Haproxy | undefined;
let url: string;

async function startReplicas(): Promise<void> {
  const [port, publicPort, healthPort] = (await closedPorts(3)) as [number, number, number];
  url = `http://127.0.0.1:${publicPort}`;
  const addresses = ['127.0.0.2', '127.0.0.3'];
  for (const HOST of addresses)
    replicas.push(
      await startGateway({
        env: {
          ...signInEnv,
          MCP: 'on',
          MCP_DAILY_UNITS: String(dailyUnits),
          REDIS_URL: redis.url,
          PUBLIC_URL: url,
          HOST,
          PORT: String(port),
        },
        sandbox,
        clock,
        adaptOffer: withOwnTools,
      }),
    );
  proxy = await startHaproxy({ addresses, port, publicPort, healthPort });
  if (proxy) return;
  for (const each of replicas.splice(0)) await each.close();
  await startReplicas();
}

beforeAll(async () => {
  [redis, sandbox] = await Promise.all([startRedis(), startSandbox()]);
  await startReplicas();
});

afterAll(async () => {
  await proxy?.close();
  for (const each of replicas) await each.close();
  await sandbox.close();
  await redis.close();
});

function advance(ms: number): void {
  clock.shift(ms);
  sandbox.advance(ms);
}

/** Requests of agents that each replica has answered with this status. */
const answered = (status: number): number[] =>
  replicas.map(
    ({ lines }) =>
      lines.filter((line) => line['path'] === '/mcp' && line['status'] === status).length,
  );

const rename = (id: string) => ({ id, title: 'Renamed' });

it('the proxy reaches both replicas', async () => {
  await expect
    .poll(async () => {
      await fetch(`${url}/llms.txt`);
      return replicas.every(({ lines }) => lines.some((line) => line['path'] === '/llms.txt'));
    })
    .toBe(true);
});

const kinds = eras.flatMap((era) => [true, false].map((asks) => ({ era, asks })));

describe.each(kinds)('a client of the $era protocol whose user answers: $asks', ({ era, asks }) => {
  it('has all that a single replica offers', async () => {
    // Each has a budget of its own day.
    advance(24 * hour);
    const before = answered(200);
    const agent = new Agent({ url, sandbox }, { era, ...(asks && { answer: async () => agreed }) });
    const { oauth } = agent;
    await agent.connect();
    expect(await agent.tools()).toEqual(expect.arrayContaining(['MyStudio', 'steps']));
    for (let count = 0; count < 4; count += 1)
      expect((await agent.call('MyStudio')).data.viewer.channel.title).toBeTypeOf('string');
    for (let count = 0; count < 4; count += 1)
      expect(await agent.call('ask')).toEqual(
        asks ? { canAsk: true, answers: { sure: agreed } } : { canAsk: false },
      );
    const seen: number[] = [];
    const onprogress = ({ progress }: { readonly progress: number }): void =>
      void seen.push(progress);
    expect(await agent.call('steps', { total: 3 }, { onprogress })).toEqual({ done: 3 });
    expect(seen).toEqual([1, 2, 3]);

    // The token ends, and the client gets another one.
    const { access_token: token } = oauth.stored!;
    oauth.page = undefined;
    advance(1.1 * hour);
    expect((await agent.call('MyStudio')).data.viewer.channel.title).toBeTypeOf('string');
    expect(oauth.stored!.access_token).not.toBe(token);
    expect(oauth.page).toBeUndefined();

    // A call needs more than the user has allowed.
    const write = rename(ids.video.trailer);
    await expect(agent.call('UpdateVideo', write)).rejects.toBeInstanceOf(UnauthorizedError);
    await agent.allow();
    const { data } = await agent.call('UpdateVideo', write);
    expect(data.updateVideo).toMatchObject({ video: { title: 'Renamed' }, errors: [] });

    const both = answered(200).map((count, index) => count - before[index]!);
    expect(Math.min(...both)).toBeGreaterThan(0);
    await agent.close();
  });
});

it('a question of one replica is answered by way of the other', async () => {
  const agent = new Agent({ url, sandbox });
  await agent.connect();
  /** The ids of the last call, and of the last answer to a question. */
  const last = { call: '', answer: '' };
  const send: typeof fetch = async (input, init) => {
    const response = await fetch(input, init);
    const { method } = typeof init?.body === 'string' ? JSON.parse(init.body) : { method: 'GET' };
    const id = response.headers.get('x-request-id')!;
    if (method === 'tools/call') last.call = id;
    if (method === undefined) last.answer = id;
    return response;
  };
  const token = agent.oauth.stored!.access_token;
  await using asked = await connectAsked(url, { token, answer: async () => agreed, fetch: send });
  const replicaOf = (id: string): number =>
    replicas.findIndex(({ lines }) => lines.some((line) => line['requestId'] === id));
  const places = new Set<boolean>();
  for (let count = 0; count < 20; count += 1) {
    expect(await asked.call('ask')).toMatchObject({ answers: { sure: agreed } });
    await expect.poll(() => [replicaOf(last.call), replicaOf(last.answer)]).not.toContain(-1);
    places.add(replicaOf(last.call) === replicaOf(last.answer));
  }
  expect(places).toContain(false);
  await agent.close();
});

it('a budget is spent once by two calls at once, at two replicas', async () => {
  advance(24 * hour);
  const agent = new Agent({ url, sandbox });
  await agent.connect();
  await expect(agent.call('UpdateVideo', rename(ids.video.trailer))).rejects.toBeInstanceOf(
    UnauthorizedError,
  );
  await agent.allow();
  for (let day = 0; day < 5; day += 1) {
    advance(24 * hour);
    // With a token of this day.
    await agent.tools();
    sandbox.fault({ match: { operation: 'video:videos.update' }, delayMs: 200, times: 1 });
    const updates = (): number =>
      sandbox.calls().filter(({ operation }) => operation === 'video:videos.update').length;
    const [sent, lines] = [updates(), replicas.map((replica) => replica.lines.length)];
    const answers = await Promise.all(
      [1, 2].map(() => agent.call('UpdateVideo', rename(ids.video.trailer))),
    );
    const refused = answers.filter(({ errors }) => errors?.[0].code === 'QUOTA_EXCEEDED');
    expect(refused).toHaveLength(1);
    expect(refused[0].errors[0]).toMatchObject({ limit: dailyUnits, resetAt: expect.any(String) });
    expect(updates() - sent).toBe(1);
    // One at each.
    const ran = replicas.map((replica, index) =>
      replica.lines.slice(lines[index]).filter((line) => line['operation'] === 'UpdateVideo'),
    );
    expect(ran.map(({ length }) => length)).toEqual([1, 1]);
    const { balance } = await agent.call('run', { documents: ['{ __typename }'] });
    expect(balance.spent).toBeGreaterThan(50);
    expect(balance).toEqual({
      limit: dailyUnits,
      spent: balance.spent,
      remaining: dailyUnits - balance.spent,
    });
  }
  await agent.close();
});
