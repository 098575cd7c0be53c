/**
 * Subscriptions whose events have equal results: those to the same operation, with the same
 * variables and the same identities. An event that several of them receive is executed once.
 */
import type { PromiseOrValue } from '@envelop/core';
import {
  type ASTNode,
  type ExecutionResult,
  Kind,
  type OperationDefinitionNode,
  type ValidatedExecutionArgs,
  type ValidatedSubscriptionArgs,
  visit,
} from 'graphql';
import type { OperationTrace } from '../record/request-trace.ts';
import type { RequestDetails } from '../connection/server-request.ts';
import { EventResult } from '../response/event-result.ts';

/** @param details of a subscriber; the signal aborts when all subscribers have left */
type ExecuteEvent = (event: unknown, details: RequestDetails) => PromiseOrValue<ExecutionResult>;

/** Ends the trace of a subscriber whose event another one executes: without calls and cost. */
function endWith(trace: OperationTrace, result: PromiseOrValue<EventResult>): void {
  const end = ({ data = null, errors = [] }: EventResult): void => trace.end({ data, errors });
  if (result instanceof Promise) result.then(end, () => trace.end({ data: null }));
  else end(result);
}

/** Subscriptions of one group. */
class EventGroup {
  readonly #operation: OperationDefinitionNode;
  readonly #execute: ExecuteEvent;
  readonly #onEmpty: () => void;
  /** Kept as long as an event waits for a subscriber. */
  readonly #results = new WeakMap<object, PromiseOrValue<EventResult>>();
  /** Aborts when nobody waits for an execution any longer. */
  readonly #allLeft = new AbortController();
  #size = 0;
  /** Executions that are running. */
  #running = 0;

  constructor(operation: OperationDefinitionNode, execute: ExecuteEvent, onEmpty: () => void) {
    this.#operation = operation;
    this.#execute = execute;
    this.#onEmpty = onEmpty;
  }

  join(): void {
    this.#size += 1;
  }

  leave(): void {
    this.#size -= 1;
    if (this.#size > 0) return;
    this.#onEmpty();
    if (this.#running > 0) this.#allLeft.abort();
  }

  /**
   * The result of an event, which the first subscriber of the group executes.
   * @param details of the subscriber
   */
  resultOf(event: unknown, details: RequestDetails): PromiseOrValue<EventResult> {
    if (typeof event !== 'object' || event === null) return this.#run(event, details);
    const known = this.#results.get(event);
    if (known !== undefined) {
      const trace = details.trace?.startOperation(this.#operation);
      if (trace) endWith(trace, known);
      return known;
    }
    const result = this.#run(event, details);
    this.#results.set(event, result);
    return result;
  }

  #run(event: unknown, details: RequestDetails): PromiseOrValue<EventResult> {
    const result = this.#execute(event, { ...details, signal: this.#allLeft.signal });
    if (!(result instanceof Promise)) return new EventResult(result);
    this.#running += 1;
    return result.then((value) => new EventResult(value)).finally(() => (this.#running -= 1));
  }
}

const numbers = new WeakMap<object, number>();
let lastNumber = 0;

/** Users whom a host tells apart can have the same token: its fields may answer each of them. */
function numberOf(hostContext: object): number {
  const number = numbers.get(hostContext) ?? (lastNumber += 1);
  numbers.set(hostContext, number);
  return number;
}

/** All groups of a gateway. */
export class EventGroups {
  /** By the text of the document, and then by what else they have in common. */
  readonly #groups = new Map<string, Map<string, EventGroup>>();

  /**
   * Adds a subscription to its group. It has to leave the group when it ends.
   * @param execute executes an event; that of the first subscription serves the whole group
   */
  join(
    prepared: ValidatedSubscriptionArgs,
    { identities, isTraced, hostContext }: RequestDetails,
    execute: ExecuteEvent,
  ): EventGroup {
    const { operation } = prepared;
    const text = operation.loc!.source.body;
    const groups = this.#groups.get(text) ?? new Map<string, EventGroup>();
    this.#groups.set(text, groups);
    const key = JSON.stringify([
      hostContext && numberOf(hostContext),
      operation.name?.value,
      identities.key,
      isTraced === true,
      eventVariables(prepared),
    ]);
    let group = groups.get(key);
    if (!group) {
      group = new EventGroup(operation, execute, () => {
        groups.delete(key);
        if (groups.size === 0) this.#groups.delete(text);
      });
      groups.set(key, group);
    }
    group.join();
    return group;
  }
}

/**
 * The variables that an event can depend on. The arguments of the subscription itself have decided
 * which events there are, and its resolver does not read them: subscribers with different cursors
 * are in one group.
 */
function eventVariables(prepared: ValidatedExecutionArgs): object {
  const { rawVariableValues } = prepared;
  // An object, not a list: one without a value has its default, and null is a value.
  return Object.fromEntries(
    namesOfEventVariables(prepared).map((name) => [name, rawVariableValues?.[name]]),
  );
}

const namesByOperation = new WeakMap<OperationDefinitionNode, readonly string[]>();

function namesOfEventVariables({
  operation,
  fragmentDefinitions,
}: ValidatedExecutionArgs): readonly string[] {
  const known = namesByOperation.get(operation);
  if (known) return known;
  const names = new Set<string>();
  const collect = (node: ASTNode): unknown =>
    visit(node, { Variable: ({ name }) => void names.add(name.value) });
  for (const root of operation.selectionSet.selections)
    collect(root.kind === Kind.FIELD ? { ...root, arguments: [] } : root);
  for (const fragment of Object.values(fragmentDefinitions)) collect(fragment);
  const found = [...names];
  namesByOperation.set(operation, found);
  return found;
}
