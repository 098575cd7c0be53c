/** Executes an operation by its plan and by graphql-js, and compares the results. */
import {
  executeRootSelectionSet,
  executeSubscriptionEvent,
  type ExecutionResult,
  GraphQLError,
  type GraphQLFieldResolver,
  type GraphQLFormattedError,
  type GraphQLSchema,
  type GraphQLTypeResolver,
  parse,
  validateExecutionArgs,
  type ValidatedExecutionArgs,
  type ValidatedSubscriptionArgs,
} from 'graphql';
import { expect } from 'vitest';
import { systemClock } from '../../../src/engine/caller/clock.ts';
import { executeByPlan, executeEvent, Executor } from '../../../src/server/execution/executor.ts';
import { planOf } from '../../../src/server/execution/operation-plan.ts';
import { ResponseLimit } from '../../../src/server/response/response-limit.ts';
import { TurnQueue } from '../../../src/server/limits/turn-queue.ts';

/** An operation. */
export interface Given {
  readonly source: string;
  /** Makes the root value of an execution; of a subscription, its event. */
  readonly root?: (() => unknown) | undefined;
  readonly variables?: Readonly<Record<string, unknown>> | undefined;
  /** Variables that are accepted, if those above are not. */
  readonly accepted?: Readonly<Record<string, unknown>> | undefined;
  readonly operationName?: string | undefined;
  readonly context?: unknown;
  readonly fieldResolver?: GraphQLFieldResolver<unknown, unknown> | undefined;
  readonly typeResolver?: GraphQLTypeResolver<unknown, unknown> | undefined;
}

/** A result as clients see it. */
export interface Outcome {
  readonly data: unknown;
  readonly errors: readonly GraphQLFormattedError[];
  /** Whether it was there at once, without a promise. */
  readonly isSync: boolean;
}

type Execute = (prepared: ValidatedExecutionArgs) => ExecutionResult | Promise<ExecutionResult>;
type Prepared = ReturnType<Executor<undefined>['prepare']>;

const isEvent = (prepared: ValidatedExecutionArgs): prepared is ValidatedSubscriptionArgs =>
  prepared.operation.operation === 'subscription';

const byGraphqlJs: Execute = (prepared) =>
  isEvent(prepared) ? executeSubscriptionEvent(prepared) : executeRootSelectionSet(prepared);

const byPlan: Execute = (prepared) =>
  isEvent(prepared) ? executeEvent(prepared) : executeByPlan(prepared);

/**
 * Prepares an operation that was prepared before, as most of a gateway are: then the executor reads
 * the variables itself.
 */
function preparedAgain(schema: GraphQLSchema, given: Given): Prepared {
  const executor = new Executor({
    schema,
    contextOf: () => undefined,
    deadlineMs: 10_000,
    clock: systemClock,
    responseLimit: new ResponseLimit(100_000, new TurnQueue(systemClock)),
    hideSuggestions: false,
  });
  const { source, variables, accepted = variables, operationName } = given;
  const request = { document: parse(source), operationName };
  executor.prepare({ ...request, variableValues: accepted });
  return executor.prepare({ ...request, variableValues: variables });
}

const preparedByGraphqlJs = (schema: GraphQLSchema, given: Given): Prepared =>
  validateExecutionArgs({
    schema,
    document: parse(given.source),
    variableValues: given.variables,
    operationName: given.operationName,
  });

const outcome = ({ data, errors = [] }: ExecutionResult, isSync: boolean): Outcome => {
  const json = JSON.stringify({ data, errors });
  return { ...(JSON.parse(json) as Omit<Outcome, 'isSync'>), isSync };
};

async function outcomeOf(prepared: Prepared, given: Given, execute: Execute): Promise<Outcome> {
  if (!('schema' in prepared)) return outcome({ errors: prepared }, true);
  const { root, context, fieldResolver, typeResolver } = given;
  const result = execute({
    ...prepared,
    rootValue: root?.(),
    contextValue: context,
    fieldResolver: fieldResolver ?? prepared.fieldResolver,
    typeResolver: typeResolver ?? prepared.typeResolver,
  });
  return result instanceof Promise ? outcome(await result, false) : outcome(result, true);
}

/** Whether the plans execute an operation, or graphql-js does. */
export function hasPlan(schema: GraphQLSchema, given: Given): boolean {
  const prepared = preparedByGraphqlJs(schema, given);
  return 'schema' in prepared && planOf(prepared) !== undefined;
}

/** @returns the results of both executors */
export async function executeBoth(
  schema: GraphQLSchema,
  given: Given,
): Promise<Readonly<Record<'byPlan' | 'byGraphqlJs', Outcome>>> {
  return {
    byPlan: await outcomeOf(preparedAgain(schema, given), given, byPlan),
    byGraphqlJs: await outcomeOf(preparedByGraphqlJs(schema, given), given, byGraphqlJs),
  };
}

/** The path of each error, with dots. */
export const errorPaths = ({ errors }: Outcome): readonly (string | undefined)[] =>
  errors.map(({ path }) => path?.join('.'));

/**
 * Expects that both executors have the same result.
 * @returns the result, if the plan has executed what is executed at all
 */
export async function sameResult(schema: GraphQLSchema, given: Given): Promise<Outcome> {
  const { byPlan: actual, byGraphqlJs: expected } = await executeBoth(schema, given);
  expect(actual).toEqual(expected);
  expect(hasPlan(schema, given)).toBe(actual.data !== undefined);
  return actual;
}

/** A value that comes later. */
export const later = <T>(value: T): Promise<T> => Promise.resolve(value);

/** An error that comes later. */
export const failLater = (message: string): Promise<never> =>
  Promise.reject(new GraphQLError(message));
