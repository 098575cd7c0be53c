/** What an agent reads of the tool of an operation. */
import {
  type DocumentNode,
  type GraphQLSchema,
  Kind,
  OperationTypeNode,
  print,
  type SelectionNode,
  type SelectionSetNode,
  typeFromAST,
  isInputType,
} from 'graphql';
import type { Tool } from '@modelcontextprotocol/server';
import { type AgentOperation, definitionOf } from './agent-operation.ts';
import { isFile, schemaOfVariables } from './variable-schema.ts';

/** Characters of the fields that a description names: an agent reads all descriptions first. */
const maxOutline = 135;

/** What all tools return. Each document has data of its own. */
export const resultSchema: NonNullable<Tool['outputSchema']> = {
  type: 'object',
  properties: {
    data: {},
    errors: { type: 'array' },
    leftOut: { type: 'array' },
  },
};

/**
 * @returns undefined for an operation that cannot be a tool: a subscription has no single result,
 * and JSON has no files
 */
export function toolOf(
  { name, text, document, samples }: AgentOperation,
  schema: GraphQLSchema,
): Tool | undefined {
  const { operation, variableDefinitions = [], selectionSet } = definitionOf(document);
  if (operation === OperationTypeNode.SUBSCRIPTION) return undefined;
  for (const { type: node } of variableDefinitions) {
    const type = typeFromAST(schema, node);
    if (type && isInputType(type) && isFile(type)) return undefined;
  }
  const about = leadingComment(text) || fieldDescriptions(document, schema);
  const effects = effectsOf(document, schema);
  return {
    name,
    description: [about, ...effects.warnings, `Returns ${outline(selectionSet)}.`].join(' '),
    inputSchema: schemaOfVariables(schema, document, samples),
    outputSchema: resultSchema,
    annotations: effects.annotations,
  };
}

/** @returns the text of the comment at the start of a document */
const leadingComment = (text: string): string =>
  (/^(?:\s*#.*\n)+/.exec(text)?.[0] ?? '')
    .replaceAll(/^\s*#\s?/gm, '')
    .replaceAll('\n', ' ')
    .trim();

function rootFields(document: DocumentNode, schema: GraphQLSchema) {
  const { operation, selectionSet } = definitionOf(document);
  const known = schema.getRootType(operation)?.getFields() ?? {};
  return selectionSet.selections.flatMap((each) => {
    const field = each.kind === Kind.FIELD ? known[each.name.value] : undefined;
    return field ? [field] : [];
  });
}

const fieldDescriptions = (document: DocumentNode, schema: GraphQLSchema): string =>
  rootFields(document, schema)
    .flatMap(({ description }) => description ?? [])
    .join(' ');

/** The effects that the declarations of the mutations state (`@effect`). */
function effectsOf(
  document: DocumentNode,
  schema: GraphQLSchema,
): { readonly annotations: Tool['annotations']; readonly warnings: readonly string[] } {
  if (definitionOf(document).operation === OperationTypeNode.QUERY)
    return { annotations: { readOnlyHint: true }, warnings: [] };
  const effects = rootFields(document, schema).flatMap(({ extensions }) => extensions.effect ?? []);
  return {
    annotations: {
      readOnlyHint: false,
      destructiveHint: effects.some(({ destructive }) => destructive),
      idempotentHint: effects.every(({ repeatable }) => repeatable),
    },
    warnings: effects.some(({ notifies }) => notifies) && !isQuiet(document) ? [notifying] : [],
  };
}

const notifying = 'Can send mail to people.';

/** Whether the inputs say that nobody is notified, as one of them may do. */
const isQuiet = (document: DocumentNode): boolean => print(document).includes('notify: NONE');

/** The fields of the result without errors, as far as there is room for them. */
function outline(selectionSet: SelectionSetNode): string {
  const bare = print(bareFields(selectionSet)).replaceAll(/\s+/g, ' ');
  return bare.length <= maxOutline ? bare : `${bare.slice(0, maxOutline)}…`;
}

const bareFields = (set: SelectionSetNode): SelectionSetNode => ({
  ...set,
  selections: set.selections.filter(isNoError).map((each) => ({
    ...each,
    ...(each.kind === Kind.FIELD && { arguments: [] }),
    ...('selectionSet' in each &&
      each.selectionSet && { selectionSet: bareFields(each.selectionSet) }),
  })),
});

/** All payloads have errors. */
const isNoError = (each: SelectionNode): boolean =>
  each.kind !== Kind.FIELD || each.name.value !== 'errors';
