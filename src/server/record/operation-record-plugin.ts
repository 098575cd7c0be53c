/** Plugin: records which operation of its document a client runs. */
import { getOperationAST } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { ServerContext } from '../connection/server-request.ts';

/** Records the operation of each request. */
export const useOperationRecord = (): Plugin<ServerContext, ServerContext> => ({
  onValidate({ context: { serverRequest, params }, params: { documentAST } }) {
    const operation = getOperationAST(documentAST, params.operationName);
    if (operation) serverRequest.record.setOperation(operation);
  },
});
