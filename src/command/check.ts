/** `studiograph check`: whether documents are valid, what they cost, and which scopes they need. */
import { readFileSync } from 'node:fs';
import {
  type DocumentNode,
  getNullableType,
  GraphQLError,
  type GraphQLInputType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNamedType,
  isNonNullType,
  isRequiredInputField,
  Kind,
  type OperationDefinitionNode,
  parse,
  typeFromAST,
} from 'graphql';
import type { Config } from '../config.ts';
import { createOf } from '../library/create.ts';
import { type OperationFile, readOperationFiles } from '../server/document/operation-files.ts';
import { schema } from '../services/schema.ts';
import { neededScopes } from '../services/shared/scope.ts';

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
 * Prints one line or several for each operation.
 * @returns whether all documents are valid and within the limits
 * @throws OperationFilesError for files that cannot be read
 */
export async function check({ config, paths, variables, print }: CheckOptions): Promise<boolean> {
  const values =
    variables === undefined ? {} : (JSON.parse(readFileSync(variables, 'utf8')) as Variables);
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
  for (const file of paths.flatMap((path) => readOperationFiles(path)))
    isGood = (await checkFile(file, { values, ask, print })) && isGood;
  await gateway.close();
  return isGood;
}

interface FileCheck {
  readonly values: Variables;
  readonly ask: (input: object) => Promise<CostResponse>;
  readonly print: (line: string) => void;
}

async function checkFile(
  { text, place }: OperationFile,
  { values, ask, print }: FileCheck,
): Promise<boolean> {
  const document = documentOf(text, place, print);
  if (document === undefined) return false;
  let isGood = true;
  for (const operation of document.definitions) {
    if (operation.kind !== Kind.OPERATION_DEFINITION) continue;
    const operationName = operation.name?.value ?? null;
    const title = `${place}: ${operationName ?? operation.operation}`;
    const assumed = samplesFor(operation, values);
    const input = { document: text, operationName, variables: { ...assumed, ...values } };
    const { data, errors = [] } = await ask(input);
    const cost = data?.quota?.dryRun;
    if (!cost) {
      for (const { message } of errors) print(`${title}: ${message}`);
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

const costText = ({ requests, units }: Cost): string =>
  [`${requests} calls`, ...units.map((each) => `${each.units} units of ${each.bucket}`)].join(', ');

/** @returns undefined for a document with a syntax error, which is printed */
function documentOf(
  text: string,
  place: string,
  print: (line: string) => void,
): DocumentNode | undefined {
  try {
    return parse(text);
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error;
    print(`${place}, line ${error.locations?.[0]?.line}: ${error.message}`);
    return undefined;
  }
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
