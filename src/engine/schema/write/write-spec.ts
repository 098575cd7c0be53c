/** The types of the declaration of a write, which `write` takes. */
import type { Execution } from '../../execution/execution.ts';
import type { Ref, Resource } from '../../read/resource.ts';
import type { Strategy } from '../../write/strategy.ts';
import type { AnyOperation, Operation, ReasonOf } from '../../api/operation.ts';
import type { FileContent } from '../../rest/upstream.ts';
import type { ValuePaths } from '../error/error-path.ts';
import type { ObjectType } from '../builder.ts';
import type { ArgumentMap, EntityType } from '../field/field-factory.ts';
import type { KeyParts, RefInput, WellKnownIdResolver } from '../field/ref-input.ts';
import type { InputOf, InputTable } from './write-input.ts';
import type { PayloadSpec } from './write-payload.ts';

type Body<O> = O extends Operation<string, any, infer B> ? B : never;

/** The value of a mutation's input, before a declaration types it. */
export type Input = Readonly<Record<string, unknown>>;

/** How the input names the written entity. */
export type IdSpec =
  /** Description of the argument `id`. */
  | string
  | {
      readonly argument: string;
      readonly description: string;
      readonly wellKnown?: WellKnownIdResolver;
    }
  /** Argument `by`, for compound keys. */
  | { readonly ref: RefInput; readonly description: string }
  /** Any other way, with input fields of its own. */
  | {
      readonly argument: string;
      readonly fields: ArgumentMap;
      readonly operations: readonly AnyOperation[];
      readonly resolve: (execution: Execution, input: any) => Promise<Ref>;
    };

/** An `id`, or `by` for a compound key, described by the names of the mutation and the type. */
interface NamedIdSpec {
  readonly ref?: RefInput;
  /** Further sentences of the description. */
  readonly note?: string;
}

/** The parent of a new entity, whose key is in the path of the operation. */
export type BelowSpec = BelowKeySpec | BelowRefSpec;

interface BelowKeySpec {
  /** By key name, which is also the name of the argument: `{ taskListId: ... }`. */
  readonly key: KeyParts;
}

/** A parent with a compound key: the comment of a reply. */
interface BelowRefSpec {
  readonly argument: string;
  readonly ref: RefInput;
  readonly description: string;
}

/** Several entities, named by a list of ids. */
interface IdsSpec {
  readonly argument: string;
  readonly description: string;
}

/** The new entities of a bulk insert: a list of inputs. */
export interface EntriesSpec {
  readonly argument: string;
  readonly description: string;
  readonly typeName: string;
  readonly typeDescription: string;
  readonly input: InputTable<any>;
  readonly max: number;
}

/** A nested input object whose fields write paths of the body as well. */
export interface GroupSpec {
  readonly argument: string;
  readonly description: string;
  readonly typeName: string;
  readonly typeDescription: string;
  readonly isOneOf?: true;
  readonly input: InputTable<any>;
}

/** A file that comes with the request. */
export interface FileSpec {
  readonly description: string;
  readonly required: boolean;
  /** @throws InvalidInput for a file that the operation does not take */
  readonly read: (operation: AnyOperation, file: any) => FileContent;
}

/**
 * The entity that is locked while the write runs. Writes with the same lock run one after another:
 * all writes to the items of a playlist lock the playlist.
 */
export interface LockSpec {
  /** The type of the entity. */
  readonly resource: Resource;
  /**
   * Finds the entity. Default: its key is the beginning of that of the written one; then the
   * entries of a bulk write with the same lock are written in their order.
   */
  readonly of?: (
    execution: Execution,
    write: { readonly ref?: Ref | undefined; readonly input: any },
  ) => Promise<Ref>;
  /** Operations that `of` calls. */
  readonly operations?: readonly AnyOperation[];
}

/**
 * The bulk form of a mutation: a mutation of its own, with a list of inputs. Each entry is written
 * as the mutation writes it, at most ten at a time.
 */
interface BulkSpec {
  readonly name: string;
  /** What it does, before the text about all bulk mutations. */
  readonly description: string;
  /** What one entry does, for the description of the list. */
  readonly entries: string;
  /**
   * What distinguishes entries with the same id, or the same parent. Default: nothing, and entries
   * with the same id are rejected.
   */
  readonly distinguishedBy?: (input: any) => readonly unknown[];
}

/**
 * The declaration of a mutation.
 * @typeParam O the type of the operation
 * @typeParam T the input fields that write the body, with their GraphQL types
 * @typeParam P the input fields that are REST parameters
 * @typeParam S the input fields that are settings
 */
export interface WriteSpec<O extends AnyOperation, T, P, S> extends PayloadSpec {
  readonly description: string;
  /** Of the input type. Default: whose input it is, and for a change what omitted fields do. */
  readonly inputDescription?: string;
  readonly deprecationReason?: string;
  readonly operation: O;
  /** The resource that is written. */
  readonly target: EntityType<unknown>;
  /** The type of the payload's entity, if it is not the written one: an upload session. */
  readonly resultType?: EntityType<unknown>;
  /** The type that the payload's entity always has, if that of the entity is an interface. */
  readonly resultAs?: ObjectType<unknown>;
  /** Default: that of deletions, with a text for `deletes`. */
  readonly strategy?: Strategy;
  readonly id?: IdSpec | NamedIdSpec;
  readonly below?: BelowSpec;
  readonly ids?: IdsSpec;
  /** Input fields that write paths of the body. */
  readonly input?: InputTable<T>;
  /** Input fields that are REST parameters. */
  readonly parameters?: InputTable<P>;
  /** REST parameters that follow from the input: a new owner needs `transferOwnership`. */
  readonly derivedParameters?: (input: InputOf<T & P & S>) => Readonly<Record<string, unknown>>;
  /** Input fields for the strategy, `validate` or `derivedParameters`. */
  readonly settings?: InputTable<S>;
  readonly group?: GroupSpec;
  readonly entries?: EntriesSpec;
  readonly file?: FileSpec;
  readonly lock?: LockSpec;
  /**
   * Checks that one row cannot make. Runs before any call.
   * @throws InvalidInput or MutationError
   */
  readonly validate?: (input: InputOf<T & P & S>) => void;
  /**
   * Changes the body at the end, with the current body that was read. A patch of `replaceIfMatch`
   * sends the changes alone, and does not call it.
   * @throws InvalidInput
   */
  readonly adjust?: (next: Body<O>, current: Body<O>, input: InputOf<T & P & S>) => void;
  /** Paths of rejected values, by the API's reason. */
  readonly reasons?: ReasonPaths<O>;
  /** Paths of rejected values, by the API's location, if the location is not their own path. */
  readonly locations?: ValuePaths;
  readonly bulk?: BulkSpec;
  /** The service tells people of the write in any case: no `notify` of an input decides. */
  readonly notifies?: true;
}

/** Body paths of rejected values, by the reasons that the descriptor of the operation names. */
export type ReasonPaths<O extends AnyOperation> =
  string extends ReasonOf<O> ? ValuePaths : OwnReasonPaths<ReasonOf<O>>;

/** An object type without properties would accept any property. */
type OwnReasonPaths<Reason extends string> = [Reason] extends [never]
  ? undefined
  : { readonly [K in Reason]?: ValuePaths[string] };

/** The declaration of any mutation, with what follows from its names. */
export interface AnyWriteSpec
  extends Omit<WriteSpec<AnyOperation, any, any, any>, 'strategy' | 'id'> {
  readonly strategy: Strategy;
  readonly id?: IdSpec;
}
