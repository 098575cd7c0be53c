/** Laws of all tools for agents: what they declare, and the documents that they send. */
import { getVariableValues, Kind, type OperationDefinitionNode, validate } from 'graphql';
import { describe, expect, it } from 'vitest';
import type { AgentTool } from '../../../src/mcp/tools/agent-tool.ts';
import { agentTools } from '../../../src/mcp/tools/agent-tools.ts';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { schema } from '../../../src/services/schema.ts';
import { violationsOf } from '../client-limits.ts';
import { argumentsOf, runMadeUp, type SentDocument } from './made-up-run.ts';

const named = agentTools.map((tool) => [tool.definition.name, tool] as const);

/** All runs of a tool: with the agreement of the user, or without. */
const runsOf = (tool: AgentTool, isAllowed: boolean) =>
  Promise.all(argumentsOf(tool).map((args) => runMadeUp(tool, args, isAllowed)));

const operationOf = ({ document }: SentDocument): OperationDefinitionNode =>
  document.definitions.find((each) => each.kind === Kind.OPERATION_DEFINITION)!;

const isMutation = (sent: SentDocument): boolean => operationOf(sent).operation === 'mutation';

/** @returns what the schema says against a document and its variables */
function errorsOf(sent: SentDocument): readonly string[] {
  const { variableDefinitions = [] } = operationOf(sent);
  const { errors = [] } = getVariableValues(schema, variableDefinitions, { ...sent.variables });
  return [...validate(schema, sent.document), ...errors].map(({ message }) => message);
}

describe.each(named)('%s', (name, tool) => {
  const { definition } = tool;
  const isReader = definition.annotations?.readOnlyHint === true;

  it('is taken by all clients', () => {
    expect(violationsOf(definition)).toEqual([]);
  });
  it('sends documents that the schema accepts, one mutation field each', async () => {
    const sent = (await runsOf(tool, true)).flatMap((each) => each.sent);
    expect(sent.length).toBeGreaterThan(0);
    expect(sent.flatMap(errorsOf)).toEqual([]);
    const counts = sent
      .filter(isMutation)
      .map((each) => operationOf(each).selectionSet.selections.length);
    expect(new Set(counts)).toEqual(new Set(isReader ? [] : [1]));
  });
  it('says in its hints what its mutations do', async () => {
    const sent = (await runsOf(tool, true)).flatMap((each) => each.sent).filter(isMutation);
    const fields = schema.getMutationType()!.getFields();
    const effects = sent.flatMap((each) =>
      operationOf(each).selectionSet.selections.flatMap((field) =>
        field.kind === Kind.FIELD ? (fields[field.name.value]?.extensions.effect ?? []) : [],
      ),
    );
    const canDestroy = effects.some(({ destructive }) => destructive);
    const { destructiveHint = false } = definition.annotations ?? {};
    // `updateEvent` can cancel an event, which `save_event` never does.
    const isHarmless = definition.name === 'save_event';
    // A tool may say so without it: publishing is no destructive mutation.
    expect(destructiveHint || isHarmless || !canDestroy).toBe(true);
    expect(tool.tier === 'read').toBe(isReader);
  });
  it('asks before its first write, if it asks', async () => {
    const asking = (await runsOf(tool, false)).filter(({ outcome }) => outcome === 'question');
    expect(asking.filter(({ sent }) => sent.some(isMutation))).toEqual([]);
    const canConfirm = 'confirm' in (definition.inputSchema.properties ?? {});
    expect(canConfirm).toBe(!isReader);
    expect(isReader && asking.length > 0).toBe(false);
  });
  it('names no tool and no argument that is not there', () => {
    const text = JSON.stringify(definition);
    const words = [...text.matchAll(/`([\w.]+)`|\b([a-z]+(?:_[a-z]+)+)\b/g)].map(
      ([, quoted, snake]) => quoted ?? snake!,
    );
    const properties = [definition.inputSchema, definition.outputSchema].flatMap((each) =>
      Object.entries((each?.properties ?? {}) as Readonly<Record<string, object>>),
    );
    const choices = properties.flatMap(([of, each]) => [
      of,
      ...('enum' in each ? (each.enum as string[]) : []),
    ]);
    const known = new Set([...agentTools.map((each) => each.definition.name), ...choices]);
    expect(words.filter((word) => !known.has(word))).toEqual([]);
  });
  it('has nothing of the sandbox', () => {
    const text = JSON.stringify(definition);
    expect(textsIn(ids).filter((id) => text.includes(id))).toEqual([]);
    expect(name).toMatch(/^[a-z]+(_[a-z]+)*$/);
  });
});

/** @returns all texts of an object, at any depth */
const textsIn = (value: unknown): readonly string[] =>
  typeof value === 'object' && value !== null
    ? Object.values(value).flatMap(textsIn)
    : [String(value)];

describe('all tools together', () => {
  it('have names of their own', () => {
    const names = named.map(([name]) => name);
    expect(names.toSorted()).toEqual([...new Set(names)].toSorted());
  });
  it('are short enough to be read before each conversation', () => {
    const definitions = agentTools.map(({ definition }) => definition);
    expect(JSON.stringify(definitions).length).toBeLessThanOrEqual(25_000);
    const read = definitions.map(({ name, description, inputSchema }) => [
      name,
      description,
      inputSchema,
    ]);
    expect(JSON.stringify(read).length).toBeLessThanOrEqual(18_000);
  });
});
