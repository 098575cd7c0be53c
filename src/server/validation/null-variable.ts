/** Errors about a variable with a default that is null where an argument takes no null. */
import type { GraphQLError } from 'graphql';
import { graphError } from '../../engine/schema/error/error.ts';
import { argumentInMessage } from './argument-path.ts';

const nullVariable = /Expected variable "(\$\w+)" provided to non-null type "([^"]+)" not to be/;

/** @param error of graphql-js, about the value of an argument in an execution */
export function nullVariableError({ message }: GraphQLError): GraphQLError {
  const argument = argumentInMessage(message);
  if (argument === undefined) return graphError('INVALID_INPUT', message);
  const [, variable, type] = nullVariable.exec(message) ?? [];
  const text =
    variable === undefined
      ? message
      : `${argument}: null is not allowed; expected ${type}, or no value for the variable ${variable}`;
  return graphError('INVALID_INPUT', text, { argument });
}
