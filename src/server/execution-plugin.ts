/** Plugin: the executor of the gateway in place of Yoga's execution. */
import type { ExecutionArgs } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { Executor } from './execution/executor.ts';
import type { ServerContext } from './connection/server-request.ts';

/** Replaces Yoga's execution of queries, mutations and subscriptions. */
export const useExecution = <Context>(
  executor: Executor<Context>,
): Plugin<ServerContext, ServerContext> => ({
  onExecute: ({ context, setExecuteFn }) =>
    setExecuteFn((args: ExecutionArgs) => executor.execute(args, context.serverRequest.details)),
  onSubscribe: ({ context, setSubscribeFn }) =>
    setSubscribeFn((args: ExecutionArgs) => executor.subscribe(args, context.serverRequest)),
});
