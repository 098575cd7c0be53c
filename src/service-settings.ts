/**
 * The settings of the calls to the services, a part of the table of all settings. The client of the
 * services has their defaults.
 */
import {
  base,
  count,
  exceptedHosts,
  flag,
  milliseconds,
  oneOf,
  proxyUrl,
  redisUrl,
  secret,
  withoutDefault,
} from './setting.ts';
import { secondsByOperation } from './amount-setting.ts';
import { defaultSettings } from './engine/rest/settings.ts';

const { retry, breaker } = defaultSettings;

/** Rules for the paths of base URLs. */
const endsInV3 = { pattern: /\/v3\/?$/, text: 'that ends in /v3, ' };
const isRoot = { pattern: /^\/?$/, text: 'without a path, ' };

/** By their keys: the names of environment variables. */
export const serviceSettings = {
  VIDEO_BASE_URL: base('Base URL of YouTube Data and YouTube Live, ending in `/v3`.', endsInV3),
  STORAGE_BASE_URL: base('Base URL of Google Drive, without a path.', isRoot),
  CALENDAR_BASE_URL: base('Base URL of Google Calendar, ending in `/v3`.', endsInV3),
  SANDBOX: withoutDefault(
    flag(
      'Whether to start the sandbox. Default: on if no service has a base URL; off in production.',
    ),
  ),
  UPSTREAM_API_KEY: secret(
    'API key for public data, for requests without a token. Without the key, such requests are rejected.',
  ),
  UPSTREAM_API_KEY_IN: oneOf(
    ['query', 'header'],
    defaultSettings.apiKeyIn,
    'Where the key is sent: in the query parameter `key`, or in the header `X-Goog-Api-Key`.',
  ),
  HTTPS_PROXY: proxyUrl(
    'URL of the proxy to Google, with user and password if the proxy needs them: see [docs/operating/networks.md](operating/networks.md).',
  ),
  HTTP_PROXY: proxyUrl('URL of the proxy for base URLs with `http:`.'),
  NO_PROXY: exceptedHosts(
    'Hosts that are reached without a proxy, and all below them, separated by commas.',
  ),
  FIRST_BYTE_TIMEOUT_MS: milliseconds(
    defaultSettings.firstByteTimeoutMs,
    'Maximum time until the first byte of a response, and between two chunks of it.',
  ),
  CALL_TIMEOUT_MS: milliseconds(defaultSettings.callTimeoutMs, 'Maximum time of one REST call.'),
  REQUEST_DEADLINE_MS: milliseconds(
    30_000,
    'Maximum time of one GraphQL request. Calls that are still running then are cancelled.',
  ),
  MAX_WAIT_MS: count(
    300_000,
    'Maximum of `wait` of `goLive`, `endBroadcast` and `publishFileAsVideo`, in addition to `REQUEST_DEADLINE_MS`.',
    { min: 0, max: 600_000 },
  ),
  CONNECTIONS_PER_SERVICE: count(
    defaultSettings.connectionsPerService,
    'Maximum number of connections to one service.',
    { max: 65_535 },
  ),
  RETRY_ATTEMPTS: count(
    retry.maxAttempts,
    'Maximum number of times that one call is sent, including the first time.',
    { max: 10 },
  ),
  BREAKER_FAILURES: count(
    breaker.failures,
    'Number of consecutive failures (5xx, lost connections, timeouts) after which calls to a service are paused.',
  ),
  CACHE: oneOf(
    ['off', 'public', 'callers'],
    'public',
    '[What is stored](limits.md#cache): nothing, what `UPSTREAM_API_KEY` has read, or also what each caller has read. Default for a running sandbox object: `off`.',
  ),
  CACHE_TTLS: secondsByOperation(
    'For how many seconds stored answers are current: `video:videos.list=120,video:search.list=0`. 0: not stored.',
  ),
  CACHE_KEEP_MS: count(
    86_400_000,
    'Time for which an answer is kept for a day without quota: 7 days at most, where Google allows 30 for YouTube. Milliseconds.',
    { max: 7 * 86_400_000 },
  ),
  CACHE_BYTES: count(64 * 1024 * 1024, 'Memory of this process for stored answers. Bytes.', {
    min: 1024 * 1024,
  }),
  CACHE_REDIS_URL: redisUrl('URL of a Redis for stored answers alone, which may evict them.'),
  CACHE_SHARED_BYTES: withoutDefault(
    count(
      0,
      'Bytes of stored answers in `REDIS_URL`. Default: a quarter of its memory; without a limit, 64 MiB.',
      { min: 0 },
    ),
  ),
  PUBLIC_READS: oneOf(
    ['token', 'key'],
    'token',
    'What reads public data for a request with a token: the token, or `UPSTREAM_API_KEY` first.',
  ),
} as const;
