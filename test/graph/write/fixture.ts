/** What the tests of declared mutations must know of each mutation beside its declaration. */
import type { TestFile } from '../../support/form.ts';

/** An input, or a part of one. */
export type Input = Readonly<Record<string, unknown>>;

/** Values of one input field. */
export interface FieldValues {
  /** The first differs from the seeded value, the second from the first. */
  readonly values: readonly [unknown, unknown];
  /** What the API gets and the sandbox stores. Default: enum values and ids as the API has them. */
  readonly stored?: readonly [unknown, unknown];
  /** Where the sandbox stores the value. Default: the path of the body below the entity. */
  readonly at?: string;
  /** Paths of the sandbox's state that change together with the field. */
  readonly alsoChanges?: readonly string[];
  /** The stored value after null. Default: none, or an empty one. */
  readonly cleared?: unknown;
  /** Further parameters that the write sends because of the field or of `with`. */
  readonly alsoSends?: readonly string[];
  /** Further input that the field needs. It is then left out where all fields are set at once. */
  readonly with?: Input;
}

/** A value that the gateway or the sandbox rejects. */
export interface Rejected {
  /** The input beside the required fields. */
  readonly input: Input;
  /** Default: `INVALID_INPUT`. */
  readonly code?: string;
  /** The reason that the API gives; absent: the gateway rejects the value before any write. */
  readonly reason?: string;
  /** Where the value is in the input. Default: the field. */
  readonly path?: string;
  /** Whether the gateway rejects the value for what it has read. Default: before any call. */
  readonly afterRead?: true;
  /** Content instead of the file of the fixture. */
  readonly file?: TestFile;
}

/** An id argument. */
export interface IdValues {
  /** A well-formed id that no entity has; absent: the id is not looked up. */
  readonly missing?: string;
  /** Further input for the missing id. */
  readonly with?: Input;
  /** The error for the missing id. Default: `NOT_FOUND` at the argument. */
  readonly code?: string;
  /** The error for an id of a form that no entity has. Default: that for the missing id. */
  readonly misshapen?: string;
  /** Default: the argument. */
  readonly path?: readonly string[];
  /** The place of the error for an id of a form that no entity has. Default: `path`. */
  readonly misshapenPath?: readonly string[];
  /** The REST id of an entity. Default: the id in the input that `with` is added to. */
  readonly valid?: string;
  /** Whether it is a part of a path, although the mutation is one of YouTube. */
  readonly isInPath?: true;
  /** Further input wherever the id is given: of objects beside an id that have required fields. */
  readonly base?: Input;
}

export interface WriteFixture {
  /** The arguments that name the seeded entity; of an insert below a parent, the parent. */
  readonly target?: Input;
  /** The entity in the sandbox's state, or the collection to which the write adds one. */
  readonly entity?: string;
  /** Values of the input fields, files and id arguments apart. Pairs are `values`. */
  readonly fields?: Readonly<Record<string, FieldValues | readonly [unknown, unknown]>>;
  readonly file?: TestFile;
  /** How it ends for callers who do not own the entity: with `DONE`, or with an error code. */
  readonly callers: Readonly<Record<'studio-guest' | 'no-channel', string>> & {
    /** Has only scopes for reading. Default: `MISSING_SCOPE`. */
    readonly 'studio-reader'?: string;
  };
  /** All id arguments by their path in the input, without the places in lists. */
  readonly ids?: Readonly<Record<string, IdValues>>;
  /** Rejected values by input field; fields that take any value of their type are in `accepts`. */
  readonly rejected?: Readonly<Record<string, readonly Rejected[]>>;
  readonly accepts?: readonly string[];
  /**
   * Operations that may be sent again although they are not idempotent, with the reason: the body
   * has an id that the gateway made.
   */
  readonly repeatable?: Readonly<Record<string, string>>;
  /** Whether the gateway reads the entity after a lost answer, to find out if it was written. */
  readonly readsOutcome?: true;
  /**
   * The end of a second, equal write: `ADDED` for a second entity, `SAME` where it changes nothing,
   * or an error code. Default: by the strategy.
   */
  readonly again?: string;
}

/** The fixtures of one service, by mutation; kinds of uploads follow after a space. */
export type Fixtures = Readonly<Record<string, WriteFixture>>;

/** A pair of values as an object. */
export const valuesOf = (given: FieldValues | readonly [unknown, unknown]): FieldValues =>
  isPair(given) ? { values: given } : given;

const isPair = (
  given: FieldValues | readonly [unknown, unknown],
): given is readonly [unknown, unknown] => Array.isArray(given);
