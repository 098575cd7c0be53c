/** The gateway as a process: it starts, and it stops on SIGTERM or SIGINT. */
import { flushCompileCache } from 'node:module';
import { assemble } from './assemble.ts';
import type { CommandLine } from './command/command-line.ts';
import {
  type Bases,
  type Config,
  ConfigError,
  openBuckets,
  readConfig,
  removedSettingsOf,
  timeLimits,
  toolChoices,
} from './config.ts';
import { serviceNames } from './engine/api/api.ts';
import { systemClock } from './engine/caller/clock.ts';
import type { Grant } from './engine/caller/identity.ts';
import type { Upstream } from './engine/rest/upstream.ts';
import { exitWithError } from './exit.ts';
import { startObservability } from './observability/observability.ts';
import { openSharedReads, openStore } from './open-store.ts';
import { loadOptionalParts } from './optional-parts.ts';
import { startOwnSandbox } from './own-sandbox.ts';
import { flushLog, openProcessLog } from './process-log.ts';
import { configureHeap } from './runtime.ts';
import type { HttpGateway } from './server/gateway/gateway.ts';
import { createLog, type Logger, stackOf } from './server/record/log.ts';

/**
 * Time in ms from the start until the modules are loaded that only some requests need: the first
 * requests do not wait for them.
 */
const preloadDelayMs = 1_000;

/** The agent uses the port for uploads and downloads only: several gateways can run at once. */
const localAddress = { HOST: '127.0.0.1', PORT: 0 } as const;

/** Nobody signs in there: `studiograph login` has the client in the same environment. */
const noSignIn = {
  GOOGLE_CLIENT_ID: undefined,
  GOOGLE_CLIENT_SECRET: undefined,
  ACCESS_KEYS: undefined,
};

/** Time in ms after the drain delay by which the process has ended. */
const maxStopMs = 10_000;

/** Whether standard output carries the protocol of an agent, and nothing else. */
const isForAgent = process.argv[2] === 'mcp';

/**
 * Starts the gateway, and the sandbox if no services are configured. For the command `mcp`, an
 * agent uses the gateway by standard input and output, and the process stops when its input ends.
 */
export async function serve({ env }: CommandLine): Promise<void> {
  let gateway: HttpGateway;
  try {
    const config = readConfig(isForAgent ? { ...env, ...noSignIn } : env);
    gateway = await run(isForAgent ? { ...config, ...localAddress } : config, env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    exitWithError(`Invalid settings:\n${error.message}`);
  }
  configureHeap();
  const preload = (): void => {
    // A request that needs what cannot be loaded logs the error.
    void gateway
      .preload()
      .catch(() => {})
      .finally(flushCompileCache);
  };
  systemClock.after(preloadDelayMs, preload);
}

/** @returns the gateway, which listens */
async function run(config: Config, env: CommandLine['env']): Promise<HttpGateway> {
  const log = isForAgent ? createLog(config, process.stderr) : openProcessLog(config);
  for (const [setting, about] of removedSettingsOf(env))
    log.warn({ setting }, `${setting} is set, and has no effect any more. ${about}`);
  warnOfOpenQuota(openBuckets(config), log);
  const sandbox = config.upstream === 'sandbox' ? await startOwnSandbox(config) : undefined;
  const bases = sandbox?.bases ?? (config.upstream as Bases);
  const observability = await startObservability(config, log).catch(
    (error: NodeJS.ErrnoException) => {
      const { METRICS_HOST: HOST, METRICS_PORT: PORT = 0 } = config;
      const problem = listenProblem(error, { HOST, PORT }, 'METRICS_');
      exitWithError(`${problem} (${error.code ?? 'unknown error'})`);
    },
  );
  const { metrics, metricsUrl } = observability;
  const store = await openStore(config, log, metrics);
  const sharedReads = await openSharedReads(config, { bases, log, observer: metrics });
  const {
    gateway,
    upstream,
    end: endCalls,
    agents,
  } = await assembled({
    store,
    sharedReads,
    config,
    bases,
    log,
    observability,
    apiKey: sandbox?.apiKey,
    signInBase: sandbox?.url,
    users: sandbox?.users,
  });
  // The rest is loaded with the first agent: names of tools are rare, and can be wrong.
  if ((config.MCP || isForAgent) && config.MCP_TOOLS.some((each) => !toolChoices.includes(each)))
    await agents().catch(({ message }: Error) => exitWithError(`Invalid settings:\n${message}`));
  const url = await gateway.listen().catch((error: NodeJS.ErrnoException) => {
    exitWithError(`${listenProblem(error, config)} (${error.code ?? 'unknown error'})`);
  });
  const healthPort = await openHealth(config, gateway);
  const close = async (): Promise<void> => {
    await endCalls();
    await store.close();
    await sharedReads?.close();
    await sandbox?.close();
    await observability.close();
    await healthPort?.close();
  };
  const stopNow = stopOnSignal({ config, log, gateway, upstream, close });
  print(`GraphQL   ${url}/graphql`);
  if (config.MCP) print(`MCP       ${url}/mcp`);
  const upstreamUrls = sandbox ? `${sandbox.url} (the sandbox)` : Object.values(bases).join(', ');
  print(`Upstream  ${upstreamUrls}`);
  if (metricsUrl !== undefined) print(`Metrics   ${metricsUrl}`);
  if (healthPort) print(`Health    ${healthPort.url}`);
  for (const { token, description } of sandbox?.users ?? [])
    print(`Token     ${token}: ${description}`);
  if (isForAgent) {
    const { serveAgent } = await import('./mcp/stdio.ts');
    const token = config.MCP_TOKEN ?? sandbox?.users[0]?.token;
    const end = serveAgent({
      ...(await agents()),
      config,
      token,
      grant: token === undefined ? await ownGrant(config, env) : undefined,
      onError: ({ name }) => log.warn({ error: name }, 'a message of the agent failed'),
    });
    process.stdin.once('close', () => {
      end();
      stopNow();
    });
  }
  return gateway;
}

/** The grant of the person who has signed in on this computer; undefined without a login. */
async function ownGrant(config: Config, env: CommandLine['env']): Promise<Grant | undefined> {
  const [{ loginGrant }, { loginPath }, { tokenFetch }] = await Promise.all([
    import('./sign-in/login/login-token.ts'),
    import('./sign-in/login/login-file.ts'),
    import('./engine/rest/token-fetch.ts'),
  ]);
  const send = tokenFetch(timeLimits(config));
  return loginGrant({ path: loginPath(env), send, clock: systemClock }).catch(
    ({ message }: Error) => exitWithError(message),
  );
}

/** Opens the port of the probes, if there is one. */
async function openHealth(
  config: Config,
  gateway: HttpGateway,
): Promise<{ readonly url: string; close(): Promise<void> } | undefined> {
  const { HEALTH_PORT } = config;
  if (HEALTH_PORT === undefined) return undefined;
  const { openHealthPort } = await import('./server/lifecycle/health-port.ts');
  return openHealthPort({ ...config, HEALTH_PORT }, () => gateway.ready()).catch(
    ({ message }: Error) => exitWithError(`HEALTH_PORT=${HEALTH_PORT}: ${message}`),
  );
}

/** Ends the process if a document of `PERSISTED_OPERATIONS` is invalid. */
async function assembled(
  options: Parameters<typeof assemble>[0],
): Promise<ReturnType<typeof assemble>> {
  try {
    return assemble({ ...options, ...(await loadOptionalParts(options.config)) });
  } catch (error) {
    if (!(error instanceof Error && error.name === 'OperationFilesError')) throw error;
    return exitWithError(`Invalid documents in PERSISTED_OPERATIONS:\n${error.message}`);
  }
}

/** Says where the gateway is. */
function print(line: string): void {
  if (isForAgent) console.error(line);
  else console.log(line);
}

function warnOfOpenQuota(buckets: readonly string[], log: Logger): void {
  if (buckets.length > 0)
    log.warn(
      { buckets },
      'requests without a token can spend the whole quota of UPSTREAM_API_KEY: set QUOTA_BUDGET, for example VIDEO=2000,SEARCH=20',
    );
}

/**
 * @param prefix of the names of the two settings
 * @returns why the gateway cannot listen, and what to do
 */
function listenProblem(
  { code }: NodeJS.ErrnoException,
  { HOST, PORT }: Pick<Config, 'HOST' | 'PORT'>,
  prefix = '',
): string {
  if (code === 'EADDRINUSE')
    return `Port ${PORT} on ${HOST} is in use. Stop the program that uses it, or set another ${prefix}PORT, for example ${prefix}PORT=${nextPort(PORT)}.`;
  if (code === 'EACCES')
    return `Port ${PORT} on ${HOST} needs more rights. Set a ${prefix}PORT above 1023, for example ${prefix}PORT=4000.`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return `${prefix}HOST=${HOST} is not an address of this machine. Set for example ${prefix}HOST=127.0.0.1, or ${prefix}HOST=0.0.0.0 for all addresses.`;
  return `The gateway cannot listen on port ${PORT} of ${HOST}. Set another ${prefix}HOST or ${prefix}PORT.`;
}

/** @returns the next port to try; 0 takes a free one */
function nextPort(port: number): number {
  return port < 65_535 ? port + 1 : 0;
}

/** The parts of the process that are stopped, in this order. */
interface StopParts {
  readonly config: Config;
  readonly log: Logger;
  readonly gateway: HttpGateway;
  readonly upstream: Upstream;
  /** Stops what the gateway does not need any more then. */
  readonly close: () => Promise<void>;
}

/**
 * Stops the process on a signal; immediately on a second one, with the exit code of a shell.
 * @returns a function that stops it without a signal
 */
function stopOnSignal(parts: StopParts): () => void {
  const { config, log } = parts;
  let isStopping = false;
  const stopNow = (signal?: NodeJS.Signals): void => {
    if (isStopping) return;
    isStopping = true;
    log.info({ signal, delayMs: config.DRAIN_DELAY_MS }, 'draining');
    void stop(parts)
      .then(
        () => 0,
        (error: Error) => {
          log.error({ error: stackOf(error) }, 'stopped with an error');
          return 1;
        },
      )
      .then(async (code) => {
        await flushLog(log);
        process.exit(code);
      });
  };
  const onSignal = (signal: NodeJS.Signals, number: number): void => {
    if (isStopping) {
      log.warn({ signal }, 'stopped immediately by a second signal');
      process.exit(128 + number);
    }
    stopNow(signal);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, onSignal);
  return stopNow;
}

/** Logs what has not ended within the drain delay and ten seconds. */
async function stop({ config, log, gateway, upstream, close }: StopParts): Promise<void> {
  const end = systemClock.now() + config.DRAIN_DELAY_MS + maxStopMs;
  const { cutConnections } = await gateway.drain();
  const timeIsOver = new Promise<false>((resolve) => {
    // oxlint-disable-next-line studiograph/no-clock -- Its timers keep no process alive.
    setTimeout(resolve, end - systemClock.now(), false);
  });
  const hasEnded = await Promise.race([close().then(() => true), timeIsOver]);
  const cutCalls = hasEnded ? 0 : await countCalls(upstream);
  if (cutConnections > 0 || !hasEnded)
    log.warn({ cutConnections, cutCalls }, 'stopped before all requests and calls had ended');
}

/** @returns the number of calls that are running or wait for a connection */
async function countCalls(upstream: Upstream): Promise<number> {
  const counts = serviceNames(upstream.api).map((service) => upstream.connections(service));
  return counts.reduce((sum, { busy, waiting }) => sum + busy + waiting, 0);
}
