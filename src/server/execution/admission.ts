/** Whether an operation may be executed: what it can cost is reserved before, and settled after. */
import type { PromiseOrValue } from '@envelop/core';
import type { ExecutionResult, GraphQLError, ValidatedExecutionArgs } from 'graphql';
import { toRequestError } from '../error/request-error.ts';

/** Decides whether an operation is executed. */
export interface Admission<Context> {
  /** @returns why the operation must not be executed; a promise only if a lookup is needed */
  readonly admit: (
    context: Context,
    prepared: ValidatedExecutionArgs,
  ) => PromiseOrValue<GraphQLError | undefined>;
  /** The operation as it is executed, after `admit`. Default: as it is. */
  readonly admitted?: <Prepared extends ValidatedExecutionArgs>(
    context: Context,
    prepared: Prepared,
  ) => Prepared;
  /** Maximum time in ms that the operation waits. It is added to the time of its deadline. */
  readonly waitMs?: (prepared: ValidatedExecutionArgs) => number;
  /** Called when an admitted execution has ended: returns the reserved and unspent units. */
  readonly settle: (context: Context) => void;
}

/**
 * Executes an operation if it is admitted.
 * @returns the result of `execute`, or a result with the error; a promise only where needed
 */
export function executeAdmitted<Context, Prepared extends ValidatedExecutionArgs, Result>(
  admission: Admission<Context> | undefined,
  context: Context,
  prepared: Prepared,
  execute: (prepared: Prepared) => PromiseOrValue<Result>,
): PromiseOrValue<Result | ExecutionResult> {
  if (admission === undefined) return execute(prepared);
  const proceed = (error: GraphQLError | undefined): PromiseOrValue<Result | ExecutionResult> => {
    if (error) return { errors: [toRequestError(error)] };
    let result: PromiseOrValue<Result>;
    try {
      result = execute(admission.admitted?.(context, prepared) ?? prepared);
    } catch (thrown) {
      admission.settle(context);
      throw thrown;
    }
    if (!(result instanceof Promise)) {
      admission.settle(context);
      return result;
    }
    // `finally` would make three more promises.
    return result.then(
      (value) => {
        admission.settle(context);
        return value;
      },
      (error: unknown) => {
        admission.settle(context);
        throw error;
      },
    );
  };
  const error = admission.admit(context, prepared);
  return error instanceof Promise ? error.then(proceed) : proceed(error);
}
