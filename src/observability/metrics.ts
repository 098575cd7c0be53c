/**
 * The metrics of a process. The layers report what has ended, and offer the numbers of what is
 * there; this module counts, and `prom-client` writes the text.
 */
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { FeedHub } from '../engine/feed/hub.ts';
import type { Store } from '../engine/store/store.ts';
import type { HttpGateway } from '../server/gateway/gateway.ts';
import type {
  EndedOperation,
  EndedRequest,
  EndedUpgrade,
  RequestObserver,
} from '../server/record/request-observer.ts';
import type { RejectionReason } from '../server/record/request-record.ts';
import type { RoutePath } from '../server/record/route.ts';
import type { Attempt, AttemptEnd, AttemptObserver } from '../engine/rest/call/attempt-observer.ts';
import { serviceNames } from '../engine/api/api.ts';
import type { Bucket } from '../engine/api/register.ts';
import { type AnyOperation, serviceOf } from '../engine/api/operation.ts';
import type { BreakerState } from '../engine/rest/share/breaker.ts';
import type { ShareUse } from '../engine/rest/share/shares.ts';
import type { Upstream } from '../engine/rest/upstream.ts';
import type { WaitKind } from '../engine/rest/share/wait-observer.ts';
import { attemptStatus } from './attempt-status.ts';
import { durationBounds, type MetricDefinition, metricDefinitions } from './metric-definition.ts';
import {
  Count,
  countsByLabel,
  countsByTwoLabels,
  type Durations,
  durationsByLabel,
  Labelled,
  type MetricRow,
} from './tally.ts';
import { projectGauges, type ProjectSource } from './project-gauges.ts';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { measuredNow } from '../engine/caller/clock.ts';

/** The parts of the gateway whose numbers are read at each scrape. */
export interface MetricSources {
  readonly upstream: Pick<Upstream, 'api' | 'breakers' | 'connections' | 'waitingCalls'>;
  readonly feeds: Pick<FeedHub, 'subscriberCount' | 'pollerCount'>;
  readonly gateway: Pick<HttpGateway, 'load'>;
  readonly store: Pick<Store, 'isShared' | 'isReachable'>;
  readonly project: ProjectSource;
}

/** Counts by one label or several. */
type CountTable = Labelled<Count> | Labelled<CountTable>;

const breakerNumbers: Readonly<Record<BreakerState, number>> = {
  closed: 0,
  halfOpen: 1,
  open: 2,
};

/** Which limit rejected a request whose record does not say it, by its path: slots. */
const rejectionReasons: Readonly<Partial<Record<RoutePath, RejectionReason>>> = {
  '/graphql': 'concurrency',
  '/mcp': 'concurrency',
  '/uploads/': 'transfers',
  '/downloads/': 'transfers',
};

/** Counts what the layers report. */
export class Metrics implements AttemptObserver, RequestObserver {
  readonly #registry = new Registry();
  readonly #requests = countsByTwoLabels();
  readonly #requestDurations = durationsByLabel();
  readonly #operations = countsByTwoLabels();
  readonly #operationDurations = durationsByLabel();
  readonly #errors = countsByLabel();
  readonly #calls = new Labelled(countsByTwoLabels);
  readonly #callDurations = durationsByLabel();
  readonly #retries = countsByLabel();
  readonly #units = countsByLabel();
  readonly #conditionsGivenUp = countsByLabel();
  readonly #budgetRejections = countsByTwoLabels();
  readonly #rejections = countsByLabel();
  readonly #storeErrors = new Count();
  readonly #waits = durationsByLabel();

  /** @param version of the gateway */
  constructor(version: string) {
    const register = this.#registry;
    collectDefaultMetrics({ register });
    this.#counter(metricDefinitions.httpRequests, () => rowsOf(this.#requests));
    this.#histogram(metricDefinitions.httpDurations, this.#requestDurations);
    this.#counter(metricDefinitions.operations, () => rowsOf(this.#operations));
    this.#histogram(metricDefinitions.operationDurations, this.#operationDurations);
    this.#counter(metricDefinitions.errors, () => rowsOf(this.#errors));
    this.#counter(metricDefinitions.upstreamCalls, () => this.#callRows());
    this.#histogram(metricDefinitions.upstreamDurations, this.#callDurations);
    this.#counter(metricDefinitions.retries, () => rowsOf(this.#retries));
    this.#counter(metricDefinitions.quotaUnits, () => rowsOf(this.#units));
    this.#counter(metricDefinitions.conditionsGivenUp, () => rowsOf(this.#conditionsGivenUp));
    this.#counter(metricDefinitions.budgetRejections, () => rowsOf(this.#budgetRejections));
    this.#counter(metricDefinitions.rejectedRequests, () => rowsOf(this.#rejections));
    this.#histogram(metricDefinitions.waits, this.#waits);
    const stall = startStallMeter();
    this.#gauge(metricDefinitions.longestStall, () => [[[], stall.take() / 1_000]]);
    this.#gauge(metricDefinitions.buildInfo, () => [[[version], 1]]);
  }

  /** The media type of `text`. */
  get contentType(): string {
    return this.#registry.contentType;
  }

  /** All metrics in the exposition format of Prometheus. */
  text(): Promise<string> {
    return this.#registry.metrics();
  }

  /** Called once, when the parts of the gateway are there. */
  watch({ upstream, feeds, gateway, store, project }: MetricSources): void {
    for (const [definition, rows] of projectGauges(project)) this.#gauge(definition, rows);
    this.#gauge(metricDefinitions.connections, () =>
      serviceNames(upstream.api).flatMap((service): MetricRow[] => {
        const { busy, idle } = upstream.connections(service);
        return [
          [[service, 'busy'], busy],
          [[service, 'idle'], idle],
        ];
      }),
    );
    this.#gauge(metricDefinitions.waitingCalls, () =>
      serviceNames(upstream.api).map(
        (service): MetricRow => [[service], upstream.connections(service).waiting],
      ),
    );
    this.#gauge(metricDefinitions.breakerState, () =>
      Object.entries(upstream.breakers()).map(([service, state]) => [
        [service],
        breakerNumbers[state],
      ]),
    );
    this.#watchShares(() => ({ ...gateway.load().shares, ...waitingCallsOf(upstream) }));
    this.#gauge(metricDefinitions.runningRequests, () => [[[], gateway.load().requests]]);
    this.#gauge(metricDefinitions.waitingRequests, () => [[[], gateway.load().waiting]]);
    this.#gauge(metricDefinitions.transfers, () =>
      Object.entries(gateway.load().transfers).map(([direction, count]) => [[direction], count]),
    );
    this.#gauge(metricDefinitions.webSockets, () => [[[], gateway.load().webSockets]]);
    this.#gauge(metricDefinitions.ready, () => [[[], Number(gateway.load().isReady)]]);
    this.#gauge(metricDefinitions.subscribers, () => [[[], feeds.subscriberCount]]);
    this.#gauge(metricDefinitions.pollers, () => [[[], feeds.pollerCount]]);
    if (!store.isShared) return;
    this.#gauge(metricDefinitions.storeUp, () => [[[], Number(store.isReachable)]]);
    this.#counter(metricDefinitions.storeErrors, () => [[[], this.#storeErrors.value]]);
  }

  #watchShares(uses: () => Readonly<Record<string, ShareUse>>): void {
    const rows = (value: (use: ShareUse) => number) => (): MetricRow[] =>
      Object.entries(uses()).map(([kind, use]) => [[kind], value(use)]);
    this.#gauge(
      metricDefinitions.shareUsed,
      rows(({ used }) => used),
    );
    this.#gauge(
      metricDefinitions.shareLimit,
      rows(({ total }) => total),
    );
    this.#gauge(
      metricDefinitions.shareLargest,
      rows(({ largest }) => largest),
    );
    this.#counter(
      metricDefinitions.shareRefusals,
      rows(({ refused }) => refused),
    );
    this.#counter(
      metricDefinitions.shareLosses,
      rows(({ gaveWay }) => gaveWay),
    );
  }

  onSend({ units, bucket }: AnyOperation): void {
    if (units) this.#units.at(bucket).value += units;
  }

  onAttempt(operation: AnyOperation, attempt: Attempt): void {
    this.#countCall(operation, attempt);
    const ms = measuredNow() - attempt.measuredFrom;
    this.#callDurations.at(serviceOf(operation)).observe(ms);
  }

  onTransfer(operation: AnyOperation, end: AttemptEnd): void {
    this.#countCall(operation, end);
  }

  onRetry(operation: AnyOperation): void {
    this.#retries.at(serviceOf(operation)).value += 1;
  }

  onRequest(request: EndedRequest): void {
    const { route, status, start, isAborted, record } = request;
    this.#requests.at(route).at(isAborted ? 'aborted' : status).value += 1;
    if (record.operationType !== 'subscription')
      this.#requestDurations.at(route).observe(measuredNow() - start);
    this.#countOperation(request, record.rejection ?? rejectionReasons[route]);
  }

  onOperation(operation: EndedOperation): void {
    this.#countOperation(operation, operation.record.rejection);
  }

  onUpgrade({ status, errors, rejection }: EndedUpgrade): void {
    this.#requests.at('/graphql').at(status).value += 1;
    if (errors) this.#countErrors(errors, rejection);
  }

  onWebSocketDropped(reason: RejectionReason): void {
    this.#rejections.at(reason).value += 1;
  }

  /** Updates of a caller by an operation are sent without `If-Match` for a while. */
  onConditionGivenUp(operation: string): void {
    this.#conditionsGivenUp.at(operation).value += 1;
  }

  /** A budget or a reserve did not admit an operation or a call. */
  onBudgetRejection(bucket: Bucket, reason = 'callerBudget'): void {
    this.#budgetRejections.at(bucket).at(reason).value += 1;
  }

  /** A command of the shared store failed. */
  onStoreError(): void {
    this.#storeErrors.value += 1;
  }

  onWait(kind: WaitKind, ms: number): void {
    this.#waits.at(kind).observe(ms);
  }

  #countCall(operation: AnyOperation, end: AttemptEnd): void {
    const service = serviceOf(operation);
    this.#calls.at(service).at(operation.key).at(attemptStatus(end)).value += 1;
  }

  #countOperation(
    { record, start, isAborted }: EndedOperation,
    rejectionReason: RejectionReason | undefined,
  ): void {
    const { operationType: type, errors, outcome } = record;
    const isKnown = type !== undefined;
    if (errors) this.#countErrors(errors, isKnown ? undefined : rejectionReason);
    const isSubscription = type === 'subscription';
    if (!isKnown) return;
    if (outcome === undefined && isAborted && !isSubscription) return;
    this.#operations.at(type).at(outcome ?? 'ok').value += 1;
    if (!isSubscription) this.#operationDurations.at(type).observe(measuredNow() - start);
  }

  /** The key of an operation begins with its service. */
  *#callRows(): Generator<MetricRow> {
    for (const [[service, key, status], value] of rowsOf(this.#calls))
      yield [[service!, key!.slice(service!.length + 1), status!], value];
  }

  /** @param rejectionReason for a request without an operation */
  #countErrors(
    errors: ReadonlyMap<string, number>,
    rejectionReason: RejectionReason | undefined,
  ): void {
    for (const [code, count] of errors) this.#errors.at(code).value += count;
    if (rejectionReason !== undefined && errors.has('OVERLOADED'))
      this.#rejections.at(rejectionReason).value += 1;
  }

  #counter({ name, help, labelNames }: MetricDefinition, rows: () => Iterable<MetricRow>): void {
    const registers = [this.#registry];
    const counter = new Counter({ name, help, labelNames, registers, collect });
    function collect(): void {
      counter.reset();
      for (const [labels, value] of rows()) counter.labels(...labels).inc(value);
    }
  }

  #gauge(
    { name, help, labelNames }: MetricDefinition,
    rows: () => Iterable<MetricRow> | Promise<Iterable<MetricRow>>,
  ): void {
    const registers = [this.#registry];
    const gauge = new Gauge({ name, help, labelNames, registers, collect });
    async function collect(): Promise<void> {
      const values = await rows();
      gauge.reset();
      for (const [labels, value] of values) gauge.labels(...labels).set(value);
    }
  }

  #histogram(definition: MetricDefinition, rows: Labelled<Durations>): void {
    this.#registry.registerMetric(new DurationHistogram(definition, rows, this.#registry));
  }
}

/** All rows of a table of counts, whatever the number of its labels. */
const waitingCallsOf = (
  upstream: Pick<Upstream, 'api' | 'waitingCalls'>,
): Record<string, ShareUse> =>
  Object.fromEntries(
    serviceNames(upstream.api).map((service) => [
      `waiting_calls_${service}`,
      upstream.waitingCalls(service),
    ]),
  );

function* rowsOf(table: CountTable, labels: readonly string[] = []): Generator<MetricRow> {
  for (const [label, row] of table)
    if (row instanceof Count) yield [[...labels, label], row.value];
    else yield* rowsOf(row, [...labels, label]);
}

/** Interval in ms of the timer that measures. A stall is what its delay has beyond the interval. */
const intervalMs = 20;

interface StallMeter {
  /** @returns the longest stall in ms since the last call, except one that began with that call */
  take(): number;
}

/**
 * Measures for how long the event loop is blocked. The p99 of `prom-client` hides a single stall
 * among the thousands of delays between two scrapes. Measures until the process ends.
 */
function startStallMeter(): StallMeter {
  const delays = monitorEventLoopDelay({ resolution: intervalMs });
  delays.enable();
  return {
    take: () => {
      const ms = delays.max / 1e6;
      delays.reset();
      return Math.max(0, ms - intervalMs);
    },
  };
}

/** A line of the exposition format, as `prom-client` represents it. */
interface Sample {
  readonly metricName: string;
  readonly labels: Readonly<Record<string, string | number>>;
  readonly sharedLabels: Readonly<Record<string, never>>;
  readonly value: number;
}

/** Durations by one label: a histogram of `prom-client` whose values are counted elsewhere. */
class DurationHistogram extends Histogram {
  readonly #definition: MetricDefinition;
  readonly #rows: Labelled<Durations>;

  constructor(definition: MetricDefinition, rows: Labelled<Durations>, registry: Registry) {
    const { name, help, labelNames } = definition;
    super({ name, help, labelNames, buckets: [...durationBounds], registers: [registry] });
    this.#definition = definition;
    this.#rows = rows;
  }

  /** Called by the registry for each scrape. Overrides a method that the types leave out. */
  async getForPromString(): Promise<object> {
    return { ...this.#definition, values: [...this.#samples()] };
  }

  *#samples(): Generator<Sample> {
    const { name, labelNames } = this.#definition;
    const sharedLabels = {};
    for (const [label, { counts, sum }] of this.#rows) {
      const labels = { [labelNames[0]!]: label };
      let count = 0;
      for (const [index, le] of [...durationBounds, '+Inf'].entries()) {
        count += counts[index]!;
        const bucket = { ...labels, le };
        yield { metricName: `${name}_bucket`, labels: bucket, sharedLabels, value: count };
      }
      yield { metricName: `${name}_sum`, labels, sharedLabels, value: sum[0]! };
      yield { metricName: `${name}_count`, labels, sharedLabels, value: count };
    }
  }
}
