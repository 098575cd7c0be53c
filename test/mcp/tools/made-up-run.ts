/**
 * Runs of tools against answers that the schema makes up: no service is called, and every branch is
 * reached that depends on the arguments alone.
 */
import {
  buildSchema,
  type DocumentNode,
  execute,
  type ExecutionResult,
  getNullableType,
  type GraphQLAbstractType,
  type GraphQLOutputType,
  type GraphQLResolveInfo,
  isEnumType,
  isListType,
  isScalarType,
  Kind,
  parse,
  printSchema,
} from 'graphql';
import { systemClock } from '../../../src/engine/caller/clock.ts';
import { apiOf } from '../../../src/engine/schema/builder.ts';
import { globalId } from '../../../src/engine/schema/type/global-id.ts';
import { MemoryStore } from '../../../src/engine/store/memory-store.ts';
import type { AgentRequest, ToolCall } from '../../../src/mcp/tool-call.ts';
import type { AgentTool, ToolArguments } from '../../../src/mcp/tools/agent-tool.ts';
import { ToolDocuments } from '../../../src/mcp/tools/tool-document.ts';
import { Question, ToolFailure } from '../../../src/mcp/tools/tool-failure.ts';
import { ToolRun } from '../../../src/mcp/tools/tool-run.ts';
import { schema } from '../../../src/services/schema.ts';

/** A document that a tool has sent. */
export interface SentDocument {
  readonly document: DocumentNode;
  readonly variables: Readonly<Record<string, unknown>>;
}

/** What one run has done. */
interface MadeUpRun {
  readonly args: ToolArguments;
  readonly sent: readonly SentDocument[];
  readonly outcome: 'answer' | 'failure' | 'question';
}

/** Without resolvers: `madeUp` answers. */
const bareSchema = buildSchema(printSchema(schema));

const scalars: Readonly<Record<string, unknown>> = {
  Int: 1,
  Float: 1,
  Boolean: false,
  EmailAddress: 'a@b.example',
  DateTime: '2099-03-14T09:30:00Z',
  ID: globalId('Video', ['aaaaaaaaaaa']),
};

/** In place of the first value: of what exists, and can be changed. */
const choices: Readonly<Record<string, string>> = {
  EventStatus: 'CONFIRMED',
  FilePermissionType: 'USER',
};

function madeUp(type: GraphQLOutputType, name: string): unknown {
  const of = getNullableType(type);
  if (isListType(of)) return name === 'errors' ? [] : [madeUp(of.ofType, name)];
  if (isEnumType(of)) return choices[of.name] ?? of.getValues()[0]!.value;
  return isScalarType(of) ? (scalars[of.name] ?? 'text') : {};
}

/** @returns the first type that the document asks about */
function typeFor(
  _: unknown,
  __: unknown,
  info: GraphQLResolveInfo,
  of: GraphQLAbstractType,
): string {
  const possible = bareSchema.getPossibleTypes(of).map(({ name }) => name);
  const asked = info.fieldNodes.flatMap(({ selectionSet }) =>
    (selectionSet?.selections ?? []).flatMap((each) =>
      each.kind === Kind.INLINE_FRAGMENT ? (each.typeCondition?.name.value ?? []) : [],
    ),
  );
  return asked.find((each) => possible.includes(each)) ?? possible[0]!;
}

const answerTo = async (
  document: DocumentNode,
  variables: SentDocument['variables'],
): Promise<ExecutionResult> =>
  execute({
    schema: bareSchema,
    document,
    variableValues: variables,
    fieldResolver: (_, __, ___, { returnType, fieldName }) => madeUp(returnType, fieldName),
    typeResolver: typeFor,
  });

const documents = new ToolDocuments(schema);

/** @param isAllowed whether the user has agreed to all that the tool asks */
export async function runMadeUp(
  tool: AgentTool,
  args: ToolArguments,
  isAllowed: boolean,
): Promise<MadeUpRun> {
  const sent: SentDocument[] = [];
  const call: ToolCall = {
    execute: async ({ query, variables = {}, isOptional }: AgentRequest) => {
      const document = parse(query);
      // What is optional is not the tool's own: the zone of the user, and the plan of a write.
      if (isOptional !== true) sent.push({ document, variables });
      return answerTo(document, variables);
    },
    sendFile: async () => {},
    clock: systemClock,
    hasWritten: false,
    balance: async () => ({ limit: 1_000, spent: 0, remaining: 1_000 }),
    report: async () => {},
    signal: new AbortController().signal,
    callerKey: 'caller',
    canAsk: false,
    answers: undefined,
    store: new MemoryStore(() => 0),
  };
  const parts = { call, api: apiOf(schema), documents, freeUnits: Infinity, isAllowed };
  try {
    await tool.run(args, new ToolRun(parts));
    return { args, sent, outcome: 'answer' };
  } catch (error) {
    if (error instanceof Question) return { args, sent, outcome: 'question' };
    if (error instanceof ToolFailure) return { args, sent, outcome: 'failure' };
    throw error;
  }
}

interface InputProperty {
  readonly type: string;
  readonly enum?: readonly string[];
  readonly minimum?: number;
}

/** A value that an argument can have, by its name where the type does not tell. */
function valuesOf(name: string, { type, enum: choices, minimum = 1 }: InputProperty): unknown[] {
  if (choices) return [...choices];
  if (type === 'boolean') return [true];
  if (type === 'integer') return [minimum];
  if (type === 'array' && name === 'from') return [['a@b.example']];
  const text = /guest|mail|people|person|who|with$/i.test(name) ? 'a@b.example' : textFor(name);
  return type === 'array' ? [[text]] : [text];
}

function textFor(name: string): string {
  if (/^(start|end|from|to|publishAt|until|since|expires)$/.test(name)) return '2099-03-14T09:30';
  return /^(id|ids|on|within|add|remove|stream)$/.test(name) ? String(scalars['ID']) : 'text';
}

/** @returns arguments: the required ones alone, with each other one, and all; for each choice */
export function argumentsOf({ definition: { inputSchema } }: AgentTool): ToolArguments[] {
  const { confirm: _, ...properties } = Object(inputSchema.properties) as Readonly<
    Record<string, InputProperty>
  >;
  const required = inputSchema.required ?? [];
  const optional = Object.entries(properties).filter(([name]) => !required.includes(name));
  const bases = required.reduce<ToolArguments[]>(
    (all, name) =>
      all.flatMap((base) =>
        valuesOf(name, properties[name]!).map((value) => ({ ...base, [name]: value })),
      ),
    [{}],
  );
  const everything = Object.fromEntries(
    optional.map(([name, property]) => [name, valuesOf(name, property)[0]]),
  );
  const singles = optional.flatMap(([name, property]) =>
    valuesOf(name, property).map((value) => ({ [name]: value })),
  );
  // With an id, what is left out stays; without one, something new is made.
  const pairs = singles.map((each) => ({
    ...each,
    ...('id' in properties && { id: textFor('id') }),
  }));
  return bases.flatMap((base) =>
    [{}, everything, ...singles, ...pairs].map((more) => ({ ...base, ...more })),
  );
}
