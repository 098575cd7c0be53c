/** Plugin: stores the operation's name for the log. */
import { getOperationAST } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { ServerContext } from './server-request.ts';

const maxLength = 80;

/** Stores the name in the server request; anonymous operations have none. */
export const useOperationName = (): Plugin<ServerContext, ServerContext> => ({
  onValidate({ context: { serverRequest, params }, params: { documentAST } }) {
    const name = getOperationAST(documentAST, params.operationName)?.name?.value;
    serverRequest.operationName = name?.slice(0, maxLength);
  },
});
