/**
 * The units of a day in which visitors without a token see one page, with a driven clock: without
 * the cache, with that of one process, and with that of replicas.
 */
import { setTimeout } from 'node:timers/promises';
import { type Clock, systemClock } from '../src/engine/caller/clock.ts';
import { unitsOfCalls } from '../src/sandbox/call/unit-table.ts';
import { type Sandbox, startSandbox } from '../src/sandbox/sandbox.ts';
import type { Studiograph } from '../src/library/options.ts';
import { createOf } from '../src/library/create.ts';
import { readConfig } from '../src/config.ts';
import { startRedis } from '../test/support/gateway/redis.ts';
import { start, workloadOf } from './workload.ts';

/** YouTube's units of a day. */
const dayUnits = 10_000;

const hourMs = 3_600_000;

/** The quota is looked at after so many visitors. */
const visitorsPerLook = 10;

/** Milliseconds after which reads in the background have ended. */
const backgroundMs = 40;

const operations = ['playlistItems', 'videos', 'channels'].map((each) => `video:${each}.list`);

const ttlsOf = (seconds: number): string =>
  operations.map((operation) => `${operation}=${seconds}`).join();

interface Way {
  readonly name: string;
  readonly replicas: number;
  readonly env: Readonly<Record<string, string>>;
}

const ways: readonly Way[] = [
  { name: 'no cache', replicas: 1, env: { CACHE: 'off' } },
  { name: 'as shipped', replicas: 1, env: { CACHE: 'public' } },
  ...[60, 120].map((seconds) => ({
    name: `four replicas, TTL ${seconds} s`,
    replicas: 4,
    env: { CACHE: 'public', CACHE_TTLS: ttlsOf(seconds) },
  })),
];

interface Day {
  units: number;
  /** The most of one hour. */
  hourUnits: number;
  /** Visitors who have seen the page, and who have seen an older one. */
  seen: number;
  stale: number;
  /** Hours after which the quota was gone. */
  endedAfter: number | undefined;
}

/** @param visitors of an hour */
export async function measureQuota(visitors: number, hours: number): Promise<void> {
  const redis = await startRedis();
  console.log(`${visitors} visitors an hour for ${hours} hours, ${dayUnits} units a day\n`);
  console.log('| cache | units | units an hour | quota gone after | saw the page | stale |');
  console.log('| --- | --- | --- | --- | --- | --- |');
  for (const way of ways) {
    await redis.cli('flushall');
    const day = await visit({ ...way, redisUrl: redis.url }, visitors, hours);
    const { units, hourUnits, seen, stale, endedAfter } = day;
    const share = ((100 * seen) / (visitors * hours)).toFixed(1);
    const end = endedAfter === undefined ? 'never' : `${endedAfter.toFixed(1)} h`;
    console.log(`| ${way.name} | ${units} | ${hourUnits} | ${end} | ${share}% | ${stale} |`);
  }
  await redis.close();
}

async function visit(
  { replicas, env, redisUrl }: Way & { readonly redisUrl: string },
  visitors: number,
  hours: number,
): Promise<Day> {
  let time = start.getTime();
  const clock: Clock = { ...systemClock, now: () => time, wallTime: () => time };
  const sandbox = await startSandbox();
  const secret = { LINK_SECRET: 'x'.repeat(32) };
  const shared = replicas > 1 ? { REDIS_URL: redisUrl, ...secret } : {};
  const all: Studiograph[] = [];
  for (let count = 0; count < replicas; count += 1) {
    const config = readConfig({ LOG_LEVEL: 'error', SANDBOX: '1', ...shared, ...env });
    all.push(await createOf(config, { sandbox, clock }));
  }
  const { query } = workloadOf('W2');
  const day: Day = { units: 0, hourUnits: 0, seen: 0, stale: 0, endedAfter: undefined };
  for (let hour = 0; hour < hours; hour += 1) {
    let units = 0;
    for (let visitor = 0; visitor < visitors; visitor += 1) {
      const { data, extensions } = await ask(all[visitor % replicas]!, query);
      if (data?.playlist?.items?.nodes[0]?.video) day.seen += 1;
      if (extensions.stale) {
        day.stale += 1;
        // The clock stands still while it is read again in the background.
        await setTimeout(backgroundMs);
      }
      time += hourMs / visitors;
      if (visitor % visitorsPerLook > 0) continue;
      units += takeUnits(sandbox);
      if (day.endedAfter !== undefined || day.units + units < dayUnits) continue;
      day.endedAfter = hour + visitor / visitors;
      for (const operation of operations)
        sandbox.fault({ match: { operation }, status: 403, reason: 'quotaExceeded' });
    }
    units += takeUnits(sandbox);
    day.units += units;
    day.hourUnits = Math.max(day.hourUnits, units);
  }
  for (const gateway of all) await gateway.close();
  await sandbox.close();
  return day;
}

interface Answer {
  readonly data?: {
    readonly playlist: {
      readonly items: { readonly nodes: readonly { readonly video: unknown }[] } | null;
    } | null;
  };
  readonly extensions: { readonly stale?: { readonly age: number } };
}

async function ask(gateway: Studiograph, query: string): Promise<Answer> {
  const headers = { 'content-type': 'application/json', accept: 'application/json' };
  const init = { method: 'POST', headers, body: JSON.stringify({ query }) };
  const response = await gateway.fetch(new Request('http://gateway/graphql', init));
  return (await response.json()) as Answer;
}

/** @returns what the calls since the last time have cost, without those that found it gone */
function takeUnits(sandbox: Sandbox): number {
  const answered = sandbox.calls().filter(({ status }) => status === 200);
  sandbox.clearCalls();
  return Object.values(unitsOfCalls(answered)).reduce((sum, each) => sum + each, 0);
}
