/** What a declared write says of itself. */
import type { Execution } from '../../data/execution.ts';
import type { Ref } from '../../data/read/resource.ts';
import type { Strategy } from '../../data/write/strategy.ts';
import type { AnyOperation, Operation, ReasonOf } from '../../upstream/operation.ts';
import type { FileContent } from '../../upstream/upstream.ts';
import type { ValuePaths } from '../error-path.ts';
import type { ResourceRef } from './field-factory.ts';
import type { KeyParts, RefInput } from './ref-input.ts';
import type { InputBuilder, InputOf, InputTable } from './write-input.ts';
import type { PayloadSpec } from './write-payload.ts';

type Body<O> = O extends Operation<string, any, infer B> ? B : never;

/** The value of a mutation's input, before a declaration gives it a type. */
export type Input = Readonly<Record<string, unknown>>;

/** How the input names the entity that is written. */
export type IdSpec =
  /** Description of the argument `id`. */
  | string
  | { readonly argument: string; readonly description: string }
  /** Argument `by`, for compound keys. */
  | { readonly ref: RefInput; readonly description: string }
  /** Any other way, with input fields of its own. */
  | {
      readonly argument: string;
      readonly fields: (t: InputBuilder) => Readonly<Record<string, unknown>>;
      readonly operations: readonly AnyOperation[];
      readonly resolve: (execution: Execution, input: any) => Promise<Ref>;
    };

/** The entity below which an insert creates: its key is in the path of the operation. */
export interface BelowSpec {
  /** By key name, which is also the name of the argument: `{ calendarId: ... }`. */
  readonly parts: KeyParts;
  /** Operations that resolving a part may call. */
  readonly operations?: readonly AnyOperation[];
}

/** Many entities named by a list of ids. */
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
 * The entity that is locked while the write runs: writes with the same lock run one after the other
 * (the playlist of its items).
 */
export interface LockSpec {
  /** Operations that `of` may call. */
  readonly operations: readonly AnyOperation[];
  readonly of: (
    execution: Execution,
    write: { readonly ref?: Ref | undefined; readonly input: any },
  ) => Promise<Ref>;
}

export interface WriteSpec<O extends AnyOperation, T, P, S> extends PayloadSpec {
  readonly description: string;
  readonly inputDescription: string;
  readonly deprecationReason?: string;
  readonly operation: O;
  /** The resource that is written. */
  readonly target: ResourceRef<unknown>;
  /** The type of the payload's entity, where it is not the written one: an upload session. */
  readonly resultType?: ResourceRef<unknown>;
  readonly strategy: Strategy;
  readonly id?: IdSpec;
  readonly below?: BelowSpec;
  readonly ids?: IdsSpec;
  /** Input fields that write paths of the body. */
  readonly input?: InputTable<T>;
  /** Input fields that are REST parameters. */
  readonly parameters?: InputTable<P>;
  /** Input fields for the strategy or `validate`. */
  readonly settings?: InputTable<S>;
  readonly group?: GroupSpec;
  readonly entries?: EntriesSpec;
  readonly file?: FileSpec;
  readonly lock?: LockSpec;
  /** What one row cannot check. Runs before any call. @throws InvalidInput or MutationError */
  readonly validate?: (input: InputOf<T & P & S>) => void;
  /** The last word on the body, with what was read. @throws InvalidInput */
  readonly adjust?: (next: Body<O>, current: Body<O>, input: InputOf<T & P & S>) => void;
  /** Where the rejected value is, by the API's reason. */
  readonly reasons?: ReasonPaths<O>;
  /** Where the rejected value is, by the API's location, where that leads to another value. */
  readonly locations?: ValuePaths;
}

/** Where rejected values are, by the reasons that the descriptor of the operation names. */
export type ReasonPaths<O extends AnyOperation> =
  string extends ReasonOf<O> ? ValuePaths : OwnReasonPaths<ReasonOf<O>>;

/** An object type without properties would accept any property. */
type OwnReasonPaths<Reason extends string> = [Reason] extends [never]
  ? undefined
  : { readonly [K in Reason]?: ValuePaths[string] };

export type AnyWriteSpec = WriteSpec<AnyOperation, any, any, any>;
