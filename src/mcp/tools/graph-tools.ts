/** The tools for agents that write documents of their own. */
import {
  type DocumentNode,
  getOperationAST,
  GraphQLError,
  type GraphQLSchema,
  OperationTypeNode,
} from 'graphql';
import * as z from 'zod/mini';
import { showValue } from '../../engine/api/error.ts';
import { apiOf, type DocumentReader } from '../../engine/schema/builder.ts';
import { withoutSuggestion } from '../../engine/schema/error/error.ts';
import type { AgentOperation } from '../agent-operation.ts';
import { effectsToAllow } from '../document-effect.ts';
import { planDocument, planOf } from '../plan.ts';
import { describePart, type FoundTool, SchemaSearch } from '../schema-search.ts';
import { agentError, errorsOf } from '../tool-result.ts';
import { type AgentTool, agentTool, input } from './agent-tool.ts';
import { ToolFailure } from './tool-failure.ts';

/** The dependencies of the tools. */
interface GraphToolParts {
  readonly schema: GraphQLSchema;
  readonly documents: DocumentReader;
  /** Documents to read before one writes one. */
  readonly examples: readonly AgentOperation[];
  /** Tools that can be found, too. */
  readonly tools: readonly FoundTool[];
}

const variables = z.optional(input.json('The variables by their names, as a JSON object.'));

const operationName = z.optional(input.text('The operation, if the document has several.', 200));

const document = input.text('A GraphQL document.', 100_000);

/** @returns the tools that find what a document can ask for */
export const searchTools = ({ schema, examples, tools }: GraphToolParts): readonly AgentTool[] => {
  const search = new SchemaSearch(
    [
      ...tools,
      ...examples.map(({ name, about }) => ({
        name,
        description: about,
        kind: 'example' as const,
      })),
    ],
    schema,
  );
  return [
    agentTool({
      name: 'search_schema',
      title: 'Search the schema',
      tier: 'all',
      isReader: true,
      description: 'Find types, fields and examples of the GraphQL schema by words.',
      input: {
        words: input.text('For example: upload date of a video.', 200),
        max: z._default(input.whole('The number of results; 8 if left out.', 1, 20), 8),
      },
      answer: { items: ['array', 'The best first.'] },
      run: async ({ words, max }) => ({ items: await search.find(words, max) }),
    }),
    agentTool({
      name: 'describe_type',
      title: 'Describe a type',
      tier: 'all',
      isReader: true,
      description:
        'Describe a type with its fields, a field with its arguments, or an example with its document.',
      input: { name: input.text('A type, a field or an example: `Video`, `Query.files`.', 200) },
      answer: { part: 'object' },
      run: async ({ name }) => {
        const example = examples.find((each) => each.name === name);
        const part = example ? { name, document: example.text } : describePart(schema, name);
        if (part) return { part };
        throw ToolFailure.ofNothing(
          `name: ${showValue(name)} is no type, field or example; search_schema finds them`,
        );
      },
    }),
  ];
};

/** @returns the tools for documents */
export const documentTools = ({ schema, documents }: GraphToolParts): readonly AgentTool[] => {
  const api = apiOf(schema);
  return [
    agentTool({
      name: 'plan_query',
      title: 'Plan a document',
      tier: 'all',
      isReader: true,
      description:
        'The most that a document can cost, without running it, and why it would be refused.',
      input: { document, variables, operationName },
      answer: { plan: 'object' },
      run: async ({ document: text, variables: values, operationName: name }, { call }) => {
        const planned = { document: text, variables: values, operationName: name };
        const result = await call.execute({ query: planDocument, variables: { input: planned } });
        if (result.errors) throw new ToolFailure(errorsOf(result));
        return { plan: planOf(api, result, await call.balance()) };
      },
    }),
    agentTool({
      name: 'run_query',
      title: 'Run a document',
      tier: 'all',
      isDestructive: true,
      description: 'Run a GraphQL query or mutation of your own, for what no other tool does.',
      input: { document, variables, operationName },
      answer: { data: 'object' },
      run: async ({ document: text, variables: values = {}, operationName: name }, run) => {
        const read = readDocument(documents, text);
        const operation = getOperationAST(read, name);
        if (!operation)
          throw ToolFailure.ofInput(
            'operationName',
            'expected the name of an operation of the document',
          );
        if (operation.operation === OperationTypeNode.SUBSCRIPTION)
          throw ToolFailure.ofInput(
            'document',
            'a subscription has no single result; expected a query or a mutation',
          );
        const effects = effectsToAllow(read, values, schema);
        return run.document(read, { variables: values, operationName: name, effects });
      },
    }),
  ];
};

/** @throws ToolFailure if it is invalid */
function readDocument(documents: DocumentReader, text: string): DocumentNode {
  try {
    return documents.parse(text);
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error;
    const { message, extensions } = error;
    const isSyntax = message.startsWith('Syntax Error');
    const code = isSyntax ? 'GRAPHQL_PARSE_FAILED' : 'GRAPHQL_VALIDATION_FAILED';
    const shown = documents.hideSuggestions ? withoutSuggestion(message) : message;
    const known = typeof extensions['code'] === 'string' ? extensions['code'] : code;
    throw new ToolFailure([agentError(known, shown)]);
  }
}
