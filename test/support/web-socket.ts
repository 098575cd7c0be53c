/** A client of the protocol `graphql-transport-ws` that sends any message. */
import { once } from 'node:events';
import { type ClientOptions, WebSocket } from 'ws';

/** A message, as the protocol defines it. */
export interface Message {
  readonly id?: string;
  readonly type: string;
  readonly payload?: any;
}

/** An open WebSocket. */
export interface TestSocket {
  readonly socket: WebSocket;
  /** All received messages. */
  readonly messages: Message[];
  readonly send: (message: Message) => void;
  /** Resolves with the first message of the type, after those that have been returned before. */
  readonly next: (type: string) => Promise<Message>;
  /** Resolves with code and reason when the WebSocket is closed. */
  readonly closed: Promise<readonly [code: number, reason: string]>;
  /** Sends an operation. @returns its messages up to its end, without their `id` */
  readonly run: (query: string, variables?: object) => Promise<Message[]>;
  readonly close: () => Promise<void>;
}

const protocol = 'graphql-transport-ws';

/** Operations of all sockets have different ids. */
let operations = 0;

/** Opens a WebSocket. @param url of the gateway */
export async function openSocket(
  url: string,
  { protocols = [protocol], ...options }: ClientOptions & { readonly protocols?: string[] } = {},
): Promise<TestSocket> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/graphql`, protocols, options);
  const messages: Message[] = [];
  const waiting = new Set<() => void>();
  let returned = 0;
  socket.on('message', (data: Buffer) => {
    messages.push(JSON.parse(data.toString()) as Message);
    for (const check of waiting) check();
  });
  const closed = new Promise<readonly [number, string]>((resolve) => {
    socket.once('close', (code: number, reason: Buffer) => resolve([code, reason.toString()]));
  });
  const send = (message: Message): void => socket.send(JSON.stringify(message));
  const find = <T>(search: () => T | undefined): Promise<T> =>
    new Promise((resolve, reject) => {
      const check = (): void => {
        const found = search();
        if (found === undefined) return;
        waiting.delete(check);
        resolve(found);
      };
      waiting.add(check);
      void closed.then((end) => reject(new Error(`the WebSocket was closed: ${end.join(' ')}`)));
      check();
    });
  const next = (type: string): Promise<Message> =>
    find(() => {
      const index = messages.findIndex((each, at) => at >= returned && each.type === type);
      if (index === -1) return undefined;
      returned = index + 1;
      return messages[index];
    });
  const run = (query: string, variables?: object): Promise<Message[]> => {
    operations += 1;
    const id = String(operations);
    send({ id, type: 'subscribe', payload: { query, variables } });
    return find(() => {
      const own = messages.filter((each) => each.id === id);
      const isEnded = own.some(({ type }) => type === 'complete' || type === 'error');
      return isEnded
        ? own.map(({ type, payload }) => ({ type, ...(payload && { payload }) }))
        : undefined;
    });
  };
  const close = async (): Promise<void> => {
    socket.terminate();
    await closed;
  };
  await once(socket, 'open');
  return { socket, messages, send, next, closed, run, close };
}

/** Opens a WebSocket and sends `connection_init`. */
export async function connectSocket(
  url: string,
  payload?: object,
  options?: ClientOptions,
): Promise<TestSocket> {
  const client = await openSocket(url, options);
  client.send({ type: 'connection_init', payload });
  await client.next('connection_ack');
  return client;
}

/** Sends a request for a WebSocket that is rejected. @returns status, headers and body */
export function rejectedSocket(
  url: string,
  options: ClientOptions = {},
): Promise<{ readonly status: number; readonly headers: object; readonly body: any }> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/graphql`, [protocol], options);
  return new Promise((resolve, reject) => {
    socket.once('open', () => reject(new Error('the WebSocket was opened')));
    socket.on('error', reject);
    socket.once('unexpected-response', (_, response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      response.once('end', () => {
        const { statusCode: status = 0, headers } = response;
        resolve({ status, headers, body: JSON.parse(text) });
      });
    });
  });
}
