/**
 * What limits the throughput of several replicas that share a Redis, computed from CPU times: those
 * of the gateways and of Redis for one request. All run on this machine, so requests per second say
 * nothing. Processes that compete for cores also need more CPU time for the same work: replicas
 * that share a Redis are compared with as many that share nothing.
 */
import { startRedis, type TestRedis } from '../test/support/gateway/redis.ts';
import { ask, type Child, spawn } from './child.ts';
import { graphqlRequest, type LoadLength, runLoad } from './load.ts';
import { median } from './median.ts';
import type { Usage } from './usage.ts';
import { type Workload, workloadOf } from './workload.ts';

const replicaCounts = [1, 2, 4];

/** Of the load of one replica, however many there are. */
const connectionsPerReplica = 12;

const length: LoadLength = { seconds: 1, minRequests: 100, maxSeconds: 4 };

const budget = 'VIDEO=999999999,CALENDAR=999999999';

interface Options {
  readonly names: readonly string[];
  readonly rounds: number;
  /** Of the gateways. */
  readonly settings: Readonly<Record<string, string>>;
}

/** The figures of one round, for one request. */
interface Figures {
  readonly gatewayMs: number;
  readonly redisMs: number;
  readonly redisCalls: number;
}

/** Gateways, each with a store of its own, and as many that share a Redis. */
interface Setup {
  readonly separate: readonly Child[];
  readonly sharing: readonly Child[];
  readonly redis: TestRedis;
}

/** Prints what each query costs, without and with a budget, and the bound that follows. */
export async function measureReplicas({ names, rounds, settings }: Options): Promise<void> {
  const upstream = await spawn('./upstream.ts');
  const redis = await startRedis();
  try {
    console.log(tableHead);
    for (const hasBudget of [false, true]) {
      const common = hasBudget ? { ...settings, QUOTA_BUDGET: budget } : settings;
      const start = (more: object): Promise<Child> =>
        spawn('./gateway.ts', upstream.url, JSON.stringify({ ...common, ...more }));
      const startAll = (more: object): Promise<Child[]> =>
        Promise.all(Array.from({ length: Math.max(...replicaCounts) }, () => start(more)));
      const separate = await startAll({});
      const sharing = await startAll({ REDIS_URL: redis.url });
      for (const name of names)
        await measureQuery({ separate, sharing, redis }, workloadOf(name), { rounds, hasBudget });
      for (const { process: child } of [...separate, ...sharing]) child.disconnect();
    }
  } finally {
    upstream.process.disconnect();
    await redis.close();
  }
}

async function measureQuery(
  { separate, sharing, redis }: Setup,
  workload: Workload,
  { rounds, hasBudget }: { readonly rounds: number; readonly hasBudget: boolean },
): Promise<void> {
  for (const group of [separate, sharing]) await measureRound(group, redis, workload);
  let ratioOfOne: number | undefined;
  for (const count of replicaCounts) {
    const [apart, together]: [Figures[], Figures[]] = [[], []];
    // They take turns: what else runs on the machine concerns both.
    for (let round = 0; round < rounds; round += 1) {
      apart.push(await measureRound(separate.slice(0, count), redis, workload));
      together.push(await measureRound(sharing.slice(0, count), redis, workload));
    }
    const [own, shared] = [medianOf(apart), medianOf(together)];
    const ratio = medianRatio(together, apart);
    ratioOfOne ??= ratio;
    const limit = shared.gatewayMs / shared.redisMs;
    const cells = [
      workload.name,
      hasBudget ? 'yes' : 'no',
      String(count),
      `${own.gatewayMs.toFixed(3)} / ${shared.gatewayMs.toFixed(3)}`,
      ratio.toFixed(2),
      shared.redisMs.toFixed(4),
      String(Number(shared.redisCalls.toFixed(2))),
      Math.min((count * ratioOfOne) / ratio, limit).toFixed(2),
      limit.toFixed(0),
    ];
    console.log(rowOf(cells));
  }
}

/** @returns the median of the ratios of each two rounds after each other */
function medianRatio(first: readonly Figures[], second: readonly Figures[]): number {
  const ratios = first.map(({ gatewayMs }, round) => gatewayMs / second[round]!.gatewayMs);
  return median(ratios);
}

/** @returns the figures of all gateways of the group together, under the same load for each */
async function measureRound(
  group: readonly Child[],
  redis: TestRedis,
  { query }: Workload,
): Promise<Figures> {
  const before = await totals(group, redis);
  const loads = group.map(({ url }, replica) =>
    runLoad({
      url,
      connections: connectionsPerReplica,
      length,
      requestOf: (connection) => graphqlRequest(query, `caller-${replica}-${connection}`),
      isExpected: (status) => status === 200,
    }),
  );
  const requests = (await Promise.all(loads)).reduce((sum, load) => sum + load.requests, 0);
  const after = await totals(group, redis);
  return {
    gatewayMs: (after.gatewayMs - before.gatewayMs) / requests,
    redisMs: (after.redisMs - before.redisMs) / requests,
    redisCalls: (after.redisCalls - before.redisCalls) / requests,
  };
}

/** Since the start of the processes. */
async function totals(group: readonly Child[], redis: TestRedis): Promise<Figures> {
  const usages = await Promise.all(group.map(({ process: child }) => ask<Usage>(child)));
  const info = await redis.cli('info', 'everything');
  const numberOf = (pattern: RegExp): number => Number(pattern.exec(info)?.[1] ?? 0);
  const seconds = numberOf(/^used_cpu_sys:([\d.]+)/m) + numberOf(/^used_cpu_user:([\d.]+)/m);
  const calls = ['get', 'evalsha', 'eval', 'publish'].map((name) =>
    numberOf(new RegExp(`^cmdstat_${name}:calls=(\\d+)`, 'm')),
  );
  return {
    gatewayMs: usages.reduce((sum, { cpuMs }) => sum + cpuMs, 0),
    redisMs: seconds * 1_000,
    redisCalls: calls.reduce((sum, count) => sum + count, 0),
  };
}

/** @returns the median of each figure */
function medianOf(rounds: readonly Figures[]): Figures {
  const of = (key: keyof Figures): number => median(rounds.map((round) => round[key]));
  return { gatewayMs: of('gatewayMs'), redisMs: of('redisMs'), redisCalls: of('redisCalls') };
}

const headings = [
  'query',
  'budget',
  'replicas',
  'gateway CPU ms',
  'ratio',
  'Redis CPU ms',
  'Redis calls',
  'throughput',
  'limit of Redis',
];

const rowOf = (cells: readonly string[]): string =>
  `| ${cells.map((cell, index) => cell.padEnd(headings[index]!.length)).join(' | ')} |`;

const tableHead = `${rowOf(headings)}\n${rowOf(headings.map((each) => '-'.repeat(each.length)))}`;
