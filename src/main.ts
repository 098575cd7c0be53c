/** Starts the gateway, and the sandbox if that is its upstream; stops both when the process is asked to. */
import type { Bases, Config } from './config.ts';
import type { Gateway } from './server/gateway.ts';
import type { Logger } from './server/log.ts';

/** Everything else is loaded after this: older versions cannot even load the HTTP client. */
const oldest = 24;
const major = Number(process.versions.node.split('.')[0]);

if (major < oldest)
  fail(
    `Node ${oldest} or newer is needed, this is ${process.versions.node}. \`npm ci\` installs one for the npm scripts.`,
  );
else await start();

async function start(): Promise<void> {
  const { ConfigError, readConfig } = await import('./config.ts');
  let config: Config;
  try {
    config = readConfig();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    fail(`These settings cannot be used:\n${error.message}`);
  }
  await run(config);
}

async function run(config: Config): Promise<void> {
  const { createLog } = await import('./server/log.ts');
  const log = createLog(config);
  const sandbox = config.upstream === 'sandbox' ? await startSandbox(config) : undefined;
  const bases = sandbox?.bases ?? (config.upstream as Bases);
  const { assemble } = await import('./assemble.ts');
  const { gateway, upstream } = assemble({
    config,
    bases,
    log,
    apiKey: sandbox?.apiKey,
    demoToken: sandbox?.users[0]?.token,
  });
  const address = await gateway
    .listen()
    .catch((error: unknown) =>
      fail(`The gateway cannot listen on HOST and PORT: ${codeOf(error)}.`),
    );
  stopOnSignal(gateway, log, async () => {
    await upstream.close();
    await sandbox?.close();
  });
  print(
    address,
    sandbox === undefined ? Object.values(bases).join(', ') : `${sandbox.url} (the sandbox)`,
    sandbox?.users ?? [],
  );
}

/** It listens on loopback, whatever the gateway listens on: only the gateway talks to it. */
async function startSandbox({ UPSTREAM_API_KEY }: Config) {
  const [{ startSandbox: start }, { apiKey }] = await Promise.all([
    import('./sandbox/sandbox.ts'),
    import('./sandbox/user.ts'),
  ]);
  return { ...(await start()), apiKey: UPSTREAM_API_KEY ?? apiKey };
}

function print(
  address: string,
  upstream: string,
  users: readonly { readonly token: string; readonly description: string }[],
): void {
  console.log(`GraphQL   ${address}/graphql\nUpstream  ${upstream}`);
  for (const { token, description } of users) console.log(`Token     ${token}: ${description}`);
}

function stopOnSignal(gateway: Gateway, log: Logger, close: () => Promise<void>): void {
  let stopping = false;
  const stop = (signal: string): void => {
    if (stopping) return;
    stopping = true;
    log.info({ signal }, 'draining');
    void gateway
      .drain()
      .then(close)
      .finally(() => process.exit(0));
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, stop);
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? 'unknown';
}

/** Exit code 1 and the reason on standard error. */
function fail(message: string): never {
  console.error(message);
  process.exit(1);
}
