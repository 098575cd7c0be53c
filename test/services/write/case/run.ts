/** Runs a mutation of a case. */
import type { Result, Studio } from '../../../support/studio.ts';
import type { TestFile } from '../../../support/form.ts';
import type { Case } from './case.ts';
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

/** The document of a case's mutation. It selects nothing that takes a further call. */
function documentOf({ mutation, write: { spec } }: Case, more: string): string {
  const result = spec.result ? `${spec.result[0]} { __typename }` : '';
  const deleted = spec.deletes ? 'deletedId' : '';
  const results = spec.each ? `results { index ${errorFields} }` : '';
  const type = `${mutation[0]!.toUpperCase()}${mutation.slice(1)}Input`;
  const selection = [result, deleted, results, more, errorFields].join(' ');
  return `mutation ($input: ${type}!) { ${mutation}(input: $input) { ${selection} } }`;
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
  const document = documentOf(each, select);
  const variables = { input: wrapped(each, input) };
  const hasFile = file != null && 'file' in input && input['file'] === null;
  const result = hasFile
    ? await studio.upload({ document, variables, files: { 'input.file': file }, token })
    : await studio.query(document, variables, token);
  const payload = result.data?.[each.mutation] ?? null;
  const results: readonly ({ readonly errors: UserErrorResult[] } | null)[] =
    payload?.results ?? [];
  const [entityName = ''] = each.write.spec.result ?? [];
  return {
    result,
    payload,
    entity: payload?.[entityName] ?? payload?.deletedId ?? null,
    errors: [...(payload?.errors ?? []), ...results.flatMap((item) => item?.errors ?? [])],
    failures: result.errors ?? [],
  };
}

/** The write's own input below the fields that lead to it. */
const wrapped = ({ above }: Case, input: Input): Input =>
  above.reduceRight<Input>((inner, name) => ({ [name]: inner }), input);

/** The code of the first error, wherever it is; undefined after success. */
export const codeOf = ({ errors, failures }: Outcome): string | undefined =>
  errors[0]?.code ?? (failures[0]?.extensions['code'] as string | undefined);
