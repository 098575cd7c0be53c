/** Sends raw bytes over one connection, for requests that no HTTP client would send. */
import { connect } from 'node:net';

/**
 * @param quietMs how long to wait for further bytes; left out with `untilClosed`
 * @returns the response until the server closed the connection or was quiet for that long
 */
export function sendRaw(
  url: string,
  text: string,
  {
    quietMs = 300,
    untilClosed = false,
  }: { readonly quietMs?: number; readonly untilClosed?: boolean } = {},
): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    let response = '';
    const socket = connect(Number(port), hostname, () => socket.write(text, 'latin1'));
    const end = (): void => {
      clearTimeout(timer);
      socket.destroy();
      resolve(response);
    };
    const timer = untilClosed ? undefined : setTimeout(end, 10_000);
    socket.on('data', (chunk) => {
      response += chunk.toString('latin1');
      if (!untilClosed) setTimeout(end, quietMs);
    });
    socket.on('close', end);
    socket.on('error', end);
  });
}
