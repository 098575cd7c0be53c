/** `npm run bench`: the gateway against a hand-written handler that makes the same REST calls, as ratios of one run; then what large uploads take. */
import type { ChildProcess } from 'node:child_process';
import autocannon from 'autocannon';
import { ask, type Child, spawn } from './child.ts';
import { type Workload, workloads } from './workload.ts';

interface Target extends Child {
  readonly name: string;
}

interface Measured {
  readonly cpuMs: number;
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  readonly calls: number;
  readonly bytes: number;
  readonly rssMb: number;
}

const connections = Number(process.argv[2]) || 8;
const seconds = Number(process.argv[3] ?? 4);
const rounds = Number(process.argv[4] ?? 3);

const headers = {
  'content-type': 'application/json',
  accept: 'application/json',
  authorization: 'Bearer studio-owner',
};

async function answerOf({ url }: Target, { query }: Workload): Promise<string> {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ query }),
  });
  const { data, errors } = (await response.json()) as { data: unknown; errors?: unknown };
  if (errors) throw new Error(JSON.stringify(errors));
  return JSON.stringify(data);
}

async function measure(
  target: Target,
  upstream: ChildProcess,
  { query }: Workload,
): Promise<Measured> {
  await ask(upstream);
  const before = await ask<{ cpuMs: number }>(target.process);
  const run = await autocannon({
    url: `${target.url}/graphql`,
    method: 'POST',
    headers,
    body: JSON.stringify({ query }),
    connections,
    duration: seconds,
  });
  const after = await ask<{ cpuMs: number; rssMb: number }>(target.process);
  const served = await ask<{ calls: number; bytes: number }>(upstream);
  const requests = run['2xx'];
  if (run.non2xx + run.errors > 0)
    throw new Error(`${target.name}: ${run.non2xx} refusals, ${run.errors} errors`);
  return {
    cpuMs: (after.cpuMs - before.cpuMs) / requests,
    perSecond: requests / run.duration,
    p50: run.latency.p50,
    p99: run.latency.p99,
    // Requests under way when the clock stopped were served too, and are counted by none.
    calls: served.calls / run.requests.sent,
    bytes: served.bytes / run.requests.sent,
    rssMb: after.rssMb,
  };
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1]!;

const middle = (all: readonly Measured[], key: keyof Measured): number =>
  median(all.map((each) => each[key]));

function print(
  { name, what }: Workload,
  gateway: readonly Measured[],
  handler: readonly Measured[],
): void {
  console.log(`\n${name}  ${what}`);
  const units: Readonly<Record<keyof Measured, string>> = {
    cpuMs: 'CPU ms',
    perSecond: 'per second',
    p50: 'p50 ms',
    p99: 'p99 ms',
    calls: 'upstream calls',
    bytes: 'upstream bytes',
    rssMb: 'memory MB',
  };
  for (const key of Object.keys(units) as (keyof Measured)[]) {
    const [mine, limit] = [middle(gateway, key), middle(handler, key)];
    console.log(
      `  ${units[key].padEnd(16)} gateway ${mine.toFixed(2).padStart(10)}   handler ${limit.toFixed(2).padStart(10)}   ratio ${(mine / limit).toFixed(2)}`,
    );
  }
}

async function compare(): Promise<void> {
  const upstream = await spawn('./upstream.ts');
  const gateway: Target = { name: 'gateway', ...(await spawn('./gateway.ts', upstream.url)) };
  const handler: Target = { name: 'handler', ...(await spawn('./handler.ts', upstream.url)) };
  console.log(`${connections} connections, ${rounds} rounds of ${seconds} s each, medians`);
  for (const workload of workloads) {
    const [mine, limit] = [await answerOf(gateway, workload), await answerOf(handler, workload)];
    if (mine !== limit)
      throw new Error(
        `${workload.name}: the answers differ\n${mine.slice(0, 500)}\n${limit.slice(0, 500)}`,
      );
    for (const target of [gateway, handler]) await measure(target, upstream.process, workload);
    const results: Record<string, Measured[]> = { gateway: [], handler: [] };
    for (let round = 0; round < rounds; round += 1)
      for (const target of [gateway, handler])
        results[target.name]!.push(await measure(target, upstream.process, workload));
    print(workload, results['gateway']!, results['handler']!);
  }
  for (const { process: child } of [gateway, handler, upstream]) child.disconnect();
}

if (process.argv[2] !== 'upload') await compare();
await import('./upload.ts');
