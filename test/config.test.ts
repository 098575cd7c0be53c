import { describe, expect, it } from 'vitest';
import { ConfigError, openBuckets, readConfig, removedSettingsOf } from '../src/config.ts';
import { removedSettings, settingsTable } from '../src/settings.ts';
import { defaultSettings } from '../src/engine/rest/settings.ts';

const bases = {
  VIDEO_BASE_URL: 'https://video.example/youtube/v3',
  STORAGE_BASE_URL: 'https://storage.example',
  CALENDAR_BASE_URL: 'https://calendar.example/calendar/v3',
};

const KiB = 1024;
const MiB = 1024 * KiB;
const hour = 3_600_000;

/** The settings that have a default text, stated apart from the gateway's own table. */
const defaults = {
  HOST: '127.0.0.1',
  PORT: 4_000,
  KEEP_ALIVE_TIMEOUT_MS: 65_000,
  UPSTREAM_API_KEY_IN: 'query',
  FIRST_BYTE_TIMEOUT_MS: 10_000,
  CALL_TIMEOUT_MS: 30_000,
  REQUEST_DEADLINE_MS: 30_000,
  MAX_WAIT_MS: 300_000,
  CONNECTIONS_PER_SERVICE: 512,
  RETRY_ATTEMPTS: 3,
  BREAKER_FAILURES: 20,
  CACHE: 'public',
  CACHE_BYTES: 67_108_864,
  CACHE_KEEP_MS: 86_400_000,
  PUBLIC_READS: 'token',
  MAX_BODY_BYTES: MiB,
  HEALTH_STALL_MS: 10_000,
  MAX_UPLOAD_BYTES: 16 * MiB,
  MAX_RECEIVED_BYTES: 256 * MiB,
  MAX_TOKENS: 2_000,
  MAX_DEPTH: 20,
  MAX_ALIASES: 30,
  MAX_LIST: 200,
  MAX_QUERY_CALLS: 500,
  MAX_ESTIMATED_CALLS: 50_000,
  MAX_QUERY_UNITS: 2_000,
  MAX_ANONYMOUS_QUERY_CALLS: 100,
  MAX_ANONYMOUS_QUERY_UNITS: 100,
  MAX_RESPONSE_BYTES: 16 * MiB,
  MAX_CONCURRENT_REQUESTS: 2_000,
  MAX_SUBSCRIPTIONS: 5_000,
  MAX_UNSENT_BYTES: 128 * MiB,
  MAX_WEBSOCKETS: 2_000,
  MAX_CONCURRENT_STREAMS: 256,
  DOWNLOAD_LINK_TTL_MS: hour / 12,
  MCP_ASK_UNITS: 300,
  MCP_DAILY_UNITS: 2_000,
  SIGN_IN_IDLE_MS: 30 * 24 * hour,
  LIVE_CHAT_SOURCE: 'poll',
  VIDEO_STATISTICS_SOURCE: 'list',
  STORE_FAILURE: 'reject',
  OTEL_SERVICE_NAME: 'studiograph',
  OTEL_TRACES_SAMPLER: 'parentbased_always_on',
  CLIENT_ADDRESS: 'hash',
  LOG_LEVEL: 'info',
};

/** What is no setting any more. */
const constants = {
  CONNECT_TIMEOUT_MS: 2_000,
  RETRY_BASE_MS: 100,
  RETRY_RATE_LIMIT_BASE_MS: 1_000,
  RETRY_CAP_MS: 5_000,
  RETRY_BUDGET_FLOOR: 10,
  BREAKER_SLOW_MS: 2_000,
  BREAKER_PROBE_MS: 1_000,
  BATCH_MAX_WAIT_MS: 25,
  READS_AT_ONCE: 128,
  MAX_JSON_VALUES: 10_000,
  MAX_FIELDS: 10_000,
  MAX_DIRECTIVES: 20,
  MAX_DOCUMENT_BYTES: 100 * KiB,
  MAX_ROOT_MUTATIONS: 10,
  MAX_RESPONSE_FIELDS: 100_000,
  MAX_WEBSOCKET_OPERATIONS: 100,
  WEBSOCKET_PING_MS: 30_000,
  WEBSOCKET_IDLE_TIMEOUT_MS: 300_000,
  STREAM_IDLE_TIMEOUT_MS: 30_000,
  RECEIVE_TIMEOUT_MS: 13_000,
  UPLOAD_SESSION_TTL_MS: 24 * hour,
  MAX_AGENT_QUESTIONS: 256,
};

const clientHeaders = [
  'apollographql-client-name',
  'apollographql-client-version',
  'apollographql-library-name',
  'apollographql-library-version',
  'graphql-client-name',
  'graphql-client-version',
  'x-apollo-operation-name',
  'last-event-id',
  'cache-control',
  'traceparent',
  'tracestate',
  'baggage',
  'sentry-trace',
];

const downloadOrigins = [
  'https://www.googleapis.com',
  'https://content.googleapis.com',
  'https://drive.usercontent.google.com',
];

/** Values of a configuration from no environment variable, beside `defaults`. */
const otherDefaults = {
  METRICS_HOST: '127.0.0.1',
  OTEL_TRACES_SAMPLER_ARG: 1,
  QUOTA_BUDGET: {},
  QUOTA_PROJECT: { VIDEO: 10_000, SEARCH: 100, VIDEO_UPLOAD: 100, VIDEO_STATISTICS: 10_000 },
  QUOTA_RESERVE: {},
  QUOTA_CLIENTS: {},
  CACHE_TTLS: {},
  NOTIFICATION_ORIGINS: [],
  TRUSTED_PROXIES: [],
  CORS_ORIGINS: [],
  MCP_TOOLS: ['write'],
  SIGN_IN_ALLOWED: [],
  ACCEPTED_CLIENT_IDS: [],
  NO_PROXY: [],
  CORS_HEADERS: clientHeaders,
  DOWNLOAD_ORIGINS: downloadOrigins,
  INTROSPECTION: true,
  GRAPHIQL: true,
  TRACE: true,
  PERSISTED_ONLY: false,
  FEDERATION: false,
  MCP: false,
  DRAIN_DELAY_MS: 0,
  production: false,
  upstream: 'sandbox',
};

const withoutDefaultText = [
  'DRAIN_DELAY_MS',
  'VIDEO_BASE_URL',
  'STORAGE_BASE_URL',
  'CALENDAR_BASE_URL',
  'SANDBOX',
  'UPSTREAM_API_KEY',
  'HTTPS_PROXY',
  'HTTP_PROXY',
  'NO_PROXY',
  'QUOTA_BUDGET',
  'QUOTA_RESERVE',
  'QUOTA_CLIENTS',
  'CACHE_TTLS',
  'CACHE_REDIS_URL',
  'CACHE_SHARED_BYTES',
  'REDIS_URL',
  'METRICS_PORT',
  'HEALTH_PORT',
  'BUILD_VERSION',
  'METRICS_HOST',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'LINK_SECRET',
  'PUBLIC_URL',
  'NOTIFICATION_ORIGINS',
  'CORS_ORIGINS',
  'TRUSTED_PROXIES',
  'INTROSPECTION',
  'GRAPHIQL',
  'TRACE',
  'PERSISTED_OPERATIONS',
  'PERSISTED_ONLY',
  'FEDERATION',
  'MCP',
  'MCP_TOKEN',
  'GOOGLE_CLIENT_ID',
  'GOOGLE_CLIENT_SECRET',
  'SIGN_IN_BASE_URL',
  'SIGN_IN_ALLOWED',
  'REPLICAS',
  'ACCEPTED_CLIENT_IDS',
  'ACCESS_KEYS',
];

const client = {
  GOOGLE_CLIENT_ID: 'id',
  GOOGLE_CLIENT_SECRET: 'secret',
  LINK_SECRET: 'a secret of at least 32 characters'.replaceAll(' ', '-'),
};

const maxPort = 65_535;
const maxCount = Number.MAX_SAFE_INTEGER;

/** Least and greatest whole number of each setting, stated apart from the gateway's table. */
const ranges: readonly (readonly [key: keyof typeof defaults, min: number, max: number])[] = [
  ['PORT', 0, maxPort],
  ['KEEP_ALIVE_TIMEOUT_MS', 1, 24 * hour],
  ['FIRST_BYTE_TIMEOUT_MS', 1, 24 * hour],
  ['CALL_TIMEOUT_MS', 1, 24 * hour],
  ['REQUEST_DEADLINE_MS', 1, 24 * hour],
  ['MAX_WAIT_MS', 0, 600_000],
  ['CONNECTIONS_PER_SERVICE', 1, maxPort],
  ['RETRY_ATTEMPTS', 1, 10],
  ['BREAKER_FAILURES', 1, maxCount],
  ['CACHE_BYTES', MiB, maxCount],
  ['CACHE_KEEP_MS', 1, 604_800_000],
  ['MAX_BODY_BYTES', 1, maxCount],
  ['HEALTH_STALL_MS', 1, 24 * hour],
  ['MAX_UPLOAD_BYTES', 1, maxCount],
  ['MAX_RECEIVED_BYTES', 1, maxCount],
  ['MAX_TOKENS', 1, 20_000],
  ['MAX_DEPTH', 1, 200],
  ['MAX_ALIASES', 1, maxCount],
  ['MAX_LIST', 1, maxCount],
  ['MAX_QUERY_CALLS', 1, maxCount],
  ['MAX_ESTIMATED_CALLS', 1, maxCount],
  ['MAX_QUERY_UNITS', 1, maxCount],
  ['MAX_ANONYMOUS_QUERY_CALLS', 1, maxCount],
  ['MAX_ANONYMOUS_QUERY_UNITS', 1, maxCount],
  ['MAX_RESPONSE_BYTES', 1, maxCount],
  ['MAX_CONCURRENT_REQUESTS', 1, maxCount],
  ['MAX_SUBSCRIPTIONS', 1, 1_000_000],
  ['MAX_UNSENT_BYTES', 1, maxCount],
  ['MAX_WEBSOCKETS', 0, maxPort],
  ['MAX_CONCURRENT_STREAMS', 1, maxPort],
  ['DOWNLOAD_LINK_TTL_MS', 1, 24 * hour],
  ['MCP_ASK_UNITS', 1, maxCount],
  ['MCP_DAILY_UNITS', 1, maxCount],
  ['SIGN_IN_IDLE_MS', 60_000, 180 * 24 * hour],
];

const keysRefused = (env: Record<string, string>): readonly string[] => {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.keys;
    throw error;
  }
  return [];
};

const message = (env: Record<string, string>): string => {
  try {
    return `took it: ${JSON.stringify(readConfig(env))} planted`;
  } catch (error) {
    return (error as Error).message;
  }
};

describe('settings', () => {
  it('have these defaults', () => {
    expect(readConfig({})).toEqual({ ...defaults, ...otherDefaults, ...constants });
  });
  it('have the same defaults in the table', () => {
    const texts = Object.fromEntries(settingsTable.map(({ key, byDefault }) => [key, byDefault]));
    expect(texts).toEqual({
      NODE_ENV: 'development',
      OTEL_TRACES_SAMPLER_ARG: '1',
      MCP_TOOLS: 'write',
      CORS_HEADERS: clientHeaders.join(', '),
      DOWNLOAD_ORIGINS: downloadOrigins.join(', '),
      QUOTA_PROJECT: 'VIDEO=10000, SEARCH=100, VIDEO_UPLOAD=100, VIDEO_STATISTICS=10000',
      ...Object.fromEntries(Object.entries(defaults).map(([key, value]) => [key, `${value}`])),
      ...Object.fromEntries(withoutDefaultText.map((key) => [key, ''])),
    });
  });
  it('do not let the key read for tokens if nothing is stored', () => {
    expect(message({ PUBLIC_READS: 'key', CACHE: 'off' })).toBe('PUBLIC_READS needs CACHE');
    expect(readConfig({ PUBLIC_READS: 'key' }).PUBLIC_READS).toBe('key');
  });
  it('let the metrics listen where the gateway does', () => {
    expect(readConfig({ HOST: '0.0.0.0' }).METRICS_HOST).toBe('0.0.0.0');
    expect(readConfig({ HOST: '0.0.0.0', METRICS_HOST: '::1' }).METRICS_HOST).toBe('::1');
  });
  it('have one description each', () => {
    expect(new Set(settingsTable.map(({ about }) => about)).size).toBe(settingsTable.length);
    for (const { about } of settingsTable) expect(about).toMatch(/^\S.{10,160}\.$/);
  });
  it('are the defaults of the upstream layer too', () => {
    expect(defaultSettings).toEqual({
      apiKeyIn: defaults.UPSTREAM_API_KEY_IN,
      connectTimeoutMs: constants.CONNECT_TIMEOUT_MS,
      proxies: {},
      firstByteTimeoutMs: defaults.FIRST_BYTE_TIMEOUT_MS,
      callTimeoutMs: defaults.CALL_TIMEOUT_MS,
      connectionsPerService: defaults.CONNECTIONS_PER_SERVICE,
      maxWaitingCalls: 10_000,
      abandonedReadMs: 100,
      maxAnswerBytes: 32 * MiB,
      maxAnswerValues: 450_000,
      retry: {
        maxAttempts: defaults.RETRY_ATTEMPTS,
        baseDelayMs: constants.RETRY_BASE_MS,
        rateLimitBaseDelayMs: constants.RETRY_RATE_LIMIT_BASE_MS,
        maxDelayMs: constants.RETRY_CAP_MS,
        budgetRatio: 0.2,
        budgetWindowMs: 10_000,
        budgetFloor: constants.RETRY_BUDGET_FLOOR,
      },
      breaker: {
        failures: defaults.BREAKER_FAILURES,
        ratio: 0.5,
        windowMs: 2_000,
        slowMs: constants.BREAKER_SLOW_MS,
        probeMs: constants.BREAKER_PROBE_MS,
      },
      mediaConnectionsPerService: defaults.MAX_CONCURRENT_STREAMS,
      // The setting has the origins of the services, which the client does not know.
      downloadOrigins: [],
      mediaIdleTimeoutMs: constants.STREAM_IDLE_TIMEOUT_MS,
    });
  });
  it('need both or none of the id and the secret of the client', () => {
    expect(keysRefused({ GOOGLE_CLIENT_ID: 'id' })).toEqual(['GOOGLE_CLIENT_SECRET']);
    expect(keysRefused({ GOOGLE_CLIENT_SECRET: 'secret' })).toEqual(['GOOGLE_CLIENT_ID']);
    expect(readConfig(client).oauthClient).toEqual({
      clientId: 'id',
      clientSecret: 'secret',
      authorizationUrl: 'https://accounts.google.com/o/oauth2/v2/auth',
      tokenUrl: 'https://oauth2.googleapis.com/token',
      revocationUrl: 'https://oauth2.googleapis.com/revoke',
      tokenInfoUrl: 'https://oauth2.googleapis.com/tokeninfo',
    });
    const sandbox = { ...client, SIGN_IN_BASE_URL: 'http://localhost:4010/' };
    expect(readConfig(sandbox).oauthClient).toMatchObject({
      authorizationUrl: 'http://localhost:4010/o/oauth2/v2/auth',
      tokenUrl: 'http://localhost:4010/token',
    });
  });
  it('refuse sign-ins that would be lost, or known to one replica alone', () => {
    expect(keysRefused({ ...client, LINK_SECRET: '' })).toEqual(['LINK_SECRET']);
    const production = { ...client, ...bases, NODE_ENV: 'production' };
    expect(keysRefused(production)).toEqual(['REDIS_URL']);
    expect(keysRefused({ ...production, REPLICAS: '2' })).toEqual(['REDIS_URL']);
    expect(keysRefused({ ...client, REPLICAS: '2' })).toEqual(['REDIS_URL']);
    expect(keysRefused({ ...production, REPLICAS: '1' })).toEqual([]);
    expect(keysRefused({ ...production, REDIS_URL: 'redis://localhost' })).toEqual([]);
  });
  it('count an empty variable as absent', () => {
    expect(readConfig({ PORT: '', UPSTREAM_API_KEY: '' })).toEqual(readConfig({}));
  });
  it.each([
    ['PORT', 'http'],
    ['PORT', '70000'],
    ['PORT', '-1'],
    ['PORT', '1e3'],
    ['HOST', 'a b'],
    ['NODE_ENV', 'staging'],
    ['CALL_TIMEOUT_MS', '0'],
    ['SANDBOX', 'yes'],
    ['UPSTREAM_API_KEY', 'two words'],
    ['UPSTREAM_API_KEY_IN', 'cookie'],
    ['CORS_ORIGINS', '*'],
    ['DOWNLOAD_ORIGINS', '*'],
    ['NOTIFICATION_ORIGINS', '*'],
    ['NOTIFICATION_ORIGINS', 'http://a.example'],
    ['NOTIFICATION_ORIGINS', 'https://a.example, http://b.example'],
    ['NOTIFICATION_ORIGINS', 'https://a.example/path'],
    ['CORS_ORIGINS', 'null'],
    ['CORS_ORIGINS', 'https://a.example, https://b.example/path'],
    ['CORS_ORIGINS', 'https://*.example'],
    ['CORS_ORIGINS', 'https://a.example//'],
    ['CORS_ORIGINS', 'https://a.example/?'],
    ['CORS_ORIGINS', 'https://me@a.example'],
    ['CORS_ORIGINS', 'file:///'],
    ['CORS_HEADERS', '*'],
    ['CORS_HEADERS', 'x-one x-two'],
    ['CORS_HEADERS', 'x-one: 1'],
    ['MAX_DEPTH', '1.5'],
    ['DRAIN_DELAY_MS', '-1'],
    ['DRAIN_DELAY_MS', '600001'],
    ['METRICS_PORT', '65536'],
    ['METRICS_HOST', 'a b'],
    ['GOOGLE_CLIENT_ID', 'a b'],
    ['GOOGLE_CLIENT_SECRET', 'a b'],
    ['SIGN_IN_BASE_URL', 'accounts'],
    ['SIGN_IN_ALLOWED', 'ann'],
    ['SIGN_IN_ALLOWED', 'ann@example.org, example.org'],
    ['ACCEPTED_CLIENT_IDS', 'one, two three'],
    ['REPLICAS', '0'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318'],
    ['OTEL_SERVICE_NAME', 'a b'],
    ['OTEL_TRACES_SAMPLER', 'all'],
    ['OTEL_TRACES_SAMPLER_ARG', '2'],
    ['CLIENT_ADDRESS', 'masked'],
    ['TRUSTED_PROXIES', '*'],
    ['TRUSTED_PROXIES', 'proxy.example'],
    ['TRUSTED_PROXIES', '10.0.0.0/33'],
    ['TRUSTED_PROXIES', '10.0.0.0/8/8'],
    ['TRUSTED_PROXIES', '10.0.0.0/'],
    ['TRUSTED_PROXIES', '10.0.0.0/-1'],
    ['TRUSTED_PROXIES', 'fe80::1%1'],
    ['LOG_LEVEL', 'loud'],
  ])('reject %s=%s and name the key', (key, value) => {
    expect(keysRefused({ [key]: value })).toEqual([key]);
  });
  it.each(ranges)('accept %s from %d to %d only', (key, min, max) => {
    const values = [min - 1, min, max, max + 1];
    expect(values.map((value) => keysRefused({ [key]: String(value) }))).toEqual([
      [key],
      [],
      [],
      [key],
    ]);
  });
  it('have a range if their default is a whole number', () => {
    const whole = Object.entries(defaults).filter(([, value]) => Number.isInteger(value));
    expect(ranges.map(([key]) => key)).toEqual(whole.map(([key]) => key));
  });
  it('accept a key of one character, but secrets in LINK_SECRET of 32 or more only', () => {
    const [long, short] = ['x'.repeat(32), 'y'.repeat(31)];
    expect(keysRefused({ UPSTREAM_API_KEY: 'x', LINK_SECRET: long })).toEqual([]);
    for (const value of [short, `${long},${short}`, ',', `${long} ${long}`])
      expect(keysRefused({ LINK_SECRET: value })).toEqual(['LINK_SECRET']);
    expect(readConfig({ LINK_SECRET: `${long}, ${short}y` }).LINK_SECRET).toEqual([
      long,
      `${short}y`,
    ]);
  });
  it.each([
    ['VIDEO_BASE_URL', 'https://video.example/youtube'],
    ['VIDEO_BASE_URL', 'ftp://video.example/youtube/v3'],
    ['VIDEO_BASE_URL', 'https://me:secret@video.example/v3'],
    ['VIDEO_BASE_URL', 'https://video.example/v3?key=1'],
    ['STORAGE_BASE_URL', 'https://storage.example/drive/v3'],
    ['STORAGE_BASE_URL', 'https://storage.example?'],
    ['CALENDAR_BASE_URL', 'calendar.example/calendar/v3'],
    ['HTTPS_PROXY', 'proxy.example:3128'],
    ['HTTPS_PROXY', 'socks5://proxy.example'],
    ['HTTPS_PROXY', 'http://proxy.example/path'],
    ['HTTP_PROXY', 'http://:50%@proxy.example'],
    ['NO_PROXY', 'one.example two.example'],
    ['REDIS_URL', 'https://redis.example'],
    ['REDIS_URL', 'redis.example:6379'],
    ['REDIS_URL', 'redis://'],
    ['REDIS_URL', 'redis://redis.example/zero'],
    ['REDIS_URL', 'redis://:50%@redis.example'],
    ['REDIS_URL', 'redis://redis.example/0?family=6'],
  ])('reject the URL %s=%s', (key, value) => {
    expect(keysRefused({ ...bases, [key]: value })).toEqual([key]);
  });
  it.each(['redis://redis.example', 'rediss://me:secret@redis.example:6380/2'])(
    'accept REDIS_URL=%s',
    (url) => {
      expect(readConfig({ REDIS_URL: url }).REDIS_URL).toBe(url);
    },
  );
  it.each([
    ['QUOTA_PROJECT', 'VIDEO'],
    ['QUOTA_PROJECT', 'CALENDAR=1'],
    ['QUOTA_RESERVE', 'writes=60,callers=41'],
    ['QUOTA_RESERVE', 'readers=5'],
    ['QUOTA_CLIENTS', 'VIDEO=5'],
    ['QUOTA_CLIENTS', ':VIDEO=5'],
    ['QUOTA_CLIENTS', 'web:VIDEO=5=6'],
  ])('reject %s=%s', (key, value) => {
    expect(keysRefused({ [key]: value })).toEqual([key]);
  });
  it('understand numbers by names', () => {
    const { QUOTA_PROJECT, QUOTA_RESERVE, QUOTA_CLIENTS } = readConfig({
      QUOTA_PROJECT: 'VIDEO=50000',
      QUOTA_RESERVE: 'writes=60, callers=40',
      QUOTA_CLIENTS: 'My app:VIDEO=5, a:b:SEARCH=6,My app:SEARCH=7',
    });
    expect(QUOTA_PROJECT).toMatchObject({ VIDEO: 50_000, SEARCH: 100 });
    expect(QUOTA_RESERVE).toEqual({ writes: 60, callers: 40 });
    expect(QUOTA_CLIENTS).toEqual({
      'My app': { VIDEO: 5, SEARCH: 7 },
      'a:b': { SEARCH: 6 },
    });
  });
  it('understand origins as browsers show them', () => {
    const { CORS_ORIGINS } = readConfig({
      CORS_ORIGINS: 'https://a.example/, https://B.example:443 ,http://localhost:3000/',
    });
    expect(CORS_ORIGINS).toEqual([
      'https://a.example',
      'https://b.example',
      'http://localhost:3000',
    ]);
  });
  it('understand addresses of both kinds, and ranges of them', () => {
    const TRUSTED_PROXIES = '10.0.0.0/8, 192.0.2.1,2001:db8::/32, ::1, ::ffff:10.0.0.0/104';
    expect(readConfig({ TRUSTED_PROXIES }).TRUSTED_PROXIES).toEqual([
      '10.0.0.0/8',
      '192.0.2.1',
      '2001:db8::/32',
      '::1',
      '::ffff:10.0.0.0/104',
    ]);
  });
  it('understand header names in any case', () => {
    expect(readConfig({ CORS_HEADERS: 'X-One,x-two' }).CORS_HEADERS).toEqual(['x-one', 'x-two']);
  });
  it('report all invalid keys at once', () => {
    expect(keysRefused({ PORT: 'x', MAX_LIST: 'y' })).toEqual(['PORT', 'MAX_LIST']);
  });
  it('never quote a value, for any key', { tags: ['R33'] }, () => {
    const planted = 'planted value\n';
    for (const { key } of settingsTable)
      expect(message({ [key]: planted })).not.toContain('planted');
  });
  it.each([
    ['LINK_SECRET', 'planted'],
    ['UPSTREAM_API_KEY', 'planted–'],
    ['VIDEO_BASE_URL', 'https://planted:planted@video.example/planted/v3'],
    ['PUBLIC_URL', 'https://gateway.example/?planted'],
    ['HTTPS_PROXY', 'http://planted:planted@proxy.example/planted'],
    ['REDIS_URL', 'redis://planted:planted@redis.example:6379/planted'],
    ['NOTIFICATION_ORIGINS', 'https://planted.example/planted'],
    ['CORS_ORIGINS', 'https://planted.example/planted'],
    ['QUOTA_BUDGET', 'VIDEO=1,planted=2'],
    ['QUOTA_CLIENTS', 'planted:VIDEO=1,web:planted=2'],
  ])('never quote a value that is nearly right: %s', (key, planted) => {
    const text = message({ [key]: planted });
    expect(text).toMatch(new RegExp(`^${key} must be `));
    expect(text).not.toContain('planted');
  });
});

describe('the upstream', () => {
  it('is the sandbox if no URL is set', () => {
    expect(readConfig({}).upstream).toBe('sandbox');
  });
  it('is the sandbox in production only if SANDBOX is set', () => {
    expect(keysRefused({ NODE_ENV: 'production' })).toEqual(Object.keys(bases));
    expect(readConfig({ NODE_ENV: 'production', SANDBOX: '1' }).upstream).toBe('sandbox');
  });
  it('is at the configured URLs, without trailing slashes', () => {
    expect(readConfig({ ...bases, VIDEO_BASE_URL: `${bases.VIDEO_BASE_URL}/` }).upstream).toEqual({
      video: bases.VIDEO_BASE_URL,
      storage: bases.STORAGE_BASE_URL,
      calendar: bases.CALENDAR_BASE_URL,
    });
  });
  it.each(Object.keys(bases))('needs %s if the others are set', (key) => {
    expect(keysRefused({ ...bases, [key]: '' })).toEqual([key]);
  });
  it('is either the sandbox or configured by URLs', () => {
    expect(keysRefused({ ...bases, SANDBOX: '1' })).toEqual(['SANDBOX']);
    expect(keysRefused({ SANDBOX: '0' })).toEqual(Object.keys(bases));
  });
});

describe('the production profile', () => {
  it('has no introspection, no GraphiQL and no traces in responses by default', () => {
    const { INTROSPECTION, GRAPHIQL, TRACE } = readConfig({
      NODE_ENV: 'production',
      SANDBOX: '1',
    });
    expect([INTROSPECTION, GRAPHIQL, TRACE]).toEqual([false, false, false]);
  });
  it('has introspection, GraphiQL and traces in responses if they are set', () => {
    const { INTROSPECTION, GRAPHIQL, TRACE } = readConfig({
      NODE_ENV: 'production',
      SANDBOX: '1',
      INTROSPECTION: '1',
      GRAPHIQL: 'true',
      TRACE: 'on',
    });
    expect([INTROSPECTION, GRAPHIQL, TRACE]).toEqual([true, true, true]);
  });
  it.each(['0', 'off', 'false'])('has no traces in responses with TRACE=%s', (TRACE) => {
    expect(readConfig({ NODE_ENV: 'development', TRACE }).TRACE).toBe(false);
  });
  it('keeps its port open for 5 seconds after SIGTERM by default', () => {
    const production = { NODE_ENV: 'production', SANDBOX: '1' };
    expect(readConfig(production).DRAIN_DELAY_MS).toBe(5_000);
    expect(readConfig({ ...production, DRAIN_DELAY_MS: '0' }).DRAIN_DELAY_MS).toBe(0);
  });
});

describe('the budgets that are missing in production', () => {
  const production = { NODE_ENV: 'production', UPSTREAM_API_KEY: 'key', ...bases };
  it.each([
    [{ ...production }, ['VIDEO', 'SEARCH']],
    [{ ...production, QUOTA_BUDGET: 'VIDEO=2000,CALENDAR=5' }, ['SEARCH']],
    [{ ...production, QUOTA_BUDGET: 'VIDEO=2000,SEARCH=20' }, []],
    [{ ...production, UPSTREAM_API_KEY: '' }, []],
    [{ ...production, NODE_ENV: 'development' }, []],
  ])('with %j are %j', (env, buckets) => {
    expect(openBuckets(readConfig(env))).toEqual(buckets);
  });
});

describe('the removed settings', () => {
  it('are those that are set, with what has become of them', () => {
    expect(removedSettingsOf({ PORT: '4000', DRIVE_BATCH: '1', MAX_FIELDS: '9' })).toEqual([
      ['DRIVE_BATCH', expect.stringMatching(/^\S.*\.$/)],
      ['MAX_FIELDS', 'Its default holds.'],
    ]);
    expect(removedSettingsOf({ DRIVE_BATCH: '' })).toEqual([]);
  });
  it('are no settings any more', () => {
    const removed = settingsTable.filter(({ key }) => key in removedSettings);
    expect(removed).toEqual([]);
  });
});
