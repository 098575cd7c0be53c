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
import { withArgument } from '../error/argument-path.ts';
import { withHint, withOwnMessage } from '../error/words.ts';

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
      withArgument(schema, document, withOwnMessage(error)),
    );
    return showSchema ? errors.map((error) => withHint(schema, error)) : errors;
  };
}
