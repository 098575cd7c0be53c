/**
 * Traces: a span for each sampled request, below it one for each execution, below that one for each
 * REST call that was sent. Spans have numbers and words of the gateway, never values of clients or
 * of services.
 */
import {
  type Attributes,
  type Context,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Tracer as SpanFactory,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import type { ExecutionResult, OperationDefinitionNode } from 'graphql';
import type { Config } from '../config.ts';
import type { CallTrace } from '../data/execution-trace.ts';
import type { Logger } from '../server/log.ts';
import type { EndedOperation } from '../server/request-observer.ts';
import { RequestRecord } from '../server/request-record.ts';
import type {
  OperationTrace,
  RequestTrace,
  StartedRequest,
  Tracer,
} from '../server/request-trace.ts';
import type { Attempt } from '../upstream/attempt-observer.ts';
import { UpstreamError } from '../upstream/error.ts';
import type { AnyOperation } from '../upstream/operation.ts';
import { attemptStatus } from './attempt-status.ts';
import { ReportingExporter } from './reporting-exporter.ts';
import { samplerOf } from './sampler.ts';
import { version } from './version.ts';

/** Maximum time in ms in which the last spans are sent when the process ends. */
const maxFlushMs = 2_000;

/** Traces the requests of a process. */
export class Tracing implements Tracer {
  readonly #provider: TracerProvider;
  readonly #spans: SpanFactory;

  constructor(config: Config, log: Logger) {
    const url = `${config.OTEL_EXPORTER_OTLP_ENDPOINT!}/v1/traces`;
    const exporter = new ReportingExporter(new OTLPTraceExporter({ url }), log);
    this.#provider = new TracerProvider({
      resource: resourceFromAttributes({
        'service.name': config.OTEL_SERVICE_NAME,
        'service.version': version(),
      }),
      sampler: samplerOf(config),
      spanProcessors: [new BatchSpanProcessor({ exporter })],
    });
    this.#spans = this.#provider.getTracer('studiograph');
  }

  startRequest({ req, route, requestId, start }: StartedRequest): RequestTrace | undefined {
    const span = this.#spans.startSpan(
      `${req.method} ${route}`,
      {
        kind: SpanKind.SERVER,
        startTime: start,
        attributes: {
          'http.request.method': req.method!,
          'http.route': route,
          'studiograph.request_id': requestId,
        },
      },
      parentIn(req.headers['traceparent']),
    );
    if (!span.isRecording()) return undefined;
    return new TracedRequest(this.#spans, span);
  }

  /** Sends what has not been sent yet; a collector that does not answer delays nobody for long. */
  async close(): Promise<void> {
    const timer = Promise.withResolvers<void>();
    const timeout = setTimeout(timer.resolve, maxFlushMs);
    await Promise.race([this.#provider.shutdown().catch(() => {}), timer.promise]);
    clearTimeout(timeout);
  }
}

/** The format of the header: version, trace, parent, flags. */
const traceparent = /^[\da-f]{2}-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})$/;

/** @param header of the client, whose span becomes the parent if it is valid */
function parentIn(header: string | string[] | undefined): Context {
  const [, traceId, spanId, flags] = traceparent.exec(String(header)) ?? [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return ROOT_CONTEXT;
  const traceFlags = Number.parseInt(flags, 16) & TraceFlags.SAMPLED;
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true });
}

class TracedRequest implements RequestTrace {
  readonly #spans: SpanFactory;
  readonly #span: Span;
  readonly #context: Context;

  constructor(spans: SpanFactory, span: Span) {
    this.#spans = spans;
    this.#span = span;
    this.#context = trace.setSpan(ROOT_CONTEXT, span);
  }

  startOperation(definition: OperationDefinitionNode): OperationTrace {
    const record = new RequestRecord();
    record.setOperation(definition);
    const { operationType, operationName } = record;
    const attributes: Attributes = { 'graphql.operation.type': operationType };
    if (operationName !== undefined) attributes['graphql.operation.name'] = operationName;
    const span = this.#spans.startSpan(definition.operation, { attributes }, this.#context);
    return new TracedOperation(this.#spans, span, record);
  }

  end({ status, isAborted, record }: EndedOperation & { readonly status?: number }): void {
    if (status !== undefined) this.#span.setAttribute('http.response.status_code', status);
    if (isAborted) this.#span.setAttribute('studiograph.aborted', true);
    describe(this.#span, record);
    if (status !== undefined && status >= 500) this.#span.setStatus({ code: SpanStatusCode.ERROR });
    this.#span.end();
  }
}

/** Adds the errors and the cost of a record. */
function describe(span: Span, { errors, cost }: RequestRecord): void {
  if (errors) span.setAttribute('studiograph.errors', [...errors.keys()]);
  if (!cost) return;
  span.setAttribute('studiograph.calls', cost.requests);
  for (const [bucket, units] of Object.entries(cost.units))
    span.setAttribute(`studiograph.units.${bucket}`, units);
}

class TracedOperation implements OperationTrace {
  readonly #spans: SpanFactory;
  readonly #span: Span;
  readonly #context: Context;
  readonly #record: RequestRecord;

  constructor(spans: SpanFactory, span: Span, record: RequestRecord) {
    this.#spans = spans;
    this.#span = span;
    this.#context = trace.setSpan(ROOT_CONTEXT, span);
    this.#record = record;
  }

  startCall(operation: AnyOperation, args: Readonly<Record<string, unknown>>): CallTrace {
    const start = performance.now();
    const attempts: AttemptRecord[] = [];
    return {
      onAttempt: (attempt) => void attempts.push(recordOf(attempt)),
      end: (error) => {
        const last = attempts.at(-1);
        // The answer of an equal call, whose span it has.
        if (last === undefined) return;
        const options = {
          kind: SpanKind.CLIENT,
          startTime: start,
          attributes: { ...requestFacts(operation, args), ...answerFacts(attempts, last) },
        };
        const span = this.#spans.startSpan(operation.key, options, this.#context);
        for (const { at, status, bytes } of attempts)
          span.addEvent('attempt', { status: String(status), bytes }, at);
        if (error !== undefined) {
          const code = error instanceof UpstreamError ? error.code : 'INTERNAL';
          span.setAttribute('error.type', code).setStatus({ code: SpanStatusCode.ERROR });
        }
        span.end(performance.now());
      },
    };
  }

  /** The errors have no codes yet; the span of the request has them. */
  end({ data, errors = [], extensions }: ExecutionResult): void {
    const hasData = data !== undefined && data !== null;
    const failure = hasData ? 'partial' : 'failed';
    const outcome = errors.length === 0 ? 'ok' : failure;
    this.#record.addResult({ data, extensions });
    describe(this.#span, this.#record);
    this.#span.setAttribute('studiograph.outcome', outcome);
    if (errors.length > 0) this.#span.setAttribute('studiograph.error_count', errors.length);
    if (outcome === 'failed') this.#span.setStatus({ code: SpanStatusCode.ERROR });
    this.#span.end();
  }
}

/** An attempt that has ended. */
interface AttemptRecord {
  /** Time of its end in ms of `performance.now()`. */
  readonly at: number;
  readonly status: number | string;
  readonly bytes: number;
}

const recordOf = (attempt: Attempt): AttemptRecord => ({
  at: performance.now(),
  status: attemptStatus(attempt),
  bytes: attempt.size,
});

/** What the projection asks for: numbers and names of parts, no ids and no values. */
function requestFacts(
  { key, method, units }: AnyOperation,
  { id, part, fields }: Readonly<Record<string, unknown>>,
): Attributes {
  const facts: Attributes = { 'studiograph.operation': key, 'http.request.method': method };
  if (units !== null) facts['studiograph.units'] = units;
  if (id !== undefined) facts['studiograph.ids'] = [id].flat().length;
  if (part !== undefined) facts['studiograph.parts'] = [part].flat().map(String);
  if (typeof fields === 'string') facts['studiograph.mask_length'] = fields.length;
  return facts;
}

function answerFacts(attempts: readonly unknown[], { status, bytes }: AttemptRecord): Attributes {
  const facts: Attributes = {
    'studiograph.retries': attempts.length - 1,
    'http.response.body.size': bytes,
  };
  if (typeof status === 'number') facts['http.response.status_code'] = status;
  return facts;
}
