/** Plugin: remembers the operation's name for the log. */
import { getOperationAST } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { ServerContext } from './server-request.ts';

export const useOperationName = (): Plugin<ServerContext, ServerContext> => ({
  onValidate({ context, params: { documentAST } }) {
    const name = getOperationAST(documentAST, context.params.operationName)?.name?.value;
    context.exchange.operationName = name?.slice(0, 80);
  },
});
