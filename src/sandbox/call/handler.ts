/** The interface between the sandbox and the handlers of its services. */
import type { AnyOperation } from '../../engine/api/operation.ts';
import { ApiError } from '../http/api-error.ts';
import type { Query } from './query.ts';
import type { Simulation } from '../simulation.ts';
import type { Media } from '../upload/media.ts';
import type { User } from '../user.ts';
import type { RefusalReason } from '../rule.ts';

/** A call that has passed all checks which follow from the descriptor of its operation. */
export interface ApiCall {
  readonly operation: AnyOperation;
  readonly simulation: Simulation;
  /** `anonymous` if the request has only an API key. */
  readonly user: User;
  /** The values of the path's `{keys}`, decoded. */
  readonly path: Readonly<Record<string, string>>;
  readonly query: Query;
  /** The values of `part`; empty for operations without parts. */
  readonly parts: ReadonlySet<string>;
  /** The JSON body, names and types checked; empty if the request has none. */
  readonly body: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** The file of an upload. */
  readonly media?: Media;
}

/**
 * Performs one operation.
 *
 * Returns the whole resource or list, without the etags of YouTube resources: `executeCall` adds
 * them and removes what `part` and `fields` exclude. A `FileResponse` is sent unchanged; undefined
 * is sent as status 204. Throws an `ApiError` if the real service would reject the call.
 */
export type Handler = (call: ApiCall) => object | undefined;

/** A handler with options that only some operations need and their descriptors do not state. */
export interface HandlerEntry {
  readonly handle: Handler;
  /** Runs before the bytes of a resumable upload are read, and again before `handle`. */
  readonly precheck?: (call: ApiCall) => void;
  /** The `fields` mask of calls that send none. Default: the whole resource. */
  readonly defaultFields?: string;
  /** By path of `requiredBody`: the reason of the error if the field is missing. */
  readonly missingReasons?: Readonly<Record<string, RefusalReason>>;
  /** Paths of `requiredBody` that may be empty texts. */
  readonly mayBeEmpty?: readonly string[];
  /** The reason if several filters are set. Default: `incompatibleParameters`. */
  readonly filterConflictReason?: RefusalReason;
  /** The parameter with which an account without a channel is no error. Default: none. */
  readonly needsNoChannel?: string;
}

/** The operations of a service that the sandbox implements, by operation key. */
export type Handlers = Readonly<Record<string, Handler | HandlerEntry>>;

/** @throws ApiError 412 if the call has an `If-Match` header that is neither `*` nor the etag */
export function checkIfMatch({ headers }: ApiCall, etag: string): void {
  const expected = headers['if-match'];
  if (expected === undefined || expected.trim() === '*') return;
  if (expected.split(',').some((tag) => tag.trim() === etag)) return;
  throw conditionNotMet();
}

/** The error for an `If-Match` header that is not the etag of the entity. */
export const conditionNotMet = (): ApiError =>
  new ApiError(412, 'conditionNotMet', {
    message: 'Precondition Failed',
    location: 'If-Match',
    locationType: 'header',
  });
