/** Texts for users. The messages of the gateway are for developers. */
import { CombinedGraphQLErrors } from '@apollo/client';
import type { ErrorCode } from './generated/graphql';

/** An error of a field. */
export interface GatewayError {
  readonly message: string;
  readonly path?: readonly (string | number)[];
  readonly extensions?: Readonly<Record<string, unknown>>;
}

const unavailable = 'The service does not respond. Please try again later.';

const texts: Partial<Record<ErrorCode, string>> = {
  UNAUTHENTICATED: 'The access token is not valid, or no longer. Please sign in again.',
  MISSING_SCOPE: 'The access token does not permit this. Please allow access to this service.',
  FORBIDDEN: 'Your account may not do this.',
  NOT_FOUND: 'This does not exist, or you may not see it.',
  CONFLICT: 'Somebody else has changed this, or it exists already.',
  INVALID_INPUT: 'Please check this value.',
  PARTLY_DONE: 'Only some of the steps were done. Try again to continue.',
  QUOTA_EXCEEDED: 'The quota of today is spent.',
  RATE_LIMITED: 'Too many requests. Please try again later.',
  OVERLOADED: 'The gateway is busy. Please try again later.',
  UPSTREAM_UNAVAILABLE: unavailable,
  UPSTREAM_TIMEOUT: unavailable,
};

/** A text for an error code. @param code undefined if there was no answer of the gateway */
export const textFor = (code: unknown): string =>
  code === undefined
    ? 'There is no connection to the gateway.'
    : (texts[code as ErrorCode] ?? 'This did not work. Please try again.');

/** The errors of fields; none if the request failed. */
const fieldErrors = (error: unknown): readonly GatewayError[] =>
  CombinedGraphQLErrors.is(error) ? error.errors : [];

/** Whether the access token was rejected. */
export const isRejected = (error: unknown): boolean =>
  fieldErrors(error).some(({ extensions }) => extensions?.['code'] === 'UNAUTHENTICATED');

/** A text for each kind of error, with the names of its fields, and messages for developers. */
export function describeError(error: unknown) {
  const errors = fieldErrors(error);
  if (errors.length === 0)
    return [{ text: textFor(undefined), fields: [], details: [String(error)] }];
  const groups = Map.groupBy(errors, ({ extensions }) => textFor(extensions?.['code'] ?? null));
  return [...groups].map(([text, group]) => ({
    text,
    fields: [...new Set(group.map(({ path }) => fieldName(path)).filter((name) => name !== ''))],
    details: [...new Set(group.map(({ message }) => message))],
  }));
}

/** The last name in a path, in words. */
export const fieldName = (path: readonly (string | number)[] | null | undefined): string =>
  String(
    (path ?? []).findLast((step) => !/^(\d+|edges|node|dateTime)$/.test(`${step}`)) ?? '',
  ).replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
