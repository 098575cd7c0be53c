/**
 * Compares the gateway with a hand-written handler that makes the same REST calls, also beside
 * another server of the same graph. They take turns in short rounds. The ratios of one run can be
 * compared with those of another machine, the other figures cannot.
 */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { ask, type Child, spawn, spawnOther, spawnSource } from './child.ts';
import type { Served } from './counted-server.ts';
import { graphqlRequest, type LoadLength, type LoadResult, runLoad } from './load.ts';
import { median } from './median.ts';
import type { Usage } from './usage.ts';
import type { Workload } from './workload.ts';

/** The measurements of a run: each query with each number of connections and each delay. */
export interface ComparisonOptions {
  readonly measured: readonly Workload[];
  readonly connections: readonly number[];
  /** Milliseconds until the upstream responds. */
  readonly delays: readonly number[];
  readonly rounds: number;
  /** Of a round. */
  readonly length: LoadLength;
  /** Settings of the gateway. */
  readonly settings: Readonly<Record<string, string>>;
  /** Milliseconds between garbage collection and the last look at the memory. */
  readonly releaseMs: number;
}

/** One line of the table. */
interface Cell {
  readonly workload: Workload;
  readonly connections: number;
  readonly delayMs: number;
}

interface Target extends Child {
  readonly name: string;
  /** Whether all connections have one token. By default, each has its own. */
  readonly hasOneToken?: boolean;
}

/** The measured processes, then the one that they are compared with. */
type PerTarget<T> = readonly T[];

/** The figures of one round. */
interface Figures {
  readonly requests: number;
  /** CPU time of the target for one request. */
  readonly cpuMs: number;
  readonly p50: number;
  readonly p99: number;
  /** Calls of the upstream for one request. */
  readonly calls: number;
  /** Bytes of upstream bodies for one request. */
  readonly bytes: number;
  /** Connections to the upstream that were opened in the round. */
  readonly opened: number;
  /** CPU time of the upstream and of the client, as a share of the round. */
  readonly upstreamBusy: number;
  readonly clientBusy: number;
  /** After the round. */
  readonly rssMb: number;
}

/** @param print receives the table line by line */
export async function compare(
  options: ComparisonOptions,
  print: (line: string) => void,
): Promise<void> {
  const upstream = await spawn('./upstream.ts');
  const targets = await Promise.all([
    startGateway('gateway', upstream, options.settings),
    spawn('./handler.ts', upstream.url).then((child) => ({ name: 'handler', ...child })),
  ]);
  await compareTargets(targets, upstream, options, print);
}

/**
 * Compares two more gateways with the handler: as it is shipped, with a line in the log for each
 * request, and with one token of all clients, as the server of an application has it; and one that
 * answers from its memory.
 */
export async function compareShipped(
  options: ComparisonOptions,
  print: (line: string) => void,
): Promise<void> {
  const upstream = await spawn('./upstream.ts');
  const { settings } = options;
  const targets = await Promise.all([
    startGateway('as shipped', upstream, { LOG_LEVEL: 'info', ...settings }).then((child) => ({
      ...child,
      hasOneToken: true,
    })),
    startGateway('from memory', upstream, { CACHE: 'callers', ...settings }),
    spawn('./handler.ts', upstream.url).then((child) => ({ name: 'handler', ...child })),
  ]);
  await compareTargets(targets, upstream, options, print);
}

/** Compares the gateway and Mercurius with the handler. */
export async function comparePeers(
  options: ComparisonOptions,
  print: (line: string) => void,
): Promise<void> {
  installPeers();
  const upstream = await spawn('./upstream.ts');
  const targets = await Promise.all([
    startGateway('gateway', upstream, options.settings),
    spawnSource('./peers/mercurius.js', upstream.url).then((child) => ({
      name: 'Mercurius',
      ...child,
    })),
    spawn('./handler.ts', upstream.url).then((child) => ({ name: 'handler', ...child })),
  ]);
  await compareTargets(targets, upstream, options, print);
}

/** Their packages are none of the product: they are installed when somebody measures them. */
function installPeers(): void {
  const cwd = fileURLToPath(new URL('peers/', import.meta.url));
  if (existsSync(`${cwd}node_modules`)) return;
  execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd });
}

const startGateway = async (
  name: string,
  upstream: Child,
  settings: ComparisonOptions['settings'],
): Promise<Target> => ({
  name,
  ...(await spawn('./gateway.ts', upstream.url, JSON.stringify(settings))),
});

/**
 * Compares the gateway with that of another version.
 * @param folder a checkout of the other version, with its packages
 */
export async function compareVersions(
  folder: string,
  options: ComparisonOptions,
  print: (line: string) => void,
): Promise<void> {
  const upstream = await spawn('./upstream.ts');
  const settings = JSON.stringify(options.settings);
  const targets = await Promise.all([
    startGateway('this', upstream, options.settings),
    spawnOther(folder, upstream.url, settings).then((child) => ({ name: 'other', ...child })),
  ]);
  await compareTargets(targets, upstream, options, print);
}

/** Measures all cells, prints them, and ends all processes. */
async function compareTargets(
  targets: PerTarget<Target>,
  upstream: Child,
  options: ComparisonOptions,
  print: (line: string) => void,
): Promise<void> {
  try {
    await warmUp(targets, options);
    await printTable(targets, upstream, options, print);
    await printMemory(targets, options, print);
  } finally {
    for (const { process: child } of [...targets, upstream]) child.disconnect();
  }
}

async function printTable(
  targets: PerTarget<Target>,
  upstream: Child,
  { measured, connections: counts, delays, rounds, length }: ComparisonOptions,
  print: (line: string) => void,
): Promise<void> {
  print(`${targets.map(({ name }) => name).join(' / ')}, medians of ${rounds} rounds\n`);
  for (const line of tableHead) print(line);
  for (const delayMs of delays) {
    await ask(upstream.process, { delayMs });
    for (const connections of counts)
      for (const workload of measured) {
        const cell = { workload, connections, delayMs };
        print(rowOf(cell, await measureCell(targets, upstream, cell, { rounds, length })));
      }
  }
}

async function printMemory(
  targets: PerTarget<Target>,
  { releaseMs }: ComparisonOptions,
  print: (line: string) => void,
): Promise<void> {
  const collected = await Promise.all(
    targets.map(({ process: child }) => ask<Usage>(child, 'collect')),
  );
  await setTimeout(releaseMs);
  print(`\nMemory after garbage collection, at the end and ${releaseMs / 1000} s later:\n`);
  for (const [index, { name, process: child }] of targets.entries()) {
    const { rssMb, heapMb } = collected[index]!;
    const later = await ask<Usage>(child);
    print(
      `- ${name}: ${rssMb.toFixed(0)} MB, of which heap ${heapMb.toFixed(0)} MB; then ${later.rssMb.toFixed(0)} MB`,
    );
  }
}

/**
 * Each process serves all queries before the first one is measured, as a process in production has.
 * @throws Error if the targets answer differently
 */
async function warmUp(
  targets: PerTarget<Target>,
  { measured, connections, length }: ComparisonOptions,
): Promise<void> {
  const count = Math.max(...connections);
  for (const workload of measured) {
    const responses = await Promise.all(targets.map((target) => dataOf(target, workload)));
    if (new Set(responses).size > 1) {
      const excerpts = responses.map((response) => response.slice(0, 500)).join('\n');
      throw new Error(`${workload.name}: the responses differ\n${excerpts}`);
    }
    for (const target of targets) await load(target, workload, count, length);
  }
}

async function dataOf({ url }: Target, { query }: Workload): Promise<string> {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Bearer first' },
    body: JSON.stringify({ query }),
  });
  const { data, errors } = (await response.json()) as { data: unknown; errors?: unknown };
  if (errors) throw new Error(JSON.stringify(errors));
  return JSON.stringify(data);
}

/**
 * Each connection has a token of its own: the calls of one caller may be shared.
 * @throws Error if not all responses are about equally long
 */
async function load(
  { url, hasOneToken }: Target,
  { query }: Workload,
  connections: number,
  length: LoadLength,
): Promise<LoadResult> {
  const requests = Array.from({ length: connections }, (_, index) =>
    graphqlRequest(query, `caller-${hasOneToken ? 0 : index}`),
  );
  let expectedBytes: number | undefined;
  return runLoad({
    url,
    connections,
    length,
    requestOf: (connection) => requests[connection]!,
    isExpected: (status, bodyBytes) => {
      expectedBytes ??= bodyBytes;
      const difference = Math.abs(bodyBytes - expectedBytes);
      return status === 200 && difference <= costBytes;
    },
  });
}

/** So many bytes of an answer tell what it has cost, which is nothing if another one was read. */
const costBytes = 500;

/** @returns the figures of all rounds, by target */
async function measureCell(
  targets: PerTarget<Target>,
  upstream: Child,
  { workload, connections, delayMs }: Cell,
  options: Pick<ComparisonOptions, 'rounds' | 'length'>,
): Promise<PerTarget<readonly Figures[]>> {
  // Opens the connections that the cell needs.
  const opening = { seconds: 0, minRequests: connections * 3, maxSeconds: 1 };
  for (const target of targets) await load(target, workload, connections, opening);
  const length = delayMs === 0 ? options.length : delayedLength(options.length);
  const figures = targets.map((): Figures[] => []);
  const run = (target: Target): Promise<LoadResult> => load(target, workload, connections, length);
  const turns = [...targets.entries()];
  for (let round = 0; round < options.rounds; round += 1)
    // The processors are faster or slower from round to round: nobody is always the first.
    for (const [index, target] of round % 2 === 0 ? turns : turns.toReversed())
      figures[index]!.push(await measureRound(target, upstream, run));
  return figures;
}

/** With a delay, a few connections would take minutes for enough requests. */
const delayedLength = (length: LoadLength): LoadLength => ({
  ...length,
  maxSeconds: 2 * length.seconds,
});

async function measureRound(
  target: Target,
  upstream: Child,
  run: (target: Target) => Promise<LoadResult>,
): Promise<Figures> {
  const servedBefore = await ask<Served>(upstream.process);
  const before = await ask<Usage>(target.process);
  const clientBefore = process.cpuUsage();
  const { requests, seconds, latencies } = await run(target);
  const client = process.cpuUsage(clientBefore);
  const after = await ask<Usage>(target.process);
  const served = await ask<Served>(upstream.process);
  return {
    requests,
    cpuMs: (after.cpuMs - before.cpuMs) / requests,
    p50: latencies[Math.floor(requests * 0.5)]!,
    p99: latencies[Math.floor(requests * 0.99)]!,
    calls: served.calls / requests,
    bytes: served.bytes / requests,
    opened: served.connections,
    upstreamBusy: (served.cpuMs - servedBefore.cpuMs) / 1000 / seconds,
    clientBusy: (client.user + client.system) / 1e6 / seconds,
    rssMb: after.rssMb,
  };
}

/** The columns after those of the cell: medians of the rounds, but the sum of `opened`. */
const columns: Readonly<Record<string, (figures: PerTarget<readonly Figures[]>) => string>> = {
  requests: (figures) => both(figures, 'requests', 0),
  'CPU ms': (figures) => both(figures, 'cpuMs', 3),
  'CPU ratio': (figures) => ratio(figures, 'cpuMs'),
  'p50 ms': (figures) => both(figures, 'p50', 1),
  'p50 ratio': (figures) => ratio(figures, 'p50'),
  'p99 ms': (figures) => both(figures, 'p99', 1),
  calls: (figures) => both(figures, 'calls'),
  bytes: (figures) => both(figures, 'bytes', 0),
  opened: (figures) => figures.map((rounds) => sum(rounds.map((each) => each.opened))).join(' / '),
  'upstream busy': (figures) => both(figures, 'upstreamBusy', 2),
  'client busy': (figures) => both(figures, 'clientBusy', 2),
  MB: (figures) => both(figures, 'rssMb', 0),
};

const headings = ['query', 'connections', 'delay', ...Object.keys(columns)];

/** Widths for the figures of most runs: a longer one only moves its line. */
const widths = [5, 11, 5, 13, 17, 18, 15, 18, 15, 9, 15, 9, 13, 11, 9];

const lineOf = (cells: readonly string[]): string =>
  `| ${cells.map((cell, index) => cell.padEnd(widths[index]!)).join(' | ')} |`;

const tableHead = [lineOf(headings), lineOf(widths.map((width) => '-'.repeat(width)))];

const rowOf = (
  { workload, connections, delayMs }: Cell,
  figures: PerTarget<readonly Figures[]>,
): string =>
  lineOf([
    workload.name,
    String(connections),
    String(delayMs),
    ...Object.values(columns).map((column) => column(figures)),
  ]);

/** @param digits after the point; by default as many as the figure needs, up to 2 */
const both = (
  figures: PerTarget<readonly Figures[]>,
  key: keyof Figures,
  digits?: number,
): string =>
  figures
    .map((rounds) => median(rounds.map((each) => each[key])))
    .map((value) =>
      digits === undefined ? String(Number(value.toFixed(2))) : value.toFixed(digits),
    )
    .join(' / ');

/**
 * @returns for each target but the last one the median of the ratios of rounds after each other,
 * and their range
 */
function ratio(figures: PerTarget<readonly Figures[]>, key: keyof Figures): string {
  const reference = figures.at(-1)!;
  const texts = figures.slice(0, -1).map((rounds) => {
    const ratios = rounds.map((each, round) => each[key] / reference[round]![key]);
    const [low, middle, high] = [Math.min(...ratios), median(ratios), Math.max(...ratios)].map(
      (value) => value.toFixed(3),
    );
    return `${middle} (${low}-${high})`;
  });
  return texts.join(' / ');
}

const sum = (values: readonly number[]): number => values.reduce((total, each) => total + each, 0);
