/** Plugin: errors of a document have a code and a status, whichever plugin has found them. */
import { GraphQLError } from 'graphql';
import { withMessage } from '../engine/schema/error/error.ts';
import type { OperationPlugin } from './pipeline.ts';

/** Completes the errors of parsing and validation. */
export const useRequestErrors = (): OperationPlugin => ({
  onParse:
    () =>
    ({ result, replaceParseResult }) => {
      if (result instanceof GraphQLError)
        replaceParseResult(completed(result, 'GRAPHQL_PARSE_FAILED'));
    },
  onValidate:
    () =>
    ({ valid, result, setResult }) => {
      if (valid) return;
      const errors = result as readonly GraphQLError[];
      setResult(errors.map((error) => completed(error, 'GRAPHQL_VALIDATION_FAILED')));
    },
});

/** @returns the error with the code and the status of a request error, unless it has its own */
function completed(error: GraphQLError, defaultCode: string): GraphQLError {
  const { message, extensions } = error;
  const { code = defaultCode, http } = extensions;
  return withMessage(error, message, {
    ...extensions,
    code,
    http: { status: 400, spec: true, ...http },
  });
}
