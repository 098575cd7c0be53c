/** What a service's handlers are given and what they answer. */
import type { AnyOperation } from '../upstream/operation.ts';
import type { Query } from './query.ts';
import { ApiError } from './api-error.ts';
import type { Media } from './upload/media.ts';
import type { User } from './user.ts';
import type { Simulation } from './simulation.ts';

/** One call that has passed all checks that follow from the operation's descriptor. */
export interface ApiCall {
  readonly operation: AnyOperation;
  readonly simulation: Simulation;
  /** `anonymous` when only the API key came along. */
  readonly user: User;
  /** Decoded values of the path's `{keys}`. */
  readonly path: Readonly<Record<string, string>>;
  readonly query: Query;
  /** The parts named; empty for operations without parts. */
  readonly parts: ReadonlySet<string>;
  /** The JSON body, its names and types checked; an empty object when none came. */
  readonly body: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** What came with it to the upload address. */
  readonly media?: Media;
}

/**
 * Performs one operation.
 *
 * Returns the whole resource or list, without etags on YouTube resources: `executeCall` adds them
 * and removes what `part` and `fields` exclude. A `FileResponse` is sent unchanged; undefined is
 * sent as status 204. Throws an `ApiError` if the real service would reject the call.
 */
export type Handler = (call: ApiCall) => object | undefined;

/** A handler with the options that only some operations need. */
export interface HandlerEntry {
  readonly handle: Handler;
  /** Runs before the bytes of a resumable upload are read, and again before `handle`. */
  readonly precheck?: (call: ApiCall) => void;
  /** The `fields` mask of calls that send none. Absent: the whole resource. */
  readonly defaultFields?: string;
}

/** The operations of a service that the sandbox implements, by operation key. */
export type Handlers = Readonly<Record<string, Handler | HandlerEntry>>;

/** Refuses with 412 when the call carries an `If-Match` that is neither `*` nor this etag. */
export function checkIfMatch({ headers }: ApiCall, etag: string): void {
  const expected = headers['if-match'];
  if (expected === undefined || expected.trim() === '*') return;
  if (expected.split(',').every((tag) => tag.trim() !== etag))
    throw new ApiError(412, 'conditionNotMet', {
      message: 'Precondition Failed',
      location: 'If-Match',
      locationType: 'header',
    });
}
