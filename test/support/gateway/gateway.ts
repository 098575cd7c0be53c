/** The complete gateway in this process, with the real graph, and a sandbox as its upstream. */
import { assemble } from '../../../src/assemble.ts';
import type { Bases } from '../../../src/config.ts';
import type { Clock } from '../../../src/engine/caller/clock.ts';
import { startObservability } from '../../../src/observability/observability.ts';
import { MemoryStore } from '../../../src/engine/store/memory-store.ts';
import type { Store, StoreKind } from '../../../src/engine/store/store.ts';
import { openSharedReads, openStore } from '../../../src/open-store.ts';
import { loadOptionalParts } from '../../../src/optional-parts.ts';
import { type Sandbox, startSandbox } from '../../../src/sandbox/sandbox.ts';
import type { SandboxOptions } from '../../../src/sandbox/stand-in.ts';
import { apiKey } from '../../../src/sandbox/user.ts';
import { configOf, type Env, recordedLog, type RunningServer, serve } from './server.ts';

export { type TestResponse, type Env, type RunningServer, startServer } from './server.ts';

/** A store that a test can empty: the gateway keeps it. */
export class ResettableStore extends MemoryStore {
  readonly #entries = new Map<string, readonly [kind: StoreKind, key: string]>();

  reset(): void {
    for (const [kind, key] of this.#entries.values()) void this.delete(kind, key);
    this.#entries.clear();
  }

  override set(...parameters: Parameters<Store['set']>): Promise<void> {
    this.#note(parameters[0], parameters[1]);
    return super.set(...parameters);
  }

  override replace(...parameters: Parameters<Store['replace']>): Promise<boolean> {
    this.#note(parameters[0], parameters[1]);
    return super.replace(...parameters);
  }

  override add(...parameters: Parameters<Store['add']>): Promise<number> {
    this.#note(parameters[0], parameters[1]);
    return super.add(...parameters);
  }

  #note(kind: StoreKind, key: string): void {
    this.#entries.set(`${kind} ${key}`, [kind, key]);
  }
}

export interface GatewayOptions {
  /** Settings. With `REDIS_URL`, the gateway uses that store. */
  readonly env?: Env;
  /** Base URLs of services that are not the sandbox. */
  readonly bases?: Partial<Bases>;
  /** Options of a new sandbox, or a running one: then the gateway does not close it. */
  readonly sandbox?: SandboxOptions | Sandbox;
  /** A store that others use as well, in place of one of its own. */
  readonly sharedStore?: Store;
  /** Default: the computer's clock. */
  readonly clock?: Clock | undefined;
  readonly executePrepared?: Parameters<typeof assemble>[0]['executePrepared'];
  /** Default: that of the settings. */
  readonly extendSchema?: Parameters<typeof assemble>[0]['extendSchema'];
  /** Adds tools for agents. Default: there are those of the product. */
  readonly adaptOffer?: Parameters<typeof assemble>[0]['adaptOffer'];
  /** Plugins of the pipeline. Default: none. */
  readonly plugins?: Parameters<typeof assemble>[0]['plugins'];
  /** Bytes of a part of a publication. Default: that of the product. */
  readonly partBytes?: number;
}

/** A gateway with its sandbox. */
export interface RunningGateway extends RunningServer {
  readonly sandbox: Sandbox;
  readonly store: ResettableStore;
  /** URL of the metrics, with the setting METRICS_PORT. */
  readonly metricsUrl: string | undefined;
}

/** Starts the gateway and its sandbox on free ports. */
export async function startGateway({
  env = {},
  bases,
  sandbox: sandboxOrOptions = {},
  sharedStore,
  clock,
  executePrepared,
  extendSchema,
  adaptOffer,
  plugins,
  partBytes,
}: GatewayOptions = {}): Promise<RunningGateway> {
  const isRunning = 'url' in sandboxOrOptions;
  const sandbox = isRunning ? sandboxOrOptions : await startSandbox(sandboxOrOptions);
  const config = configOf(env);
  const { lines, log } = recordedLog(config);
  const store = new ResettableStore(clock?.now);
  const observability = await startObservability(config, log, clock);
  const { metrics } = observability;
  const shared =
    config.REDIS_URL === undefined ? undefined : await openStore(config, log, metrics, clock);
  const allBases = { ...sandbox.bases, ...bases };
  const sharedReads = await openSharedReads(config, { bases: allBases, log, clock });
  const { gateway, end } = assemble({
    store: shared ?? sharedStore ?? store,
    sharedReads,
    config,
    bases: allBases,
    apiKey: config.UPSTREAM_API_KEY ?? apiKey,
    log,
    clock,
    observability,
    users: sandbox.users,
    signInBase: sandbox.url,
    ...(await loadOptionalParts(config)),
    ...(extendSchema && { extendSchema }),
    executePrepared,
    adaptOffer,
    plugins,
    partBytes,
  });
  const server = await serve(gateway, lines);
  const close = async (): Promise<void> => {
    await server.close();
    await end();
    await observability.close();
    await shared?.close();
    await sharedReads?.close();
    if (!isRunning) await sandbox.close();
  };
  return {
    ...server,
    sandbox,
    store,
    metricsUrl: observability.metricsUrl,
    close,
    [Symbol.asyncDispose]: close,
  };
}
