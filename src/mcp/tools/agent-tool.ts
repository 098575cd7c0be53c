/** What a tool for agents is made of. */
import type { Tool } from '@modelcontextprotocol/server';
import * as z from 'zod/mini';
import type { toolTiers } from '../../config.ts';
import { showValue } from '../../engine/api/error.ts';
import { ToolFailure } from './tool-failure.ts';
import type { ToolRun } from './tool-run.ts';

type Tier = (typeof toolTiers)[number];

type PartType = 'array' | 'boolean' | 'object' | 'string';

/** The JSON type of a part of an answer, and what the part is if its name does not say so. */
type AnswerPart = PartType | readonly [PartType, string];

/** What a tool declares. */
interface ToolDeclaration<Input extends z.core.$ZodLooseShape> {
  readonly name: string;
  /** What people see. */
  readonly title: string;
  /** Default: read. */
  readonly tier?: Tier;
  /** What it does, and what an agent has to know before. */
  readonly description: string;
  readonly input: Input;
  /** The parts of an answer, by their names. */
  readonly answer: Readonly<Record<string, AnswerPart>>;
  /** Whether a call changes nothing. Default: whether its tier is that of reads. */
  readonly isReader?: boolean;
  /** Whether a call can end or remove something. Default: false. */
  readonly isDestructive?: boolean;
  /** Whether a second call changes nothing more. Default: false. */
  readonly isRepeatable?: boolean;
  /** @returns the parts of the answer */
  readonly run: (input: z.output<z.ZodMiniObject<Input>>, run: ToolRun) => Promise<object>;
}

/** The arguments of a call, as they have come. */
export type ToolArguments = Readonly<Record<string, unknown>>;

/** A tool, whatever its input is. */
export interface AgentTool {
  readonly tier: Tier;
  readonly definition: Tool;
  /** @returns the parts of the answer. @throws ToolFailure, Question */
  readonly run: (args: ToolArguments, run: ToolRun) => Promise<object>;
}

/** What is needed of the properties of an input. */
type ToolProperties = Readonly<Record<string, { readonly enum?: readonly string[] }>>;

/** The argument of all tools that can ask first. */
export const confirmSchema = {
  type: 'string',
  description: 'The code of the answer that asked first, if the user agrees.',
} as const;

const confirm = z.optional(z.string().check(z.describe(confirmSchema.description)));

/** @returns the tool; one that writes also takes the code by which the user has agreed */
export function agentTool<const Input extends z.core.$ZodLooseShape>({
  name,
  title,
  tier = 'read',
  description,
  input,
  answer,
  isReader = tier === 'read',
  isDestructive = false,
  isRepeatable = false,
  run,
}: ToolDeclaration<Input>): AgentTool {
  const schema = z.strictObject(isReader ? input : { ...input, confirm });
  const inputSchema = jsonSchemaOf(schema);
  const properties = (inputSchema.properties ?? {}) as ToolProperties;
  return {
    tier,
    run: async (args, toolRun) => {
      const given = withChoices(args, properties);
      const { success, data, error } = schema.safeParse(given);
      if (!success) throw invalid(error, given, Object.keys(properties));
      return run(data, toolRun);
    },
    definition: {
      name,
      title,
      description,
      inputSchema,
      outputSchema: schemaOfAnswer(answer),
      annotations: isReader
        ? { readOnlyHint: true, destructiveHint: false, openWorldHint: true }
        : {
            readOnlyHint: false,
            destructiveHint: isDestructive,
            idempotentHint: isRepeatable,
            openWorldHint: true,
          },
    },
  };
}

/** @returns the arguments with choices as they are declared: answers have them in capitals */
const withChoices = (args: ToolArguments, properties: ToolProperties): ToolArguments =>
  Object.fromEntries(
    Object.entries(args).map(([name, value]) => {
      const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
      const isChoice = property?.enum !== undefined && typeof value === 'string';
      return [name, isChoice ? value.trim().toLowerCase() : value];
    }),
  );

/** @returns what says which argument is wrong */
function invalid(
  error: z.core.$ZodError,
  args: ToolArguments,
  names: readonly string[],
): ToolFailure {
  const [first] = error.issues as [z.core.$ZodIssue];
  // A wrong name explains why the right one is missing.
  const issue = error.issues.find(({ code }) => code === 'unrecognized_keys') ?? first;
  if (issue.code === 'unrecognized_keys')
    return ToolFailure.ofInput(
      issue.keys[0]!.slice(0, 100),
      `${showValue(issue.keys[0])} is no argument; expected ${names.join(', ') || 'none'}`,
    );
  const [name = ''] = issue.path;
  const given = args[String(name)];
  const shown = given === undefined ? 'missing' : `${showValue(given)} is not valid`;
  return ToolFailure.ofInput(issue.path.join('.'), `${shown}; ${issue.message}`);
}

/** Keywords that all clients take; the server checks the rest. */
const keywords: ReadonlySet<string> = new Set([
  'type',
  'properties',
  'required',
  'description',
  'enum',
  'items',
  'minimum',
  'maximum',
]);

/** @returns the JSON Schema of an input, as far as all clients understand it */
const jsonSchemaOf = (input: z.ZodMiniType): Tool['inputSchema'] =>
  withKeywords(
    z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }),
  ) as Tool['inputSchema'];

function withKeywords(schema: object): object {
  // Clients refuse an object without properties.
  const isOpen = 'type' in schema && schema.type === 'object' && !('properties' in schema);
  const entries = Object.entries(isOpen ? { ...schema, type: 'string' } : schema).filter(
    ([keyword]) => keywords.has(keyword),
  );
  return Object.fromEntries(
    entries.map(([keyword, value]: [string, unknown]) => {
      if (keyword === 'items') return [keyword, withKeywords(value as object)];
      if (keyword !== 'properties') return [keyword, value];
      const properties = Object.entries(value as Readonly<Record<string, object>>);
      return [
        keyword,
        Object.fromEntries(properties.map(([of, each]) => [of, withKeywords(each)])),
      ];
    }),
  );
}

const schemaOfAnswer = (answer: ToolDeclaration<never>['answer']): Tool['outputSchema'] => ({
  type: 'object',
  properties: Object.fromEntries(
    Object.entries(answer).map(([name, part]) => [
      name,
      typeof part === 'string' ? { type: part } : { type: part[0], description: part[1] },
    ]),
  ),
});

/** @returns the value of a JSON text; what is none, as it is */
function parsed(value: unknown): unknown {
  try {
    return typeof value === 'string' ? JSON.parse(value) : value;
  } catch {
    return value;
  }
}

/** Parts of inputs. `z.optional` makes one that can be left out. */
export const input = {
  text: (about: string, max = 5_000) => z.string().check(z.maxLength(max), z.describe(about)),
  texts: (about: string, max = 50) =>
    z.array(z.string().check(z.maxLength(1_000))).check(z.maxLength(max), z.describe(about)),
  whole: (about: string, minimum: number, maximum: number) =>
    z
      .int()
      .check(
        z.minimum(minimum),
        z.maximum(maximum),
        z.describe(`${about} From ${minimum} to ${maximum}.`),
      ),
  flag: (about: string) => z.boolean().check(z.describe(about)),
  /** An object whose names nobody knows before: clients want a text for it. */
  json: (about: string) =>
    z.pipe(z.transform(parsed), z.record(z.string(), z.unknown())).check(z.describe(about)),
  choice: <const T extends readonly [string, ...string[]]>(values: T, about: string) =>
    z.enum(values).check(z.describe(about)),
} as const;

/** An object of any service. */
export const idInput = (of: string) => input.text(`The id of ${of}, or its web address.`, 2_000);

/** The arguments of a list that is read by pages. */
export const pageInput = {
  max: z._default(input.whole('The number of entries; 10 if left out.', 1, 50), 10),
  page: z.optional(input.text('`nextPage` of the answer before, for more.', 4_000)),
} as const;

/** The parts of an answer that is a list. */
export const listAnswer = (of: string) =>
  ({
    items: ['array', of],
    nextPage: ['string', 'Pass it as `page` for more.'],
  }) as const;
