/** What has become of an operation, in a sentence. */
import type { CostReport } from '../../schema/extensions.js';
import { isFailure, type Response } from './response.ts';

/** How an operation has ended. */
interface Outcome {
  /**
   * - `refused`: the gateway did not run it: it could cost too much, the quota is gone and so on.
   * - `invalid`: it does not fit the schema, or a limit on documents.
   * - `syntax`: it is not GraphQL.
   * - `noAnswer`: no answer of the gateway has come.
   * - `ran`: it ran, and its calls are known, or there were none.
   * - `untraced`: it ran and made calls, and the gateway has not said which.
   */
  readonly kind: 'refused' | 'invalid' | 'syntax' | 'noAnswer' | 'ran' | 'untraced';
  readonly sentence: string;
}

/** Codes of operations that are not valid, and what is wrong. */
const invalid: Readonly<Record<string, string>> = {
  GRAPHQL_VALIDATION_FAILED: 'The operation does not fit the schema',
  INVALID_INPUT: 'The gateway does not accept a value',
  QUERY_TOO_DEEP: 'The operation is nested too deeply',
  QUERY_TOO_LARGE: 'The operation is too large',
};

/** Codes of operations that are valid and are not run, and why. */
const refused: Readonly<Record<string, string>> = {
  QUERY_TOO_EXPENSIVE: 'it could cost more than is allowed',
  QUOTA_EXCEEDED: 'it could cost more than is left of the quota',
  UNAUTHENTICATED: 'it does not accept who asks',
  OVERLOADED: 'it has too much to do',
  RATE_LIMITED: 'there were too many requests',
  PERSISTED_QUERY_ONLY: 'its operator has not listed it',
};

const noCall = 'No REST call was made.';

/** @returns what a response, or an event, says of the calls that were made for it */
export function outcomeOf(response: Response): Outcome {
  if (isFailure(response))
    return { kind: 'noAnswer', sentence: 'No answer of the gateway has come.' };
  const { cost, trace } = response.extensions ?? {};
  if (cost) return ranOutcome(cost, trace !== undefined);
  const [error] = response.errors ?? [];
  if (!error || response.data)
    return { kind: 'ran', sentence: 'The answer does not say which REST calls it took.' };
  const { code, operation, field } = error.extensions as Readonly<Record<string, string>>;
  if (code === 'GRAPHQL_PARSE_FAILED')
    return { kind: 'syntax', sentence: `The text is not GraphQL${placeOf(error)}. ${noCall}` };
  // The first read of a subscription has failed.
  if (operation !== undefined)
    return {
      kind: 'ran',
      sentence: `It ended with \`${operation}\`. The gateway does not say what was spent until then.`,
    };
  const mistake = invalid[code ?? ''];
  if (mistake !== undefined)
    return { kind: 'invalid', sentence: `${mistake}${placeOf(error)}. ${noCall}` };
  const reason = refused[code ?? ''];
  const most = field === undefined ? '' : ` Most of it is for \`${field}\`.`;
  return {
    kind: 'refused',
    sentence: `The gateway has refused the operation${reason === undefined ? '' : `: ${reason}`}.${most} ${noCall}`,
  };
}

function ranOutcome({ requests, polling }: CostReport, isTraced: boolean): Outcome {
  const beside = polling ? ', beside the polling' : '';
  if (requests === 0) return { kind: 'ran', sentence: `No REST call was needed${beside}.` };
  const calls = requests === 1 ? '1 REST call was' : `${requests} REST calls were`;
  if (isTraced) return { kind: 'ran', sentence: `${calls} made.` };
  return {
    kind: 'untraced',
    sentence: `${calls} made, and the gateway has sent no trace. It sends one if its setting \`TRACE\` is on.`,
  };
}

/** Where the mistake is. */
function placeOf({ locations }: { readonly locations?: readonly Place[] | undefined }): string {
  const [place] = locations ?? [];
  return place ? `, at line ${place.line}, column ${place.column}` : '';
}

interface Place {
  readonly line: number;
  readonly column: number;
}
