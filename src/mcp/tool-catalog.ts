/** The tools: one for each operation, and those for the schema and for documents of the agent. */
import type { CallToolResult, Tool } from '@modelcontextprotocol/server';
import {
  type DocumentNode,
  getOperationAST,
  GraphQLError,
  type GraphQLSchema,
  OperationTypeNode,
  print,
} from 'graphql';
import * as z from 'zod/mini';
import type { Config } from '../config.ts';
import { showValue } from '../engine/api/error.ts';
import type { Api } from '../engine/api/api.ts';
import { apiOf, type DocumentReader } from '../engine/schema/builder.ts';
import { withoutSuggestion } from '../engine/schema/error/error.ts';
import { type AgentOperation, definitionOf } from './agent-operation.ts';
import { withSelections } from './added-selection.ts';
import { resultSchema, toolOf } from './operation-tool.ts';
import { addCursors } from './page-cursor.ts';
import { planDocument, planOf } from './plan.ts';
import { describePart, SchemaSearch } from './schema-search.ts';
import { addMissingScopes } from './token-lack.ts';
import type { ToolCall } from './tool-call.ts';
import { agentError, answer, operationResult, refusal } from './tool-result.ts';

/** The dependencies of the tools. */
export interface ToolParts {
  readonly config: Pick<Config, 'INTROSPECTION' | 'MCP_QUERIES' | 'PERSISTED_ONLY'>;
  readonly schema: GraphQLSchema;
  readonly documents: DocumentReader;
  readonly operations: Iterable<AgentOperation>;
}

type Arguments = Readonly<Record<string, unknown>>;

/** What an agent reads of a tool that is no operation. */
interface OwnTool {
  readonly name: string;
  readonly description: string;
  /** Default: true. */
  readonly isReadOnly?: boolean;
}

interface AgentTool {
  readonly definition: Tool;
  readonly run: (args: Arguments, call: ToolCall) => Promise<CallToolResult> | CallToolResult;
}

const variables = z.optional(
  z
    .record(z.string(), z.unknown())
    .check(z.describe('The values of the variables of the document, by their names.')),
);

const operationName = z.optional(
  z.string().check(z.describe('The operation, if the document has several.')),
);

const document = z.string().check(z.describe('A GraphQL document.'));

const searchInput = z.strictObject({
  words: z
    .string()
    .check(
      z.minLength(1),
      z.maxLength(200),
      z.describe('Words of names and descriptions, for example "upload date of a video".'),
    ),
  max: z._default(
    z.int().check(z.minimum(1), z.maximum(20), z.describe('The maximum number of results.')),
    8,
  ),
});

const describeInput = z.strictObject({
  name: z
    .string()
    .check(z.describe('A type, or a field with its arguments: `Video`, `Query.files`.')),
});

const planInput = z.strictObject({
  tool: z.optional(z.string().check(z.describe('The tool of an operation; or `document`.'))),
  document: z.optional(document),
  variables,
  operationName,
});

const runInput = z.strictObject({ document, variables, operationName });

/** The tools of a gateway; the same for all sessions. */
export class ToolCatalog {
  readonly #tools = new Map<string, AgentTool>();

  constructor({ config, schema, documents, operations }: ToolParts) {
    const texts = new Map<string, string>();
    for (const operation of operations) {
      const definition = toolOf(operation, schema);
      if (definition === undefined) continue;
      texts.set(operation.name, operation.text);
      this.#add(definition, operationRunner(operation, schema));
    }
    this.#addSchemaTools(schema, config.INTROSPECTION);
    this.#addPlan(apiOf(schema), texts);
    if (config.MCP_QUERIES !== 'none' && !config.PERSISTED_ONLY)
      this.#addRun(schema, documents, config.MCP_QUERIES);
  }

  /** The definitions of the tools. */
  get definitions(): Tool[] {
    return [...this.#tools.values()].map(({ definition }) => definition);
  }

  /** @returns the result of a tool; undefined if there is no tool of this name */
  async call(name: string, args: Arguments, call: ToolCall): Promise<CallToolResult | undefined> {
    return this.#tools.get(name)?.run(args, call);
  }

  #add(definition: Tool, run: AgentTool['run']): void {
    this.#tools.set(definition.name, { definition, run });
  }

  /** Adds a tool whose arguments are no variables. */
  #addOwn<T>(
    { name, description, isReadOnly = true }: OwnTool,
    input: z.ZodMiniType<T>,
    run: (args: T, call: ToolCall) => Promise<CallToolResult> | CallToolResult,
  ): void {
    const inputSchema = z.toJSONSchema(input, { io: 'input' }) as Tool['inputSchema'];
    const annotations = { readOnlyHint: isReadOnly };
    const definition = { name, description, inputSchema, outputSchema: resultSchema, annotations };
    this.#add(definition, (args, call) => {
      const { success, data, error } = input.safeParse(args);
      if (success) return run(data, call);
      const [{ path, message }] = error.issues as [z.core.$ZodIssue];
      const argument = path.join('.');
      return refusal(agentError('INVALID_INPUT', `${argument || name}: ${message}`, { argument }));
    });
  }

  #addSchemaTools(schema: GraphQLSchema, showsSchema: boolean): void {
    const tools = this.definitions.map(({ name, description = '' }) => ({ name, description }));
    const search = new SchemaSearch(tools, showsSchema ? schema : undefined);
    this.#addOwn(
      {
        name: 'search_schema',
        description: showsSchema
          ? 'Find tools, types and fields by words. Use it before describe_type and run_query.'
          : 'Find tools by words.',
      },
      searchInput,
      async ({ words, max }) => answer(await search.find(words, max)),
    );
    if (!showsSchema) return;
    this.#addOwn(
      {
        name: 'describe_type',
        description:
          'Describe a type of the schema with its fields, or one field with its arguments.',
      },
      describeInput,
      ({ name }) => {
        const part = describePart(schema, name);
        if (part) return answer(part);
        const message = `name: ${showValue(name)} is no type or field; expected for example Video or Query.files`;
        return refusal(agentError('NOT_FOUND', message, { argument: 'name' }));
      },
    );
  }

  #addPlan(api: Api, texts: ReadonlyMap<string, string>): void {
    this.#addOwn(
      {
        name: 'plan_query',
        description:
          'The maximum cost of a tool or a document, without running it: REST calls and quota units, and whether it would be refused.',
      },
      planInput,
      async ({ tool, document: text, variables: values, operationName: name }, call) => {
        const query = text ?? texts.get(tool ?? '');
        if (query === undefined) {
          const message = `tool: ${showValue(tool)} is no tool of an operation; expected one, or document`;
          return refusal(agentError('INVALID_INPUT', message, { argument: 'tool' }));
        }
        const input = { document: query, variables: values, operationName: name };
        const planned = { query: planDocument, variables: { input } };
        const result = await call.execute(planned);
        const { balance } = call;
        if (result.errors) return operationResult(api, result, balance);
        return answer(planOf(api, result, balance));
      },
    );
  }

  #addRun(schema: GraphQLSchema, documents: DocumentReader, allowed: 'read' | 'all'): void {
    const isReadOnly = allowed === 'read';
    this.#addOwn(
      {
        name: 'run_query',
        description: `Execute a GraphQL document of your own: a query${isReadOnly ? '' : ' or a mutation'}. Prefer the tool of an operation if there is one; plan_query tells what it costs.`,
        isReadOnly,
      },
      runInput,
      async ({ document: text, variables: values, operationName: name }, call) => {
        const read = readDocument(documents, text);
        if ('code' in read) return refusal(read);
        const operation = getOperationAST(read, name);
        if (!operation) {
          const message = 'operationName: expected the name of an operation of the document';
          return refusal(agentError('INVALID_INPUT', message, { argument: 'operationName' }));
        }
        const type = operation.operation;
        if (type === OperationTypeNode.SUBSCRIPTION || (isReadOnly && type !== 'query')) {
          const message = `document: a ${type} is not allowed here; expected a query${isReadOnly ? ' (MCP_QUERIES=read)' : ' or a mutation'}`;
          const next = 'Use the tool of an operation; search_schema finds it.';
          return refusal(agentError('INVALID_INPUT', message, { argument: 'document', next }));
        }
        const query = print(withSelections(read, schema, addCursors, addMissingScopes));
        const request = { query, variables: values, operationName: name };
        const result = await call.execute(request);
        return operationResult(apiOf(schema), result, call.balance);
      },
    );
  }
}

/** @returns what executes the operation with the arguments as its variables */
function operationRunner(
  { name, document: own }: AgentOperation,
  schema: GraphQLSchema,
): AgentTool['run'] {
  const { variableDefinitions = [] } = definitionOf(own);
  const names = variableDefinitions.map(({ variable }) => variable.name.value);
  let query: string | undefined;
  return async (args, call) => {
    // GraphQL ignores values without a variable; an agent must not believe that they count.
    const unknown = Object.keys(args).find((each) => !names.includes(each));
    if (unknown !== undefined) {
      const expected = names.length > 0 ? `expected ${names.join(', ')}` : 'expected none';
      const message = `${showValue(unknown)} is no argument of ${name}; ${expected}`;
      return refusal(agentError('INVALID_INPUT', message, { argument: unknown.slice(0, 100) }));
    }
    query ??= print(withSelections(own, schema, addCursors, addMissingScopes));
    const result = await call.execute({ query, variables: args });
    return operationResult(apiOf(schema), result, call.balance);
  };
}

/** @returns the document, or why it is invalid */
function readDocument(
  documents: DocumentReader,
  text: string,
): DocumentNode | ReturnType<typeof agentError> {
  try {
    return documents.parse(text);
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error;
    const { message, extensions } = error;
    const isSyntax = message.startsWith('Syntax Error');
    const code = isSyntax ? 'GRAPHQL_PARSE_FAILED' : 'GRAPHQL_VALIDATION_FAILED';
    const shown = documents.hideSuggestions ? withoutSuggestion(message) : message;
    return agentError(typeof extensions['code'] === 'string' ? extensions['code'] : code, shown);
  }
}
