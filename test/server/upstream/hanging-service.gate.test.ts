/** Google Drive hangs while many clients need it, and the gateway runs in a process of its own. */
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { type FaultyServer, faultyServer, json } from '../../support/upstream/faulty-server.ts';
import { gatewayCommand } from '../../support/gateway/bundle.ts';
import { launch, type Program } from '../../support/gateway/program.ts';
import { expectWithin } from '../../support/report/expect-within.ts';
import { promised, runsFull } from '../../support/report/promised-size.ts';
import { Victim } from '../../support/client/victim.ts';

const cwd = fileURLToPath(new URL('../../../', import.meta.url));
const perSecond = promised(300, 100);
const callers = 50;

/** In a short run, fewer requests wait for the hanging service: they are to fill as many places. */
const size = {
  MAX_CONCURRENT_REQUESTS: String(promised(2_000, 600)),
  CONNECTIONS_PER_SERVICE: String(promised(512, 32)),
};

let program: Program;
let youtube: FaultyServer;
let drive: Program;
let url: string;

async function begin(env: Readonly<Record<string, string>>): Promise<void> {
  youtube = await faultyServer(json({ items: [{ id: 'v', snippet: { title: 'Title' } }] }));
  drive = launch(['node', 'test/support/upstream/hanging-drive.ts'], { cwd, env: {} });
  const [driveUrl] = await drive.printed(/^http\S+/m);
  program = launch(gatewayCommand, {
    cwd,
    env: {
      PORT: '0',
      VIDEO_BASE_URL: `${youtube.url}/youtube/v3`,
      STORAGE_BASE_URL: driveUrl,
      CALENDAR_BASE_URL: `${youtube.url}/calendar/v3`,
      LOG_LEVEL: 'error',
      ...size,
      ...env,
    },
  });
  url = (await program.printed(/^GraphQL\s+(\S+\/graphql)$/m))[1]!;
}

afterEach(async () => {
  program.signal('SIGKILL');
  drive.signal('SIGKILL');
  await program.ended;
  await drive.ended;
  await youtube[Symbol.asyncDispose]();
});

interface Body {
  readonly data?: { readonly video?: { readonly title: string } | null };
  readonly errors?: readonly { readonly extensions: Readonly<Record<string, unknown>> }[];
}

async function query(index: number, document: string): Promise<Body> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer c${index % callers}` },
    body: JSON.stringify({ query: document }),
  });
  return (await response.json()) as Body;
}

let sent = 0;

async function readVideo(): Promise<void> {
  const { data, errors } = await query((sent += 1), '{ video(id: "v") { title } }');
  if (data?.video?.title !== 'Title') throw new Error(JSON.stringify(errors));
}

/** Reads files at a steady rate, and does not wait for the answers. @param max of all reads */
async function readFiles(ms: number, max = Number.POSITIVE_INFINITY): Promise<void> {
  const sizes = [perSecond, callers, ms, max].map(String);
  const flood = launch(['node', 'test/support/client/file-flood.ts', url, ...sizes], {
    cwd,
    env: {},
  });
  expect(await flood.ended).toBe(0);
}

describe('a service that hangs under load', () => {
  it.each([
    ['with the default breaker', {}, 2],
    // Then calls fail by their timeouts alone, and each one costs a connection.
    ['without a breaker', { BREAKER_FAILURES: '1000000' }, 5],
  ])(
    'leaves the others undisturbed, %s',
    {
      tags: ['R4', 'R38', 'fullSize'],
    },
    async (_, env, maxFactor) => {
      await begin(env);
      const victim = new Victim({
        request: readVideo,
        perSecond: promised(50, 20),
        maxPending: runsFull ? undefined : 4,
      });
      const ms = promised(60_000, 2_000);
      if (runsFull) await victim.during(() => readFiles(ms / 4));
      // The times of a short run are not compared.
      const calm = await victim.during(() => readFiles(promised(ms, 500)));
      expect(calm.failures).toEqual([]);
      drive.signal('SIGUSR2');
      const { failures, requests, p99 } = await victim.during(async () => {
        await readFiles(ms);
        await victim.untilAnswered(10);
      });
      expect(failures).toEqual([]);
      // Times are compared at the promised size only, where no other test runs. Those that had to
      // wait for a call that hangs would be few.
      expect(requests).toBeGreaterThan(runsFull ? calm.requests / 2 : 9);
      expectWithin(p99, Math.max(20, maxFactor * calm.p99));
    },
  );

  it('moves the times of another service by 20 ms at most, from its silence to the last timeout', {
    tags: ['R4', 'R38', 'fullSize'],
  }, async () => {
    const firstByteMs = promised(10_000, 500);
    await begin({ FIRST_BYTE_TIMEOUT_MS: String(firstByteMs) });
    const calls = promised(700, 100);
    const sendingMs = (calls / perSecond) * 1_000;
    const ms = sendingMs + 1.2 * firstByteMs;
    const victim = new Victim({
      request: readVideo,
      perSecond: promised(100, 20),
      maxPending: runsFull ? undefined : 4,
    });
    const work = async (): Promise<void> => {
      await readFiles(ms, calls);
      await victim.untilAnswered(10);
    };
    if (runsFull) await victim.during(work);
    // The same calls, with their answers: what differs is not what the machine lacks.
    const answered = await victim.during(work);
    drive.signal('SIGUSR2');
    const hung = await victim.during(work);
    expect([...answered.failures, ...hung.failures]).toEqual([]);
    expect(hung.requests).toBeGreaterThan(9);
    expectWithin(hung.p99, answered.p99 + 20);
  });
});
