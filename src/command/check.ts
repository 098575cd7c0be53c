/** `studiograph check`: whether documents are valid, what they cost, and which scopes they need. */
import {
  getNullableType,
  type GraphQLInputType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNamedType,
  isNonNullType,
  isRequiredInputField,
  type OperationDefinitionNode,
  typeFromAST,
} from 'graphql';
import type { Config } from '../config.ts';
import { createOf } from '../library/create.ts';
import { schema } from '../services/schema.ts';
import { neededScopes } from '../services/shared/scope.ts';
import { type CheckedFile, checkFiles } from './checked-file.ts';
import { readOptionFile } from './option-file.ts';
import { UsageError } from './usage-error.ts';

type Variables = Readonly<Record<string, unknown>>;

interface CheckOptions {
  /** Has the limits. */
  readonly config: Config;
  /** Files and folders, see `readOperationFiles`. */
  readonly paths: readonly string[];
  /** A file with values of variables. */
  readonly variables: string | undefined;
  readonly print: (line: string) => void;
}

const costQuery = `query Cost($input: DryRunInput!) {
  quota(dryRun: $input) {
    dryRun {
      admitted
      requests
      units { bucket units }
      limits { kind bucket limit value exceeded }
      scopes { anyOf tokenRequired }
      advice
    }
  }
}`;

interface Cost {
  readonly admitted: boolean;
  readonly requests: number;
  readonly units: readonly { readonly bucket: string; readonly units: number }[];
  readonly limits: readonly {
    readonly kind: string;
    readonly bucket: string | null;
    readonly limit: number;
    readonly value: number;
    readonly exceeded: boolean;
  }[];
  readonly scopes: readonly {
    readonly anyOf: readonly string[];
    readonly tokenRequired: boolean;
  }[];
  readonly advice: string | null;
}

interface CostResponse {
  readonly data?: { readonly quota: { readonly dryRun: Cost } | null } | null;
  readonly errors?: readonly { readonly message: string }[];
}

/**
 * Prints all errors of each file, and one line or several for each valid operation.
 * @returns whether all documents are valid and within the limits
 * @throws OperationFilesError for files that cannot be read, UsageError for those of variables
 */
export async function check({ config, paths, variables, print }: CheckOptions): Promise<boolean> {
  const values = variables === undefined ? {} : readVariables(variables);
  const files = checkFiles(paths, { schema, isOpen: config.INTROSPECTION });
  const gateway = await createOf(
    {
      ...config,
      PERSISTED_ONLY: false,
      PERSISTED_OPERATIONS: undefined,
      REDIS_URL: undefined,
      QUOTA_BUDGET: {},
    },
    { log: { write: () => {} } },
  );
  const ask = async (input: object): Promise<CostResponse> => {
    const response = await gateway.fetch(
      new Request('http://check/graphql', {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: 'Bearer check' },
        body: JSON.stringify({ query: costQuery, variables: { input } }),
      }),
    );
    return (await response.json()) as CostResponse;
  };
  let isGood = true;
  for (const file of files) isGood = (await printFile(file, { values, ask, print })) && isGood;
  await gateway.close();
  return isGood;
}

interface FileOutput {
  readonly values: Variables;
  readonly ask: (input: object) => Promise<CostResponse>;
  readonly print: (line: string) => void;
}

/** @returns whether the file has no errors, and all its operations are within the limits */
async function printFile(
  { place, problems, operations, fragments }: CheckedFile,
  { values, ask, print }: FileOutput,
): Promise<boolean> {
  let isGood = problems.length === 0;
  for (const problem of problems) print(problem);
  if (isGood && operations.length + fragments.length === 0) print(`${place}: has no operations`);
  for (const [name, uses] of isGood ? fragments : [])
    print(`${place}: fragment ${name}: used by ${uses} ${uses === 1 ? 'operation' : 'operations'}`);
  for (const { node, text } of operations) {
    const operationName = node.name?.value ?? null;
    const title = `${place}: ${operationName ?? node.operation}`;
    const assumed = samplesFor(node, values);
    const input = { document: text, operationName, variables: { ...assumed, ...values } };
    const { data, errors = [] } = await ask(input);
    const cost = data?.quota?.dryRun;
    if (!cost) {
      for (const { message } of errors) print(`${title}: ${withoutInput(message)}`);
      isGood = false;
      continue;
    }
    print(`${title}: at most ${costText(cost)}`);
    if (Object.keys(assumed).length > 0) print(`  with ${JSON.stringify(assumed)}`);
    for (const { anyOf } of neededScopes(cost.scopes)) print(`  needs ${anyOf.join(' or ')}`);
    if (cost.admitted) continue;
    isGood = false;
    for (const { kind, bucket, value, limit, exceeded } of cost.limits)
      if (exceeded) print(`  over the limit: ${value} of ${limit} ${bucket ?? kind}`);
    if (cost.advice !== null) print(`  ${cost.advice}`);
  }
  return isGood;
}

/** @returns a message without the argument by which this module asks */
const withoutInput = (message: string): string =>
  message.replace(/^dryRun\.(?:document|operationName|variables): /, '');

const costText = ({ requests, units }: Cost): string =>
  [`${requests} calls`, ...units.map((each) => `${each.units} units of ${each.bucket}`)].join(', ');

/** @param path of a file with a JSON object @throws UsageError */
function readVariables(path: string): Variables {
  const refuse = (problem: string): never => {
    throw new UsageError(`--variables: ${path}: ${problem}`);
  };
  const text = readOptionFile('--variables', path);
  let values: unknown;
  try {
    values = JSON.parse(text);
  } catch (error) {
    const [place = ''] = /\(line \d+ column \d+\)/.exec((error as Error).message) ?? [];
    refuse(`is not valid JSON ${place}`.trim());
  }
  if (typeof values !== 'object' || values === null || Array.isArray(values))
    refuse('is no JSON object; expected for example {"id": "..."}');
  return values as Variables;
}

/** @returns values of the variables that must have one, and have none */
function samplesFor(operation: OperationDefinitionNode, values: Variables): Variables {
  const samples: Record<string, unknown> = {};
  for (const { variable, type, defaultValue } of operation.variableDefinitions ?? []) {
    const inputType = typeFromAST(schema, type) as GraphQLInputType | undefined;
    const name = variable.name.value;
    if (defaultValue || name in values || !isNonNullType(inputType)) continue;
    samples[name] = sampleOf(inputType);
  }
  return samples;
}

/** The cost depends on numbers and lists: a page of lists has 50 items. */
function sampleOf(type: GraphQLInputType): unknown {
  const own = getNullableType(type);
  if (isListType(own)) return [sampleOf(own.ofType)];
  if (isEnumType(own)) return own.getValues()[0]!.name;
  if (isInputObjectType(own)) {
    const fields = Object.values(own.getFields());
    const chosen = own.isOneOf ? fields.slice(0, 1) : fields.filter(isRequiredInputField);
    return Object.fromEntries(chosen.map((field) => [field.name, sampleOf(field.type)]));
  }
  return isNamedType(own) ? (samplesByType[own.name] ?? 'x') : 'x';
}

const samplesByType: Readonly<Record<string, unknown>> = {
  Int: 50,
  Float: 1,
  Boolean: true,
  ID: 'abcdefghijk',
  BigInt: '1',
  DateTime: '2030-01-01T00:00:00Z',
  Date: '2030-01-01',
  URL: 'https://www.youtube.com/watch?v=abcdefghijk',
  EmailAddress: 'a@b.example',
};
