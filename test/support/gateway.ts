/** The complete gateway in this process, with the real graph, and a sandbox as its upstream. */
import { assemble } from '../../src/assemble.ts';
import type { Bases } from '../../src/config.ts';
import { MemoryStore, type Store } from '../../src/data/store/store.ts';
import { type Sandbox, type SandboxOptions, startSandbox } from '../../src/sandbox/sandbox.ts';
import { apiKey } from '../../src/sandbox/user.ts';
import { configOf, type Env, recordedLog, type RunningServer, serve } from './server.ts';

export { type TestResponse, type Env, type RunningServer, startServer } from './server.ts';

/** A store that a test can empty. */
export class ResettableStore implements Store {
  #store: Store = new MemoryStore();

  reset(): void {
    this.#store = new MemoryStore();
  }
  readonly get: Store['get'] = (...args) => this.#store.get(...args);
  readonly set: Store['set'] = (...args) => this.#store.set(...args);
  readonly replace: Store['replace'] = (...args) => this.#store.replace(...args);
  readonly add: Store['add'] = (...args) => this.#store.add(...args);
  readonly delete: Store['delete'] = (...args) => this.#store.delete(...args);
}

export interface GatewayOptions {
  readonly env?: Env;
  /** Base URLs of services that are not the sandbox. */
  readonly bases?: Partial<Bases>;
  /** Options of a new sandbox, or a running one: then the gateway does not close it. */
  readonly sandbox?: SandboxOptions | Sandbox;
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
  });
  const server = await serve(gateway, lines);
  const close = async (): Promise<void> => {
    await server.close();
    await upstream.close();
    if (!isRunning) await sandbox.close();
  };
  return { ...server, sandbox, store, close };
}
