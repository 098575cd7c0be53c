/** The public address of a gateway that is about to start: passes all requests on to it. */
import { request } from 'node:http';
import { httpServer } from '../http-server.ts';

/** The server behind the public URL of a gateway. */
export interface PublicAddress extends AsyncDisposable {
  readonly url: string;
  /** Sets the URL that requests are passed on to. */
  readonly leadTo: (gatewayUrl: string) => void;
}

/** Starts the server on a free port. */
export async function openPublicAddress(): Promise<PublicAddress> {
  /** Nothing listens there. */
  let target = 'http://127.0.0.1:1';
  const server = await httpServer((incoming, outgoing) => {
    const { method, headers, url = '/' } = incoming;
    const passed = request(`${target}${url}`, { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(outgoing);
    });
    passed.on('error', () => outgoing.destroy());
    incoming.pipe(passed);
  });
  return {
    url: server.url,
    leadTo: (gatewayUrl) => {
      target = gatewayUrl;
    },
    [Symbol.asyncDispose]: () => server.close(),
  };
}
