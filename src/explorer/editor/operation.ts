/** An operation as it is sent. */
import { Kind, type OperationDefinitionNode, parse } from 'graphql';
import { parse as parseJson, type ParseError } from 'jsonc-parser';

export interface SentOperation {
  readonly query: string;
  readonly operationName?: string | null | undefined;
  readonly variables?: Readonly<Record<string, unknown>> | undefined;
}

/** @returns the operation of a document that has the name, or its only one */
export function definitionOf({
  query,
  operationName,
}: SentOperation): OperationDefinitionNode | undefined {
  const all = operationsIn(query);
  return (
    all.find(({ name }) => name?.value === operationName) ?? (all.length === 1 ? all[0] : undefined)
  );
}

/** The editor notices late that another operation was written: its name can be that of the last. */
export const withOwnName = (operation: SentOperation): SentOperation => ({
  ...operation,
  operationName: definitionOf(operation)?.name?.value,
});

/**
 * @param text of the editor of variables, which may have comments
 * @returns its value; undefined while it is no JSON
 */
export function variablesIn(text: string): unknown {
  const errors: ParseError[] = [];
  const value: unknown = parseJson(text, errors, { allowTrailingComma: true });
  return errors.length === 0 ? value : undefined;
}

function operationsIn(query: string): OperationDefinitionNode[] {
  try {
    const { definitions } = parse(query, { noLocation: true });
    return definitions.filter((each) => each.kind === Kind.OPERATION_DEFINITION);
  } catch {
    return [];
  }
}
