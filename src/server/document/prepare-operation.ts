/** Prepares the operations that are executed without Yoga. */
import type { ValidatedExecutionArgs } from 'graphql';
import type { GraphQLParams } from 'graphql-yoga';
import type { Documents } from './documents.ts';
import type { Executor } from '../execution/executor.ts';
import { checkVariables, type VariableLimits } from '../validation/variable-limit.ts';

/** What operations are prepared with. Yoga has the same. */
export interface PreparationParts {
  readonly documents: Documents;
  readonly executor: Pick<Executor<unknown>, 'prepare'>;
  readonly variableLimits: VariableLimits;
}

/**
 * Reads the document and the variables of an operation.
 * @returns undefined for an operation that is rejected: Yoga finds the same error, and formats it
 */
export function prepareOperation(
  { query, operationName, variables }: GraphQLParams,
  { documents, executor, variableLimits }: PreparationParts,
): ValidatedExecutionArgs | undefined {
  try {
    if (variables) checkVariables(variables, variableLimits);
    const document = documents.parse(query!);
    if (documents.validate(document).length > 0) return undefined;
    const prepared = executor.prepare({ document, operationName, variableValues: variables });
    return 'schema' in prepared ? prepared : undefined;
  } catch {
    return undefined;
  }
}
