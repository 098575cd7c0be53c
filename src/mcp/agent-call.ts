/** One call of an agent: its documents run one after the other or at once, as its caller. */
import { type ExecutionResult, GraphQLError } from 'graphql';
import type { IncomingHttpHeaders } from 'node:http';
import { balanceOf, type BudgetBalance, UnitBudget } from '../engine/cost/unit-budget.ts';
import type { Store } from '../engine/store/store.ts';
import type { Clock } from '../engine/caller/clock.ts';
import type { Identities } from '../engine/caller/identities.ts';
import type { OperationAccess } from '../server/gateway/agent-route.ts';
import type { RunningOperations } from '../server/pipeline/running-operations.ts';
import { hasWritten, lackOf, type TokenLack } from './token-lack.ts';
import type { AgentRequest } from './tool-call.ts';

/** What the calls of all agents are executed by. */
export interface AgentAccess {
  readonly operations: OperationAccess;
  readonly store: Store;
  readonly clock: Clock;
  /** Quota units that the agents of one account may spend in a day. */
  readonly units: number;
  /** What is left of them. */
  readonly balanceOf: (identities: Identities, units: number) => Promise<BudgetBalance>;
}

/** Who calls, and whether the result is still wanted. */
interface AgentRequester {
  readonly identities: Identities;
  /** Aborts when the client cancels the call, or leaves. */
  readonly signal: AbortSignal;
  /** Of the request. */
  readonly headers?: IncomingHttpHeaders;
  /** Id of the request or connection. */
  readonly connectionId: string;
  /** Frees the place of the request: each operation takes one of its own. */
  readonly leavePlace?: () => void;
  /**
   * Called when another access token could do what this one could not, and nothing is written.
   * @returns whether the client was told so in place of a result: then the signal has aborted.
   * Left out: it never is
   */
  readonly onLack?: ((lack: TokenLack) => Promise<boolean>) | undefined;
}

/** The call was answered before its tool has ended. */
class CallEnded extends Error {
  override readonly name = 'CallEnded';
}

export class AgentCall {
  readonly #access: AgentAccess;
  readonly #requester: AgentRequester;
  readonly #budget: UnitBudget;
  readonly #running: RunningOperations;
  #balance: BudgetBalance;
  #hasWritten = false;
  #count = 0;

  constructor(access: AgentAccess, requester: AgentRequester) {
    const { headers = {}, connectionId } = requester;
    this.#access = access;
    this.#requester = requester;
    this.#budget = new UnitBudget(access.units);
    this.#balance = balanceOf(access.units, 0);
    const agentBudget = this.#budget;
    this.#running = access.operations.open({ headers, connectionId, agentBudget });
  }

  get signal(): AbortSignal {
    return this.#requester.signal;
  }

  /** The same for all requests with the same tokens. */
  get callerKey(): string {
    return this.#requester.identities.tokensKey;
  }

  get store(): Store {
    return this.#access.store;
  }

  get clock(): Clock {
    return this.#access.clock;
  }

  /** See `ToolCall`. */
  get hasWritten(): boolean {
    return this.#hasWritten;
  }

  /** Executes a query or a mutation; see `ToolCall`. Ends its execution when the client leaves. */
  async execute(request: AgentRequest): Promise<ExecutionResult> {
    this.#requester.leavePlace?.();
    const result = await this.#run(request);
    const { api } = this.#access.operations.runner;
    this.#hasWritten ||= hasWritten(api, result);
    // Another document that still runs can write: then the client must not send the call again.
    const isAlone = this.#running.count === 0 && !this.#hasWritten;
    const lack = isAlone && !request.isOptional ? lackOf(result) : undefined;
    // What a tool executes all the same ends before it begins: its signal has aborted.
    if (lack && (await this.#requester.onLack?.(lack))) throw new CallEnded();
    // The next document may need what this one has not spent.
    await this.#budget.settled;
    return result;
  }

  /** See `ToolCall`. */
  async sendFile(uploadUrl: string, file: Buffer): Promise<void> {
    this.#hasWritten = true;
    await this.#access.operations.sendFile(uploadUrl, file, this.signal);
  }

  async #run({ query, variables = {}, operationName }: AgentRequest): Promise<ExecutionResult> {
    const { identities, signal } = this.#requester;
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
      return await this.#access.operations.runner.result(params, operation.request);
    } finally {
      signal.removeEventListener('abort', abort);
      this.#running.end(operation);
    }
  }

  /** See `ToolCall`. Counts documents that have ended. */
  async balance(): Promise<BudgetBalance> {
    const { balanceOf: read, units } = this.#access;
    const balance = await read(this.#requester.identities, units).catch(() => undefined);
    return (this.#balance = balance ?? this.#balance);
  }
}
