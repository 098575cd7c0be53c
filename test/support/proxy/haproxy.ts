/** The proxy of `deploy/`: a real HAProxy with its configuration. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { endWithWorker } from '../tool/worker-end.ts';
import { type DnsServer, startDnsServer } from './dns-server.ts';

const file = fileURLToPath(new URL('../../../deploy/haproxy/haproxy.cfg', import.meta.url));
const program = '/usr/sbin/haproxy';

interface HaproxyOptions {
  /** Of loopback, which are found by DNS. */
  readonly addresses: readonly string[];
  /** Of all replicas. */
  readonly port: number;
  readonly publicPort: number;
  readonly healthPort: number;
}

/** A running proxy. */
export interface Haproxy {
  close(): Promise<void>;
}

/**
 * Starts the proxy, and waits until it listens.
 * @returns undefined if another process has taken one of its ports meanwhile
 */
export async function startHaproxy({
  addresses,
  port,
  publicPort,
  healthPort,
}: HaproxyOptions): Promise<Haproxy | undefined> {
  const dns: DnsServer = await startDnsServer(addresses);
  const proxy: ChildProcess = spawn(program, ['-db', '-f', file], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: {
      BIND: `127.0.0.1:${publicPort}`,
      HEALTH: `127.0.0.1:${healthPort}`,
      GATEWAY: `gateway:${port}`,
      DNS_SERVER: dns.address,
    },
  });
  endWithWorker(proxy);
  let output = '';
  proxy.stderr!.setEncoding('utf8').on('data', (text: string) => (output += text));
  const isTaken = (): boolean => output.includes('Address already in use');
  const health = async (): Promise<number> => {
    if (proxy.exitCode !== null && !isTaken()) throw new Error(`haproxy ended: ${output}`);
    const response = await fetch(`http://127.0.0.1:${healthPort}/health`).catch(() => undefined);
    return response?.status ?? 0;
  };
  const close = async (): Promise<void> => {
    const exit = once(proxy, 'exit');
    if (proxy.kill('SIGKILL')) await exit;
    dns.close();
  };
  while (!isTaken() && (await health()) !== 200) await wait(20);
  if (!isTaken()) return { close };
  await close();
  return undefined;
}
