/** `extensions` of a response. `npm run schema` writes these types to `schema/extensions.d.ts`. */

/** The names of the enum `QuotaBucketName`. */
export type Bucket = 'VIDEO' | 'SEARCH' | 'VIDEO_UPLOAD' | 'CALENDAR';

/** REST calls that were sent, and what they cost. */
export interface SentCalls {
  /** Retries included. */
  readonly requests: number;
  /** Quota units by bucket, of services that state units. */
  readonly units: Readonly<Partial<Record<Bucket, number>>>;
  /** Requests by REST operation, for example `video:videos.list`. */
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
  readonly code: 'UNKNOWN_VALUE' | 'EXPECTED_ABSENCE' | 'INVALID_ITEMS' | 'LIST_STOPPED';
  readonly path: readonly (string | number)[];
  readonly value: string;
}

/** `extensions` of a response, or of an event of a subscription. */
export type ResponseExtensions = {
  /**
   * Absent from requests that were rejected before they ran. A request that the client has aborted
   * has no response and so no cost here, although its calls count for the budget. Neither does it
   * have what happens after the response: the transfer of a file that is published, an upload to
   * `uploadUrl`, a download.
   */
  readonly cost?: CostReport;
  /** Absent if there are none. */
  readonly warnings?: readonly Warning[];
};
