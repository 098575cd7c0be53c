/** Plugin: validates with the rules of the specification, stops early, and shows the schema only if it may. */
import {
  type DocumentNode,
  type GraphQLError,
  type GraphQLSchema,
  NoSchemaIntrospectionCustomRule,
  specifiedRules,
  validate,
} from 'graphql';
import type { Plugin } from 'graphql-yoga';

/** After so many it stops: each costs time and lengthens the answer. */
const maxErrors = 5;

/** @param open whether introspection is answered and names are suggested. */
export function validator(
  open: boolean,
): (schema: GraphQLSchema, document: DocumentNode) => readonly GraphQLError[] {
  const rules = open ? specifiedRules : [...specifiedRules, NoSchemaIntrospectionCustomRule];
  const options = { maxErrors, hideSuggestions: !open };
  return (schema, document) => validate(schema, document, rules, options);
}

export function useValidation(open: boolean): Plugin {
  const check = validator(open);
  return { onValidate: ({ setValidationFn }) => setValidationFn(check) };
}
