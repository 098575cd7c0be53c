/** The metrics of the gateway, besides those of the process and of Node. */

/** One metric. `docs/observability.md` lists all of them. */
export interface MetricDefinition {
  readonly name: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly labelNames: readonly string[];
  readonly help: string;
}

const counter = (name: string, labelNames: readonly string[], help: string): MetricDefinition => ({
  name: `studiograph_${name}_total`,
  type: 'counter',
  labelNames,
  help,
});

const gauge = (name: string, labelNames: readonly string[], help: string): MetricDefinition => ({
  name: `studiograph_${name}`,
  type: 'gauge',
  labelNames,
  help,
});

const durations = (
  name: string,
  labelNames: readonly string[],
  help: string,
): MetricDefinition => ({
  name: `studiograph_${name}_duration_seconds`,
  type: 'histogram',
  labelNames,
  help,
});

/** Label values are from closed sets: no value comes from a client or from data. */
export const metricDefinitions = {
  httpRequests: counter(
    'http_requests',
    ['route', 'status'],
    'HTTP requests that have ended, by path and HTTP status. The status "aborted" means that the client left before it had the response, 101 an open WebSocket.',
  ),
  httpDurations: durations(
    'http_request',
    ['route'],
    'Time from the first line of a request to the end of its response, without subscriptions and WebSockets.',
  ),
  operations: counter(
    'operations',
    ['type', 'outcome'],
    'GraphQL operations that have ended. "partial": some fields failed. Not counted: operations whose client left before there was a result.',
  ),
  operationDurations: durations(
    'operation',
    ['type'],
    'Time of GraphQL queries and mutations, from the first line of the request to the end of the response.',
  ),
  errors: counter(
    'errors',
    ['code'],
    'Errors in responses, by their code. Errors in the payloads of mutations are not counted.',
  ),
  upstreamCalls: counter(
    'upstream_calls',
    ['service', 'operation', 'status'],
    'HTTP requests to the services that have ended, retries included. The status is the HTTP status, or "connection", "timeout" or "cancelled".',
  ),
  upstreamDurations: durations(
    'upstream_call',
    ['service'],
    'Time of HTTP requests to the services, with the wait for a connection, without uploads and downloads.',
  ),
  retries: counter('retries', ['service'], 'Calls that are sent again after a failure.'),
  quotaUnits: counter(
    'quota_units',
    ['bucket'],
    'Quota units of the calls that were sent, retries included.',
  ),
  connections: gauge(
    'upstream_connections',
    ['service', 'state'],
    'Connections to the services that are "busy" or "idle".',
  ),
  waitingCalls: gauge(
    'upstream_waiting_calls',
    ['service'],
    'Calls that wait for a connection to the service.',
  ),
  breakerState: gauge(
    'breaker_state',
    ['service'],
    'Whether calls to the service are sent: 0 closed (all), 1 half-open (a probe runs), 2 open (none).',
  ),
  conditionsGivenUp: counter(
    'conditions_given_up',
    ['operation'],
    'How often updates of a caller have lost their protection by `If-Match` for ten minutes, because the service refuses it.',
  ),
  budgetRejections: counter(
    'budget_rejections',
    ['bucket', 'reason'],
    'Operations and calls that were not admitted: "callerBudget" (`QUOTA_BUDGET`), or the `reason` of the error.',
  ),
  projectUnits: gauge(
    'project_units',
    ['bucket'],
    'Quota units that all callers have spent today. Each replica reports those of all.',
  ),
  projectLimit: gauge('project_units_limit', ['bucket'], 'Quota units of a day: `QUOTA_PROJECT`.'),
  projectForecast: gauge(
    'project_forecast_seconds',
    ['bucket'],
    'Seconds until the units are spent, at the rate of the last hour. +Inf: not today.',
  ),
  clientUnits: gauge(
    'client_units',
    ['client', 'bucket'],
    'Quota units that clients in `QUOTA_CLIENTS` have spent today.',
  ),
  exhausted: gauge(
    'quota_exhausted',
    ['bucket', 'by'],
    '1 when Google has said that the quota is gone, until the day ends: to the "key" of the gateway, or to a "token", which can be of another project.',
  ),
  rejectedRequests: counter(
    'rejected_requests',
    ['reason'],
    'Requests that a limit rejected: "concurrency" of GraphQL operations, "memory" of received bodies and messages, "transfers" (uploads and downloads), "websockets" (also those that were closed to make room), "websocket_operations" of one WebSocket.',
  ),
  shareUsed: gauge(
    'share_used',
    ['kind'],
    'How much of each limit is used that callers share: "operations" (queries and mutations), "waiting_operations", "waiting_calls_video" and so on for each service, "subscriptions", "websockets", "transfers", "unsent_bytes" and "agent_questions".',
  ),
  shareLimit: gauge('share_limit', ['kind'], 'Each limit that callers share.'),
  shareLargest: gauge(
    'share_largest',
    ['kind'],
    'How much of each limit the caller with most has.',
  ),
  shareRefusals: counter(
    'share_refusals',
    ['kind'],
    'How often a caller got nothing, because the limit was reached or the caller had its share.',
  ),
  shareLosses: counter(
    'share_losses',
    ['kind'],
    'How often a caller lost something to another one that had less.',
  ),
  runningRequests: gauge('running_requests', [], 'Queries and mutations that are running or wait.'),
  waitingRequests: gauge(
    'waiting_requests',
    [],
    'Queries and mutations that wait until the event loop has less to do.',
  ),
  transfers: gauge('transfers', ['direction'], 'Uploads and downloads that are running.'),
  subscribers: gauge('subscribers', [], 'Subscribers of feeds and of workflows.'),
  pollers: gauge('pollers', [], 'Feeds that are polled for subscribers.'),
  webSockets: gauge('websockets', [], 'Open WebSockets.'),
  ready: gauge(
    'ready',
    [],
    'Whether the last `/ready` was answered with 200: 1 or 0. 1 before the first.',
  ),
  storeUp: gauge(
    'store_up',
    [],
    'Whether the shared store can be reached: 1 or 0. Only if the store is shared.',
  ),
  storeErrors: counter(
    'store_errors',
    [],
    'Commands of the shared store that failed. Only if the store is shared.',
  ),
  waits: durations(
    'wait',
    ['kind'],
    'Waits, by what is waited for: "store" (a command of the shared store), "lock" (the turn to update an object), "queue" (the start of an operation while the event loop is busy), "connection" (to a service), "rateLimit" (of a service).',
  ),
  longestStall: gauge(
    'event_loop_longest_stall_seconds',
    [],
    'The longest time since the last scrape for which the event loop was blocked.',
  ),
  buildInfo: gauge(
    'build_info',
    ['version'],
    'Always 1. The label is `BUILD_VERSION`, which the image has from its build argument `VERSION`.',
  ),
} satisfies Readonly<Record<string, MetricDefinition>>;

/** Upper bounds of all histograms, in seconds. */
export const durationBounds: readonly number[] = [
  0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30,
];
