/**
 * A mixed load on a gateway whose services fail now and then, and whose clients abort and stall.
 * Checks the answers, that no write is executed twice, and that memory and handles do not grow.
 */
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Fault } from '../../src/sandbox/fault.ts';
import { startSandbox } from '../../src/sandbox/sandbox.ts';
import { openEventStream } from '../support/client/event-stream.ts';
import { unexplained } from './answer-check.ts';
import { Client, creations, type StableQuery } from './client.ts';
import { type GatewayProcess, startProcess } from './gateway-process.ts';
import { growingClasses } from './heap-growth.ts';
import { WriteCheck } from './write-check.ts';

/** Clients at the same time. */
const clients = 16;

const faults: readonly Fault[] = [
  { status: 500 },
  { status: 503, retryAfter: 1 },
  { status: 403, reason: 'rateLimitExceeded' },
  { drop: 'before' },
  { drop: 'after' },
  { cut: true },
  { garble: true },
  { page: 'html' },
];

const token = 'studio-owner';

/** Memory is measured from the fifth minute on: before, caches fill. */
const warmUpMs = 300_000;

/**
 * Seconds between two measurements, each after a garbage collection: between two of its own, which
 * are minutes apart, the memory of a process grows by tens of MiB.
 */
const measureEvery = 15;

/**
 * Five heap snapshots are taken in the last third of a run, after the measurement: a snapshot takes
 * as much memory as the heap.
 */
const measuredShare = 2 / 3;

const maxGrowthPerMinute = 1;
const maxMoreHandles = 5;

/** What a run has found. */
interface SoakReport {
  readonly requests: number;
  readonly writes: number;
  readonly uploads: number;
  /** Answers of queries that had an error. */
  readonly withErrors: number;
  /** MiB per minute; undefined for a run of less than ten minutes. */
  readonly memoryGrowth: number | undefined;
  /** Handles more than before the load; undefined for a run of less than a minute. */
  readonly moreHandles: number | undefined;
  /** Each is one line; without any, the run has passed. */
  readonly problems: readonly string[];
}

interface SoakOptions {
  readonly minutes: number;
  /** Share of the calls that fail. */
  readonly faultShare: number;
  /** Called with each measurement. */
  readonly onProgress?: (line: string) => void;
}

/** Runs the load. */
export async function soak({ minutes, faultShare, onProgress }: SoakOptions): Promise<SoakReport> {
  const folder = mkdtempSync(join(tmpdir(), 'studiograph-soak-'));
  const sandbox = await startSandbox({ clockSpeed: 1 });
  const gateway = await startProcess({ bases: sandbox.bases, folder });
  try {
    const run = new Run(gateway, new WriteCheck(sandbox));
    // Before there are connections, which are all closed at the end.
    const handles = gateway.handles();
    await run.prepare();
    const every = Math.round(faults.length / faultShare);
    for (const fault of faults) sandbox.fault({ ...fault, every });
    const samples = await load(run, minutes, onProgress);
    sandbox.clearFaults();
    await run.client.close();
    const isLong = minutes >= 1;
    const moreHandles = isLong ? (await handlesAtRest(gateway, handles)) - handles : undefined;
    const memoryGrowth = growthOf(measured(samples, minutes));
    const snapshots = readdirSync(folder).toSorted();
    const grown = growingClasses(
      snapshots.map((name) => join(folder, name)),
      500,
    );
    const writeProblems = run.writes.takeProblems();
    return {
      requests: run.client.requests,
      writes: run.writes.count,
      uploads: run.sent.size,
      withErrors: run.withErrors,
      memoryGrowth,
      moreHandles,
      problems: [
        ...run.problems,
        ...writeProblems,
        ...[...run.sent]
          .filter((sha) => !run.writes.hasFile(sha))
          .map((sha) => `lost upload ${sha}`),
        ...gateway.errors(),
        ...grown.map((line) => `objects that grow: ${line}`),
        ...(gateway.hasEnded() ? ['the gateway has ended'] : []),
        ...(memoryGrowth !== undefined && memoryGrowth > maxGrowthPerMinute
          ? [`memory grows by ${memoryGrowth.toFixed(2)} MiB per minute`]
          : []),
        ...(moreHandles !== undefined && Math.abs(moreHandles) > maxMoreHandles
          ? [`handles: ${moreHandles} more than at the start`]
          : []),
      ],
    };
  } finally {
    await gateway[Symbol.asyncDispose]();
    await sandbox.close();
    rmSync(folder, { recursive: true });
  }
}

interface Sample {
  readonly ms: number;
  readonly mib: number;
}

/** Sends requests until the time is over. @returns the memory of the gateway */
async function load(
  run: Run,
  minutes: number,
  onProgress: SoakOptions['onProgress'],
): Promise<Sample[]> {
  const start = performance.now();
  const end = start + minutes * 60_000;
  const samples: Sample[] = [];
  const workers = Array.from({ length: clients }, async () => {
    while (performance.now() < end) await run.step();
  });
  let snapshots = 0;
  for (let second = 0; performance.now() < end; second += 1) {
    await wait(1_000);
    run.writes.collect();
    if (second % measureEvery !== measureEvery - 1) continue;
    const before = run.gateway.memory();
    await run.gateway.collectGarbage();
    const ms = performance.now() - start;
    const mib = run.gateway.memory();
    samples.push({ ms, mib });
    const share = measuredShare + ((1 - measuredShare) * snapshots) / 5;
    if (ms > warmUpMs && ms > share * (end - start)) {
      run.gateway.takeSnapshot();
      snapshots += 1;
    }
    onProgress?.(
      `${(ms / 60_000).toFixed(1)} min: ${run.client.requests} requests, ${mib.toFixed(0)} MiB (${before.toFixed(0)} with garbage), ${run.gateway.handles()} handles, ${run.problems.length} problems`,
    );
  }
  await Promise.all(workers);
  run.writes.collect();
  return samples;
}

const measured = (samples: readonly Sample[], minutes: number): Sample[] =>
  samples.filter(({ ms }) => ms > warmUpMs && ms < measuredShare * minutes * 60_000);

/** Least squares. @returns MiB per minute; undefined for too few samples */
function growthOf(samples: readonly Sample[]): number | undefined {
  if (samples.length < 20) return undefined;
  const mean = (values: readonly number[]): number =>
    values.reduce((sum, value) => sum + value, 0) / values.length;
  const [x, y] = [mean(samples.map(({ ms }) => ms)), mean(samples.map(({ mib }) => mib))];
  let [above, below] = [0, 0];
  for (const { ms, mib } of samples) {
    above += (ms - x) * (mib - y);
    below += (ms - x) ** 2;
  }
  return (above / below) * 60_000;
}

/** Waits until idle connections to the services are closed, at most one and a half minutes. */
async function handlesAtRest(gateway: GatewayProcess, before: number): Promise<number> {
  for (let second = 0; second < 90 && gateway.handles() > before + maxMoreHandles; second += 1)
    await wait(1_000);
  return gateway.handles();
}

const events = `subscription { chatMessages(liveChatId: "Cg0KeVaDEB4_HCt") { __typename } }`;

/** The clients, and what they have seen. */
class Run {
  readonly gateway: GatewayProcess;
  readonly writes: WriteCheck;
  readonly client: Client;
  readonly problems: string[] = [];
  /** SHA-256 of the files that the gateway has confirmed. */
  readonly sent = new Set<string>();
  /** Answers with an error: without any, the faults had no effect. */
  withErrors = 0;
  #queries: readonly StableQuery[] = [];

  constructor(gateway: GatewayProcess, writes: WriteCheck) {
    this.gateway = gateway;
    this.writes = writes;
    this.client = new Client(gateway.url, token, writes);
  }

  /** Learns the answers, before there are faults. */
  async prepare(): Promise<void> {
    this.#queries = await this.client.stableQueries();
    if (this.#queries.length < 10) this.problems.push('fewer than 10 queries have stable answers');
  }

  /** One action of a client. Never rejects. */
  async step(): Promise<void> {
    const chance = Math.random() * 100;
    try {
      if (chance < 70) await this.#read();
      else if (chance < 82) await this.client.create(Math.floor(chance) % creations.length);
      else if (chance < 85) await this.#upload();
      else if (chance < 93) await this.#abort();
      else if (chance < 96) await this.#stall();
      else await this.#subscribe();
    } catch (error) {
      if (this.problems.length < 100) this.problems.push(`a client failed: ${String(error)}`);
      await wait(100);
    }
  }

  async #read(): Promise<void> {
    const { name, query, answer } =
      this.#queries[Math.floor(Math.random() * this.#queries.length)]!;
    const actual = await this.client.ask(query);
    if (actual.errors) this.withErrors += 1;
    const wrong = unexplained(answer, actual);
    if (wrong.length > 0) this.problems.push(`${name}: ${wrong.slice(0, 3).join(', ')}`);
  }

  async #upload(): Promise<void> {
    const sha256 = await this.client.upload();
    if (sha256 !== undefined) this.sent.add(sha256);
  }

  /** A client that leaves while its request is served: of a write, at most one is executed. */
  async #abort(): Promise<void> {
    const title = this.writes.newTitle();
    const { query } = this.#queries[Math.floor(Math.random() * this.#queries.length)]!;
    const isWrite = Math.random() < 0.3;
    const document = isWrite ? creations[Math.floor(Math.random() * creations.length)]! : query;
    if (isWrite) this.writes.answered(title, 'unknown');
    const signal = AbortSignal.timeout(1 + Math.floor(Math.random() * 40));
    const variables = isWrite ? { title } : {};
    await this.client.ask(document, { variables, signal }).catch(() => {});
  }

  /** A client that sends half of its request. */
  async #stall(): Promise<void> {
    const { hostname, port } = new URL(this.gateway.url);
    const socket = connect(Number(port), hostname);
    socket.on('error', () => {});
    await once(socket, 'connect');
    socket.write(
      `POST /graphql HTTP/1.1\r\nhost: gateway\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{"query":`,
    );
    await wait(500 + Math.random() * 1_500);
    socket.destroy();
  }

  async #subscribe(): Promise<void> {
    const { until, leave } = await openEventStream(this.gateway.url, { query: events, token });
    this.client.requests += 1;
    // An event can be an error of the feed: then the subscription ends.
    await Promise.race([until(1).catch(() => {}), wait(2_000)]);
    leave();
  }
}
