/**
 * Many subscribers of one live chat in one process: the memory that each of them takes, the CPU
 * time of an event, and how long other queries take while subscriptions start and events are
 * delivered.
 */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { ask, spawn } from './child.ts';
import type { Received } from './fan-out-client.ts';
import { onMessage } from './http-message.ts';
import { graphqlRequest } from './load.ts';
import type { Usage } from './usage.ts';

/** Milliseconds between two polls, as YouTube states it. */
const intervalMs = 1_000;

const messagesPerSecond = 20;

/** The time without subscriptions, in which the queries are measured alone. */
const idleMs = 3_000;

/** Subscriptions that have not started by then have failed. */
const longestStartMs = 60_000;

/** Limits that so many subscriptions of one caller reach. */
const settings = {
  MAX_SUBSCRIPTIONS: '20000',
};

export const transports = ['sse', 'websocket'] as const;

type Transport = (typeof transports)[number];

/** Milliseconds that other queries take. */
interface Latencies {
  readonly median: number;
  readonly p99: number;
  readonly longest: number;
}

/** What was measured of so many subscribers. */
interface FanOut {
  readonly startMs: number;
  readonly before: Latencies;
  readonly whileStarting: Latencies;
  readonly whileDelivering: Latencies;
  /** Of the event loop, while events are delivered. */
  readonly stallMs: number;
  readonly stallCpuMs: number;
  /** The longest time from the first to the last subscriber of an event. */
  readonly spreadMs: number;
  /** CPU time of the gateway in each second: for the queries, then for the events, too. */
  readonly cpuBefore: number;
  readonly cpu: number;
  /** Memory of one subscriber. */
  readonly heapKib: number;
  readonly processKib: number;
  readonly processMib: number;
  readonly events: number;
  /** Rejections, errors, lost connections, and subscribers without an event. */
  readonly failures: number;
}

/** Sends a query every 10 ms, whether or not the responses to the others have arrived. */
class Queries {
  readonly #port: number;
  readonly #idle: Socket[] = [];
  readonly #request = graphqlRequest('{ video(id: "video") { title } }', 'other');
  readonly #timer = setInterval(() => this.#start(), 10);
  readonly #running = new Set<Promise<void>>();
  #latencies: number[] = [];

  constructor(url: string) {
    this.#port = Number(new URL(url).port);
  }

  /** @returns the latencies in ms since the last call, in ascending order */
  take(): number[] {
    const latencies = this.#latencies.toSorted((one, other) => one - other);
    this.#latencies = [];
    return latencies;
  }

  /** Resolves when the last response has arrived. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await Promise.all(this.#running);
    for (const socket of this.#idle) socket.destroy();
  }

  #start(): void {
    const query = this.#send().finally(() => this.#running.delete(query));
    this.#running.add(query);
  }

  async #send(): Promise<void> {
    const start = performance.now();
    const socket = this.#idle.pop() ?? (await this.#connect());
    socket.write(this.#request);
    await once(socket, 'response');
    this.#latencies.push(performance.now() - start);
    this.#idle.push(socket);
  }

  async #connect(): Promise<Socket> {
    const socket = connect({ port: this.#port, host: '127.0.0.1', noDelay: true });
    await once(socket, 'connect');
    onMessage(socket, () => socket.emit('response'));
    return socket;
  }
}

function latenciesOf(sorted: readonly number[]): Latencies {
  const at = (share: number): number =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  return { median: at(0.5), p99: at(0.99), longest: at(1) };
}

/** @param seconds in which events are measured */
export async function measureSubscribers(
  count: number,
  transport: Transport,
  seconds: number,
): Promise<FanOut> {
  const upstream = await spawn('./chat-upstream.ts', `${messagesPerSecond}`, `${intervalMs}`);
  const gateway = await spawn('./gateway.ts', upstream.url, JSON.stringify(settings));
  const queries = new Queries(gateway.url);
  // A new process takes longer for its first queries.
  await wait(3_000);
  queries.take();
  const idle = await ask<Usage>(gateway.process);
  await wait(idleMs);
  const before = latenciesOf(queries.take());
  const usageBefore = await ask<Usage>(gateway.process, 'collect');
  const client = await spawn('./fan-out-client.ts', gateway.url, `${count}`, transport);
  const receivedNow = (): Promise<Received> => ask<Received>(client.process);
  const opening = performance.now();
  const isLate = (): boolean => performance.now() - opening > longestStartMs;
  while ((await receivedNow()).started < count && !isLate()) await wait(100);
  const startMs = performance.now() - opening;
  const whileStarting = latenciesOf(queries.take());
  await wait(2_000);
  queries.take();
  const first = await receivedNow();
  const start = await ask<Usage>(gateway.process, 'watch');
  await wait(seconds * 1_000);
  const whileDelivering = latenciesOf(queries.take());
  const end = await ask<Usage>(gateway.process);
  const last = await receivedNow();
  const held = await ask<Usage>(gateway.process, 'collect');
  await queries.stop();
  for (const { process: child } of [client, gateway, upstream]) child.disconnect();
  const events = last.events - first.events;
  const kibOf = (key: 'rssMb' | 'heapMb'): number =>
    ((held[key] - usageBefore[key]) * 1_024) / count;
  return {
    startMs,
    before,
    whileStarting,
    whileDelivering,
    stallMs: end.stallMs,
    stallCpuMs: end.stallCpuMs,
    spreadMs: last.spreadMs,
    cpuBefore: (usageBefore.cpuMs - idle.cpuMs) / idleMs,
    cpu: (end.cpuMs - start.cpuMs) / (seconds * 1_000),
    heapKib: kibOf('heapMb'),
    processKib: kibOf('rssMb'),
    processMib: held.rssMb,
    events,
    failures: last.failures + count - last.started,
  };
}

const textOf = ({ median, p99, longest }: Latencies): string =>
  [median, p99, longest].map((ms) => ms.toFixed(1)).join(' / ');

/** The columns of the table. */
const columns: Readonly<Record<string, (fanOut: FanOut) => string>> = {
  'start s': ({ startMs }) => (startMs / 1_000).toFixed(1),
  'query ms before': ({ before }) => textOf(before),
  'while starting': ({ whileStarting }) => textOf(whileStarting),
  'while delivering': ({ whileDelivering }) => textOf(whileDelivering),
  'stall ms': ({ stallMs }) => stallMs.toFixed(0),
  'CPU stall ms': ({ stallCpuMs }) => stallCpuMs.toFixed(0),
  'spread ms': ({ spreadMs }) => spreadMs.toFixed(0),
  'CPU %': ({ cpuBefore, cpu }) =>
    [cpuBefore, cpu].map((each) => (100 * each).toFixed(0)).join(' / '),
  'heap KiB': ({ heapKib }) => heapKib.toFixed(1),
  'process KiB': ({ processKib }) => processKib.toFixed(1),
  'process MiB': ({ processMib }) => processMib.toFixed(0),
  failures: ({ failures }) => `${failures}`,
};

/** Prints a row for each transport and number of subscribers. */
export async function measureFanOut(counts: readonly number[], seconds: number): Promise<void> {
  const print = (cells: readonly string[]): void => console.log(`| ${cells.join(' | ')} |`);
  const headings = ['transport', 'subscribers', ...Object.keys(columns)];
  print(headings);
  print(headings.map((heading) => '-'.repeat(heading.length)));
  for (const transport of transports)
    for (const count of counts) {
      const fanOut = await measureSubscribers(count, transport, seconds);
      print([transport, `${count}`, ...Object.values(columns).map((column) => column(fanOut))]);
      if (fanOut.failures > 0) process.exitCode = 1;
    }
}
