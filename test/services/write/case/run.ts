/** Runs a mutation of a case. */
import { getNamedType } from 'graphql';
import { schema } from '../../../../src/services/schema.ts';
import type { Result, Studio } from '../../../support/gateway/studio.ts';
import type { TestFile } from '../../../support/client/form.ts';
import type { Case } from './case.ts';
import { resultName } from './selection.ts';
import type { Input } from '../fixture/fixture.ts';

interface UserErrorResult {
  readonly code: string;
  readonly message: string;
  readonly path: readonly string[] | null;
  readonly reason: string | null;
}

/** What a mutation answered. */
export interface Outcome {
  readonly result: Result;
  /** The payload; null where the mutation is a GraphQL error. */
  readonly payload: any;
  /** The written entity or the id of the deleted one; null where nothing was written. */
  readonly entity: unknown;
  /** Errors of the payload and, of a bulk write, of its results. */
  readonly errors: readonly UserErrorResult[];
  /** GraphQL errors. */
  readonly failures: NonNullable<Result['errors']>;
}

const errorFields = 'errors { code message path reason }';

/** The type of a mutation's input. */
const inputTypeOf = ({ mutation }: Case): string =>
  `${mutation[0]!.toUpperCase()}${mutation.slice(1)}Input!`;

/** The selection of a case's payload. It selects nothing that takes a further call. */
function selectionOf({ write }: Case, more: string): string {
  const { spec } = write;
  const name = resultName({ write });
  const result = name ? `${name} { __typename }` : '';
  const deleted = spec.deletes ? 'deletedId' : '';
  const results = spec.each ? `results { index ${errorFields} }` : '';
  return [result, deleted, results, more, errorFields].join(' ');
}

export interface RunOptions {
  readonly token?: string | null;
  /** Content instead of the fixture's file; null: none. */
  readonly file?: TestFile | null | undefined;
  /** Further selected fields of the payload. */
  readonly select?: string;
}

/** Runs the mutation with the write's own input. */
export async function run(
  studio: Studio,
  each: Case,
  input: Input,
  { token, file = each.fixture.file, select = '' }: RunOptions = {},
): Promise<Outcome> {
  const selection = selectionOf(each, select);
  const document = `mutation ($input: ${inputTypeOf(each)}) { ${each.mutation}(input: $input) { ${selection} } }`;
  const variables = { input: wrapped(each, input) };
  const files = file != null && takesFile(input) ? { 'input.file': file } : undefined;
  const result = files
    ? await studio.upload({ document, variables, files, token })
    : await studio.query(document, variables, token);
  return outcomeOf(each, result, result.data?.[each.mutation], result.errors);
}

const takesFile = (input: Input): boolean => 'file' in input && input['file'] === null;

function outcomeOf(
  each: Case,
  result: Result,
  payload: any = null,
  failures: Result['errors'] = [],
): Outcome {
  const results: readonly ({ readonly errors: UserErrorResult[] } | null)[] =
    payload?.results ?? [];
  const entityName = resultName(each) ?? '';
  return {
    result,
    payload,
    entity: payload?.[entityName] ?? payload?.deletedId ?? null,
    errors: [...(payload?.errors ?? []), ...results.flatMap((item) => item?.errors ?? [])],
    failures,
  };
}

/** Settings of a studio for `runMany`. */
export const manyMutations = {
  MAX_ROOT_MUTATIONS: '1000',
  MAX_ALIASES: '1000',
  MAX_TOKENS: '20000',
  MAX_BODY_BYTES: '10000000',
  MAX_QUERY_CALLS: '1000000',
  MAX_QUERY_UNITS: '1000000',
} as const;

/**
 * Runs the mutation with one input after the other, in one request: for inputs that have to be
 * rejected, which cost less than their requests.
 */
export async function runMany(
  studio: Studio,
  each: Case,
  inputs: readonly Input[],
): Promise<Outcome[]> {
  if (inputs.length === 0) return [];
  if (each.fixture.file) return runSingly(studio, each, inputs);
  const names = inputs.map((_, index) => `i${index}`);
  const declarations = names.map((name) => `$${name}: ${inputTypeOf(each)}`).join(' ');
  const fields = names.map((name) => `${name}: ${each.mutation}(input: $${name}) { ...payload }`);
  const payloadType = schema.getMutationType()!.getFields()[each.mutation]!.type;
  const document = `mutation (${declarations}) { ${fields.join(' ')} }
    fragment payload on ${getNamedType(payloadType).name} { ${selectionOf(each, '')} }`;
  const variables = Object.fromEntries(
    names.map((name, index) => [name, wrapped(each, inputs[index]!)]),
  );
  const result = await studio.query(document, variables);
  return names.map((name) => {
    const failures = result.errors?.filter(({ path = [name] }) => path[0] === name);
    return outcomeOf(each, result, result.data?.[name], failures);
  });
}

/** A request has a limited number of files. */
async function runSingly(studio: Studio, each: Case, inputs: readonly Input[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const input of inputs) outcomes.push(await run(studio, each, input));
  return outcomes;
}

/** The write's own input below the fields that lead to it. */
const wrapped = ({ above }: Case, input: Input): Input =>
  above.reduceRight<Input>((inner, name) => ({ [name]: inner }), input);

/** The code of the first error, wherever it is; undefined after success. */
export const codeOf = ({ errors, failures }: Outcome): string | undefined =>
  errors[0]?.code ?? (failures[0]?.extensions['code'] as string | undefined);
