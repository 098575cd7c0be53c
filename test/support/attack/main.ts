/**
 * A process that sends requests of one kind over many connections, as fast as they are answered:
 * `node main.ts <url> <kind> <connections>`. It prints `begun` with the first answer, and the
 * numbers of statuses at SIGTERM.
 */
import { Agent, request } from 'node:http';
import { setPriority } from 'node:os';
import { WebSocket } from 'ws';
import { attacks, socketAttacks } from './kind.ts';

// Other machines attack: what this process takes is not to be missing in the gateway.
setPriority(19);

const [url, kind, connections] = process.argv.slice(2) as [string, string, string];
const statuses: Record<string, number> = {};

function count(name: string | number): void {
  if (Object.keys(statuses).length === 0) console.log('begun');
  statuses[name] = (statuses[name] ?? 0) + 1;
}

const send = (agent: Agent): Promise<void> =>
  new Promise((resolve) => {
    const { path, method, headers, body } = attacks[kind]!();
    const length = body !== undefined && { 'content-length': String(Buffer.byteLength(body)) };
    const sent = request(url + path, { method, agent, headers: { ...headers, ...length } });
    sent.once('response', (response) => {
      count(response.statusCode!);
      response.resume().once('close', resolve);
    });
    sent.once('error', ({ name }) => {
      count(name);
      resolve();
    });
    sent.end(body);
  });

process.once('SIGTERM', () => {
  console.log(JSON.stringify(statuses));
  process.exit(0);
});

/** Opens a WebSocket, and sends messages until it is closed. */
const sendMessages = (): Promise<void> =>
  new Promise((resolve) => {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
    socket.on('open', () => socket.send('{"type":"connection_init"}'));
    socket.on('message', (data: Buffer) => {
      const { type } = JSON.parse(data.toString()) as { readonly type: string };
      count(type);
      if (type === 'connection_ack' || type === 'complete' || type === 'error')
        socket.send(socketAttacks[kind]!());
    });
    socket.on('error', () => {});
    socket.on('close', (code) => {
      count(code);
      resolve();
    });
  });

for (let index = 0; index < Number(connections); index += 1) {
  if (socketAttacks[kind]) {
    void (async () => {
      for (;;) await sendMessages();
    })();
    continue;
  }
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  void (async () => {
    for (;;) await send(agent);
  })();
}
