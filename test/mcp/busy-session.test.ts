/** Which session of an agent gives way to a new one: by its last use, and a busy one last. */
import { afterEach, describe, expect, it } from 'vitest';
import { DrivenClock } from '../support/clock/driven-clock.ts';
import { type AgentClient, connectAgent } from '../support/client/mcp-client.ts';
import { useStudio } from '../support/gateway/studio.ts';

const places = 3;

const studio = useStudio({ env: { MCP: 'on', MAX_MCP_SESSIONS: String(places) } });

const opened: AgentClient[] = [];

const running: AbortController[] = [];

async function open(
  token = 'studio-owner',
  era: Parameters<typeof connectAgent>[2] = 'legacy',
): Promise<AgentClient> {
  const agent = await connectAgent(studio.gateway.url, token, era);
  opened.push(agent);
  return agent;
}

const sessions = () => studio.gateway.gateway.load().shares['mcp_sessions']!;

afterEach(() => endAll());

async function endAll(): Promise<void> {
  for (const abort of running.splice(0)) abort.abort();
  await expect.poll(() => studio.gateway.gateway.load().requests, fast).toBe(0);
  // A session that has given way cannot be ended by its client.
  for (const agent of opened.splice(0)) {
    await agent.terminate().catch(() => {});
    await agent.client.close();
  }
}

let calls = 0;

/** How often a poll looks, in ms. */
const fast = { interval: 2 };

/** Begins a call that does not end, and waits until the service has it. */
async function keepBusy(agent: AgentClient): Promise<void> {
  const before = studio.calls().length;
  studio.sandbox.fault({ match: { operation: 'video:videos.list' }, hang: true, times: 1 });
  const abort = new AbortController();
  running.push(abort);
  // Another video each time: equal reads at the same moment are one call.
  calls += 1;
  const id = `busy${String(calls).padStart(7, '0')}`;
  void agent.call('VideoPage', { id }, abort.signal).catch(() => {});
  await expect.poll(() => studio.calls().length, fast).toBeGreaterThan(before);
}

const use = (agent: AgentClient): Promise<unknown> => agent.client.listTools();

const isAlive = (agent: AgentClient): Promise<boolean> =>
  use(agent).then(
    () => true,
    () => false,
  );

/** @returns the indexes of the sessions that have ended */
async function endedOf(agents: readonly AgentClient[]): Promise<readonly number[]> {
  const ended: number[] = [];
  for (const [index, agent] of agents.entries()) if (!(await isAlive(agent))) ended.push(index);
  return ended;
}

const indexes = Array.from({ length: places }, (_, index) => index);

/** @returns all orders */
function ordersOf(all: readonly number[]): readonly (readonly number[])[] {
  if (all.length === 0) return [[]];
  return all.flatMap((first) =>
    ordersOf(all.filter((each) => each !== first)).map((others) => [first, ...others]),
  );
}

/** The sessions by their last use, the one that was not used for longest first; a busy one. */
const cases: readonly { readonly order: readonly number[]; readonly busy: number | undefined }[] = [
  ...ordersOf(indexes).flatMap((order) => [undefined, order[0]].map((busy) => ({ order, busy }))),
  { order: [2, 0, 1], busy: 0 },
];

/** Sessions of one caller with all places, as they were used. */
async function openAll(order: readonly number[], busy?: number): Promise<readonly AgentClient[]> {
  const agents: AgentClient[] = [];
  for (const _ of order) agents.push(await open());
  for (const index of order) {
    if (index === busy) await keepBusy(agents[index]!);
    else await use(agents[index]!);
  }
  return agents;
}

describe('a new session', () => {
  it('takes the place of the idle one that was not used for longest, in any order', async () => {
    for (const { order, busy } of cases) {
      const agents = await openAll(order, busy);
      const newcomer = await open('studio-guest');
      const ended = await endedOf(agents);
      const expected = [order.find((index) => index !== busy)];
      expect({ order, busy, ended }).toEqual({ order, busy, ended: expected });
      expect(await isAlive(newcomer)).toBe(true);
      expect(sessions().used).toBe(places);
      await endAll();
    }
  });
  it('takes the place of a busy one only if all are busy', async () => {
    const agents = await openAll(indexes);
    for (const agent of agents) await keepBusy(agent);
    const newcomer = await open('studio-guest');
    expect(await endedOf(agents)).toEqual([places - 1]);
    expect(await isAlive(newcomer)).toBe(true);
  });
  it('takes the place of a session that has become idle, before one that is still busy', async () => {
    const agents = await openAll([0, 1, 2]);
    for (const agent of agents) await keepBusy(agent);
    running[1]!.abort();
    await expect.poll(() => studio.gateway.gateway.load().requests, fast).toBe(places - 1);
    await open('studio-guest');
    expect(await endedOf(agents)).toEqual([1]);
  });
  it.each([true, false])('knows whether that of a newer client is busy: %s', async (isBusy) => {
    const newer = await open('studio-owner', 'modern');
    if (isBusy) await keepBusy(newer);
    else await newer.call('MyStudio');
    const agents = [await open(), await open()];
    await open('studio-guest');
    expect(await endedOf(agents)).toEqual(isBusy ? [0] : []);
    // Its next request would begin another session, beyond the share of its caller.
    expect(await isAlive(newer)).toBe(isBusy);
  });
});

describe('a session that is idle for long', () => {
  const clock = new DrivenClock();
  const driven = useStudio({ env: { MCP: 'on', MCP_SESSION_IDLE_MS: '500' }, clock });

  it('ends, and a busy one does not', async () => {
    const { url, gateway } = driven.gateway;
    const count = () => gateway.load().shares['mcp_sessions']!.used;
    const busy = await connectAgent(url);
    const idle = await connectAgent(url);
    driven.sandbox.fault({ match: { operation: 'video:videos.list' }, hang: true, times: 1 });
    const abort = new AbortController();
    const call = busy.call('VideoPage', {}, abort.signal).catch(() => {});
    await expect.poll(() => driven.calls().length, fast).toBe(1);
    await clock.advance(499);
    expect(count()).toBe(2);
    await clock.advance(1_001);
    expect(count()).toBe(1);
    expect(await isAlive(idle)).toBe(false);
    expect(await isAlive(busy)).toBe(true);
    abort.abort();
    await call;
    await expect.poll(() => gateway.load().requests, fast).toBe(0);
    await clock.advance(500);
    expect(count()).toBe(0);
    await Promise.all([idle, busy].map(({ client }) => client.close()));
  });
});
