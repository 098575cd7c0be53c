/**
 * Sends three times as many requests as the gateway can serve, without waiting for responses, and
 * measures what it still serves, how fast it rejects the others, and what it serves afterwards. The
 * connections are open before, as those of a load balancer are.
 */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { ask, type Child, spawn } from './child.ts';
import { onMessage } from './http-message.ts';
import { graphqlRequest } from './load.ts';
import type { Usage } from './usage.ts';
import { workloadOf } from './workload.ts';

/** More than `MAX_CONCURRENT_REQUESTS`: there is always one for the next request. */
const manyConnections = 4_000;

/** Connections that wait for their responses while the peak is measured. */
const peakConnections = 32;

/** Time in ms in which a connection is accepted. */
const acceptingMs = 0.75;

/** The requests that were served in a period. */
interface Rate {
  readonly perSecond: number;
  /**
   * Requests for each second of CPU time of the gateway: other work on the machine changes less.
   */
  readonly perCpuSecond: number;
}

interface Connection {
  readonly socket: Socket;
  /** 0 while no request is being served. */
  sentAt: number;
}

/** A client that has many connections to one gateway. */
class Client {
  served = 0;
  rejectionMs: number[] = [];
  /** Requests for which there was no idle connection. */
  unsent = 0;
  /** Requests whose connection was closed in place of a response. */
  unanswered = 0;
  readonly #port: number;
  readonly #requests: readonly Buffer[];
  readonly #idle: Connection[] = [];
  /** Requests that have no response yet. */
  #waiting = 0;
  #sent = 0;
  /** Whether a connection sends its next request when it has its response. */
  #repeats = false;

  constructor(url: string, requests: readonly Buffer[]) {
    this.#port = Number(new URL(url).port);
    this.#requests = requests;
  }

  /** Opens connections until so many are idle. */
  async open(count: number): Promise<void> {
    while (this.#idle.length < count) this.#idle.push(this.#connect());
    const opening = this.#idle.filter(({ socket }) => socket.connecting);
    await Promise.all(opening.map(({ socket }) => once(socket, 'connect')));
  }

  /** Sends the next request. */
  send(): void {
    const connection = this.#idle.pop();
    if (connection === undefined) this.unsent += 1;
    else this.#sendOver(connection);
  }

  /** Sends requests over some connections, each after the response to the one before. */
  repeat(connections: number): void {
    this.#repeats = true;
    for (let index = 0; index < connections; index += 1) this.send();
  }

  /** Ends `repeat`. Resolves when all requests have their responses. */
  async stop(): Promise<void> {
    this.#repeats = false;
    while (this.#waiting > 0) await wait(10);
  }

  close(): void {
    for (const { socket } of this.#idle) socket.destroy();
  }

  #connect(): Connection {
    const socket = connect({ port: this.#port, host: '127.0.0.1', noDelay: true });
    const connection = { socket, sentAt: 0 };
    socket.on('error', () => {});
    // The gateway closes a connection over which no request has come for ten seconds.
    socket.on('close', () => {
      if (connection.sentAt > 0) {
        this.#waiting -= 1;
        this.unanswered += 1;
      }
      const index = this.#idle.indexOf(connection);
      if (index >= 0) this.#idle.splice(index, 1);
    });
    onMessage(socket, (head) => {
      // It has not been used for too long, and is closed.
      if (connection.sentAt === 0) return;
      this.#waiting -= 1;
      if (head.startsWith('HTTP/1.1 200')) this.served += 1;
      else this.rejectionMs.push(performance.now() - connection.sentAt);
      connection.sentAt = 0;
      if (this.#repeats) this.#sendOver(connection);
      else this.#idle.push(connection);
    });
    return connection;
  }

  #sendOver(connection: Connection): void {
    connection.sentAt = performance.now();
    this.#waiting += 1;
    connection.socket.write(this.#requests[this.#sent % this.#requests.length]!);
    this.#sent += 1;
  }
}

/** @returns what the client is served while a task runs */
async function rateOf(client: Client, gateway: Child, task: () => Promise<void>): Promise<Rate> {
  const { cpuMs } = await ask<Usage>(gateway.process);
  const before = client.served;
  const start = performance.now();
  await task();
  const served = client.served - before;
  const seconds = (performance.now() - start) / 1_000;
  const after = await ask<Usage>(gateway.process);
  return {
    perSecond: served / seconds,
    perCpuSecond: served / ((after.cpuMs - cpuMs) / 1_000),
  };
}

/** The rate of connections that wait for their responses. */
async function peakOf(client: Client, gateway: Child, seconds: number): Promise<Rate> {
  await client.open(peakConnections);
  client.repeat(peakConnections);
  await wait(seconds * 250);
  const rate = await rateOf(client, gateway, () => wait(seconds * 1_000));
  await client.stop();
  return rate;
}

/** Sends a number of requests a second, whatever comes back. */
async function sendAtRate(client: Client, perSecond: number, seconds: number): Promise<void> {
  const start = performance.now();
  let sent = 0;
  const timer = setInterval(() => {
    const due = ((performance.now() - start) / 1_000) * perSecond;
    for (; sent < due; sent += 1) client.send();
  }, 2);
  await wait(seconds * 1_000);
  clearInterval(timer);
}

interface OverloadOptions {
  readonly rounds: number;
  readonly connections?: number;
  /** Of a measurement without overload. Default: as long as one with it. */
  readonly peakSeconds?: number;
  /** Settings of the gateway. */
  readonly settings?: object;
}

/** A period with three times the requests that can be served. */
export interface OverloadRound {
  readonly sentPerSecond: number;
  readonly servedPerSecond: number;
  /** The part of the peak that was served: of the rates before, and of those by CPU time. */
  readonly ratio: number;
  readonly cpuRatio: number;
  /** Milliseconds until each rejection, in ascending order. */
  readonly rejectionMs: Float64Array;
  readonly unsent: number;
  readonly unanswered: number;
  /** Afterwards: the rate of served requests as part of the peak, and the rejected ones. */
  readonly recoveredRatio: number;
  readonly rejectedAfterwards: number;
}

/**
 * @param names of the queries, which take turns
 * @param seconds of each measurement
 */
export async function* overload(
  names: readonly string[],
  seconds: number,
  { rounds, connections = manyConnections, peakSeconds = seconds, settings = {} }: OverloadOptions,
): AsyncGenerator<OverloadRound> {
  const upstream = await spawn('./upstream.ts');
  const gateway = await spawn('./gateway.ts', upstream.url, JSON.stringify(settings));
  const requests = names.map((name) => graphqlRequest(workloadOf(name).query, 'studio-owner'));
  const client = new Client(gateway.url, requests);
  try {
    await peakOf(client, gateway, peakSeconds);
    let peak = await peakOf(client, gateway, peakSeconds);
    for (let round = 0; round < rounds; round += 1) {
      await client.open(connections);
      // Over a connection that is not accepted yet, a request would wait.
      await wait(connections * acceptingMs);
      client.rejectionMs = [];
      client.unsent = 0;
      client.unanswered = 0;
      const sentPerSecond = 3 * peak.perSecond;
      const rate = await rateOf(client, gateway, () => sendAtRate(client, sentPerSecond, seconds));
      // Requests that wait are served soon after the overload; only the new ones are measured.
      await client.stop();
      const rejectionMs = Float64Array.from(client.rejectionMs).toSorted();
      client.rejectionMs = [];
      const recovered = await peakOf(client, gateway, peakSeconds);
      yield {
        sentPerSecond,
        servedPerSecond: rate.perSecond,
        ratio: rate.perSecond / peak.perSecond,
        cpuRatio: (2 * rate.perCpuSecond) / (peak.perCpuSecond + recovered.perCpuSecond),
        rejectionMs,
        unsent: client.unsent,
        unanswered: client.unanswered,
        recoveredRatio: recovered.perSecond / peak.perSecond,
        rejectedAfterwards: client.rejectionMs.length,
      };
      peak = recovered;
    }
  } finally {
    client.close();
    for (const { process: child } of [gateway, upstream]) child.disconnect();
  }
}

/** @returns the time within which a part of the rejections came, in milliseconds */
export const rejectedWithin = ({ rejectionMs }: OverloadRound, part: number): number =>
  rejectionMs[Math.floor(rejectionMs.length * part)] ?? 0;

const percent = (value: number): string => `${(100 * value).toFixed(0)}%`;

/** Prints a line for each round. The parameters are those of `overload`. */
export async function measureOverload(...parameters: Parameters<typeof overload>): Promise<void> {
  const [names, seconds] = parameters;
  console.log(`\nO  ${names.join(', ')} at three times the peak, ${seconds} s a round`);
  for await (const round of overload(...parameters)) {
    const within = (part: number): string => `${rejectedWithin(round, part).toFixed(0)} ms`;
    console.log(
      `  sent ${round.sentPerSecond.toFixed(0)} a second; served ${round.servedPerSecond.toFixed(0)}: ${percent(round.ratio)} of the peak, ${percent(round.cpuRatio)} by CPU time; rejected ${round.rejectionMs.length}: p50 ${within(0.5)}, p95 ${within(0.95)}, p99 ${within(0.99)}; ${round.unsent} found no connection; afterwards ${percent(round.recoveredRatio)}, rejected ${round.rejectedAfterwards}`,
    );
  }
}
