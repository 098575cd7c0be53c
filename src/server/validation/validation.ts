/** Validates documents with the rules of the GraphQL specification. */
import {
  type DocumentNode,
  type GraphQLError,
  type GraphQLSchema,
  NoSchemaIntrospectionCustomRule,
  specifiedRules,
  validate,
  type ValidationRule,
} from 'graphql';
import { withMessage } from '../../engine/schema/error/error.ts';
import { withArgument } from './rejected-literal.ts';
import { withHint } from './validation-hint.ts';

/** Maximum number of errors: each costs time and makes the response longer. */
const maxErrors = 5;

/** Validates a document. @param rules default: those of the specification */
type Validate = (
  schema: GraphQLSchema,
  document: DocumentNode,
  rules?: readonly ValidationRule[],
) => readonly GraphQLError[];

/** @param showSchema whether introspection is allowed and errors suggest names */
export function validator(showSchema: boolean): Validate {
  const allRules = showSchema
    ? specifiedRules
    : [...specifiedRules, NoSchemaIntrospectionCustomRule];
  const options = { maxErrors, hideSuggestions: !showSchema };
  return (schema, document, rules = allRules) => {
    const errors = validate(schema, document, rules, options).map((error) =>
      withArgument(schema, document, explainDeferredDelivery(error)),
    );
    return showSchema ? errors.map((error) => withHint(schema, error)) : errors;
  };
}

/**
 * The schema has no `@defer` and `@stream`. Clients that use them need another document, not a
 * corrected name.
 */
function explainDeferredDelivery(error: GraphQLError): GraphQLError {
  const [, directive] = /^Unknown directive "(@(?:defer|stream))"/.exec(error.message) ?? [];
  if (directive === undefined) return error;
  const message = `${directive} is not supported: a response is delivered whole. Remove ${directive}, or request the slow fields in an operation of their own.`;
  return withMessage(error, message, {});
}
