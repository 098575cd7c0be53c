/** The whole product in this process: a gateway with the real graph, and a sandbox as its upstream. */
import { assemble } from '../../src/assemble.ts';
import type { Bases } from '../../src/config.ts';
import { MemoryStore, type Store } from '../../src/data/store/store.ts';
import { type Sandbox, type SandboxOptions, startSandbox } from '../../src/sandbox/sandbox.ts';
import { apiKey } from '../../src/sandbox/user.ts';
import { configOf, type Env, recordedLog, type RunningServer, serve } from './server.ts';

export { type TestResponse, type Env, type RunningServer, startServer } from './server.ts';

/** What the gateway keeps for its callers, as long as a test lasts. */
export class ForgetfulStore implements Store {
  #store: Store = new MemoryStore();

  forget(): void {
    this.#store = new MemoryStore();
  }
  readonly get: Store['get'] = (...given) => this.#store.get(...given);
  readonly set: Store['set'] = (...given) => this.#store.set(...given);
  readonly replace: Store['replace'] = (...given) => this.#store.replace(...given);
  readonly add: Store['add'] = (...given) => this.#store.add(...given);
  readonly delete: Store['delete'] = (...given) => this.#store.delete(...given);
}

export interface Overrides {
  readonly env?: Env;
  /** Services that are elsewhere than on the sandbox. */
  readonly bases?: Partial<Bases>;
  /** How the sandbox starts, or one that runs already: then it outlives the gateway. */
  readonly sandbox?: SandboxOptions | Sandbox;
}

/** The whole product on a sandbox, both on free ports. */
export async function startGateway({
  env = {},
  bases,
  sandbox: given = {},
}: Overrides = {}): Promise<
  RunningServer & { readonly sandbox: Sandbox; readonly store: ForgetfulStore }
> {
  const running = 'url' in given;
  const sandbox = running ? given : await startSandbox(given);
  const config = configOf(env);
  const { lines, log } = recordedLog(config);
  const key = config.UPSTREAM_API_KEY ?? apiKey;
  const store = new ForgetfulStore();
  const { gateway, upstream } = assemble({
    store,
    config,
    bases: { ...sandbox.bases, ...bases },
    apiKey: key,
    log,
    demoToken: sandbox.users[0]!.token,
  });
  const served = await serve(gateway, lines);
  const close = async (): Promise<void> => {
    await served.close();
    await upstream.close();
    if (!running) await sandbox.close();
  };
  return { ...served, sandbox, store, close };
}
