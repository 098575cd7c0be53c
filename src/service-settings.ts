/**
 * The settings of the calls to the services, a part of the table of all settings. The client of the
 * services has their defaults.
 */
import { base, count, flag, milliseconds, oneOf, ratio, secret } from './setting.ts';
import { defaultSettings } from './engine/rest/settings.ts';

const { retry, breaker } = defaultSettings;

/** Rules for the paths of base URLs. */
const endsInV3 = { pattern: /\/v3\/?$/, text: 'that ends in /v3, ' };
const isRoot = { pattern: /^\/?$/, text: 'without a path, ' };

/** By their keys: the names of environment variables. */
export const serviceSettings = {
  VIDEO_BASE_URL: base(
    'Base URL of YouTube Data and YouTube Live, ending in `/v3`. If no service has a base URL, the gateway starts the sandbox; in production it does not start.',
    endsInV3,
  ),
  STORAGE_BASE_URL: base('Base URL of Google Drive, without a path.', isRoot),
  CALENDAR_BASE_URL: base('Base URL of Google Calendar, ending in `/v3`.', endsInV3),
  SANDBOX: flag(
    'Whether to start the sandbox. Default: on if no service has a base URL; off in production.',
  ),
  UPSTREAM_API_KEY: secret(
    'API key for public data, for requests without a token. Without the key, such requests are rejected.',
  ),
  UPSTREAM_API_KEY_IN: oneOf(
    ['query', 'header'],
    defaultSettings.apiKeyIn,
    'Where the key is sent: in the query parameter `key`, or in the header `X-Goog-Api-Key`.',
  ),
  CONNECT_TIMEOUT_MS: milliseconds(
    defaultSettings.connectTimeoutMs,
    'Maximum time to connect to a service.',
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
    'Maximum of `waitSeconds` of `goLive`, `endBroadcast` and `publishFileAsVideo`, in addition to `REQUEST_DEADLINE_MS`.',
    { min: 0, max: 600_000 },
  ),
  CONNECTIONS_PER_SERVICE: count(
    defaultSettings.connectionsPerService,
    'Maximum number of connections to one service.',
    { max: 65_535 },
  ),
  MAX_WAITING_CALLS: count(
    defaultSettings.maxWaitingCalls,
    'Maximum number of calls to one service that wait for a connection; `CONNECTIONS_PER_SERVICE` while the service does not answer.',
  ),
  RETRY_ATTEMPTS: count(
    retry.maxAttempts,
    'Maximum number of times that one call is sent, including the first time.',
    { max: 10 },
  ),
  RETRY_BASE_MS: milliseconds(
    retry.baseDelayMs,
    'Maximum wait before the second attempt of a call. It doubles with each attempt.',
  ),
  RETRY_RATE_LIMIT_BASE_MS: milliseconds(
    retry.rateLimitBaseDelayMs,
    'Maximum wait before the second attempt after a rate-limit error, and first pause of other calls of the caller. Both double with each error.',
  ),
  RETRY_CAP_MS: milliseconds(retry.maxDelayMs, 'Maximum wait before any attempt.'),
  RETRY_BUDGET_RATIO: ratio(
    retry.budgetRatio,
    'Maximum share of repeated calls among the calls to a service in the window. After rate limits, too.',
  ),
  RETRY_BUDGET_WINDOW_MS: milliseconds(
    retry.budgetWindowMs,
    'Length of the window of `RETRY_BUDGET_RATIO`.',
  ),
  RETRY_BUDGET_FLOOR: count(
    retry.budgetFloor,
    'Number of repeated calls in a window that are always allowed.',
    { min: 0 },
  ),
  BREAKER_FAILURES: count(
    breaker.failures,
    'Number of consecutive failures (5xx, lost connections, timeouts) after which calls to a service are paused.',
  ),
  BREAKER_RATIO: ratio(
    breaker.ratio,
    'Share of failures in the window that also pauses calls to a service, if they are at least `BREAKER_FAILURES`.',
  ),
  BREAKER_WINDOW_MS: milliseconds(breaker.windowMs, 'Length of the window of `BREAKER_RATIO`.'),
  BREAKER_SLOW_MS: milliseconds(
    breaker.slowMs,
    'Time without a first byte after which a read counts as a failure until it is answered. More than slow reads take; of a write, three times as long.',
  ),
  BREAKER_PROBE_MS: milliseconds(
    breaker.probeMs,
    'While calls to a service are paused: interval in which one call is sent. Its success ends the pause.',
  ),
  BATCH_MAX_WAIT_MS: count(
    25,
    'Maximum time that a batch waits for running calls that may add ids to it.',
    { min: 0, max: 10_000 },
  ),
  READS_AT_ONCE: count(128, 'Maximum number of concurrent reads of one request.'),
  CACHE_TTL_MS: count(
    defaultSettings.cacheTtlMs,
    'Time for which answers of public YouTube reads are stored, for each access token. 0: not stored. Changes by others are noticed that much later. Milliseconds.',
    { min: 0, max: 3_600_000 },
  ),
  MAX_ANSWER_BYTES: count(
    defaultSettings.maxAnswerBytes,
    'Maximum size of a JSON response of a service. Bytes.',
  ),
  MAX_ANSWER_VALUES: count(
    defaultSettings.maxAnswerValues,
    'Maximum number of values in a JSON response of a service: fields, elements, objects and lists. Responses below 1 MiB are not counted.',
  ),
} as const;
