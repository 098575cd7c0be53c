/**
 * A Redis server of its own for a test: it can hang, stop, and start again with or without data.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Certificate } from '../proxy/certificate.ts';
import { closedPort } from '../proxy/closed-port.ts';
import { endWithWorker } from '../tool/worker-end.ts';

/** A running Redis server. */
export interface TestRedis {
  readonly port: number;
  readonly url: string;
  /** Answers nothing until `resume`, while its connections stay open. */
  hang(): void;
  resume(): void;
  /** Ends the server. Connections are closed, new ones refused. */
  stop(): Promise<void>;
  /** Starts it again on the same port, without its data. */
  start(): Promise<void>;
  /** Runs `redis-cli` with the arguments. @returns its output */
  cli(...args: readonly string[]): Promise<string>;
  /** Ends all leases, as their time would: the processes that have them are dead or stopped. */
  expireLeases(): Promise<void>;
  close(): Promise<void>;
}

interface RedisOptions {
  /** What clients have to send. */
  readonly password?: string;
  /** A configuration file. */
  readonly config?: string;
  /** Then the server accepts connections with TLS alone. */
  readonly certificate?: Certificate;
  /** The port to try first. Default: one that the system gives. */
  readonly port?: number;
  /** Called when another process has the port. */
  readonly onTaken?: (port: number) => void;
}

const deleteLeases =
  "for _, key in ipairs(redis.call('keys', 'studiograph:lease:*')) do redis.call('del', key) end";

const maxAttempts = 10;

/** Time in ms before the next attempt. */
const retryMs = 100;

/** Starts a server on a free port of loopback, with its files in a temporary folder. */
export async function startRedis({
  password,
  config,
  certificate,
  port: wanted,
  onTaken,
}: RedisOptions = {}): Promise<TestRedis> {
  const folder = await mkdtemp(join(tmpdir(), 'studiograph-redis-'));
  const optionsOf = (port: number): readonly string[] => [
    ...(config === undefined ? [] : [config]),
    ...(password === undefined ? [] : ['--requirepass', password]),
    ...(certificate === undefined ? ['--port', String(port)] : tlsOptions(port, certificate)),
  ];
  const scheme = certificate === undefined ? 'redis' : 'rediss';
  const cliOptions = certificate === undefined ? [] : ['--tls', '--cacert', certificate.file];
  const cliAt =
    (port: number) =>
    (...args: readonly string[]): Promise<string> =>
      runCli(['-p', String(port), ...cliOptions, ...args], password);
  let port = 0;
  /** Another process can have the port: one of the tests, or the server that was just stopped. */
  const launchAt = async (nextPort: (attempt: number) => number | Promise<number>) => {
    for (let attempt = 1; ; attempt += 1)
      try {
        port = await nextPort(attempt);
        return await launch(folder, optionsOf(port), cliAt(port));
      } catch (error) {
        if (attempt === maxAttempts) throw error;
        onTaken?.(port);
        await wait(retryMs);
      }
  };
  let child = await launchAt((attempt) =>
    attempt === 1 && wanted !== undefined ? wanted : closedPort(),
  );
  const stop = async (): Promise<void> => {
    if (hasEnded(child)) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  };
  return {
    port,
    url: `${scheme}://${password === undefined ? '' : `:${encodeURIComponent(password)}@`}127.0.0.1:${port}`,
    hang: () => void child.kill('SIGSTOP'),
    resume: () => void child.kill('SIGCONT'),
    stop,
    start: async () => {
      child = await launchAt(() => port);
    },
    cli: (...args) => cliAt(port)(...args),
    expireLeases: async () => void (await cliAt(port)('EVAL', deleteLeases, '0')),
    close: async () => {
      await stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Certificates of clients are not asked for. */
const tlsOptions = (port: number, { file, keyFile }: Certificate): string[] => [
  ...'--tls-auth-clients no --port 0 --tls-port'.split(' '),
  String(port),
  '--tls-cert-file',
  file,
  '--tls-key-file',
  keyFile,
];

const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean =>
  exitCode !== null || signalCode !== null;

/** Starts the server, and waits until it answers. @param cli sends it a command */
async function launch(
  folder: string,
  options: readonly string[],
  cli: (...args: readonly string[]) => Promise<string>,
): Promise<ChildProcess> {
  const child = spawn(
    'redis-server',
    // Nothing is saved: a server that starts again has lost its data.
    [...options, '--bind', '127.0.0.1', '--dir', folder, '--save', ''],
    { stdio: ['ignore', 'pipe', 'ignore'] },
  );
  endWithWorker(child);
  let output = '';
  child.stdout.setEncoding('utf8');
  await new Promise<void>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', () => reject(new Error(`redis-server ended: ${output}`)));
    child.stdout.on('data', (text: string) => {
      output += text;
      if (output.includes('Ready to accept connections')) resolve();
    });
  });
  for (let attempt = 1; (await cli('ping')) !== 'PONG'; attempt += 1) {
    if (attempt === maxAttempts || hasEnded(child)) {
      child.kill('SIGKILL');
      throw new Error(`redis-server does not answer: ${output}`);
    }
    await wait(retryMs);
  }
  return child;
}

async function runCli(args: readonly string[], password: string | undefined): Promise<string> {
  const env = password === undefined ? process.env : { ...process.env, REDISCLI_AUTH: password };
  const child = spawn('redis-cli', args, { env, stdio: ['ignore', 'pipe', 'ignore'] });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  await once(child, 'close');
  return output.trim();
}
