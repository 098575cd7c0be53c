/**
 * Records of the REST calls of an execution, and the fields that ask for them. Spans and
 * `extensions.trace` are two views of the same records.
 *
 * Only an execution that names the fields of its calls has askers: they follow each resolver, and
 * all that it waits for, by the context of asynchronous work.
 */
import type { TracedAttempt } from '../rest/call/attempt-observer.ts';
import { PartlyRead } from '../cache/read-cache.ts';
import { UpstreamError } from '../api/error.ts';
import type { AnyOperation } from '../api/operation.ts';
import type { AnswerSource, BuiltRequest, CallOptions } from '../rest/upstream.ts';
import type { WaitKind, WaitObserver } from '../rest/share/wait-observer.ts';
import type { CallWaitReason } from './response-extensions.ts';
import { AsyncLocalStorage } from 'node:async_hooks';
import { measuredNow } from '../caller/clock.ts';

/** A part of the time, in ms of `performance.now()`. */
export interface TimeSpan {
  readonly startedAt: number;
  readonly endedAt: number;
}

/** An HTTP request that has ended. */
export type AttemptRecord = TracedAttempt & TimeSpan;

export interface WaitRecord extends TimeSpan {
  readonly reason: CallWaitReason;
  readonly calls?: readonly CallRecord[];
}

/** The wait of a batch for calls that could add ids to it. */
export interface BatchWait {
  readonly startedAt: number;
  readonly calls: Set<CallRecord>;
}

/** What is known of a call before it is sent. */
interface StartedCall {
  readonly operation: AnyOperation;
  /** Absent for a request of an upload. */
  readonly args?: Readonly<Record<string, unknown>>;
  /** Bytes of the body of a request of an upload. */
  readonly bytes?: number;
  readonly batchWait?: BatchWait | undefined;
}

export class CallRecord implements TimeSpan {
  readonly operation: AnyOperation;
  readonly args: Readonly<Record<string, unknown>>;
  /** Bytes of the body of a request of an upload. */
  readonly bytes: number | undefined;
  /** Those who ask for the call; undefined in an execution that names no fields. */
  readonly askers: Askers | undefined = currentAskers();
  /** When it was asked for. */
  readonly startedAt: number;
  /** When its batch was complete. */
  readonly readyAt = measuredNow();
  /** When it had a place among the reads of the execution. */
  admittedAt = this.readyAt;
  endedAt = Infinity;
  readonly waits: WaitRecord[] = [];
  readonly attempts: AttemptRecord[] = [];
  /** Absent if it was not built, or if its URL is a secret. */
  request: BuiltRequest | undefined = undefined;
  source: AnswerSource | 'service' = 'service';
  units = 0;
  error: unknown = undefined;
  readonly #recorder: CallRecorder;

  constructor(recorder: CallRecorder, { operation, args = {}, bytes, batchWait }: StartedCall) {
    this.#recorder = recorder;
    this.operation = operation;
    this.args = args;
    this.bytes = bytes;
    this.startedAt = batchWait?.startedAt ?? this.readyAt;
    if (!batchWait) return;
    const { startedAt, calls } = batchWait;
    this.waits.push({ reason: 'batch', startedAt, endedAt: this.readyAt, calls: [...calls] });
  }

  /** An HTTP request of the call has ended. */
  readonly onAttempt = (attempt: TracedAttempt): void => {
    this.attempts.push({ ...attempt, endedAt: measuredNow() });
    if (attempt.isCounted) this.units += this.operation.units ?? 0;
  };

  readonly onRequest = (request: BuiltRequest): void => {
    this.request = request;
  };

  /** The call has a place among the reads of the execution, for which it has waited. */
  admit(): void {
    this.admittedAt = measuredNow();
    this.#addWait('place', this.readyAt);
  }

  /** @returns the options of the call, so that it is recorded */
  recording(options: CallOptions): CallOptions {
    const { onShared, waits } = options;
    return {
      ...options,
      onAttempt: this.onAttempt,
      onRequest: this.onRequest,
      onShared:
        onShared &&
        ((from) => {
          this.source = from;
          onShared(from);
        }),
      waits: {
        onWait: (kind, ms) => {
          if (kind === 'connection' || kind === 'rateLimit')
            this.#addWait(kind, measuredNow() - ms);
          waits?.onWait(kind, ms);
        },
      },
    };
  }

  /** The caller has the answer, or the error. */
  end(error?: unknown): void {
    this.endedAt = measuredNow();
    this.error = error;
    this.#recorder.endCall(this);
  }

  #addWait(reason: CallWaitReason, startedAt: number): void {
    this.waits.push({ reason, startedAt, endedAt: measuredNow() });
  }
}

/** Sees the records of an execution. */
export interface CallView extends WaitObserver {
  onStart?(call: CallRecord): void;
  onEnd?(call: CallRecord): void;
}

/** Records the calls and the waits of one execution, or of an upload or a download. */
export class CallRecorder implements WaitObserver {
  readonly #views: CallView[];

  constructor(...views: readonly CallView[]) {
    this.#views = [...views];
  }

  /** @returns the recorder, whose records the view sees from now on */
  with(view: CallView): this {
    this.#views.push(view);
    return this;
  }

  startCall(
    operation: AnyOperation,
    args: Readonly<Record<string, unknown>>,
    batchWait?: BatchWait,
  ): CallRecord {
    return this.#start({ operation, args, batchWait });
  }

  /**
   * A request of an upload begins, which costs no quota units.
   * @param operation that has started the upload
   * @param bytes of its body
   */
  startUploadRequest(operation: AnyOperation, bytes: number): CallRecord {
    return this.#start({ operation, bytes });
  }

  onWait(kind: WaitKind, ms: number): void {
    for (const view of this.#views) view.onWait(kind, ms);
  }

  endCall(call: CallRecord): void {
    for (const view of this.#views) view.onEnd?.(call);
  }

  #start(started: StartedCall): CallRecord {
    const call = new CallRecord(this, started);
    for (const view of this.#views) view.onStart?.(call);
    return call;
  }
}

export const codeOf = (error: unknown): string =>
  error instanceof UpstreamError ? error.code : 'INTERNAL';

/** @returns the answer, whose end is recorded */
export function recorded<T>(answer: Promise<T>, call: CallRecord | undefined): Promise<T> {
  if (call !== undefined)
    answer.then(
      () => call.end(),
      (error: unknown) => call.end(error instanceof PartlyRead ? error.cause : error),
    );
  return answer;
}

/** A field of one object of the response, while it is resolved. */
export interface Asker {
  /** Response names from the root, with dots and without the indexes of lists. */
  readonly field: string;
}

/** Those who ask for a call. A set grows when other fields want the same answer. */
type Askers = readonly ReadonlySet<Asker>[];

const storage = new AsyncLocalStorage<Askers>();

/** @returns who asks for what runs now; undefined in an execution that names no fields */
export const currentAskers = (): Askers | undefined => storage.getStore();

export const runFor = <T>(askers: Askers, run: () => T): T => storage.run(askers, run);

/** Runs the execution of an operation, which names the fields of its calls. */
export const nameFields = <T>(run: () => T): T => runFor([], run);

export const runForField = <T>(field: string, run: () => T): T =>
  runFor([new Set([{ field }])], run);

/** @returns a set of those who ask for what runs now, to which others can be added */
export function askerSet(): Set<Asker> | undefined {
  const askers = currentAskers();
  return askers && new Set(askers.flatMap((each) => [...each]));
}

/** Adds those who ask for what runs now. */
export function addAskers(to: Set<Asker>): void {
  for (const asker of askerSet() ?? []) to.add(asker);
}

/** @returns the function, which runs for those who ask now, whenever it is called */
export function keepAskers<Input, Output>(run: (input: Input) => Output): (input: Input) => Output {
  const askers = currentAskers();
  return askers ? (input) => runFor(askers, () => run(input)) : run;
}

/**
 * Runs something for fields below those that ask now.
 * @param names response names from those fields, with dots
 */
export function runBelow<T>(names: readonly string[], run: () => T): T {
  const askers = currentAskers();
  if (!askers) return run();
  const above = new Set(askers.flatMap((each) => [...each].map(({ field }) => field)));
  const below = [...above].flatMap((field) => names.map((name) => ({ field: `${field}.${name}` })));
  return runFor([new Set(below)], run);
}
