/** The errors of a response, wherever they are in it. */
import { type GatewayError, type SentError, toGatewayError } from '../../client/client.ts';
import type { Response } from '../response.ts';

/** An error, as the page lists it. */
export interface ShownError {
  readonly error: GatewayError;
  /** Where it is in the response. */
  readonly path: string | undefined;
}

/** @returns the GraphQL errors, then those in payloads of mutations */
export function errorsOf({ errors = [], data }: Response): ShownError[] {
  return [
    ...errors.map(({ message, path, extensions }) =>
      shown({ message, extensions }, path?.join('.')),
    ),
    ...Object.entries(data ?? {}).flatMap(([name, payload]) => payloadErrors(name, payload)),
  ];
}

function payloadErrors(name: string, payload: unknown): ShownError[] {
  const { errors } = (payload ?? {}) as { readonly errors?: unknown };
  if (!Array.isArray(errors)) return [];
  return (errors as SentError[]).map((error, index) => shown(error, `${name}.errors.${index}`));
}

/** A message names the scope, for an operation that does not select `anyOf`. */
function shown(sent: SentError, path: string | undefined): ShownError {
  const [scope] = /(?<= the scope )[\w./:-]*\w/.exec(sent.message ?? '') ?? [];
  return { error: toGatewayError({ ...(scope && { anyOf: [scope] }), ...sent }), path };
}
