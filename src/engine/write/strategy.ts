/** The interface of write strategies: a strategy carries out one kind of REST write. */
import type { AnyOperation } from '../api/operation.ts';
import type { FileContent } from '../rest/upstream.ts';
import type { Execution } from '../execution/execution.ts';
import type { Paths } from '../read/path.ts';
import type { Ref, Resource } from '../read/resource.ts';
import type { Change, JsonRecord } from './change.ts';

/** One write, as a strategy receives it. */
export interface WriteRequest {
  readonly execution: Execution;
  readonly operation: AnyOperation;
  readonly resource: Resource;
  /** The entity that is written, or copied; absent if the write creates an entity. */
  readonly ref?: Ref | undefined;
  /** The first keys of the new entity, where the path of the operation has them. */
  readonly parentKey?: readonly string[] | undefined;
  /** The entities of a bulk write. */
  readonly refs?: readonly Ref[] | undefined;
  readonly changes: readonly Change[];
  /** The changes of each new entity of a bulk insert. */
  readonly entries?: readonly (readonly Change[])[] | undefined;
  /** REST parameters that the input names. */
  readonly parameters: Readonly<JsonRecord>;
  /** Input fields that only the strategy reads (`ifMatch`, `mode`). */
  readonly settings: Readonly<JsonRecord>;
  /** A file that goes with the call. */
  readonly file?: FileContent | undefined;
  /** Paths of the entity that the client selects in the payload. */
  readonly selected: Paths;
  /** Warns the client that the answer does not show the value of an argument as it was sent. */
  readonly warnNotShown?: ((argument: string) => void) | undefined;
  /** The last change of the body, from the declaration; may throw InvalidInput. */
  readonly adjust?: ((next: JsonRecord, current: JsonRecord) => void) | undefined;
}

export type CallCount = readonly [operation: AnyOperation, times: number];

/** The parts of a write that decide the number of its calls. */
export type PlannedWrite = Pick<
  WriteRequest,
  'operation' | 'resource' | 'changes' | 'parameters' | 'refs' | 'entries' | 'settings'
>;

/** One entity of a bulk write: the entity that was written, or why it was not. */
export interface BulkResult {
  /** Place in the input, from 0. */
  readonly index: number;
  readonly ref?: Ref | undefined;
  readonly error?: unknown;
}

export interface WriteOutcome {
  /** The entity that was written or deleted. */
  readonly ref?: Ref | undefined;
  /** One for each entity of a bulk write, in the order of the input. */
  readonly results?: readonly BulkResult[];
  /** The error of the whole input of a bulk write, or of the rest of it. */
  readonly failure?: unknown;
  /** The value that further payload fields read. */
  readonly extra?: unknown;
}

/** One kind of REST write. */
export interface Strategy {
  /** The name of the strategy's function, or of one that does the same. Tests depend on it. */
  readonly kind:
    | 'action'
    | 'actionEach'
    | 'insert'
    | 'insertEach'
    | 'openUpload'
    | 'patch'
    | 'remove'
    | 'replaceByState'
    | 'replaceIfMatch'
    | 'replaceParts'
    | 'retired'
    | 'workflow';
  /** Operations that the strategy may call, in the order of `@upstream`. */
  readonly operations: (write: Pick<WriteRequest, 'operation' | 'resource'>) => AnyOperation[];
  /**
   * Maximum number of calls of one attempt to write. Those that repeat it, after a 412 or when its
   * turn has come late, are limited by the allowance alone. Default: one of each operation.
   */
  readonly calls?: (write: PlannedWrite) => readonly CallCount[];
  /** Maximum time in ms that one write waits between its calls. Default: 0. */
  readonly waitMs?: (write: PlannedWrite) => number;
  /** Paths that the read before a write must show: without one of them nothing is written. */
  readonly requiredPaths?: (write: PlannedWrite) => readonly string[];
  /**
   * Whether the key of the entity decides which one of the operations is called: the access of the
   * caller is checked then, and not before. A token for one service must not need the scopes of
   * another one.
   */
  readonly choosesOperation?: true;
  /**
   * Whether the strategy takes the turn of the entity for a write before which it reads nothing: a
   * caller who is not accepted yet makes a read for the turn.
   */
  readonly mayWriteFirst?: true;
  /** Whether the same input, sent twice, always has the effect of one. Default: as its kind. */
  readonly isRepeatable?: boolean;
  /**
   * The conditions of clients that the strategy keeps: names of settings. A write cannot declare
   * another one, which nothing would check.
   */
  readonly conditions?: readonly string[];
  readonly run: (write: WriteRequest) => Promise<WriteOutcome>;
}
