/**
 * Traces: a span for each sampled request, below it one for each execution, below that one for each
 * REST call; and one for each task of a feed, with its calls. Spans have numbers and words of the
 * gateway, and the names of operations, but no values of clients or of services.
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
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type ReadableSpan,
  type Sampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { ExecutionResult, OperationDefinitionNode } from 'graphql';
import type { Config } from '../../config.ts';
import type { Clock } from '../../engine/caller/clock.ts';
import { CallRecorder, codeOf } from '../../engine/trace/call-record.ts';
import type { TaskKind, TaskObserver, TaskTrace } from '../../engine/trace/task-trace.ts';
import type { Logger } from '../../server/record/log.ts';
import type { EndedOperation } from '../../server/record/request-observer.ts';
import { RequestRecord } from '../../server/record/request-record.ts';
import type {
  OperationTrace,
  RequestTrace,
  StartedRequest,
  Tracer,
} from '../../server/record/request-trace.ts';
import { type AnyOperation, serviceOf } from '../../engine/api/operation.ts';
import { CallSpans } from './call-span.ts';
import { instant } from './instant.ts';
import { gatewayAttributes, serverSpan, SpanNames } from './server-span.ts';
import {
  defaultResource,
  detectResources,
  envDetector,
  type Resource,
  resourceFromAttributes,
  serviceInstanceIdDetector,
} from '@opentelemetry/resources';
import { versionOf } from '../version.ts';

/** Maximum time in ms in which the last spans are sent when the process ends. */
const maxFlushMs = 2_000;

/** What all spans of a process share. */
interface SpanParts {
  readonly spans: SpanFactory;
  readonly names: SpanNames;
}

/** Traces the requests and the tasks of a process. */
export class Tracing implements Tracer, Pick<TaskObserver, 'startTask'> {
  readonly #provider: TracerProvider;
  readonly #parts: SpanParts;
  readonly #clock: Clock;
  /** Of the spans of all requests. */
  readonly #attributes: Attributes;

  constructor(config: Config, log: Logger, clock: Clock) {
    this.#clock = clock;
    const url = `${config.OTEL_EXPORTER_OTLP_ENDPOINT!}/v1/traces`;
    const exporter = new ReportingExporter(new OTLPTraceExporter({ url }), log);
    this.#attributes = gatewayAttributes(config);
    this.#provider = new TracerProvider({
      resource: resourceOf(config),
      sampler: samplerOf(config),
      spanProcessors: [new BatchSpanProcessor({ exporter })],
    });
    this.#parts = { spans: this.#provider.getTracer('studiograph'), names: new SpanNames() };
  }

  startRequest(request: StartedRequest): RequestTrace | undefined {
    const { req, start } = request;
    const { name, attributes: own } = serverSpan(request);
    const attributes = { ...this.#attributes, ...own };
    const options = { kind: SpanKind.SERVER, startTime: instant(start), attributes };
    const span = this.#parts.spans.startSpan(name, options, parentIn(req.headers['traceparent']));
    return span.isRecording() ? new TracedRequest(this.#parts, span) : undefined;
  }

  /** A task serves many requests, so it continues the trace of none. */
  startTask(kind: TaskKind, operation: AnyOperation): TaskTrace | undefined {
    const { spans } = this.#parts;
    const attributes = {
      'studiograph.operation': operation.key,
      'studiograph.service': serviceOf(operation),
    };
    const options = { attributes, root: true, startTime: instant() };
    const span = spans.startSpan(`${kind} ${operation.key}`, options);
    return span.isRecording() ? new TracedTask(spans, span) : undefined;
  }

  /** Sends what has not been sent yet; a collector that does not answer delays nobody for long. */
  async close(): Promise<void> {
    const sent = new AbortController();
    const shutdown = this.#provider.shutdown().catch(() => {});
    await Promise.race([shutdown, this.#clock.sleep(maxFlushMs, sent.signal)]);
    sent.abort();
  }
}

/** @returns a context in which spans are below the span */
const below = (span: Span): Context => trace.setSpan(ROOT_CONTEXT, span);

class TracedRequest extends CallRecorder implements RequestTrace {
  readonly traceId: string;
  readonly #parts: SpanParts;
  readonly #span: Span;

  constructor(parts: SpanParts, span: Span) {
    super(new CallSpans(parts.spans, below(span)));
    this.traceId = span.spanContext().traceId;
    this.#parts = parts;
    this.#span = span;
  }

  startOperation(definition: OperationDefinitionNode): OperationTrace {
    const { spans, names } = this.#parts;
    const record = new RequestRecord();
    record.setOperation(definition);
    const attributes = operationAttributes(record);
    const options = { attributes, startTime: instant() };
    const span = spans.startSpan(names.of(record), options, below(this.#span));
    return new TracedOperation(spans, span, record);
  }

  end({ status = 0, isAborted, record }: EndedOperation & { readonly status?: number }): void {
    const span = this.#span;
    span.setAttributes(operationAttributes(record));
    if (status > 0) span.setAttribute('http.response.status_code', status);
    if (isAborted) span.setAttribute('studiograph.aborted', true);
    describe(span, record);
    if (status >= 500) {
      const [code = String(status)] = record.errors?.keys() ?? [];
      span.setAttribute('error.type', code).setStatus({ code: SpanStatusCode.ERROR });
    }
    span.end(instant());
  }
}

function operationAttributes({ operationType, operationName }: RequestRecord): Attributes {
  const attributes: Attributes = {};
  if (operationType !== undefined) attributes['graphql.operation.type'] = operationType;
  if (operationName !== undefined) attributes['graphql.operation.name'] = operationName;
  return attributes;
}

/** Adds the errors and the cost of a record. */
function describe(span: Span, { errors, cost }: Pick<RequestRecord, 'errors' | 'cost'>): void {
  if (errors) span.setAttribute('studiograph.errors', [...errors.keys()]);
  if (!cost) return;
  span.setAttribute('studiograph.calls', cost.requests);
  for (const [bucket, units] of Object.entries(cost.units))
    span.setAttribute(`studiograph.units.${bucket}`, units);
}

class TracedOperation extends CallRecorder implements OperationTrace {
  readonly #span: Span;
  readonly #record: RequestRecord;

  constructor(spans: SpanFactory, span: Span, record: RequestRecord) {
    super(new CallSpans(spans, below(span)));
    this.#span = span;
    this.#record = record;
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
    this.#span.end(instant());
  }
}

class TracedTask extends CallRecorder implements TaskTrace {
  readonly traceId: string;
  readonly #span: Span;

  constructor(spans: SpanFactory, span: Span) {
    super(new CallSpans(spans, below(span)));
    this.traceId = span.spanContext().traceId;
    this.#span = span;
  }

  end({ cost, items, error, isAborted }: Parameters<TaskTrace['end']>[0]): void {
    const span = this.#span;
    describe(span, { cost, errors: undefined });
    if (items !== undefined) span.setAttribute('studiograph.items', items);
    if (isAborted) span.setAttribute('studiograph.aborted', true);
    else if (error !== undefined)
      span.setAttribute('error.type', codeOf(error)).setStatus({ code: SpanStatusCode.ERROR });
    span.end(instant());
  }
}

/** @returns the service, its version and this process; what the environment says has precedence */
function resourceOf(config: Pick<Config, 'OTEL_SERVICE_NAME' | 'BUILD_VERSION'>): Resource {
  const service = resourceFromAttributes({
    'service.name': config.OTEL_SERVICE_NAME,
    'service.version': versionOf(config),
  });
  // The language, name and version of the library.
  const library = defaultResource();
  const detectors = [serviceInstanceIdDetector, envDetector];
  return library.merge(service).merge(detectResources({ detectors }));
}

/** @returns a sampler for the requests; those below a span follow it */
function samplerOf({
  OTEL_TRACES_SAMPLER: name,
  OTEL_TRACES_SAMPLER_ARG: ratio,
}: Pick<Config, 'OTEL_TRACES_SAMPLER' | 'OTEL_TRACES_SAMPLER_ARG'>): Sampler {
  const root = rootSamplerOf(name.replace('parentbased_', ''), ratio);
  return name.startsWith('parentbased_') ? new ParentBasedSampler({ root }) : root;
}

function rootSamplerOf(name: string, ratio: number): Sampler {
  if (name === 'traceidratio') return new TraceIdRatioBasedSampler(ratio);
  return name === 'always_off' ? new AlwaysOffSampler() : new AlwaysOnSampler();
}

/** The header of W3C Trace Context: version, trace, parent, flags, and what later versions add. */
const traceparent = /^(?!ff)([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(-.*)?$/;

/** @param header `traceparent`; its span becomes the parent if it is valid */
function parentIn(header: string | string[] | undefined): Context {
  const [, version, traceId, spanId, flags, rest] = traceparent.exec(String(header)) ?? [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return ROOT_CONTEXT;
  if (version === '00' && rest !== undefined) return ROOT_CONTEXT;
  const traceFlags = Number.parseInt(flags, 16) & TraceFlags.SAMPLED;
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true });
}

/** The code of a success; the enum is in a package that only the exporter needs. */
const success = 0;

/** A collector that fails disturbs nobody: its spans are dropped. */
class ReportingExporter implements SpanExporter {
  readonly #exporter: OTLPTraceExporter;
  readonly #log: Logger;
  #isFailing = false;

  constructor(exporter: OTLPTraceExporter, log: Logger) {
    this.#exporter = exporter;
    this.#log = log;
  }

  export(spans: ReadableSpan[], done: Parameters<SpanExporter['export']>[1]): void {
    this.#exporter.export(spans, (result) => {
      const code: number = result.code;
      this.#report(code === success, result.error);
      done({ code: success });
    });
  }

  forceFlush(): Promise<void> {
    return this.#exporter.forceFlush();
  }

  shutdown(): Promise<void> {
    return this.#exporter.shutdown();
  }

  /** Logs the first failure, and the first success after it. */
  #report(isSuccess: boolean, error: (Error & { readonly code?: unknown }) | undefined): void {
    if (isSuccess === !this.#isFailing) return;
    this.#isFailing = !isSuccess;
    if (isSuccess) return this.#log.info('traces are sent again');
    // The message may contain the address, and so a password.
    const reason = typeof error?.code === 'string' ? error.code : error?.name;
    this.#log.warn({ reason }, 'traces cannot be sent to OTEL_EXPORTER_OTLP_ENDPOINT: dropped');
  }
}
