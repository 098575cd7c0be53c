/**
 * The client: a number of connections, each of which sends its next request as soon as it has the
 * response to the one before. All requests that were started are finished before a load ends, so
 * that what the upstream has served can be divided by them.
 */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { messageOf, onMessage } from './http-message.ts';

interface LoadOptions {
  readonly url: string;
  readonly connections: number;
  /** The request of a connection. @param index counts all requests of the load */
  readonly requestOf: (connection: number, index: number) => Buffer;
  /** @returns whether a response is the expected one */
  readonly isExpected: (status: number, bodyBytes: number) => boolean;
  readonly length: LoadLength;
}

/** A load lasts `seconds`, and longer for `minRequests`, but at most `maxSeconds`. */
export interface LoadLength {
  readonly seconds: number;
  readonly minRequests: number;
  readonly maxSeconds: number;
}

export interface LoadResult {
  readonly requests: number;
  readonly seconds: number;
  /** Milliseconds, in ascending order. */
  readonly latencies: Float64Array;
}

/** @returns a GraphQL request as it is sent */
export function graphqlRequest(query: string, token: string): Buffer {
  const lines = [
    'POST /graphql HTTP/1.1',
    'host: 127.0.0.1',
    'content-type: application/json',
    'accept: application/json',
    `authorization: Bearer ${token}`,
  ];
  return messageOf(lines, JSON.stringify({ query }));
}

/** @throws Error if a response is not expected, or if the process closes a connection */
export async function runLoad(options: LoadOptions): Promise<LoadResult> {
  const { hostname, port } = new URL(options.url);
  const sockets = await Promise.all(
    Array.from({ length: options.connections }, async () => {
      const socket = connect({ port: Number(port), host: hostname, noDelay: true });
      await once(socket, 'connect');
      return socket;
    }),
  );
  try {
    const start = performance.now();
    const run = { latencies: [] as number[], started: 0, start };
    await Promise.all(sockets.map((socket, index) => sendAll(socket, index, options, run)));
    const seconds = (performance.now() - start) / 1000;
    const latencies = Float64Array.from(run.latencies).toSorted();
    return { requests: latencies.length, seconds, latencies };
  } finally {
    for (const socket of sockets) socket.destroy();
  }
}

/** The state that the connections of a load share. */
interface Run {
  /** Of the requests that have ended. */
  readonly latencies: number[];
  started: number;
  /** Of the load, as `performance.now()`. */
  readonly start: number;
}

/** Sends requests over one connection until the load is long enough. */
function sendAll(
  socket: Socket,
  connection: number,
  { requestOf, isExpected, length }: LoadOptions,
  run: Run,
): Promise<void> {
  return new Promise((resolve, reject) => {
    let sent = 0;
    const sendNext = (): void => {
      sent = performance.now();
      socket.write(requestOf(connection, run.started));
      run.started += 1;
    };
    socket.on('error', reject);
    socket.on('close', () => reject(new Error('The process closed a connection.')));
    onMessage(socket, (head, body) => {
      const now = performance.now();
      run.latencies.push(now - sent);
      const status = Number(head.slice(head.indexOf(' ') + 1).slice(0, 3));
      if (!isExpected(status, body.length)) reject(unexpected(head, body));
      else if (isLongEnough(run, now, length)) resolve();
      else sendNext();
    });
    sendNext();
  });
}

function isLongEnough(
  { started, start }: Run,
  now: number,
  { seconds, minRequests, maxSeconds }: LoadLength,
): boolean {
  const elapsed = (now - start) / 1000;
  return elapsed >= maxSeconds || (elapsed >= seconds && started >= minRequests);
}

const unexpected = (head: string, body: Buffer): Error =>
  new Error(`An unexpected response:\n${head}\n\n${body.toString('utf8', 0, 500)}`);
