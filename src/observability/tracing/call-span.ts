/** The span of a REST call, with an event for each HTTP request that it took. */
import {
  type Attributes,
  type Context,
  SpanKind,
  SpanStatusCode,
  type Tracer as SpanFactory,
} from '@opentelemetry/api';
import { type CallRecord, type CallView, codeOf } from '../../engine/trace/call-record.ts';
import type { TracedAttempt } from '../../engine/rest/call/attempt-observer.ts';
import { serviceOf } from '../../engine/api/operation.ts';
import type { WaitKind } from '../../engine/rest/share/wait-observer.ts';
import { attemptStatus } from '../attempt-status.ts';
import { serverAddress } from './server-address.ts';
import { instant } from './instant.ts';

/** Shorter waits, in ms, have no span. */
const minWaitMs = 1;

/** Makes the spans of the calls and of the waits below one span. */
export class CallSpans implements CallView {
  readonly #spans: SpanFactory;
  readonly #parent: Context;

  constructor(spans: SpanFactory, parent: Context) {
    this.#spans = spans;
    this.#parent = parent;
  }

  /** The span is made at the end: only then it is known whether anything was sent. */
  onEnd(call: CallRecord): void {
    const { operation, attempts, admittedAt, endedAt, error } = call;
    // A call that was not sent is no HTTP request.
    const kind = attempts.length > 0 ? SpanKind.CLIENT : SpanKind.INTERNAL;
    const options = { kind, startTime: instant(admittedAt), attributes: callFacts(call) };
    const span = this.#spans.startSpan(operation.key, options, this.#parent);
    for (const attempt of attempts)
      span.addEvent('attempt', answerFacts(attempt), instant(attempt.endedAt));
    if (error !== undefined) span.setStatus({ code: SpanStatusCode.ERROR });
    span.end(instant(endedAt));
  }

  onWait(kind: WaitKind, ms: number): void {
    if (ms < minWaitMs) return;
    const end = instant();
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

/** Facts about a call, of which the last attempt decides the status. */
function callFacts({ operation, args, bytes, attempts, source, units, error }: CallRecord) {
  const last = attempts.at(-1);
  const facts: Attributes = {
    'studiograph.operation': operation.key,
    'studiograph.service': serviceOf(operation),
    ...requestFacts(args),
  };
  if (bytes !== undefined) facts['http.request.body.size'] = bytes;
  if (source !== 'service') facts['studiograph.shared'] = true;
  if (last) Object.assign(facts, serverFacts(last), answerFacts(last));
  if (attempts.length > 1) facts['http.request.resend_count'] = attempts.length - 1;
  if (units > 0) facts['studiograph.units'] = units;
  if (error !== undefined) facts['error.type'] = codeOf(error);
  return facts;
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
function serverFacts({ method, baseUrl }: TracedAttempt): Attributes {
  return { 'http.request.method': method, ...serverAddress(baseUrl) };
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
