/** One caller takes as much as it can, and a victim beside it is measured. */
import type { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../../../src/sandbox/sandbox.ts';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { apiKey } from '../../../src/sandbox/user.ts';
import { closedPort } from '../../support/proxy/closed-port.ts';
import { type EventStream, openEventStream } from '../../support/client/event-stream.ts';
import { scrape } from '../../support/tool/exposition.ts';
import { memoryOf } from '../../support/gateway/process-memory.ts';
import { gatewayCommand } from '../../support/gateway/bundle.ts';
import { launch, type Program } from '../../support/gateway/program.ts';
import { expectWithin } from '../../support/report/expect-within.ts';
import { promised, runsFull } from '../../support/report/promised-size.ts';
import { Victim, type VictimReport } from '../../support/client/victim.ts';
import {
  connectSocket,
  frameOf,
  openRawSocket,
  type TestSocket,
} from '../../support/client/web-socket.ts';

const cwd = fileURLToPath(new URL('../../../', import.meta.url));
const MiB = 1024 * 1024;

/** On a busy machine, services may take long to answer. */
const patience = '600000';

/** Time limits that only hold at the promised size, where no other test runs. */
const timeLimits: Readonly<Record<string, string>> = runsFull
  ? {}
  : { FIRST_BYTE_TIMEOUT_MS: patience, CALL_TIMEOUT_MS: patience, REQUEST_DEADLINE_MS: patience };

/** The limits of a short run, whose tests share a process: each start costs more than a test. */
const shortRun: Readonly<Record<string, string>> = {
  MAX_SUBSCRIPTIONS: '60',
  MAX_UNSENT_BYTES: String(4 * MiB),
};

let sandbox: Sandbox;
let program: Program | undefined;

/** The settings of the process. */
let settings: Readonly<Record<string, string>>;

let url: string;
let metricsUrl: string;
const sockets: TestSocket[] = [];
const streams: EventStream[] = [];
const raw: Socket[] = [];

/** Starts a process, unless that of the test before has the same settings in a short run. */
async function start(env: Readonly<Record<string, string>>): Promise<void> {
  if (!runsFull && program && settings === env) {
    while ((await shares('used', 'subscriptions')) > 0) await wait(10);
    return;
  }
  await stop();
  settings = env;
  sandbox = await startSandbox();
  const metricsPort = String(await closedPort());
  metricsUrl = `http://127.0.0.1:${metricsPort}/metrics`;
  program = launch(gatewayCommand, {
    cwd,
    env: {
      PORT: '0',
      METRICS_PORT: metricsPort,
      VIDEO_BASE_URL: sandbox.bases.video,
      STORAGE_BASE_URL: sandbox.bases.storage,
      CALENDAR_BASE_URL: sandbox.bases.calendar,
      UPSTREAM_API_KEY: apiKey,
      LOG_LEVEL: 'error',
      ...timeLimits,
      ...env,
    },
  });
  url = (await program.printed(/^GraphQL\s+(\S+)\/graphql$/m))[1]!;
}

async function stop(): Promise<void> {
  if (!program) return;
  program.signal('SIGKILL');
  await program.ended;
  program = undefined;
  await sandbox.close();
}

afterEach(() => {
  for (const { socket } of sockets.splice(0)) socket.terminate();
  for (const { leave } of streams.splice(0)) leave();
  for (const socket of raw.splice(0)) socket.destroy();
});

afterAll(stop);

async function ask(token: string, query = '{ viewer { channel { title } } }'): Promise<void> {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ query }),
  });
  const { data, errors } = (await response.json()) as { data?: unknown; errors?: unknown };
  if (!data || errors) throw new Error(`${response.status} ${JSON.stringify(errors)}`);
}

/** At the promised size, requests come however long the others take. */
const newVictim = (): Victim =>
  new Victim({
    request: () => ask('studio-guest'),
    perSecond: promised(50, 20),
    maxPending: runsFull ? undefined : 4,
  });

/** Lets the requests of the victim go on: for a time at the promised size, else for a few. */
const goOn = (victim: Victim, ms: number): Promise<void> =>
  runsFull ? wait(ms) : victim.untilAnswered(11);

/** Times are compared at the promised size only, where no other test runs. */
function expectUnharmed(during: VictimReport, before: VictimReport): void {
  expect(during.failures).toEqual([]);
  expect(during.requests).toBeGreaterThan(promised(100, 10));
  // Some ms of a time so short are those of the processors.
  expectWithin(during.p99, Math.max(20, 2 * before.p99));
}

const shares = async (name: string, kind: string): Promise<number> =>
  (await scrape(metricsUrl)).value(`studiograph_share_${name}`, { kind });

const chat = `subscription { chatMessages(liveChatId: "${ids.chat.nightShift}") { cursor } }`;
const changes = 'subscription { fileChanges { cursor } }';

describe('beside one caller', { tags: ['R37'] }, () => {
  it('with silent WebSockets, without a token, all requests and subscriptions of others succeed', {
    tags: ['R37', 'fullSize'],
  }, async () => {
    await start(runsFull ? {} : shortRun);
    const victim = newVictim();
    const before = await victim.during(() => goOn(victim, 5_000));
    const during = await victim.during(async () => {
      for (let index = 0; index < promised(60, 4); index += 1) {
        const client = await connectSocket(url);
        sockets.push(client);
        for (let id = 0; id < promised(100, 20); id += 1)
          client.send({ id: String(id), type: 'subscribe', payload: { query: chat } });
      }
      await expect.poll(() => shares('used', 'subscriptions')).toBe(promised(5_000, 60));
      for (let index = 0; index < promised(50, 5); index += 1) {
        const stream = await openEventStream(url, { query: changes, token: 'studio-guest' });
        streams.push(stream);
        await stream.until(1);
      }
      await goOn(victim, 20_000);
    });
    expectUnharmed(during, before);
    expect(await shares('losses_total', 'subscriptions')).toBe(promised(50, 5));
    const lost = sockets.flatMap(({ messages }) => messages.filter(({ type }) => type === 'error'));
    expect(lost[0]!.payload[0]).toMatchObject({
      message: expect.stringContaining('subscriptions without an access token'),
      extensions: { code: 'OVERLOADED' },
    });
  });

  it('with all event streams, an account, all requests and subscriptions of others succeed', {
    tags: ['R37', 'fullSize'],
  }, async () => {
    const count = promised(2_000, Number(shortRun['MAX_SUBSCRIPTIONS']));
    await start(runsFull ? { MAX_SUBSCRIPTIONS: String(count) } : shortRun);
    const victim = newVictim();
    const before = await victim.during(() => goOn(victim, 5_000));
    const during = await victim.during(async () => {
      const open = (token: string): Promise<EventStream> =>
        openEventStream(url, { query: changes, token });
      while (streams.length < count)
        streams.push(
          ...(await Promise.all(Array.from({ length: 20 }, () => open('studio-owner')))),
        );
      expect(await shares('largest', 'subscriptions')).toBe(count);
      for (let index = 0; index < 5; index += 1) {
        const stream = await open('studio-guest');
        streams.push(stream);
        await stream.until(1);
      }
      await goOn(victim, 10_000);
    });
    expectUnharmed(during, before);
    // Some of the newest ones of the account have made room.
    const newest = streams.slice(count - 20, count);
    const [event] = (await Promise.race(newest.map(({ untilEnd }) => untilEnd()))).slice(-1);
    expect(event.errors[0]).toMatchObject({
      message: expect.stringContaining('subscriptions with this access token'),
      extensions: { code: 'OVERLOADED', requestId: expect.any(String) },
    });
  });
});

describe('bytes that nobody reads', { tags: ['S40'] }, () => {
  it('have a limit for the process: others are served, and memory stays', {
    tags: ['S40', 'R37', 'fullSize'],
  }, async () => {
    await start(runsFull ? {} : shortRun);
    const victim = newVictim();
    const before = await victim.during(() => goOn(victim, 5_000));
    const { pid } = program!;
    const { rss } = memoryOf(pid);
    // 0.7 MB.
    const large = `{ __schema { types {
      name description inputFields { name description } enumValues { name description }
      fields { name description args { name description type { name } } type { name ofType { name ofType { name } } } }
    } } }`;
    const operation = (id: number): Buffer =>
      frameOf(JSON.stringify({ id: String(id), type: 'subscribe', payload: { query: large } }));
    const lost = () => shares('losses_total', 'unsent_bytes');
    const during = await victim.during(async () => {
      const clients = await Promise.all(
        Array.from({ length: promised(30, 4) }, () => openRawSocket(url)),
      );
      for (const client of clients) {
        raw.push(client.socket.pause());
        client.send(frameOf(JSON.stringify({ type: 'connection_init' })));
      }
      // At once, they would have more than their share of operations. The operating system takes
      // some MB of each connection first.
      for (let id = 0; (await lost()) === 0; id += 1) {
        for (const client of clients) client.send(operation(id));
        await wait(promised(1_000, 200));
      }
      await goOn(victim, 10_000);
    });
    expect(await lost()).toBeGreaterThan(0);
    expect(during.failures).toEqual([]);
    expect(before.failures).toEqual([]);
    // The operations themselves take CPU time in turns with those of the victim.
    expect(await shares('used', 'unsent_bytes')).toBeLessThanOrEqual(promised(128, 4) * MiB);
    // The executions of results so large need most of it.
    expect(memoryOf(pid).peak - rss).toBeLessThan(promised(1_024 * MiB, Infinity));
  });
});

describe('beside a flood of operations', { tags: ['R37'] }, () => {
  it('of one caller, which takes all slots, others get theirs', async () => {
    await start({ MAX_CONCURRENT_REQUESTS: '32' });
    // One after the other: all together are to stay in their share, however long each takes.
    const victim = new Victim({ request: () => ask('studio-guest'), perSecond: 4, maxPending: 1 });
    const attack = { isOver: false };
    const refusals: string[] = [];
    const query = `{ playlist(id: "${ids.playlist.drafts}") { items { nodes { video { title } } } } }`;
    const flood = async (): Promise<void> => {
      while (!attack.isOver)
        await ask('studio-owner', query).catch((error: unknown) => refusals.push(String(error)));
    };
    const during = await victim.during(async () => {
      const floods = Array.from({ length: 64 }, flood);
      await victim.untilAnswered(6);
      await expect.poll(() => refusals.length).toBeGreaterThan(0);
      attack.isOver = true;
      await Promise.all(floods);
    });
    expect(during.failures).toEqual([]);
    expect(during.requests).toBeGreaterThan(5);
    expect(refusals.length).toBeGreaterThan(0);
    for (const refusal of refusals) expect(refusal).toContain('with this access token');
  });
});
