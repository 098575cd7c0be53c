/**
 * All settings in one table: key, default and meaning. The configuration and the table in the
 * README come from it. No other module reads the environment.
 */
import {
  amounts,
  base,
  clientHeaders,
  count,
  type DefaultedSetting,
  flag,
  headerNames,
  host,
  milliseconds,
  oneOf,
  origins,
  ratio,
  secret,
  type Setting,
} from './setting.ts';

/** Rules for the paths of base URLs. */
const endsInV3 = { pattern: /\/v3\/?$/, text: 'that ends in /v3, ' };
const isRoot = { pattern: /^\/?$/, text: 'without a path, ' };
const anyPath = { pattern: /^/, text: '' };

const settings = {
  NODE_ENV: oneOf(
    ['development', 'production', 'test'],
    'development',
    '`production` is the profile that shows nothing of its inside.',
  ),
  HOST: host('127.0.0.1', 'The address to listen on.'),
  PORT: count(4000, 'The port to listen on; 0 takes a free one.', { min: 0, max: 65_535 }),
  VIDEO_BASE_URL: base(
    'Address of the video and live services, ends in `/v3`. No base address at all: the embedded sandbox.',
    endsInV3,
  ),
  STORAGE_BASE_URL: base("Address of the file storage service: the host's root.", isRoot),
  CALENDAR_BASE_URL: base('Address of the calendar service, ends in `/v3`.', endsInV3),
  SANDBOX: flag(
    'Start on the embedded sandbox. By default when no base address is set, in production only if asked for.',
  ),
  UPSTREAM_API_KEY: secret(
    'Key for public reads of callers without a token. Absent: such reads are refused.',
  ),
  UPSTREAM_API_KEY_IN: oneOf(
    ['query', 'header'],
    'query',
    'Where the key goes: query parameter `key`, or header `X-Goog-Api-Key`.',
  ),
  CONNECT_TIMEOUT_MS: milliseconds(2_000, 'Longest wait for a connection to a service.'),
  FIRST_BYTE_TIMEOUT_MS: milliseconds(
    10_000,
    'Longest wait for the first byte of an answer, and between two pieces of it.',
  ),
  CALL_TIMEOUT_MS: milliseconds(30_000, 'Longest time of one call upstream.'),
  REQUEST_DEADLINE_MS: milliseconds(
    30_000,
    'Longest time of one GraphQL request; calls that are still open then are cut.',
  ),
  CONNECTIONS_PER_SERVICE: count(512, 'Most connections to one service.', { max: 65_535 }),
  RETRY_ATTEMPTS: count(3, 'How often one call is sent at most, the first time included.', {
    max: 10,
  }),
  RETRY_BASE_MS: milliseconds(100, 'A repeat waits between 0 and this; doubles with each attempt.'),
  RETRY_RATE_LIMIT_BASE_MS: milliseconds(1_000, 'The same after a rate-limit refusal.'),
  RETRY_CAP_MS: milliseconds(5_000, 'The longest such wait.'),
  RETRY_BUDGET_RATIO: ratio(
    0.2,
    "Repeats after failures, as a share of a service's calls in the window.",
  ),
  RETRY_BUDGET_WINDOW_MS: milliseconds(10_000, 'The window of that share.'),
  RETRY_BUDGET_FLOOR: count(10, 'Repeats that are allowed in a window in any case.', { min: 0 }),
  BATCH_MAX_WAIT_MS: count(
    25,
    'How long a batch waits at most, in ms, for calls that may bring more keys for it.',
    { min: 0, max: 10_000 },
  ),
  READS_AT_ONCE: count(100, 'Reads that one request has under way at once.'),
  MAX_ANSWER_BYTES: count(32 * 1024 * 1024, 'Longest JSON answer taken from a service.'),
  RECEIVE_TIMEOUT_MS: milliseconds(
    13_000,
    'Longest time for a request to arrive whole; connections are looked at every second.',
  ),
  MAX_BODY_BYTES: count(1024 * 1024, 'Longest request body.'),
  MAX_UPLOAD_BYTES: count(
    16 * 1024 * 1024,
    'Most bytes of the files that one GraphQL request brings along.',
  ),
  MAX_CONCURRENT_UPLOADS: count(
    16,
    'GraphQL requests with files under way at once, each held whole; more are answered 503.',
  ),
  MAX_DOCUMENT_BYTES: count(100 * 1024, 'Longest GraphQL document.'),
  MAX_TOKENS: count(2_000, 'Most lexical tokens of a document.', { max: 20_000 }),
  MAX_DEPTH: count(20, 'Most fields below one another, counted through fragments.', { max: 200 }),
  MAX_FIELDS: count(10_000, 'Most fields of an operation, counted through fragments.'),
  MAX_ALIASES: count(30, 'Most aliases of an operation, counted through fragments.'),
  MAX_ROOT_MUTATIONS: count(10, 'Most root fields of a mutation, counted through fragments.'),
  MAX_DIRECTIVES: count(20, 'Most directives in a document.'),
  MAX_LIST: count(200, 'Most elements of any list in an argument or variable.'),
  MAX_QUERY_CALLS: count(
    500,
    'Most REST calls of an operation, estimated before it runs and enforced while it runs.',
  ),
  MAX_QUERY_UNITS: count(1_000, 'Most quota units of one bucket that an operation may take.'),
  MAX_ANONYMOUS_QUERY_CALLS: count(100, 'Most REST calls of an operation without a token.'),
  MAX_ANONYMOUS_QUERY_UNITS: count(
    100,
    'Most quota units of one bucket that an operation without a token may take.',
  ),
  MAX_RESPONSE_FIELDS: count(
    100_000,
    'Most fields of a response; a list beyond it becomes null with an error.',
  ),
  QUOTA_BUDGET: amounts(
    ['video', 'search', 'videoUpload', 'calendar'],
    'Quota units that a caller may spend a day, by bucket: `video=2000,search=20`. A bucket that is not named is not limited.',
  ),
  MAX_RESPONSE_BYTES: count(
    16 * 1024 * 1024,
    'Longest GraphQL response; a list beyond it becomes null with an error.',
  ),
  MAX_CONCURRENT_REQUESTS: count(2_000, 'Requests worked on at once; more are answered 503.'),
  MAX_CONCURRENT_STREAMS: count(
    256,
    'Uploads and downloads under way at once; more are answered 503.',
    { max: 65_535 },
  ),
  STREAM_IDLE_TIMEOUT_MS: milliseconds(
    30_000,
    'Longest time in which no byte of an upload or a download moves.',
  ),
  UPLOAD_SESSION_TTL_MS: milliseconds(
    86_400_000,
    'How long an upload may take from its session to its last byte.',
  ),
  DOWNLOAD_LINK_TTL_MS: milliseconds(
    300_000,
    'How long the address of a download can be followed.',
  ),
  LINK_SECRET: secret(
    'Signs and encrypts these addresses. Absent: each process makes its own at its start.',
    { min: 32 },
  ),
  PUBLIC_URL: base(
    'Address of the gateway as clients reach it: these addresses begin with it. Absent: where it listens.',
    anyPath,
  ),
  CORS_ORIGINS: origins(
    'Origins whose pages may call the gateway, separated by commas. Except in production, all ports of localhost are allowed too.',
  ),
  CORS_HEADERS: headerNames(
    clientHeaders,
    'Request headers that these pages may send besides those that the gateway reads, separated by commas.',
  ),
  INTROSPECTION: flag('Answer introspection and suggest names in errors. On, in production off.'),
  GRAPHIQL: flag('Serve GraphiQL. On, in production off.'),
  LOG_LEVEL: oneOf(
    ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'],
    'info',
    'Least severe level that is logged.',
  ),
} satisfies Readonly<Record<string, Setting<unknown>>>;

/** The name of an environment variable. */
type SettingKey = keyof typeof settings;

type ValueOf<S> =
  S extends DefaultedSetting<infer T> ? T : S extends Setting<infer T> ? T | undefined : never;

/** The value of each setting. */
type SettingValues = { readonly [K in SettingKey]: ValueOf<(typeof settings)[K]> };

/** The settings as rows of the README's table. */
export const settingsTable: readonly {
  readonly key: SettingKey;
  readonly byDefault: string;
  readonly about: string;
}[] = Object.entries(settings as Readonly<Record<string, Setting<unknown>>>).map(
  ([key, { byDefault, about }]) => ({ key: key as SettingKey, byDefault: byDefault ?? '', about }),
);

/** Base URLs of the services. */
export interface Bases {
  readonly video: string;
  readonly storage: string;
  readonly calendar: string;
}

/** The settings as the gateway uses them, with derived defaults. */
export type Config = Omit<
  SettingValues,
  'NODE_ENV' | 'SANDBOX' | 'INTROSPECTION' | 'GRAPHIQL' | `${string}_BASE_URL`
> & {
  readonly production: boolean;
  /** Base URLs of the services, or `sandbox` to start the embedded one. */
  readonly upstream: Bases | 'sandbox';
  readonly INTROSPECTION: boolean;
  readonly GRAPHIQL: boolean;
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
    INTROSPECTION,
    GRAPHIQL,
    VIDEO_BASE_URL,
    STORAGE_BASE_URL,
    CALENDAR_BASE_URL,
    ...rest
  } = valuesOf(env);
  const production = NODE_ENV === 'production';
  return {
    ...rest,
    production,
    upstream: upstreamOf(
      { VIDEO_BASE_URL, STORAGE_BASE_URL, CALENDAR_BASE_URL },
      SANDBOX,
      production,
    ),
    INTROSPECTION: INTROSPECTION ?? !production,
    GRAPHIQL: GRAPHIQL ?? !production,
  };
}

/** Parses all settings. @throws ConfigError naming all invalid ones */
function valuesOf(env: Readonly<Record<string, string | undefined>>): SettingValues {
  const values: Record<string, unknown> = {};
  const problems: Record<string, string> = {};
  for (const [key, { byDefault, read }] of Object.entries(
    settings as Readonly<Record<string, Setting<unknown>>>,
  )) {
    const text = env[key] || byDefault;
    if (text === undefined) continue;
    const { success, data, error } = read.safeParse(text);
    if (success) values[key] = data;
    else problems[key] = error.issues[0]!.message;
  }
  if (Object.keys(problems).length > 0) throw new ConfigError(problems);
  return values as SettingValues;
}

type BaseKey = Extract<SettingKey, `${string}_BASE_URL`>;

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
