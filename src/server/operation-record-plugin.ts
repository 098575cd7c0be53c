/** Plugin: finds the operation of a document that a client runs, and records it. */
import { getOperationAST } from 'graphql';
import { malformed } from './params.ts';
import type { OperationPlugin } from './pipeline.ts';

/** Records the operation of each request. A document without it is rejected before validation. */
export const useOperationRecord = (): OperationPlugin => ({
  onParse:
    ({ context: { serverRequest, params } }) =>
    ({ result, replaceParseResult }) => {
      if (result instanceof Error) return;
      const operation = getOperationAST(result, params.operationName);
      if (operation) serverRequest.record.setOperation(operation);
      else replaceParseResult(malformed('Could not determine what operation to execute.'));
    },
});
