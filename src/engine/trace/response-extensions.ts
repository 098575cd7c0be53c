/** `extensions` of a response. `npm run schema` writes these types to `schema/extensions.d.ts`. */
import type { Bucket, Service } from '../api/register.ts';

/** REST calls that were sent, and what they cost. */
export interface SentCalls {
  /** Retries included. */
  readonly requests: number;
  /** Quota units by bucket, of services that state units. */
  readonly units: Readonly<Partial<Record<Bucket, number>>>;
  /** Requests by REST operation (`service:resource.method`). */
  readonly operations: Readonly<Record<string, number>>;
}

/** The cost of a request, or of an event of a subscription. */
export interface CostReport extends SentCalls {
  /**
   * Entities that were read by their keys, less the calls that this took, and calls whose answer
   * came from an equal call of another request.
   */
  readonly avoided: number;
  /**
   * Of an event of a subscription: what its poller has spent since the event before. All
   * subscriptions of the caller to the feed share it. Absent without a poller.
   */
  readonly polling?: SentCalls;
}

/** An expected absence or an unknown value: no error. `docs/errors.md` has the codes. */
export interface Warning {
  readonly code:
    | 'UNKNOWN_VALUE'
    | 'EXPECTED_ABSENCE'
    | 'INVALID_ITEMS'
    | 'LIST_STOPPED'
    | 'NOT_SHOWN';
  readonly path: readonly (string | number)[];
  readonly value: string;
}

/** Data that is older than it should be. */
interface StaleData {
  /** Seconds since the oldest of it was read. */
  readonly age: number;
}

/** A part of the time of a trace, in ms from the start of the execution. */
interface TracedTime {
  readonly startMs: number;
  readonly durationMs: number;
}

/** An HTTP request of a call. */
export interface CallAttempt extends TracedTime {
  /** Absent: no response has arrived. */
  readonly status?: number;
  /** How a request without a usable response has ended, for example `timeout`. */
  readonly error?: string;
}

/**
 * Why a call was not sent earlier.
 * - `ids`: a call of a field above had to return the ids.
 * - `order`: the same field made another call before: for the page before, or for an earlier step
 *   of a write.
 * - `batch`: running calls could add ids to this call.
 * - `place`: the operation had as many reads under way as it may have.
 * - `connection`: all connections to the service were busy.
 * - `rateLimit`: the service had stated a rate limit.
 * - `backOff`: an attempt had failed, and the next one came after a pause.
 */
export type CallWaitReason =
  | 'ids'
  | 'order'
  | 'batch'
  | 'place'
  | 'connection'
  | 'rateLimit'
  | 'backOff';

/** A wait of a call. */
export interface CallWait extends TracedTime {
  readonly reason: CallWaitReason;
  /** Indexes in `calls` of the calls that were waited for. */
  readonly calls?: readonly number[];
}

/** A REST call. */
export interface TracedCall extends TracedTime {
  /** `service:resource.method`. */
  readonly operation: string;
  readonly service: Service;
  /**
   * The fields that asked for the call: their names in the response from the root, without the
   * indexes of lists, for example `playlist.items.nodes.video`.
   */
  readonly fields: readonly string[];
  readonly method: string;
  /** Without an API key. Absent for a call that was not built, and for a URL that is a secret. */
  readonly url?: string;
  /** The JSON body. */
  readonly body?: unknown;
  readonly part?: readonly string[];
  /** The parameter `fields`. */
  readonly mask?: string;
  /** How many entities the call names by their ids. */
  readonly ids?: number;
  /** The time in which it waited for a batch, for a place and so on is included. */
  readonly startMs: number;
  readonly waits: readonly CallWait[];
  /** Without any, nothing was sent. */
  readonly attempts: readonly CallAttempt[];
  /**
   * Where the answer came from: an HTTP request of this call, an equal call of another request that
   * was in flight, or the cache of answers.
   */
  readonly source: 'service' | 'shared' | 'cache';
  /** Quota units of all attempts. */
  readonly units: number;
  /** Absent for a service without quota units. */
  readonly bucket?: Bucket;
  /** The code of the error that the call has ended with. */
  readonly error?: string;
}

/** A wait of an execution as a whole. */
export interface ExecutionWait extends TracedTime {
  /** `store`: an answer of the shared store. `lock`: the turn to update an object. */
  readonly kind: 'store' | 'lock';
}

/** What an execution did. */
export interface Trace {
  readonly durationMs: number;
  /** In the order of their starts. */
  readonly calls: readonly TracedCall[];
  readonly waits: readonly ExecutionWait[];
}

/** `extensions` of a response, or of an event of a subscription. */
export type ResponseExtensions = {
  /**
   * Absent from requests that were rejected before they ran, and from answers that caches may store
   * for everybody. A request that the client has aborted has no response and so no cost here,
   * although its calls count for the budget. Neither does it have what happens after the response:
   * the transfer of a file that is published, an upload to `uploadUrl`, a download.
   */
  readonly cost?: CostReport;
  /** Absent if there are none. */
  readonly warnings?: readonly Warning[];
  /**
   * Some of the data is older than it should be: it is being read again, or its quota is gone.
   * Absent for data that is current.
   */
  readonly stale?: StaleData;
  /** Sent only to requests with the header `x-trace: 1`, if the setting `TRACE` is on. */
  readonly trace?: Trace;
};
