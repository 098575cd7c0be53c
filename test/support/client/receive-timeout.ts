/** A request whose body never comes: its rejection shows that the receive time has passed. */
import { once } from 'node:events';
import { connect } from 'node:net';

/**
 * Sends the head of a request without its body, and waits until the gateway closes it with status
 * 408. The receive time of every request that the gateway got before has then passed, too, and the
 * gateway has looked at it.
 * @param url address of the gateway
 */
export async function untilReceiveTimeout(url: string): Promise<void> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  const head = ['POST /graphql HTTP/1.1', `host: ${hostname}`, 'content-type: application/json'];
  socket.write(`${[...head, 'content-length: 2'].join('\r\n')}\r\n\r\n`);
  let answer = '';
  socket.setEncoding('latin1').on('data', (text: string) => (answer += text));
  await once(socket, 'close');
  if (!answer.startsWith('HTTP/1.1 408 ')) throw new Error(`no 408, but: ${answer}`);
}
