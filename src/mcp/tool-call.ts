/** What a tool can do while a client waits for its result. */
import type { ExecutionResult } from 'graphql';
import type { Clock } from '../engine/caller/clock.ts';
import type { BudgetBalance } from '../engine/cost/unit-budget.ts';
import type { Store } from '../engine/store/store.ts';

/** A document, and what it is executed with. */
export interface AgentRequest {
  readonly query: string;
  readonly variables?: Readonly<Record<string, unknown>> | undefined;
  readonly operationName?: string | undefined;
  /** Whether the tool can do without it: its failure never ends the call. Default: false. */
  readonly isOptional?: boolean | undefined;
}

/** How far a call is. */
export interface CallProgress {
  /** Grows with each report of a call. */
  readonly progress: number;
  readonly total?: number | undefined;
  readonly message?: string | undefined;
}

/** One call of a tool, of one caller. */
export interface ToolCall {
  /**
   * Executes a document with the tokens and within the budget of the caller. May end the call
   * instead, by an error that the tool must not catch: a client whose token does not suffice is
   * told so if the call has written nothing.
   */
  execute(request: AgentRequest): Promise<ExecutionResult>;
  /**
   * Sends a file to the URL of an upload session, which is a write.
   * @throws HttpError
   */
  sendFile(uploadUrl: string, file: Buffer): Promise<void>;
  /**
   * @returns what agents of the account have spent of their budget, or what was known last while
   * the store cannot be reached
   */
  balance(): Promise<BudgetBalance>;
  /** Whether a document of the call has sent a write: from then on, repeating it is no retry. */
  readonly hasWritten: boolean;
  /** Tells the client how far the call is; nothing if it has not asked for that. Never fails. */
  report(progress: CallProgress): Promise<void>;
  /** Aborts when the client cancels the call, or leaves. */
  readonly signal: AbortSignal;
  readonly clock: Clock;
  /** Whose call it is, without secrets: the account, or a digest of the tokens. */
  readonly callerKey: string;
  /** Whether the client can ask its user in the middle of a call. */
  readonly canAsk: boolean;
  /** What the user has answered, by the keys of the questions; undefined in the first round. */
  readonly answers: Readonly<Record<string, unknown>> | undefined;
  /** Shared by all replicas. */
  readonly store: Store;
}
