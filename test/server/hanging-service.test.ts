/** Google Drive hangs while many clients need it, and the gateway runs in a process of its own. */
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import {
  type Behaviour,
  type FaultyServer,
  faultyServer,
  hang,
  json,
} from '../support/faulty-server.ts';
import { launch, type Program } from '../support/program.ts';
import { promised } from '../support/promised-size.ts';
import { Victim } from '../support/victim.ts';

const cwd = fileURLToPath(new URL('../../', import.meta.url));
const perSecond = 300;
const callers = 50;

/** In a short run, the requests to the hanging service would fill fewer slots. */
const size = {
  MAX_CONCURRENT_REQUESTS: String(promised(2_000, 600)),
  CONNECTIONS_PER_SERVICE: String(promised(512, 100)),
  BREAKER_SLOW_MS: String(promised(2_000, 500)),
};

let program: Program;
let youtube: FaultyServer;
let drive: FaultyServer;
let driveBehaviour: Behaviour;
let url: string;

async function begin(env: Readonly<Record<string, string>>): Promise<void> {
  youtube = await faultyServer(json({ items: [{ id: 'v', snippet: { title: 'Title' } }] }));
  driveBehaviour = json({ id: 'f', name: 'Name' });
  drive = await faultyServer((...parameters) => driveBehaviour(...parameters));
  program = launch(['node', 'src/main.ts'], {
    cwd,
    env: {
      PORT: '0',
      VIDEO_BASE_URL: `${youtube.url}/youtube/v3`,
      STORAGE_BASE_URL: drive.url,
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
  await program.ended;
  await drive[Symbol.asyncDispose]();
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

/** Reads files at a steady rate, and does not wait for the answers. */
async function readFiles(ms: number): Promise<void> {
  const start = performance.now();
  for (let index = 0; performance.now() - start < ms; await wait(5))
    for (; index < ((performance.now() - start) * perSecond) / 1_000; index += 1)
      query(index, `{ file(id: "f${index}") { name } }`).catch(() => {});
}

describe('a service that hangs under load', () => {
  it.each([
    ['with the default breaker', {}],
    // Then calls fail by their timeouts alone.
    ['without a breaker', { BREAKER_FAILURES: '1000000' }],
  ])(
    'leaves the others undisturbed, %s',
    {
      tags: ['R4', 'R38', 'fullSize'],
    },
    async (_, env) => {
      await begin(env);
      const victim = new Victim({ request: readVideo, perSecond: 50 });
      const ms = promised(20_000, 4_000);
      await victim.during(() => readFiles(ms / 4));
      const calm = await victim.during(() => readFiles(ms));
      expect(calm.failures).toEqual([]);
      driveBehaviour = hang;
      const { failures, requests, p99 } = await victim.during(() => readFiles(ms));
      expect(failures).toEqual([]);
      expect(requests).toBeGreaterThan(0);
      expect(p99).toBeLessThanOrEqual(promised(Math.max(20, 2 * calm.p99), 10_000));
    },
  );
});
