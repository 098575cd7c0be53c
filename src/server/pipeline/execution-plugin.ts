/** Plugin: executes operations by the executor of the gateway. */
import type { ExecutionArgs } from 'graphql';
import type { Executor } from '../execution/executor.ts';
import type { OperationPlugin } from './pipeline.ts';

/** Executes queries and mutations, and starts subscriptions. */
export const useExecution = <Context>(executor: Executor<Context>): OperationPlugin => ({
  onExecute: ({ context, setExecuteFn }) =>
    setExecuteFn((args: ExecutionArgs) => executor.execute(args, context.serverRequest.details)),
  onSubscribe: ({ context, setSubscribeFn }) =>
    setSubscribeFn((args: ExecutionArgs) => executor.subscribe(args, context.serverRequest)),
});
