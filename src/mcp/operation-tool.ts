/** The tool of an operation that the operator lists. */
import {
  type DocumentNode,
  type GraphQLSchema,
  isInputType,
  Kind,
  OperationTypeNode,
  print,
  type SelectionNode,
  type SelectionSetNode,
  typeFromAST,
} from 'graphql';
import { showValue } from '../engine/api/error.ts';
import { type AgentOperation, definitionOf } from './agent-operation.ts';
import { effectsToAllow, rootFields } from './document-effect.ts';
import { type AgentTool, confirmSchema } from './tools/agent-tool.ts';
import { ToolFailure } from './tools/tool-failure.ts';
import { isFile, schemaOfVariables, withProperty } from './variable-schema.ts';

/** Characters of the fields that a description names: an agent reads all descriptions first. */
const maxOutline = 135;

/**
 * @returns undefined for an operation that cannot be a tool: a subscription has no single result,
 * and JSON has no files
 */
export function toolOf(
  { name, about, document }: AgentOperation,
  schema: GraphQLSchema,
): AgentTool | undefined {
  const { operation, variableDefinitions = [], selectionSet } = definitionOf(document);
  if (operation === OperationTypeNode.SUBSCRIPTION) return undefined;
  for (const { type: node } of variableDefinitions) {
    const type = typeFromAST(schema, node);
    if (type && isInputType(type) && isFile(type)) return undefined;
  }
  const names = variableDefinitions.map(({ variable }) => variable.name.value);
  const isReader = operation === OperationTypeNode.QUERY;
  const hasCode = !isReader && !names.includes('confirm');
  const inputSchema = schemaOfVariables(schema, document);
  const described = about || fieldDescriptions(document, schema);
  return {
    tier: isReader ? 'read' : 'write',
    definition: {
      name,
      title: name,
      description: `${described} Returns ${outline(selectionSet)}.`,
      inputSchema: hasCode ? withProperty(inputSchema, 'confirm', confirmSchema) : inputSchema,
      outputSchema: {
        type: 'object',
        properties: { data: { type: 'object', description: 'The data of the operation.' } },
      },
      annotations: isReader
        ? { readOnlyHint: true, openWorldHint: true }
        : { readOnlyHint: false, openWorldHint: true, ...hintsOf(document, schema) },
    },
    run: async (args, run) => {
      const { confirm, ...others } = args;
      const variables = hasCode ? others : { ...others, ...(confirm !== undefined && { confirm }) };
      // GraphQL ignores values without a variable; an agent must not believe that they count.
      const unknown = Object.keys(variables).find((each) => !names.includes(each));
      if (unknown !== undefined) {
        const expected = names.length > 0 ? `expected ${names.join(', ')}` : 'expected none';
        throw ToolFailure.ofInput(
          unknown.slice(0, 100),
          `${showValue(unknown)} is no argument of ${name}; ${expected}`,
        );
      }
      const effects = effectsToAllow(document, variables, schema);
      return run.document(document, { variables, effects });
    },
  };
}

const fieldDescriptions = (document: DocumentNode, schema: GraphQLSchema): string =>
  rootFields(document, schema)
    .flatMap(({ description }) => description ?? [])
    .join(' ');

/** The effects that the declarations of the mutations state (`@effect`). */
function hintsOf(document: DocumentNode, schema: GraphQLSchema) {
  const effects = rootFields(document, schema).flatMap(({ extensions }) => extensions.effect ?? []);
  return {
    destructiveHint: effects.some(({ destructive }) => destructive),
    idempotentHint: effects.every(({ repeatable }) => repeatable),
  };
}

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
