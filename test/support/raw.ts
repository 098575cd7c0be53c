/** One connection on which any bytes can be sent, for requests that no client would make. */
import { connect } from 'node:net';

/**
 * @returns all that came back until the server closed the connection, or `stay` ms after the last
 * byte of it.
 */
export function sendRaw(
  url: string,
  text: string,
  { stay = 300 }: { readonly stay?: number } = {},
): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect(Number(port), hostname, () => socket.write(text, 'latin1'));
    const end = (): void => {
      clearTimeout(quiet);
      socket.destroy();
      resolve(answer);
    };
    const quiet = setTimeout(end, 10_000);
    socket.on('data', (chunk) => {
      answer += chunk.toString('latin1');
      setTimeout(end, stay);
    });
    socket.on('close', end);
    socket.on('error', end);
  });
}
