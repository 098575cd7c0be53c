/** The configuration, read from the environment. No other module reads the environment. */
import { constants } from './constants.ts';
import type { Setting } from './setting.ts';
import { removedSettings, settings, type SettingKey, type SettingValues } from './settings.ts';

/** Base URLs of the services. */
export interface Bases {
  readonly video: string;
  readonly storage: string;
  readonly calendar: string;
}

/** A client that is registered for sign-ins, and the endpoints of the service. */
export interface OAuthClient {
  readonly clientId: string;
  readonly clientSecret: string;
  /** Where users allow access. */
  readonly authorizationUrl: string;
  /** Where codes are exchanged for access tokens. */
  readonly tokenUrl: string;
  /** Where tokens are ended. */
  readonly revocationUrl: string;
  /** What tells whose an access token is. */
  readonly tokenInfoUrl: string;
}

/** Google's endpoints for sign-ins, or those of a sandbox. */
export const endpointsOf = (base?: string): Omit<OAuthClient, 'clientId' | 'clientSecret'> => ({
  authorizationUrl: `${base ?? 'https://accounts.google.com'}/o/oauth2/v2/auth`,
  tokenUrl: `${base ?? google}/token`,
  revocationUrl: `${base ?? google}/revoke`,
  tokenInfoUrl: `${base ?? google}/tokeninfo`,
});

const google = 'https://oauth2.googleapis.com';

/** Which agents get a tool: those that read, those that also write, and those that do anything. */
export const toolTiers = ['read', 'write', 'all'] as const;

/** Values of `MCP_TOOLS` that are no names of tools. */
export const toolChoices: readonly string[] = ['none', ...toolTiers];

/** The settings as the gateway uses them, with derived defaults. */
export type Config = Omit<
  SettingValues,
  | 'NODE_ENV'
  | 'SANDBOX'
  | 'METRICS_HOST'
  | `${'VIDEO' | 'STORAGE' | 'CALENDAR'}_BASE_URL`
  | `GOOGLE_${string}`
> &
  Readonly<typeof constants> & {
    readonly production: boolean;
    /** Base URLs of the services, or `sandbox` to start the embedded one. */
    readonly upstream: Bases | 'sandbox';
    /** The client of sign-ins with Google; undefined without one. */
    readonly oauthClient: OAuthClient | undefined;
    readonly METRICS_HOST: string;
  };

/** Invalid settings. The message names each key and what is wrong, never a value. */
export class ConfigError extends Error {
  readonly keys: readonly string[];

  /** @param problems what is wrong, by key */
  constructor(problems: Readonly<Record<string, string>>) {
    super(
      Object.entries(problems)
        .map(([key, problem]) => `${key} ${problem}`)
        .join('\n'),
    );
    this.name = 'ConfigError';
    this.keys = Object.keys(problems);
  }
}

/**
 * @param env environment variables; an empty one counts as absent
 * @throws ConfigError naming all invalid settings
 */
export function readConfig(
  env: Readonly<Record<string, string | undefined>> = process.env,
): Config {
  const {
    NODE_ENV,
    SANDBOX,
    METRICS_HOST,
    VIDEO_BASE_URL,
    STORAGE_BASE_URL,
    CALENDAR_BASE_URL,
    GOOGLE_CLIENT_ID,
    GOOGLE_CLIENT_SECRET,
    SIGN_IN_BASE_URL,
    ...rest
  } = valuesOf(env);
  const production = NODE_ENV === 'production';
  if (rest.PERSISTED_ONLY && rest.PERSISTED_OPERATIONS === undefined)
    throw new ConfigError({ PERSISTED_ONLY: 'needs PERSISTED_OPERATIONS' });
  if (rest.PUBLIC_READS === 'key' && rest.CACHE === 'off')
    throw new ConfigError({ PUBLIC_READS: 'needs CACHE' });
  const oauthClient = oauthClientOf(GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET, SIGN_IN_BASE_URL);
  if (oauthClient) checkSignIn({ ...rest, production });
  return {
    ...constants,
    ...rest,
    production,
    upstream: upstreamOf(
      { VIDEO_BASE_URL, STORAGE_BASE_URL, CALENDAR_BASE_URL },
      SANDBOX,
      production,
    ),
    oauthClient,
    SIGN_IN_BASE_URL,
    METRICS_HOST: METRICS_HOST ?? rest.HOST,
  };
}

/** @returns the environment variables, and what a file has of those that are absent or empty */
export const environment = (
  file: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string | undefined>> => ({
  ...file,
  ...Object.fromEntries(Object.entries(process.env).filter(([, value]) => value)),
});

/** @returns a variable that a file names; undefined for an empty one */
export const variableOf = (name: string): string | undefined => process.env[name] || undefined;

/** The limits of calls that leave the network, and its proxies. */
export const timeLimits = (config: Config) => ({
  connectTimeoutMs: config.CONNECT_TIMEOUT_MS,
  proxies: { https: config.HTTPS_PROXY, http: config.HTTP_PROXY, except: config.NO_PROXY },
  firstByteTimeoutMs: config.FIRST_BYTE_TIMEOUT_MS,
  callTimeoutMs: config.CALL_TIMEOUT_MS,
});

/** Parses all settings. @throws ConfigError naming all invalid ones */
function valuesOf(env: Readonly<Record<string, string | undefined>>): SettingValues {
  const values: Record<string, unknown> = {};
  const problems: Record<string, string> = {};
  const profile = env['NODE_ENV'] === 'production' ? 1 : 0;
  for (const [key, { byDefault, byProfile, read }] of Object.entries(
    settings as Readonly<Record<string, Setting<unknown>>>,
  )) {
    const text = env[key] || (byDefault ?? byProfile?.[profile]);
    if (text === undefined) continue;
    const { success, data, error } = read.safeParse(text);
    if (success) values[key] = data;
    else problems[key] = error.issues[0]!.message;
  }
  if (Object.keys(problems).length > 0) throw new ConfigError(problems);
  return values as SettingValues;
}

/**
 * @returns the budgets that are missing in production, where anybody can send requests without a
 * token: their calls have the API key
 */
export function openBuckets({
  production,
  UPSTREAM_API_KEY,
  QUOTA_BUDGET,
}: Pick<Config, 'production' | 'UPSTREAM_API_KEY' | 'QUOTA_BUDGET'>): ('VIDEO' | 'SEARCH')[] {
  if (!production || UPSTREAM_API_KEY === undefined) return [];
  return (['VIDEO', 'SEARCH'] as const).filter((bucket) => QUOTA_BUDGET[bucket] === undefined);
}

/**
 * @param env environment variables; an empty one counts as absent
 * @returns the settings that are set and do not exist any more, and what to know of each
 */
export const removedSettingsOf = (
  env: Readonly<Record<string, string | undefined>> = process.env,
): (readonly [key: string, about: string])[] =>
  Object.entries(removedSettings).filter(([key]) => env[key]);

/** Google issues tokens to a web application only if it has the secret of its client. */
function oauthClientOf(
  clientId: string | undefined,
  clientSecret: string | undefined,
  base: string | undefined,
): OAuthClient | undefined {
  if (clientId === undefined && clientSecret === undefined) return undefined;
  if (clientId === undefined)
    throw new ConfigError({ GOOGLE_CLIENT_ID: 'is missing: set both, or no GOOGLE_CLIENT_SECRET' });
  if (clientSecret === undefined)
    throw new ConfigError({ GOOGLE_CLIENT_SECRET: 'is missing: set both, or no GOOGLE_CLIENT_ID' });
  return { clientId, clientSecret, ...endpointsOf(base) };
}

/** @throws ConfigError if sign-ins would be lost, or known to one process alone */
function checkSignIn({
  production,
  LINK_SECRET,
  REDIS_URL,
  REPLICAS,
}: Pick<SettingValues, 'LINK_SECRET' | 'REDIS_URL' | 'REPLICAS'> & {
  readonly production: boolean;
}): void {
  if (LINK_SECRET === undefined)
    throw new ConfigError({
      LINK_SECRET: 'is missing: with GOOGLE_CLIENT_ID it encrypts sign-ins',
    });
  const isOne = REPLICAS === undefined ? !production : REPLICAS === 1;
  if (REDIS_URL === undefined && !isOne)
    throw new ConfigError({
      REDIS_URL:
        'is missing: with GOOGLE_CLIENT_ID it has the sign-ins of all replicas; of a single one, set REPLICAS=1',
    });
}

type BaseKey = Extract<SettingKey, `${'VIDEO' | 'STORAGE' | 'CALENDAR'}_BASE_URL`>;

/** Without any base URL the sandbox starts, in production only if `SANDBOX` is set. */
function upstreamOf(
  bases: Readonly<Record<BaseKey, string | undefined>>,
  sandbox: boolean | undefined,
  production: boolean,
): Config['upstream'] {
  const missing = Object.entries(bases).filter(([, url]) => url === undefined);
  const hasAny = missing.length < Object.keys(bases).length;
  if (hasAny && sandbox === true)
    throw new ConfigError({ SANDBOX: 'must not be set together with base URLs' });
  if (sandbox === true || (!hasAny && sandbox === undefined && !production)) return 'sandbox';
  if (missing.length > 0) {
    const problem = missingBaseProblem(hasAny, production);
    throw new ConfigError(Object.fromEntries(missing.map(([key]) => [key, problem])));
  }
  return {
    video: bases.VIDEO_BASE_URL!,
    storage: bases.STORAGE_BASE_URL!,
    calendar: bases.CALENDAR_BASE_URL!,
  };
}

function missingBaseProblem(hasAny: boolean, production: boolean): string {
  if (hasAny) return 'is missing: set all base URLs, or none';
  return production ? 'is missing (or set SANDBOX=1 to start the sandbox)' : 'is missing';
}
