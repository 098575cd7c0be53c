/** Errors of documents that are not executed: syntax errors, and those of validation. */
import { GraphQLError } from 'graphql';
import { withMessage } from '../../engine/schema/error/error.ts';

/** @returns the error of a parser with a code and the status of a request error */
export const parseError = (error: unknown): unknown =>
  error instanceof GraphQLError ? completed(error, 'GRAPHQL_PARSE_FAILED') : error;

/** @returns the error of a rule with a code and the status of a request error */
export const validationError = (error: GraphQLError): GraphQLError =>
  completed(error, 'GRAPHQL_VALIDATION_FAILED');

/** An error of a limit has its own code. Yoga completes errors of plugins in the same way. */
function completed(error: GraphQLError, defaultCode: string): GraphQLError {
  const { message, extensions } = error;
  const { code = defaultCode, http } = extensions;
  return withMessage(error, message, {
    ...extensions,
    code,
    http: { status: 400, spec: true, ...http },
  });
}
