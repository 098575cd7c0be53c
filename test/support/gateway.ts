/** The complete gateway in this process, with the real graph, and a sandbox as its upstream. */
import { assemble } from '../../src/assemble.ts';
import type { Bases } from '../../src/config.ts';
import { MemoryStore, type Store } from '../../src/data/store/store.ts';
import { type Sandbox, type SandboxOptions, startSandbox } from '../../src/sandbox/sandbox.ts';
import { apiKey } from '../../src/sandbox/user.ts';
import { configOf, type Env, recordedLog, type RunningServer, serve } from './server.ts';

export { type TestResponse, type Env, type RunningServer, startServer } from './server.ts';

/** A store that a test can empty. A new store for each test would take 10 ms. */
export class ResettableStore implements Store {
  readonly #store = new MemoryStore();
  readonly #keys = new Set<string>();

  reset(): void {
    for (const key of this.#keys) void this.#store.delete(key);
    this.#keys.clear();
  }
  readonly get: Store['get'] = (key) => this.#store.get(key);
  readonly set: Store['set'] = (key, ...args) => this.#store.set(this.#noted(key), ...args);
  readonly replace: Store['replace'] = (key, ...args) =>
    this.#store.replace(this.#noted(key), ...args);
  readonly add: Store['add'] = (key, ...args) => this.#store.add(this.#noted(key), ...args);
  readonly delete: Store['delete'] = (key) => this.#store.delete(key);

  #noted(key: string): string {
    this.#keys.add(key);
    return key;
  }
}

export interface GatewayOptions {
  readonly env?: Env;
  /** Base URLs of services that are not the sandbox. */
  readonly bases?: Partial<Bases>;
  /** Options of a new sandbox, or a running one: then the gateway does not close it. */
  readonly sandbox?: SandboxOptions | Sandbox;
  readonly executePrepared?: Parameters<typeof assemble>[0]['executePrepared'];
}

interface RunningGateway extends RunningServer {
  readonly sandbox: Sandbox;
  readonly store: ResettableStore;
}

/** Starts the gateway and its sandbox on free ports. */
export async function startGateway({
  env = {},
  bases,
  sandbox: sandboxOrOptions = {},
  executePrepared,
}: GatewayOptions = {}): Promise<RunningGateway> {
  const isRunning = 'url' in sandboxOrOptions;
  const sandbox = isRunning ? sandboxOrOptions : await startSandbox(sandboxOrOptions);
  const config = configOf(env);
  const { lines, log } = recordedLog(config);
  const store = new ResettableStore();
  const { gateway, upstream } = assemble({
    store,
    config,
    bases: { ...sandbox.bases, ...bases },
    apiKey: config.UPSTREAM_API_KEY ?? apiKey,
    log,
    demoToken: sandbox.users[0]!.token,
    executePrepared,
  });
  const server = await serve(gateway, lines);
  const close = async (): Promise<void> => {
    await server.close();
    await upstream.close();
    if (!isRunning) await sandbox.close();
  };
  return { ...server, sandbox, store, close };
}
