/** The span of a REST call, with an event for each HTTP request that it took. */
import {
  type Attributes,
  type Context,
  SpanKind,
  SpanStatusCode,
  type Tracer as SpanFactory,
} from '@opentelemetry/api';
import type { CallTrace, ExecutionTrace } from '../data/execution-trace.ts';
import type { TracedAttempt } from '../upstream/attempt-observer.ts';
import { UpstreamError } from '../upstream/error.ts';
import { type AnyOperation, serviceOf } from '../upstream/operation.ts';
import type { WaitKind } from '../upstream/wait-observer.ts';
import { attemptStatus } from './attempt-status.ts';
import { serverAddress } from './server-address.ts';

/** Shorter waits, in ms, have no span. */
const minWaitMs = 1;

/** Makes the spans of the calls and of the waits below one span. */
export class CallSpans implements ExecutionTrace {
  readonly #spans: SpanFactory;
  readonly #parent: Context;

  constructor(spans: SpanFactory, parent: Context) {
    this.#spans = spans;
    this.#parent = parent;
  }

  startCall(operation: AnyOperation, args: Readonly<Record<string, unknown>>): CallTrace {
    return new CallSpan(this.#spans, this.#parent, { operation, facts: requestFacts(args) });
  }

  startUploadRequest(operation: AnyOperation, bytes: number): CallTrace {
    const facts = { 'http.request.body.size': bytes };
    return new CallSpan(this.#spans, this.#parent, { operation, facts });
  }

  onWait(kind: WaitKind, ms: number): void {
    if (ms < minWaitMs) return;
    const end = performance.now();
    const options = { startTime: end - ms, attributes: { 'studiograph.wait': kind } };
    this.#spans.startSpan(`wait for ${waitNames[kind]}`, options, this.#parent).end(end);
  }
}

/** What is waited for, in the name of the span. */
const waitNames: Readonly<Record<WaitKind, string>> = {
  store: 'store',
  lock: 'lock',
  queue: 'start',
  connection: 'connection',
  rateLimit: 'rate limit',
};

/** The code of a failure; `error.type` of its span. */
export const codeOf = (error: unknown): string =>
  error instanceof UpstreamError ? error.code : 'INTERNAL';

/** A call, and what is known about it before it is sent. */
interface StartedCall {
  readonly operation: AnyOperation;
  readonly facts: Attributes;
}

/** An attempt that has ended. */
interface AttemptRecord {
  /** Time of its end in ms of `performance.now()`. */
  readonly at: number;
  readonly facts: Attributes;
}

/** The span is made at the end: only then it is known whether anything was sent. */
class CallSpan implements CallTrace {
  readonly #spans: SpanFactory;
  readonly #parent: Context;
  readonly #call: StartedCall;
  readonly #start = performance.now();
  readonly #attempts: AttemptRecord[] = [];
  /** Of the last attempt. */
  #server: Attributes | undefined;
  #units = 0;
  #isShared = false;

  constructor(spans: SpanFactory, parent: Context, call: StartedCall) {
    this.#spans = spans;
    this.#parent = parent;
    this.#call = call;
  }

  readonly onAttempt = (attempt: TracedAttempt): void => {
    this.#attempts.push({ at: performance.now(), facts: answerFacts(attempt) });
    this.#server = serverFacts(attempt);
    if (attempt.isCounted) this.#units += this.#call.operation.units ?? 0;
  };

  onShared(): void {
    this.#isShared = true;
  }

  end(error?: unknown): void {
    const { operation, facts } = this.#call;
    const attributes: Attributes = {
      'studiograph.operation': operation.key,
      'studiograph.service': serviceOf(operation),
      ...facts,
    };
    if (this.#isShared) attributes['studiograph.shared'] = true;
    const retries = this.#attempts.length - 1;
    Object.assign(attributes, this.#server, this.#attempts.at(-1)?.facts);
    if (retries > 0) attributes['http.request.resend_count'] = retries;
    if (this.#units > 0) attributes['studiograph.units'] = this.#units;
    if (error !== undefined) attributes['error.type'] = codeOf(error);
    // A call that was not sent is no HTTP request.
    const kind = this.#server ? SpanKind.CLIENT : SpanKind.INTERNAL;
    const options = { kind, startTime: this.#start, attributes };
    const span = this.#spans.startSpan(operation.key, options, this.#parent);
    for (const { at, facts } of this.#attempts) span.addEvent('attempt', facts, at);
    if (error !== undefined) span.setStatus({ code: SpanStatusCode.ERROR });
    span.end(performance.now());
  }
}

/** Facts about the request: numbers and names of parts, but no ids and no values. */
function requestFacts({ id, part, fields }: Readonly<Record<string, unknown>>): Attributes {
  const facts: Attributes = {};
  if (id !== undefined) facts['studiograph.ids'] = [id].flat().length;
  if (part !== undefined) facts['studiograph.parts'] = [part].flat().map(String);
  if (typeof fields === 'string') facts['studiograph.mask_length'] = fields.length;
  return facts;
}

/** The server of an attempt. Its URL is left out: it has ids, and can be a secret. */
function serverFacts({ method, baseUrl, batchSize }: TracedAttempt): Attributes {
  const facts: Attributes = { 'http.request.method': method, ...serverAddress(baseUrl) };
  if (batchSize > 1) facts['studiograph.batch_size'] = batchSize;
  return facts;
}

/** How an attempt has ended. */
function answerFacts(attempt: TracedAttempt): Attributes {
  const facts: Attributes = {};
  const { status, size } = attempt;
  const word = attemptStatus(attempt);
  if (status > 0) facts['http.response.status_code'] = status;
  if (typeof word === 'string') facts['error.type'] = word;
  if (size !== undefined) facts['http.response.body.size'] = size;
  return facts;
}
