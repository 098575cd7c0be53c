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
  type Tracer as SpanFactory,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import type { ExecutionResult, OperationDefinitionNode } from 'graphql';
import type { Config } from '../../config.ts';
import { CallRecorder, codeOf } from '../../engine/trace/call-record.ts';
import type { TaskKind, TaskTrace, TaskObserver } from '../../engine/trace/task-trace.ts';
import type { Logger } from '../../server/record/log.ts';
import type { EndedOperation } from '../../server/record/request-observer.ts';
import { RequestRecord } from '../../server/record/request-record.ts';
import type {
  OperationTrace,
  RequestTrace,
  StartedRequest,
  Tracer,
} from '../../server/record/request-trace.ts';
import { type AnyOperation, serviceOf } from '../../engine/rest/operation/operation.ts';
import { CallSpans } from './call-span.ts';
import { ReportingExporter } from './reporting-exporter.ts';
import { resourceOf } from './resource.ts';
import { samplerOf } from './sampler.ts';
import { gatewayAttributes, serverSpan } from './server-span.ts';
import { SpanNames } from './span-names.ts';
import { parentIn } from './trace-parent.ts';

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
  /** Of the spans of all requests. */
  readonly #attributes: Attributes;

  constructor(config: Config, log: Logger) {
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
    const { req, start: startTime } = request;
    const { name, attributes: own } = serverSpan(request);
    const attributes = { ...this.#attributes, ...own };
    const options = { kind: SpanKind.SERVER, startTime, attributes };
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
    const span = spans.startSpan(`${kind} ${operation.key}`, { attributes, root: true });
    return span.isRecording() ? new TracedTask(spans, span) : undefined;
  }

  /** Sends what has not been sent yet; a collector that does not answer delays nobody for long. */
  async close(): Promise<void> {
    const timer = Promise.withResolvers<void>();
    const timeout = setTimeout(timer.resolve, maxFlushMs);
    await Promise.race([this.#provider.shutdown().catch(() => {}), timer.promise]);
    clearTimeout(timeout);
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
    const span = spans.startSpan(names.of(record), { attributes }, below(this.#span));
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
    span.end();
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
    this.#span.end();
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
    span.end();
  }
}
