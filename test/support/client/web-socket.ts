/** A client of the protocol `graphql-transport-ws` that sends any message. */
import { once } from 'node:events';
import { request } from 'node:http';
import type { Socket } from 'node:net';
import { type ClientOptions, WebSocket } from 'ws';

/** A message, as the protocol defines it. */
export interface Message {
  readonly id?: string;
  readonly type: string;
  readonly payload?: any;
}

/** An open WebSocket. */
export interface TestSocket extends AsyncDisposable {
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
  /** Sends an operation with any parameters. @returns as `run` does */
  readonly runWith: (params: object) => Promise<Message[]>;
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
  const runWith = (params: object): Promise<Message[]> => {
    operations += 1;
    const id = String(operations);
    send({ id, type: 'subscribe', payload: params });
    return find(() => {
      const own = messages.filter((each) => each.id === id);
      const isEnded = own.some(({ type }) => type === 'complete' || type === 'error');
      return isEnded
        ? own.map(({ type, payload }) => ({ type, ...(payload && { payload }) }))
        : undefined;
    });
  };
  const run = (query: string, variables?: object): Promise<Message[]> =>
    runWith({ query, variables });
  const close = async (): Promise<void> => {
    socket.terminate();
    await closed;
  };
  await once(socket, 'open');
  return {
    socket,
    messages,
    send,
    next,
    closed,
    run,
    runWith,
    close,
    [Symbol.asyncDispose]: close,
  };
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

/** A WebSocket whose client sends any bytes, and understands none. */
export interface RawSocket {
  readonly socket: Socket;
  /** Sends bytes, after all that was sent before. */
  readonly send: (bytes: Buffer) => void;
  /** The code of the close frame that the gateway has sent, if any. */
  readonly closeCode: () => number | undefined;
  readonly receivedBytes: () => number;
  /** Resolves with that code when the connection has ended. */
  readonly closed: Promise<number | undefined>;
  readonly destroy: () => void;
}

/** Opens a WebSocket without a client that knows the protocol. */
export async function openRawSocket(url: string): Promise<RawSocket> {
  const headers = {
    connection: 'upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': Buffer.alloc(16).toString('base64'),
    'sec-websocket-protocol': protocol,
  };
  const asked = request(`${url}/graphql`, { headers }).end();
  const [, socket, head] = (await once(asked, 'upgrade')) as [unknown, Socket, Buffer];
  let received = head;
  socket.setNoDelay(true).on('data', (chunk) => (received = Buffer.concat([received, chunk])));
  socket.on('error', () => {});
  const closeCode = (): number | undefined => closeCodeIn(received);
  const closed = new Promise<number | undefined>((resolve) => {
    socket.once('close', () => resolve(closeCode()));
  });
  return {
    socket,
    send: (bytes) => void socket.write(bytes),
    closeCode,
    receivedBytes: () => received.length,
    closed,
    destroy: () => socket.destroy(),
  };
}

/** @returns the code of the last frame that a gateway has sent */
function closeCodeIn(bytes: Buffer): number | undefined {
  const start = bytes.lastIndexOf(0x88);
  return start === -1 ? undefined : bytes.readUInt16BE(start + 2);
}

interface FrameOptions {
  /** Default: text. */
  readonly opcode?: number;
  /** Whether it is the last frame of its message. Default: true. */
  readonly isLast?: boolean;
}

/** A frame as a client sends it, with a mask that changes nothing. */
export function frameOf(
  payload: string | Buffer,
  { opcode = 1, isLast = true }: FrameOptions = {},
): Buffer {
  const content = Buffer.from(payload);
  const { length } = content;
  const head = Buffer.alloc(headSizeOf(length));
  const shortLength = { 2: length, 4: 126, 10: 127 }[head.length]!;
  head[0] = (isLast ? 0x80 : 0) + opcode;
  head[1] = 0x80 + shortLength;
  if (shortLength === 126) head.writeUInt16BE(length, 2);
  if (shortLength === 127) head.writeBigUInt64BE(BigInt(length), 2);
  return Buffer.concat([head, Buffer.alloc(4), content]);
}

function headSizeOf(length: number): number {
  if (length < 126) return 2;
  return length < 65_536 ? 4 : 10;
}
