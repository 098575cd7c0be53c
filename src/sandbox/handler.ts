/** What a service's handlers are given and what they answer. */
import type { AnyOperation } from '../upstream/operation.ts';
import type { Query } from './query.ts';
import { refuse } from './api-error.ts';
import type { Media } from './upload/content.ts';
import type { User } from './user.ts';
import type { World } from './world.ts';

/** One call that has passed all checks that follow from the operation's descriptor. */
export interface Call {
  readonly operation: AnyOperation;
  readonly world: World;
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
 * Answers the whole resource or list: what `part` and `fields` leave out is cut away afterwards, and the video
 * services' etags are added; a `Content` goes out as it is. Nothing (undefined) is 204. Refuses by `refuse(...)`.
 */
export type Handler = (call: Call) => object | undefined;

/** What an upload is refused for before its bytes are taken, and again when all of them are there. */
export type Admissions = Readonly<Record<string, (call: Call) => void>>;

/** A service's handlers, by operation key. */
export type Handlers = Readonly<Record<string, Handler>>;

/** Refuses with 412 when the call carries an `If-Match` that is neither `*` nor this etag. */
export function checkIfMatch({ headers }: Call, etag: string): void {
  const expected = headers['if-match'];
  if (expected === undefined || expected.trim() === '*') return;
  if (expected.split(',').every((tag) => tag.trim() !== etag))
    refuse(412, 'conditionNotMet', {
      message: 'Precondition Failed',
      location: 'If-Match',
      locationType: 'header',
    });
}
