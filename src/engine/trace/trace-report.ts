/** `extensions.trace`: the records of one execution as its caller sees them. */
import { serviceOf } from '../api/operation.ts';
import type { WaitKind } from '../rest/share/wait-observer.ts';
import {
  type AttemptRecord,
  type CallRecord,
  type CallView,
  codeOf,
  type TimeSpan,
  type WaitRecord,
} from './call-record.ts';
import { CallCauses } from './call-cause.ts';
import type {
  CallWait,
  ExecutionWait,
  Trace,
  CallAttempt,
  TracedCall,
} from './response-extensions.ts';
import { measuredNow } from '../caller/clock.ts';

interface TracedCalls {
  /** Their places in the order of their starts. */
  readonly indexes: ReadonlyMap<CallRecord, number>;
  readonly causes: CallCauses;
}

/** Collects the records of one execution. */
export class TraceReport implements CallView {
  readonly #startedAt = measuredNow();
  readonly #calls: CallRecord[] = [];
  readonly #waits: ({ readonly kind: ExecutionWait['kind'] } & TimeSpan)[] = [];

  onStart(call: CallRecord): void {
    this.#calls.push(call);
  }

  onWait(kind: WaitKind, ms: number): void {
    const endedAt = measuredNow();
    if (kind === 'store' || kind === 'lock')
      this.#waits.push({ kind, startedAt: endedAt - ms, endedAt });
  }

  /** The trace until now. */
  trace(): Trace {
    const now = measuredNow();
    const sorted = this.#calls.toSorted((one, other) => one.startedAt - other.startedAt);
    const all: TracedCalls = {
      indexes: new Map(sorted.map((call, index) => [call, index])),
      causes: new CallCauses(sorted),
    };
    return {
      durationMs: rounded(now - this.#startedAt),
      calls: sorted.map((call) => this.#callOf(call, all)),
      waits: this.#waits.map(({ kind, ...time }) => ({ kind, ...this.#timeOf(time) })),
    };
  }

  #callOf(call: CallRecord, all: TracedCalls): TracedCall {
    const { operation, request, attempts, source, units, error } = call;
    return {
      operation: operation.key,
      service: serviceOf(operation),
      fields: all.causes.fieldsOf(call),
      method: operation.method,
      ...(request && { url: request.url }),
      ...argumentsOf(call),
      ...this.#timeOf(call),
      waits: waitsOf(call, all).map((wait) => this.#waitOf(wait, all)),
      attempts: attempts.map((attempt) => this.#attemptOf(attempt)),
      source,
      units,
      ...(operation.units !== null && { bucket: operation.bucket }),
      ...(error !== undefined && { error: codeOf(error) }),
    };
  }

  #waitOf({ reason, calls, ...time }: WaitRecord, all: TracedCalls): CallWait {
    const indexes = calls?.map((call) => all.indexes.get(call)!);
    return { reason, ...this.#timeOf(time), ...(indexes && { calls: indexes }) };
  }

  #attemptOf({ status, outcome, ...time }: AttemptRecord): CallAttempt {
    return {
      ...this.#timeOf(time),
      ...(status > 0 && { status }),
      ...(outcome !== undefined && outcome !== 'response' && { error: outcome }),
    };
  }

  /** What has not ended lasts until now. */
  #timeOf({ startedAt, endedAt }: TimeSpan): Pick<CallWait, 'startMs' | 'durationMs'> {
    const end = Math.min(endedAt, measuredNow());
    return {
      startMs: rounded(startedAt - this.#startedAt),
      durationMs: rounded(end - startedAt),
    };
  }
}

/** Microseconds are enough. */
const rounded = (ms: number): number => Math.round(ms * 1_000) / 1_000;

function argumentsOf({
  operation,
  args,
}: CallRecord): Pick<TracedCall, 'part' | 'mask' | 'ids' | 'body'> {
  const { part, fields, id, body } = args;
  return {
    ...(part !== undefined && { part: [part].flat().map(String) }),
    ...(typeof fields === 'string' && { mask: fields }),
    ...('id' in operation.query && id !== undefined && { ids: [id].flat().length }),
    ...(body !== undefined && { body }),
  };
}

/** All waits of a call in the order of their starts, those between its attempts included. */
function waitsOf(call: CallRecord, { causes }: TracedCalls): WaitRecord[] {
  const cause = causes.waitOf(call);
  const backOffs = call.attempts.slice(1).map(
    ({ startedAt }, index): WaitRecord => ({
      reason: 'backOff',
      startedAt: call.attempts[index]!.endedAt,
      endedAt: startedAt,
    }),
  );
  return [...(cause ? [cause] : []), ...call.waits, ...backOffs].toSorted(
    (one, other) => one.startedAt - other.startedAt,
  );
}
