/**
 * The subscribers of a benchmark, in a process of their own: as many as the second argument says,
 * of the chat of the gateway at the first one, over `sse` or `websocket`. Over WebSockets, 100 of
 * them share one. They count the bytes of their events and read nothing else of them.
 */
import { request } from 'node:http';
import { WebSocket } from 'ws';

const [, , url = '', count = '0', transport = 'sse'] = process.argv;

/** Operations of one WebSocket. */
const perSocket = 100;

/** Connections that are being opened. */
const openedAtOnce = 50;

const query = `subscription {
  chatMessages(liveChatId: "chat") {
    messages { messageId displayText authorDetails { displayName } }
    cursor
  }
}`;

const authorization = 'Bearer bench';

/** What the subscribers have received. */
export interface Received {
  /** Subscribers that have received an event. */
  readonly started: number;
  /** Events of all subscribers. */
  readonly events: number;
  /** Rejections, errors and lost connections. */
  readonly failures: number;
  /** The longest time in ms between the first and the last subscriber of an event. */
  readonly spreadMs: number;
}

let failures = 0;

/** The number of events of each subscriber. */
const events = Array.from({ length: Number(count) }, () => 0);

/** A pause in ms without events, after which the next event begins. */
const pauseMs = 100;

let spreadMs = 0;
let beginning = 0;
let last = 0;

function receive(subscriber: number): void {
  events[subscriber]! += 1;
  const now = performance.now();
  if (now - last > pauseMs) beginning = now;
  last = now;
  spreadMs = Math.max(spreadMs, now - beginning);
}

function subscribeByEvents(subscriber: number): Promise<void> {
  const headers = {
    'content-type': 'application/json',
    accept: 'text/event-stream',
    authorization,
  };
  const options = { method: 'POST', headers, agent: false };
  return new Promise((resolve) => {
    const sent = request(`${url}/graphql`, options, (response) => {
      if (response.statusCode !== 200) failures += 1;
      response.on('data', (chunk: Buffer) => {
        for (
          let at = chunk.indexOf('event: next');
          at >= 0;
          at = chunk.indexOf('event: next', at + 1)
        )
          receive(subscriber);
      });
      resolve();
    });
    const fail = (): void => {
      failures += 1;
      resolve();
    };
    sent.on('error', fail).on('close', fail).end(JSON.stringify({ query }));
  });
}

/** @param first number of the first subscriber of the WebSocket */
function subscribeBySocket(first: number): Promise<void> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/graphql`, ['graphql-transport-ws']);
  const send = (message: object): void => socket.send(JSON.stringify(message));
  socket.on('open', () => send({ type: 'connection_init', payload: { authorization } }));
  return new Promise((resolve) => {
    const end = Math.min(first + perSocket, events.length);
    socket.on('message', (data: Buffer) => {
      const head = data.toString('latin1', 0, 60);
      const id = /"id":"(\d+)"/.exec(head)?.[1];
      if (head.includes('"next"')) receive(Number(id));
      else if (id !== undefined) failures += 1;
      else if (head.includes('connection_ack')) {
        for (let subscriber = first; subscriber < end; subscriber += 1)
          send({ id: String(subscriber), type: 'subscribe', payload: { query } });
        resolve();
      }
    });
    socket.on('error', () => {});
    socket.on('close', () => {
      failures += 1;
      resolve();
    });
  });
}

async function open(subscribe: (first: number) => Promise<void>, step: number): Promise<void> {
  let next = 0;
  const openAll = async (): Promise<void> => {
    while (next < events.length) {
      const first = next;
      next += step;
      await subscribe(first);
    }
  };
  await Promise.all(Array.from({ length: openedAtOnce }, openAll));
}

if (transport === 'sse') void open(subscribeByEvents, 1);
else void open(subscribeBySocket, perSocket);

process.on('message', () => {
  const started = events.filter((each) => each > 0).length;
  const sum = events.reduce((total, each) => total + each, 0);
  process.send!({ started, events: sum, failures, spreadMs } satisfies Received);
  spreadMs = 0;
});

process.on('disconnect', () => process.exit(0));

process.send!({ port: 0 });
