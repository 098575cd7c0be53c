/**
 * One port for all gateways that a worker starts for the explorer, one after the other. A browser
 * caches the files of a page by their URL: from another port it would load and compile them again.
 */
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import type { RunningGateway } from '../gateway/gateway.ts';
import { onWorkerEnd } from '../tool/worker-end.ts';

let serving: RunningGateway | undefined;
let url: Promise<string> | undefined;

/** Accepts the connections of the port; a gateway receives them as those of its own port. */
async function listen(): Promise<string> {
  const server = createServer((socket) => {
    if (serving) serving.gateway.server.emit('connection', socket);
    else socket.destroy();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onWorkerEnd(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** @returns the gateway at the port of this worker, until it is closed */
export async function atSamePort(gateway: RunningGateway): Promise<RunningGateway> {
  serving = gateway;
  return {
    ...gateway,
    url: await (url ??= listen()),
    close: () => {
      serving = undefined;
      return gateway.close();
    },
  };
}
