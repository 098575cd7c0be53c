/** Creates the gateway of a host. */
import { assemble } from '../assemble.ts';
import { type Bases, type Config, ConfigError, readConfig } from '../config.ts';
import type { Clock } from '../engine/caller/clock.ts';
import { withOwnFields } from '../engine/schema/own-field.ts';
import { startObservability } from '../observability/observability.ts';
import { openSharedReads, openStore } from '../open-store.ts';
import { loadOptionalParts } from '../optional-parts.ts';
import { startOwnSandbox } from '../own-sandbox.ts';
import { basePathOf, Mount } from '../server/gateway/mount.ts';
import { createLog } from '../server/record/log.ts';
import { Host, keepAlive } from './host.ts';
import type { RunningSandbox, Studiograph, StudiographOptions } from './options.ts';
import { keyOf, optionProblems, settingProblems } from './option-problems.ts';
import type { SettingOptions } from './setting-options.ts';

/** A host has its own log of requests. */
const defaults = { logLevel: 'warn' } satisfies StudiographOptions;

/** @throws TypeError naming all invalid options */
export async function create(options: StudiographOptions): Promise<Studiograph> {
  const problems = optionProblems(options);
  const { basePath, identify, extend, log, sandbox: given, ...others } = options ?? {};
  const sandbox = isRunning(given) ? given : undefined;
  const starts = typeof given === 'boolean' ? given : undefined;
  // A test that resets or changes its sandbox must not get what was read before.
  const ofSandbox = sandbox ? { cache: 'off', sandbox: true } : present({ sandbox: starts });
  const wanted = { ...defaults, ...ofSandbox, ...present(others) };
  try {
    const config = configOf(wanted, problems);
    return await createOf(config, { basePath, identify, extend, log, sandbox });
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    throw invalid(settingProblems(error, wanted), error);
  }
}

const isRunning = (sandbox: StudiographOptions['sandbox']): sandbox is RunningSandbox =>
  typeof sandbox === 'object' && sandbox !== null;

const present = (options: object): object =>
  Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));

const invalid = (problems: readonly string[], cause?: ConfigError): TypeError =>
  new TypeError(`Invalid options:\n${problems.join('\n')}`, { cause });

/** What is no setting. */
interface HostOptions extends Omit<StudiographOptions, keyof SettingOptions> {
  /** By which the gateway decides. Default: the computer's clock. */
  readonly clock?: Clock | undefined;
  /** That of the host. */
  readonly sandbox?: RunningSandbox | undefined;
}

/**
 * @param config valid settings
 * @throws GraphQLError or TypeError for an invalid extension, OperationFilesError
 */
export async function createOf(
  config: Config,
  {
    basePath,
    identify,
    extend,
    log: destination = process.stderr,
    clock,
    sandbox: running,
  }: HostOptions,
): Promise<Studiograph> {
  const log = createLog(config, destination);
  const startsOne = config.upstream === 'sandbox' && !running;
  const ownSandbox = startsOne ? await startOwnSandbox(config) : undefined;
  const sandbox = running ?? ownSandbox;
  const observability = await startObservability(config, log);
  const store = await openStore(config, log, observability.metrics);
  const bases = sandbox?.bases ?? (config.upstream as Bases);
  const observer = observability.metrics;
  const sharedReads = await openSharedReads(config, { bases, log, observer });
  const mount = new Mount({
    basePath: basePathOf(basePath ?? config.PUBLIC_URL),
    isStrict: basePath !== undefined,
    identifies: identify !== undefined,
    clock,
  });
  const closeOthers = async (): Promise<void> => {
    await store.close();
    await sharedReads?.close();
    await ownSandbox?.close();
    await observability.close();
  };
  const assembled = async (): Promise<ReturnType<typeof assemble>> => {
    const parts = await loadOptionalParts(config);
    const { extendSchema = (schema) => schema } = parts;
    return assemble({
      ...parts,
      extendSchema: (schema) => extendSchema(extend ? withOwnFields(schema, extend) : schema),
      store,
      sharedReads,
      config,
      bases,
      apiKey: sandbox?.apiKey,
      signInBase: sandbox && new URL(sandbox.oauthClient.authorizationUrl).origin,
      users: sandbox?.users,
      log,
      observability,
      mount,
      clock,
    });
  };
  const { gateway, end } = await assembled().catch(async (error: unknown) => {
    await closeOthers();
    throw error;
  });
  const host = new Host({
    gateway,
    mount,
    identify,
    hasOwnFields: extend !== undefined,
    log,
    clock,
  });
  const close = async (): Promise<void> => {
    host.close();
    await gateway.drain();
    await end();
    await closeOthers();
  };
  let closing: Promise<void> | undefined;
  return {
    fetch: (request) => keepAlive(host.fetch(request)),
    nodeHandler: (req, res) => void host.handle(req, res),
    upgrade: (req, socket, head) => void host.upgrade(req, socket, head),
    users: sandbox?.users ?? [],
    close: () => (closing ??= keepAlive(close())),
  };
}

/**
 * @param problems what is known to be wrong
 * @throws TypeError naming all of these and all invalid settings, ConfigError if there are no such
 */
function configOf(given: Readonly<Record<string, unknown>>, problems: readonly string[]): Config {
  const texts = Object.entries(given).flatMap(([name, value]) => {
    const key = keyOf(name);
    return key === undefined || value === null ? [] : [[key, textOf(value)] as const];
  });
  try {
    const config = readConfig(Object.fromEntries(texts));
    if (problems.length === 0) return config;
  } catch (error) {
    if (!(error instanceof ConfigError) || problems.length === 0) throw error;
    throw invalid([...problems, ...settingProblems(error, given)], error);
  }
  throw invalid(problems);
}

/** @returns a value as the environment variable of its setting has it */
function textOf(value: unknown): string {
  if (typeof value === 'boolean') return value ? '1' : '0';
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return String(value);
  const pairs = Object.entries(value as Readonly<Record<string, unknown>>).flatMap(
    ([name, each]) =>
      typeof each === 'object' && each !== null
        ? Object.entries(each).map(([key, amount]) => [`${name}:${key}`, amount])
        : [[name, each]],
  );
  const given = pairs.filter(([, amount]) => amount !== undefined);
  return given.map((pair) => pair.join('=')).join(',');
}
