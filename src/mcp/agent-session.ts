/** One session of an agent: its budget, and the operations that run in it. */
import { type ExecutionResult, GraphQLError } from 'graphql';
import type { IncomingHttpHeaders } from 'node:http';
import { type BudgetBalance, UnitBudget } from '../engine/cost/unit-budget.ts';
import type { Store } from '../engine/store/store.ts';
import { type Clock, systemClock } from '../engine/caller/clock.ts';
import { callerKey, type Identities } from '../engine/caller/identities.ts';
import type { OperationAccess } from '../server/gateway/agent-route.ts';
import type { RunningOperations } from '../server/pipeline/running-operations.ts';
import { lackOf, type TokenLack } from './token-lack.ts';
import type { AgentRequest, ToolCall } from './tool-call.ts';

/** Who calls a tool, and whether the result is still wanted. */
export interface AgentRequester {
  readonly identities: Identities;
  /** Aborts when the client cancels the call, or leaves. */
  readonly signal: AbortSignal;
  /** Frees the place of the request: the operation takes one of its own. */
  readonly leavePlace?: () => void;
  /** Called when another access token could do what this one could not. Default: nothing. */
  readonly onLack?: ((lack: TokenLack) => Promise<void>) | undefined;
}

interface AgentSessionOptions {
  readonly operations: OperationAccess;
  readonly store: Store;
  /** Quota units of the budget. */
  readonly units: number;
  /** Of the request that begins the session. */
  readonly headers?: IncomingHttpHeaders;
  /** Id of that request. */
  readonly connectionId: string;
  /** Default: the computer's clock. */
  readonly clock?: Clock;
}

/** Runs operations within the budget of a session. */
export class AgentSession {
  readonly #budget: UnitBudget;
  readonly #access: OperationAccess;
  readonly #store: Store;
  readonly #running: RunningOperations;
  readonly #clock: Clock;
  #count = 0;

  constructor(options: AgentSessionOptions) {
    const { operations, store, units, headers = {}, connectionId, clock = systemClock } = options;
    this.#clock = clock;
    this.#access = operations;
    this.#store = store;
    this.#budget = new UnitBudget(units);
    const sessionBudget = this.#budget;
    this.#running = operations.open({ headers, connectionId, sessionBudget });
  }

  get balance(): BudgetBalance {
    return this.#budget.balance;
  }

  /** Executes a query or a mutation. Ends its execution when the requester leaves. */
  async #execute(
    { query, variables = {}, operationName, isOptional }: AgentRequest,
    { identities, signal, leavePlace, onLack }: AgentRequester,
  ): Promise<ExecutionResult> {
    leavePlace?.();
    this.#count += 1;
    const id = String(this.#count);
    // The message is counted where it was received.
    const operation = this.#running.start(id, { identities, isTraced: false }, 0);
    if (operation instanceof GraphQLError) return { errors: [operation] };
    const abort = (): void => void this.#running.abort(id);
    signal.addEventListener('abort', abort, { once: true });
    if (signal.aborted) abort();
    try {
      const params = { query, variables, ...(operationName !== undefined && { operationName }) };
      const { runner } = this.#access;
      const result = await runner.result(params, operation.request);
      const lack = onLack && !isOptional ? lackOf(runner.api, result) : undefined;
      if (lack !== undefined) await onLack!(lack);
      return result;
    } finally {
      signal.removeEventListener('abort', abort);
      this.#running.end(operation);
    }
  }

  /** @returns a call of a tool */
  call(requester: AgentRequester): ToolCall {
    const balance = (): BudgetBalance => this.balance;
    return {
      execute: (request) => this.#execute(request, requester),
      sendFile: (url, file) => this.#access.sendFile(url, file, requester.signal),
      get balance() {
        return balance();
      },
      report: async () => {},
      signal: requester.signal,
      clock: this.#clock,
      callerKey: callerKey(requester.identities.main),
      canAsk: false,
      answers: undefined,
      store: this.#store,
    };
  }

  /** Ends all operations. */
  end(): void {
    this.#running.abortAll();
  }
}
