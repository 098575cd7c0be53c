/**
 * Several processes of the gateway behind a load balancer, with one secret and, if given, one
 * store. Their services are a sandbox in the process of the test, which a test can read and change.
 * A process that no test ends or stops can be that of the test: the gateway in it costs no start.
 */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Bases } from '../../../src/config.ts';
import { type Sandbox, startSandbox } from '../../../src/sandbox/sandbox.ts';
import type { SandboxOptions } from '../../../src/sandbox/stand-in.ts';
import { apiKey } from '../../../src/sandbox/user.ts';
import { gatewayCommand } from './bundle.ts';
import { startGateway } from './gateway.ts';
import { memoryOf } from './process-memory.ts';
import { launch, type Program } from './program.ts';
import { type RoundRobinProxy, startRoundRobinProxy } from '../proxy/round-robin-proxy.ts';
import type { Env } from './server.ts';

const cwd = fileURLToPath(new URL('../../../', import.meta.url));

interface ReplicaOptions {
  readonly count: number;
  /** The process that is that of the test. Default: none. */
  readonly ownIndex?: number | undefined;
  /** Settings of each process: `REDIS_URL` of a store that all share, and others. */
  readonly env?: Env;
  /** Settings of one process beside those. */
  readonly envOf?: (index: number) => Env;
  /** Base URLs of services that are not the sandbox, or are behind a proxy. */
  readonly bases?: (sandbox: Sandbox) => Partial<Bases> | Promise<Partial<Bases>>;
  readonly sandbox?: SandboxOptions;
}

/** The processes, by their index from 0. */
export interface Replicas {
  /** URL of the load balancer, which is the public URL of all processes. */
  readonly url: string;
  readonly sandbox: Sandbox;
  readonly proxy: RoundRobinProxy;
  /** @returns URL of one process; another one after each restart */
  urlOf(index: number): string;
  /** @returns the same URL at one process in place of the load balancer */
  at(index: number, url: string): string;
  /** @throws Error for the process of the test */
  process(index: number): Program;
  /** Ends a process and waits until it has ended. */
  kill(index: number, signal?: NodeJS.Signals): Promise<void>;
  /** Starts a process in place of one that has ended; resolves when it is ready. */
  restart(index: number): Promise<void>;
  /** Sends SIGTERM. @returns the exit code */
  drain(index: number): Promise<number | null>;
  /** Current and largest memory of a process in bytes, the largest since `resetMemory`. */
  memory(index: number): { readonly rss: number; readonly peak: number };
  resetMemory(index: number): void;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Starts processes of the gateway, and waits until all of them are ready. */
export async function startReplicas(options: ReplicaOptions): Promise<Replicas> {
  const { count, ownIndex, env = {}, envOf = () => ({}) } = options;
  const sandbox = await startSandbox(options.sandbox);
  const programs = new Set<Program>();
  const replicas: { program?: Program; url: string }[] = [];
  const proxy = await startRoundRobinProxy(() => replicas.map(({ url }) => url));
  const upstream = { ...sandbox.bases, ...(await options.bases?.(sandbox)) };
  const common = {
    PORT: '0',
    LOG_LEVEL: 'warn',
    LINK_SECRET: 'secret-of-all-replicas-0123456789',
    PUBLIC_URL: proxy.url,
    UPSTREAM_API_KEY: apiKey,
    VIDEO_BASE_URL: upstream.video,
    STORAGE_BASE_URL: upstream.storage,
    CALENDAR_BASE_URL: upstream.calendar,
    ...env,
  };
  let closeOwn = async (): Promise<void> => {};
  const start = async (index: number): Promise<void> => {
    if (index === ownIndex) {
      const own = await startGateway({
        sandbox,
        env: { ...common, ...envOf(index) },
        bases: upstream,
      });
      replicas[index] = { url: own.url };
      closeOwn = () => own.close();
      return;
    }
    const program = launch(gatewayCommand, {
      cwd,
      env: { ...common, ...envOf(index) },
    });
    programs.add(program);
    const [, url] = await program.printed(/^GraphQL\s+(\S+)\/graphql$/m);
    replicas[index] = { program, url: url! };
  };
  const close = async (): Promise<void> => {
    for (const program of programs) program.signal('SIGKILL');
    await Promise.all([...programs].map(({ ended }) => ended));
    await closeOwn();
    await proxy.close();
    await sandbox.close();
  };
  try {
    await Promise.all(Array.from({ length: count }, (_, index) => start(index)));
    await proxy.untilReady();
  } catch (error) {
    await close();
    throw error;
  }
  const programOf = (index: number): Program => {
    const { program } = replicas[index]!;
    if (!program) throw new Error(`the process ${index} is that of the test`);
    return program;
  };
  const end = async (index: number, signal: NodeJS.Signals): Promise<number | null> => {
    const program = programOf(index);
    program.signal(signal);
    return program.ended;
  };
  return {
    url: proxy.url,
    sandbox,
    proxy,
    urlOf: (index) => replicas[index]!.url,
    at: (index, url) => url.replace(proxy.url, replicas[index]!.url),
    process: programOf,
    kill: async (index, signal = 'SIGKILL') => void (await end(index, signal)),
    restart: async (index) => {
      await start(index);
      await proxy.untilReady();
    },
    drain: (index) => end(index, 'SIGTERM'),
    memory: (index) => memoryOf(programOf(index).pid),
    resetMemory: (index) => writeFileSync(`/proc/${programOf(index).pid}/clear_refs`, '5'),
    [Symbol.asyncDispose]: close,
  };
}
