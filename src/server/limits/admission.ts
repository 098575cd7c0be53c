/** Step before an execution: what it may cost is foretold, and taken from what its caller may spend. Until then nothing is sent. */
import type { ExecutionResult, GraphQLError, ValidatedExecutionArgs } from 'graphql';
import { requestErrorOf } from '../http-error.ts';

export interface Admission<Context> {
  /** @returns why it must not be executed; a promise only where that has to be looked up */
  readonly admit: (
    context: Context,
    prepared: ValidatedExecutionArgs,
  ) => Promise<GraphQLError | undefined> | GraphQLError | undefined;
  /** Told when an admitted execution has ended, however it did: what was taken and not spent is given back. */
  readonly settle: (context: Context) => void;
}

type Outcome<Result> = Result | ExecutionResult | Promise<Result | ExecutionResult>;

export function admitted<Context, Result>(
  admission: Admission<Context> | undefined,
  context: Context,
  prepared: ValidatedExecutionArgs,
  execute: () => Result | Promise<Result>,
): Outcome<Result> {
  if (admission === undefined) return execute();
  const go = (refusal: GraphQLError | undefined): Outcome<Result> => {
    if (refusal) return { errors: [requestErrorOf(refusal)] };
    const result = execute();
    if (result instanceof Promise) return result.finally(() => admission.settle(context));
    admission.settle(context);
    return result;
  };
  const verdict = admission.admit(context, prepared);
  return verdict instanceof Promise ? verdict.then(go) : go(verdict);
}
