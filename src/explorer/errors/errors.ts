/** The errors of a response, wherever they are in it. */
import type { Response } from '../response.ts';

/** An error, as the page lists it. */
export interface ShownError {
  readonly code: string | undefined;
  readonly message: string;
  /** Where it is in the response. */
  readonly path: string | undefined;
  /** Of a missing scope: the one that allows least. */
  readonly scope: string | undefined;
}

/** An error of either kind has these, as far as the operation selects them. */
interface AnyError {
  readonly code?: unknown;
  readonly message?: unknown;
  readonly anyOf?: unknown;
}

/** @returns the GraphQL errors, then those in payloads of mutations */
export function errorsOf({ errors = [], data }: Response): ShownError[] {
  return [
    ...errors.map(({ message, path, extensions }) =>
      shown({ ...extensions, message }, path?.join('.')),
    ),
    ...Object.entries(data ?? {}).flatMap(([name, payload]) => payloadErrors(name, payload)),
  ];
}

function payloadErrors(name: string, payload: unknown): ShownError[] {
  const { errors } = (payload ?? {}) as { readonly errors?: unknown };
  if (!Array.isArray(errors)) return [];
  return (errors as AnyError[]).map((error, index) => shown(error, `${name}.errors.${index}`));
}

function shown({ code, message, anyOf }: AnyError, path: string | undefined): ShownError {
  const text = typeof message === 'string' ? message : '';
  const [first] = Array.isArray(anyOf) ? anyOf.map(String) : scopesIn(text);
  return { code: typeof code === 'string' ? code : undefined, message: text, path, scope: first };
}

/** A message names the scope, for an operation that does not select `anyOf`. */
const scopesIn = (message: string): readonly string[] =>
  /(?<= the scope )[\w./:-]*\w/.exec(message) ?? [];
