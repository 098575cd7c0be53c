/**
 * Compares the gateway with a hand-written handler that makes the same REST calls, or with itself
 * without batches. The ratios of
 * one run can be compared with those of another machine, the figures cannot.
 */
import type { ChildProcess } from 'node:child_process';
import autocannon from 'autocannon';
import { ask, type Child, spawn } from './child.ts';
import type { Usage } from './usage.ts';
import { type Workload, workloads } from './workload.ts';

interface ComparisonOptions {
  readonly connections: number;
  /** Seconds of one round. */
  readonly seconds: number;
  readonly rounds: number;
}

/** `batches` is the gateway with `DRIVE_BATCH`. */
interface Target extends Child {
  readonly name: 'gateway' | 'handler' | 'batches';
}

type Results = ReadonlyMap<Target, readonly Figures[]>;

/** Medians per request, except `perSecond` and `rssMb`. */
interface Figures {
  readonly cpuMs: number;
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  readonly calls: number;
  readonly bytes: number;
  readonly rssMb: number;
}

const labels: Readonly<Record<keyof Figures, string>> = {
  cpuMs: 'CPU ms',
  perSecond: 'per second',
  p50: 'p50 ms',
  p99: 'p99 ms',
  calls: 'upstream calls',
  bytes: 'upstream bytes',
  rssMb: 'memory MB',
};

const headers = {
  'content-type': 'application/json',
  accept: 'application/json',
  authorization: 'Bearer studio-owner',
};

/** Measures all workloads and prints the medians of their rounds. */
export async function compare(options: ComparisonOptions): Promise<void> {
  const upstream = await spawn('./upstream.ts');
  const gateway: Target = { name: 'gateway', ...(await spawn('./gateway.ts', upstream.url)) };
  const handler: Target = { name: 'handler', ...(await spawn('./handler.ts', upstream.url)) };
  await compareTargets([gateway, handler], upstream, workloads, options);
}

/** Measures the workload with many files with and without `DRIVE_BATCH`. */
export async function compareBatches(options: ComparisonOptions): Promise<void> {
  const upstream = await spawn('./upstream.ts');
  const settings = JSON.stringify({ DRIVE_BATCH: '1' });
  const targets: Target[] = [
    { name: 'batches', ...(await spawn('./gateway.ts', upstream.url, settings)) },
    { name: 'gateway', ...(await spawn('./gateway.ts', upstream.url)) },
  ];
  const withFiles = workloads.filter(({ name }) => name === 'W4');
  await compareTargets(targets, upstream, withFiles, options);
}

/** Compares the first target with the second one, and ends all processes. */
async function compareTargets(
  targets: readonly Target[],
  upstream: Child,
  measured: readonly Workload[],
  options: ComparisonOptions,
): Promise<void> {
  const { connections, seconds, rounds } = options;
  console.log(`${connections} connections, ${rounds} rounds of ${seconds} s each, medians`);
  for (const workload of measured) {
    await checkResponses(targets, workload);
    const measureOne = (target: Target): Promise<Figures> =>
      measure(target, upstream.process, workload, options);
    // Warms both processes up.
    for (const target of targets) await measureOne(target);
    const results = new Map(targets.map((target): [Target, Figures[]] => [target, []]));
    for (let round = 0; round < rounds; round += 1)
      for (const target of targets) results.get(target)!.push(await measureOne(target));
    print(workload, results);
  }
  for (const { process: child } of [...targets, upstream]) child.disconnect();
}

/** @throws Error if the two targets answer differently */
async function checkResponses(targets: readonly Target[], workload: Workload): Promise<void> {
  const [first, second] = await Promise.all(targets.map((target) => dataOf(target, workload)));
  if (first === second) return;
  const excerpts = `${first?.slice(0, 500)}\n${second?.slice(0, 500)}`;
  throw new Error(`${workload.name}: the responses differ\n${excerpts}`);
}

async function dataOf({ url }: Target, { query }: Workload): Promise<string> {
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
  { connections, seconds }: ComparisonOptions,
): Promise<Figures> {
  await ask(upstream);
  const before = await ask<Usage>(target.process);
  const run = await autocannon({
    url: `${target.url}/graphql`,
    method: 'POST',
    headers,
    body: JSON.stringify({ query }),
    connections,
    duration: seconds,
  });
  const after = await ask<Usage>(target.process);
  const served = await ask<{ calls: number; bytes: number }>(upstream);
  const requests = run['2xx'];
  if (run.non2xx + run.errors > 0)
    throw new Error(`${target.name}: ${run.non2xx} other statuses, ${run.errors} errors`);
  return {
    cpuMs: (after.cpuMs - before.cpuMs) / requests,
    perSecond: requests / run.duration,
    p50: run.latency.p50,
    p99: run.latency.p99,
    // The upstream also served the requests that were running at the end; autocannon counts them
    // as sent only.
    calls: served.calls / run.requests.sent,
    bytes: served.bytes / run.requests.sent,
    rssMb: after.rssMb,
  };
}

function print({ name, description }: Workload, results: Results): void {
  console.log(`\n${name}  ${description}`);
  for (const key of Object.keys(labels) as (keyof Figures)[]) {
    const medians = [...results.values()].map((all) => medianOf(all, key));
    const columns = [...results.keys()].map(
      (target, index) => `${target.name} ${medians[index]!.toFixed(2).padStart(10)}  `,
    );
    const ratio = `ratio ${(medians[0]! / medians[1]!).toFixed(2)}`;
    console.log(`  ${[labels[key].padEnd(16), ...columns, ratio].join(' ')}`);
  }
}

function medianOf(all: readonly Figures[], key: keyof Figures): number {
  const sorted = all.map((each) => each[key]).toSorted((a, b) => a - b);
  return sorted[sorted.length >> 1]!;
}
