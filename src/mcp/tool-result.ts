/**
 * What a tool returns: one JSON object, which has all texts of services inside it. Errors say what
 * to do next.
 */
import type { CallToolResult, ResourceLink } from '@modelcontextprotocol/server';
import type { ExecutionResult } from 'graphql';
import { sentError } from '../server/response/response-limit.ts';
import { nextStep } from './next-step.ts';
import { maxCharacters, maxEntries, type Omission, shorten } from './short-result.ts';

/** An error as an agent sees it. */
export interface AgentError {
  readonly code: string;
  readonly message: string;
  readonly path?: readonly (string | number)[] | undefined;
  /** What to do about it. */
  readonly next: string;
  readonly [fact: string]: unknown;
}

/** What is said of a call beside its answer. */
interface ResultFacts {
  /** Also those of single fields: an agent must not take the rest for all there is. */
  readonly errors: readonly AgentError[];
  /** Quota units: of the call, and what the account has left for agents. */
  readonly units?: { readonly spent: number; readonly left: number } | undefined;
  readonly warnings?: readonly unknown[] | undefined;
  readonly links?: readonly ResourceLink[] | undefined;
  /** What was written, if not all was. */
  readonly done?: readonly string[] | undefined;
  /** Makes the answer easier to read, once it is short enough. */
  readonly shape?: ((parts: object) => object) | undefined;
}

/** @param facts further facts, for example `argument`, or `next` in place of that of the code */
export const agentError = (
  code: string,
  message: string,
  { path, next, ...facts }: Readonly<Record<string, unknown>> = {},
): AgentError => ({
  code,
  message,
  ...(Array.isArray(path) && { path: path as (string | number)[] }),
  ...facts,
  next: typeof next === 'string' ? next : nextStep(code, facts),
});

/** @returns the result of a tool that was not run */
export const refusal = (error: AgentError): CallToolResult => resultOf({}, { errors: [error] });

/** @returns the errors of an execution */
export const errorsOf = ({ errors = [] }: ExecutionResult): AgentError[] =>
  errors.map((error) => {
    const { message, path, extensions = {} } = sentError(error);
    const { code, ...facts } = extensions;
    return agentError(String(code), message, { path, ...facts });
  });

/** @returns the errors of payloads of mutations and of their entries, which the data has too */
export const payloadErrors = (data: ExecutionResult['data']): AgentError[] =>
  Object.entries(data ?? {}).flatMap(([field, payload]) => {
    const { errors, results } = (payload ?? {}) as ErringPayload;
    const ofPayload = userErrors(errors, [field]);
    const ofEntries = listOf(results).flatMap((entry, index) =>
      userErrors(entry?.errors, [field, 'results', index]),
    );
    // An error that ended the mutation is also that of all entries after it.
    const messages = new Set(ofPayload.map(({ message }) => message));
    return [...ofPayload, ...ofEntries.filter(({ message }) => !messages.has(message))];
  });

interface ErringPayload {
  readonly errors?: unknown;
  readonly results?: unknown;
}

/** An error as a payload has it. */
type UserError = Readonly<Record<string, unknown>>;

/** @returns nothing for what is not a list */
const listOf = <T = ErringPayload | null>(list: unknown): readonly T[] =>
  Array.isArray(list) ? (list as T[]) : [];

/** @returns those of which the code is selected */
const userErrors = (errors: unknown, place: readonly (string | number)[]): AgentError[] =>
  listOf<UserError>(errors).flatMap(({ code, message, path, ...facts }) =>
    typeof code === 'string'
      ? agentError(code, typeof message === 'string' ? message : code, {
          ...facts,
          // That of an entry begins at the input.
          path: Array.isArray(path) ? [place[0], ...listOf<string>(path)] : place,
        })
      : [],
  );

/**
 * @param parts the parts of the answer
 * @returns them as JSON, shortened, with what is said beside them
 */
export function resultOf(
  parts: object,
  { errors, units, warnings = [], done = [], links = [], shape = same }: ResultFacts,
): CallToolResult {
  const { value, omissions } = shorten(parts, maxCharacters);
  const isTooLong = value === undefined;
  const all = isTooLong ? [...errors, tooLong] : errors;
  const result = {
    ...(isTooLong ? {} : shape(value as object)),
    ...(done.length > 0 && { done }),
    ...(all.length > 0 && { errors: limited(all, (count) => ({ more: count })) }),
    ...(omissions.length > 0 && { leftOut: leftOut(omissions) }),
    ...(warnings.length > 0 && { warnings: warnings.slice(0, maxEntries) }),
    ...(units && { units }),
  };
  const { value: short } = shorten(result, 2 * maxCharacters);
  const sent = (short ?? { errors: [tooLong] }) as Record<string, unknown>;
  return {
    content: [{ type: 'text', text: JSON.stringify(sent) }, ...links],
    structuredContent: sent,
    ...(all.length > 0 && { isError: true }),
  };
}

const same = (value: object): object => value;

const tooLong = agentError(
  'QUERY_TOO_LARGE',
  'It was executed. The result is too long, and has no lists to cut.',
);

const leftOut = (omissions: readonly Omission[]): object[] =>
  limited(
    omissions.map((omission) => ({ ...omission, next: howToGoOn(omission) })),
    (count) => ({ more: count }),
  );

function howToGoOn({ of, after, argument }: Omission): string {
  if (of === 'characters') return 'Read the object alone to get the whole text.';
  if (after === undefined) return 'Ask for fewer fields, or for shorter lists.';
  return argument === undefined
    ? 'Ask again with a smaller first, or continue after this cursor.'
    : `Call the tool again with ${argument} set to this cursor.`;
}

function limited<T extends object>(all: readonly T[], rest: (count: number) => object): object[] {
  const over = all.length - maxEntries;
  return over > 0 ? [...all.slice(0, maxEntries), rest(over)] : [...all];
}
