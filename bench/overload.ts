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
import { median } from './median.ts';
import type { Usage } from './usage.ts';
import { workloadOf } from './workload.ts';

/** More than `MAX_CONCURRENT_REQUESTS`: there is always one for the next request. */
const maxConnections = 4_000;

/** Connections that wait for their responses while the peak is measured. */
const peakConnections = 32;

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
  readonly #port: number;
  readonly #requests: readonly Buffer[];
  readonly #idle: Connection[] = [];
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

  /** Ends `repeat`. */
  stop(): void {
    this.#repeats = false;
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
      const index = this.#idle.indexOf(connection);
      if (index >= 0) this.#idle.splice(index, 1);
    });
    onMessage(socket, (head) => {
      // It has not been used for too long, and is closed.
      if (connection.sentAt === 0) return;
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
  await wait(1_000);
  const rate = await rateOf(client, gateway, () => wait(seconds * 1_000));
  client.stop();
  await wait(1_000);
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

/**
 * Prints a line for each round; sets the exit code to 1 if less than 80% of the peak is served in
 * the median round.
 * @param names of the queries, which take turns
 * @param seconds of each measurement
 */
export async function measureOverload(
  names: readonly string[],
  seconds: number,
  { rounds, settings }: { readonly rounds: number; readonly settings: object },
): Promise<void> {
  const upstream = await spawn('./upstream.ts');
  const gateway = await spawn('./gateway.ts', upstream.url, JSON.stringify(settings));
  const requests = names.map((name) => graphqlRequest(workloadOf(name).query, 'studio-owner'));
  const client = new Client(gateway.url, requests);
  await peakOf(client, gateway, seconds);
  const ratios: number[] = [];
  let peak = await peakOf(client, gateway, seconds);
  console.log(`\nO  ${names.join(', ')} at three times the peak, ${seconds} s a round`);
  for (let round = 0; round < rounds; round += 1) {
    await client.open(maxConnections);
    // The event loop accepts one connection in each turn.
    await wait(1_000);
    client.rejectionMs = [];
    client.unsent = 0;
    const sent = 3 * peak.perSecond;
    const rate = await rateOf(client, gateway, () => sendAtRate(client, sent, seconds));
    const times = Float64Array.from(client.rejectionMs).toSorted();
    const at = (share: number): string => (times[Math.floor(times.length * share)] ?? 0).toFixed(0);
    const recovered = await peakOf(client, gateway, seconds);
    const ratio = (2 * rate.perCpuSecond) / (peak.perCpuSecond + recovered.perCpuSecond);
    ratios.push(ratio);
    const percent = (value: number): string => `${(100 * value).toFixed(0)}%`;
    console.log(
      `  sent ${sent.toFixed(0)} a second; served ${rate.perSecond.toFixed(0)}: ${percent(rate.perSecond / peak.perSecond)} of the peak, ${percent(ratio)} by CPU time; rejected ${times.length}: p50 ${at(0.5)} ms, p99 ${at(0.99)} ms; ${client.unsent} found no connection; afterwards ${percent(recovered.perSecond / peak.perSecond)}`,
    );
    peak = recovered;
  }
  if (median(ratios) < 0.8) process.exitCode = 1;
  client.close();
  for (const { process: child } of [gateway, upstream]) child.disconnect();
}
