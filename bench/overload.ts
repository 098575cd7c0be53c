/**
 * Sends three times as many requests as the gateway can serve, without waiting for responses, and
 * measures what it still serves, how fast it refuses the others, and when it has recovered.
 */
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { spawn } from './child.ts';
import { onMessage } from './http-message.ts';
import { graphqlRequest } from './load.ts';
import { workloadOf } from './workload.ts';

/** The answers of a period. */
interface Answers {
  served: number;
  readonly refusalMs: number[];
  closed: number;
  opened: number;
}

interface Connection {
  readonly socket: Socket;
  sentAt: number;
}

/**
 * Prints the results; sets the exit code to 1 if less than 80% of the peak is served.
 * @param name of the query
 * @param seconds of each measurement
 */
export async function measureOverload(
  name: string,
  seconds: number,
  settings: object,
): Promise<void> {
  const sandbox = await spawn('./sandbox.ts');
  const gateway = await spawn('./gateway.ts', sandbox.url, JSON.stringify(settings));
  const request = graphqlRequest(workloadOf(name).query, 'studio-owner');
  const port = Number(new URL(gateway.url).port);
  const answers: Answers = { served: 0, refusalMs: [], closed: 0, opened: 0 };
  const idle: Connection[] = [];
  /** Called when a connection is free again. */
  let onFree = (connection: Connection): void => void idle.push(connection);

  const open = (): Connection => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    const connection = { socket, sentAt: 0 };
    answers.opened += 1;
    socket.on('error', () => {});
    socket.on('close', () => {
      answers.closed += 1;
      const index = idle.indexOf(connection);
      if (index >= 0) idle.splice(index, 1);
    });
    onMessage(socket, (head) => {
      if (head.startsWith('HTTP/1.1 200')) answers.served += 1;
      else answers.refusalMs.push(performance.now() - connection.sentAt);
      onFree(connection);
    });
    return connection;
  };
  const send = (connection: Connection): void => {
    connection.sentAt = performance.now();
    connection.socket.write(request);
  };

  /** A number of connections that wait for their responses. @returns responses a second */
  const closedLoop = async (connections: number): Promise<number> => {
    onFree = send;
    while (idle.length < connections) idle.push(open());
    for (const connection of idle.splice(0, connections)) send(connection);
    await wait(1_000);
    const before = answers.served;
    const start = performance.now();
    await wait(seconds * 1_000);
    const rate = (answers.served - before) / ((performance.now() - start) / 1_000);
    onFree = (connection) => void idle.push(connection);
    await wait(1_000);
    return rate;
  };

  await closedLoop(32);
  const peak = await closedLoop(32);
  const { opened } = answers;
  const rate = 3 * peak;
  const start = performance.now();
  let sent = 0;
  answers.served = 0;
  answers.refusalMs.length = 0;
  const timer = setInterval(() => {
    const due = ((performance.now() - start) / 1_000) * rate;
    for (; sent < due; sent += 1) send(idle.pop() ?? open());
  }, 2);
  await wait(seconds * 1_000);
  clearInterval(timer);
  const elapsed = (performance.now() - start) / 1_000;
  const goodput = answers.served / elapsed;
  const sorted = Float64Array.from(answers.refusalMs).toSorted();
  const at = (share: number): string => (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(1);
  const stoppedAt = performance.now();
  await wait(1_000);
  const recovered = await closedLoop(32);
  const percent = (value: number): string => `${((100 * value) / peak).toFixed(0)}% of the peak`;
  console.log(
    `\nO  ${name} at three times the peak of ${peak.toFixed(0)} a second, for ${seconds} s`,
  );
  console.log(
    `  sent ${(sent / elapsed).toFixed(0)} a second, served ${goodput.toFixed(0)}: ${percent(goodput)}`,
  );
  console.log(`  refused ${sorted.length}: p50 ${at(0.5)} ms, p99 ${at(0.99)} ms`);
  console.log(
    `  connections: ${answers.opened - opened} opened, ${answers.closed} closed by the gateway`,
  );
  console.log(
    `  after ${((performance.now() - stoppedAt) / 1_000).toFixed(0)} s: ${percent(recovered)}`,
  );
  if (goodput < 0.8 * peak) process.exitCode = 1;
  for (const { socket } of idle) socket.destroy();
  for (const { process: child } of [gateway, sandbox]) child.disconnect();
}
