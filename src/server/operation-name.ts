/** Plugin: stores the operation's name for the log. */
import { getOperationAST, type OperationDefinitionNode } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { ServerContext } from './server-request.ts';

const maxLength = 80;

/** @returns the name as it is logged; undefined for an anonymous operation */
export const nameOfOperation = ({ name }: OperationDefinitionNode): string | undefined =>
  name?.value.slice(0, maxLength);

/** Stores the name in the server request; anonymous operations have none. */
export const useOperationName = (): Plugin<ServerContext, ServerContext> => ({
  onValidate({ context: { serverRequest, params }, params: { documentAST } }) {
    const operation = getOperationAST(documentAST, params.operationName);
    serverRequest.operationName = operation ? nameOfOperation(operation) : undefined;
  },
});
