/** All settings in one table: key, default and meaning. `docs/settings.md` comes from it. */
import { amounts, amountsByName, percentages } from './amount-setting.ts';
import { constants } from './constants.ts';
import { serviceSettings } from './service-settings.ts';
import { signInSettings } from './sign-in-settings.ts';
import { defaultSettings } from './engine/rest/settings.ts';
import {
  base,
  clientHeaders,
  count,
  type DefaultedSetting,
  flag,
  headerNames,
  host,
  httpsOrigins,
  label,
  labels,
  milliseconds,
  networks,
  oneOf,
  origins,
  path,
  port,
  ratio,
  redisUrl,
  secret,
  secrets,
  type Setting,
  withoutDefault,
} from './setting.ts';

const onInDevelopment = ['on', 'off'] as const;

/** A base URL may have any path. */
const anyPath = { pattern: /^/, text: '' };

/** Whose units Google grants by the day. */
const bucketsOfDay = ['VIDEO', 'SEARCH', 'VIDEO_UPLOAD', 'VIDEO_STATISTICS'] as const;

/** The settings by their keys: the names of environment variables. */
export const settings = {
  NODE_ENV: oneOf(
    ['development', 'production', 'test'],
    'development',
    '`production` turns off introspection, the explorer, traces of operations and suggestions in errors.',
  ),
  HOST: host('127.0.0.1', 'The address to listen on.'),
  PORT: port('The port to listen on. 0: any free port.', 4000),
  DRAIN_DELAY_MS: {
    ...withoutDefault(
      count(
        0,
        'Time after SIGTERM in which the port stays open and requests are served, while `/ready` answers 503. Default: 0; 5000 in production. Milliseconds.',
        { min: 0, max: 600_000 },
      ),
    ),
    byProfile: ['0', '5000'],
  },
  KEEP_ALIVE_TIMEOUT_MS: milliseconds(
    65_000,
    'Time for which a connection without a request stays open: longer than the load balancer keeps it, see [docs/operating/networks.md](operating/networks.md).',
  ),
  ...serviceSettings,
  MAX_BODY_BYTES: count(
    1024 * 1024,
    'Maximum size of a request body, or of a message of a WebSocket. Bytes.',
  ),
  MAX_UPLOAD_BYTES: count(
    16 * 1024 * 1024,
    'Maximum total size of the files in a GraphQL request. Bytes.',
  ),
  MAX_RECEIVED_BYTES: count(
    256 * 1024 * 1024,
    'Maximum total size of request bodies and WebSocket messages in memory. Beyond it, incomplete ones are rejected, those of unknown and slow callers first. Bytes.',
  ),
  MAX_TOKENS: count(2_000, 'Maximum number of lexical tokens of a document.', { max: 20_000 }),
  MAX_DEPTH: count(20, 'Maximum depth of nested fields, with fragments expanded.', { max: 200 }),
  MAX_ALIASES: count(30, 'Maximum number of aliases of an operation, with fragments expanded.'),
  MAX_LIST: count(200, 'Maximum number of elements of a list in an argument or variable.'),
  MAX_QUERY_CALLS: count(500, 'Maximum number of REST calls of an operation.'),
  MAX_ESTIMATED_CALLS: count(
    50_000,
    'Maximum number of REST calls in the maximum cost of a query, which counts every list as full.',
  ),
  MAX_QUERY_UNITS: count(
    2_000,
    'Maximum number of quota units of one bucket that an operation may spend. Not of `CALENDAR` and `STORAGE`.',
  ),
  MAX_ANONYMOUS_QUERY_CALLS: count(
    100,
    'Maximum number of REST calls in the maximum cost of an operation without a token.',
  ),
  MAX_ANONYMOUS_QUERY_UNITS: count(
    100,
    'Maximum number of quota units of one bucket that an operation without a token may spend. Not of `CALENDAR` and `STORAGE`.',
  ),
  QUOTA_BUDGET: amounts(
    ['VIDEO', 'SEARCH', 'VIDEO_UPLOAD', 'VIDEO_STATISTICS', 'CALENDAR', 'STORAGE'],
    'Quota units that an account, or a token of an unknown account, may spend by day (`VIDEO=2000,SEARCH=20`) or minute (`CALENDAR`, `STORAGE`). Others: no limit.',
  ),
  QUOTA_PROJECT: amounts(bucketsOfDay, 'Quota units that Google grants your project in a day.', {
    VIDEO: 10_000,
    SEARCH: 100,
    VIDEO_UPLOAD: 100,
    VIDEO_STATISTICS: 10_000,
  }),
  QUOTA_RESERVE: percentages(
    ['writes', 'callers'],
    'Per cent of these that are [kept](limits.md#the-projects-day) for mutations, and for requests with a token: `writes=5,callers=15`.',
  ),
  QUOTA_CLIENTS: amountsByName(
    bucketsOfDay,
    'Quota units of a day by the name that a client sends: `web:VIDEO=4000,others:VIDEO=500`.',
  ),
  MAX_RESPONSE_BYTES: count(
    16 * 1024 * 1024,
    'Maximum size of a GraphQL response. Bytes. A longer one has an error in place of its data. A WebSocket with more unsent bytes is closed.',
  ),
  MAX_CONCURRENT_REQUESTS: count(2_000, 'Maximum number of concurrent queries and mutations.'),
  MAX_SUBSCRIPTIONS: count(5_000, 'Maximum number of concurrent subscriptions.', {
    max: 1_000_000,
  }),
  MAX_UNSENT_BYTES: count(
    128 * 1024 * 1024,
    'Maximum total size of bytes that wait to be sent. Bytes.',
  ),
  MAX_WEBSOCKETS: count(
    2_000,
    'Maximum number of WebSockets after `connection_init`, and as many before it. 0: none.',
    { min: 0, max: 65_535 },
  ),
  MAX_CONCURRENT_STREAMS: count(
    defaultSettings.mediaConnectionsPerService,
    'Maximum number of concurrent uploads and downloads.',
    { max: 65_535 },
  ),
  DOWNLOAD_LINK_TTL_MS: milliseconds(300_000, 'Time until a download URL expires.'),
  DOWNLOAD_ORIGINS: origins(
    "Origins that results of `startFileDownload` are fetched from with the caller's token, besides the Google Drive API itself, separated by commas.",
    'https://www.googleapis.com, https://content.googleapis.com, https://drive.usercontent.google.com',
  ),
  REDIS_URL: redisUrl(
    'URL of the Redis server of all replicas: `redis://` or `rediss://`. Without Redis, replicas share nothing of "What replicas share" in [docs/size.md](size.md).',
  ),
  LIVE_CHAT_SOURCE: oneOf(
    ['poll', 'stream'],
    'poll',
    'How `chatMessages` follows a chat: by polls, or by `streamList` (not tried on YouTube yet), and by polls while that fails or `MAX_CONCURRENT_STREAMS` are open.',
  ),
  VIDEO_STATISTICS_SOURCE: oneOf(
    ['list', 'batchGetStats'],
    'list',
    'Operation of `videos` that reads statistics which are selected alone. `batchGetStats` has units of its own, and has not been tried on YouTube yet.',
  ),
  STORE_FAILURE: oneOf(
    ['reject', 'allow'],
    'reject',
    'While Redis fails, `reject` rejects updates that need a lock, and all that costs units of a `QUOTA_BUDGET`. `allow` runs them; each process counts alone.',
  ),
  LINK_SECRET: secrets(
    'Encrypts upload and download URLs, and private data in Redis: at least 32 characters. Of several, separated by commas, the first encrypts. Default: random.',
  ),
  PUBLIC_URL: base(
    'Base URL of the gateway as clients see it, for uploads, downloads, and `/notifications` for Drive and Calendar. Default: the address that it listens on.',
    anyPath,
  ),
  NOTIFICATION_ORIGINS: httpsOrigins(
    'Origins, separated by commas, of receivers that mutations such as `watchFile` and `watchEvents` may name. https only. Without any, these mutations are rejected.',
  ),
  PERSISTED_OPERATIONS: path(
    'Folder of `.graphql` files, or a manifest of Apollo, Relay or graphql-codegen, whose documents requests can name by their ids. Read at the start.',
  ),
  PERSISTED_ONLY: flag(
    'Whether to run only the documents of `PERSISTED_OPERATIONS`. Default: off.',
  ),
  FEDERATION: flag(
    'Whether the schema has what a router of Apollo Federation 2 asks a subgraph for: `_service` and `_entities`. Default: off.',
  ),
  CORS_ORIGINS: origins(
    'Origins whose pages may call the gateway and open WebSockets, separated by commas. Except in production, all ports of localhost are allowed too.',
  ),
  CORS_HEADERS: headerNames(
    clientHeaders,
    'Request headers that pages of `CORS_ORIGINS` may send besides those that the gateway reads, separated by commas.',
  ),
  INTROSPECTION: flag(
    'Whether to answer introspection, to serve the schema at `/schema.graphql`, and to suggest names in errors. Default: on; off in production.',
    onInDevelopment,
  ),
  GRAPHIQL: flag(
    'Whether to serve the explorer, GraphiQL. Default: on; off in production.',
    onInDevelopment,
  ),
  TRACE: flag(
    'Whether requests with the header `x-trace: 1` get the REST calls of the operation in `extensions.trace`. Default: on; off in production.',
    onInDevelopment,
  ),
  MCP: flag(
    'Whether AI agents can connect at `/mcp`, by the Model Context Protocol: see [docs/agents.md](agents.md). Default: off.',
  ),
  MCP_TOOLS: {
    ...labels(
      'Tools of agents: `none`, `read`, `write` (also reads), `all` (also documents of their own), or names of tools, separated by commas: [docs/agents.md](agents.md).',
    ),
    byDefault: 'write',
  },
  MCP_ASK_UNITS: count(300, 'Quota units above which a tool that writes asks the user first.'),
  MCP_DAILY_UNITS: count(
    2_000,
    'Quota units that the agents of one account may spend in a day of Google (until midnight Pacific Time), of all buckets together but `CALENDAR` and `STORAGE`.',
  ),
  MCP_TOKEN: secret(
    'The access token of an agent on the same machine (`studiograph mcp`). Without one, the agent uses `studiograph login`, or reads public data alone.',
  ),
  ...signInSettings,
  METRICS_PORT: withoutDefault(
    port(
      'The port on which Prometheus reads `/metrics`. 0: any free port. Without it, nothing is counted.',
    ),
  ),
  HEALTH_PORT: withoutDefault(
    port(
      'A port for `/health` and `/ready` alone, which a thread serves: they are answered while the gateway has a lot to do. 0: any free port. Default: none.',
    ),
  ),
  HEALTH_STALL_MS: milliseconds(
    10_000,
    'Time after which `/health` and `/ready` on `HEALTH_PORT` fail, because the event loop has not turned.',
  ),
  BUILD_VERSION: withoutDefault(
    label(
      '',
      'What metrics and traces call the version. The image has its build argument `VERSION`. Default: the version in `package.json`.',
    ),
  ),
  METRICS_HOST: withoutDefault(
    host('', 'The address to listen on for `METRICS_PORT`. Default: `HOST`.'),
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: base(
    'Base URL of an OpenTelemetry collector, which receives traces at `/v1/traces` (OTLP over HTTP, JSON). Without it, nothing is traced.',
    anyPath,
  ),
  OTEL_SERVICE_NAME: label('studiograph', 'The name of the service in traces.'),
  OTEL_TRACES_SAMPLER: oneOf(
    [
      'always_on',
      'always_off',
      'traceidratio',
      'parentbased_always_on',
      'parentbased_always_off',
      'parentbased_traceidratio',
    ],
    'parentbased_always_on',
    'Which requests, and polls of feeds, are traced. `parentbased`: as the header `traceparent` says, if there is one.',
  ),
  OTEL_TRACES_SAMPLER_ARG: ratio(1, 'The share that `traceidratio` traces.'),
  CLIENT_ADDRESS: oneOf(
    ['hash', 'plain', 'off'],
    'hash',
    'How the log has the addresses of clients: as a hash, the same in all replicas with the same `LINK_SECRET`; as they are; or not at all.',
  ),
  TRUSTED_PROXIES: networks(
    'Addresses and CIDR ranges, separated by commas, of the proxies whose header `x-forwarded-for` names the client. Default: none, and the header is ignored.',
  ),
  LOG_LEVEL: oneOf(
    ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'],
    'info',
    'Minimum severity of logged messages.',
  ),
} satisfies Readonly<Record<string, Setting<unknown>>>;

/** Settings of earlier versions whose defaults are constants of the module that uses them. */
const otherConstants = [
  'RETRY_BUDGET_RATIO',
  'RETRY_BUDGET_WINDOW_MS',
  'BREAKER_RATIO',
  'BREAKER_WINDOW_MS',
  'MAX_CALLER_SHARE',
  'MAX_ANONYMOUS_SHARE',
  'MAX_WAITING_CALLS',
  'MAX_ANSWER_BYTES',
  'MAX_ANSWER_VALUES',
  'GOOGLE_AUTHORIZATION_URL',
  'GOOGLE_TOKEN_URL',
];

/** What to know of the settings that earlier versions had, by their keys. */
export const removedSettings: Readonly<Record<string, string>> = {
  MCP_QUERIES: 'MCP_TOOLS=all has it.',
  MCP_SESSION_UNITS: 'MCP_DAILY_UNITS is for all agents of an account, in a day.',
  MCP_SESSION_IDLE_MS: 'Agents have no sessions.',
  MAX_MCP_SESSIONS: 'Agents have no sessions.',
  CACHE_TTL_MS:
    'CACHE says what is stored, for the times of CACHE_TTLS: public answers are by default.',
  DRIVE_BATCH: 'Each read is an HTTP request of its own, which costs no more quota.',
  ...Object.fromEntries(
    [...Object.keys(constants), ...otherConstants].map((key) => [key, 'Its default holds.']),
  ),
};

/** The name of an environment variable. */
export type SettingKey = keyof typeof settings;

type ValueOf<S> =
  S extends DefaultedSetting<infer T> ? T : S extends Setting<infer T> ? T | undefined : never;

/** The value of each setting. */
export type SettingValues = { readonly [K in SettingKey]: ValueOf<(typeof settings)[K]> };

/** The settings as rows of the table in `docs/settings.md`. */
export const settingsTable: readonly {
  readonly key: SettingKey;
  readonly byDefault: string;
  readonly about: string;
  readonly values: readonly string[];
}[] = Object.entries(settings as Readonly<Record<string, Setting<unknown>>>).map(
  ([key, { byDefault = '', about, values = [] }]) => ({
    key: key as SettingKey,
    byDefault,
    about,
    values,
  }),
);

/** @returns the name of a setting as an option of the library: `MAX_DEPTH` is `maxDepth` */
export const optionName = (key: string): string =>
  key.toLowerCase().replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());

/** @returns the text with the names of settings as options */
export const optionNames = (text: string): string =>
  text.replace(/\b[A-Z][A-Z_]+\b/g, (word) => (word in settings ? optionName(word) : word));
