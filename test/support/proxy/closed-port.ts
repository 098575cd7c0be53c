/** Ports of loopback on which no server listens. */
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

/** A port that was free a moment ago, so that connections to it are refused. */
export const closedPort = async (): Promise<number> => (await closedPorts(1))[0]!;

/** Several of them. The system may give a port again as soon as it is free: these are different. */
export async function closedPorts(number: number): Promise<readonly number[]> {
  const servers = Array.from({ length: number }, () => createServer().listen(0, '127.0.0.1'));
  await Promise.all(servers.map((server) => once(server, 'listening')));
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  await Promise.all(servers.map((server) => once(server.close(), 'close')));
  return ports;
}
