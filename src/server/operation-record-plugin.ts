/** Plugin: finds the operation of a document that a client runs, and records it. */
import { type DocumentNode, getOperationAST } from 'graphql';
import { malformed } from './params.ts';
import type { OperationPlugin } from './pipeline.ts';

/** Records the operation of each request. A document without it is rejected before validation. */
export const useOperationRecord = (): OperationPlugin => ({
  onParse:
    ({ context: { serverRequest, params } }) =>
    ({ result }) => {
      if (result instanceof Error) return;
      const operation = getOperationAST(result as DocumentNode, params.operationName);
      if (!operation) throw malformed('Could not determine what operation to execute.');
      serverRequest.record.setOperation(operation);
    },
});
