/**
 * GraphQL request errors: the operation is not executed, the response has no `data`. GraphQL over
 * HTTP requires status 400 for clients that accept `application/graphql-response+json`, and 200 for
 * clients that accept `application/json` only.
 */
import type { GraphQLError } from 'graphql';
import type { ErrorCode } from '../../engine/schema/error/error-code.ts';
import { graphError } from '../../engine/schema/error/error.ts';

/** @param extensions further entries of `extensions` */
export const requestError = (
  code: ErrorCode,
  message: string,
  extensions: Readonly<Record<string, unknown>> = {},
): GraphQLError => graphError(code, message, { ...extensions, http: { status: 400, spec: true } });

/** Turns an error with a code, made by a lower layer, into a request error. */
export const toRequestError = ({
  message,
  extensions: { code, ...extensions },
}: GraphQLError): GraphQLError => requestError(code as ErrorCode, message, extensions);

/** An error for a request that cannot be served at the moment: status 503. */
export const overloadError = (message: string): GraphQLError =>
  graphError('OVERLOADED', message, { http: { status: 503, headers: { 'retry-after': '1' } } });

/** Advice for the client, by code. */
const advice = {
  QUERY_TOO_DEEP: 'Nest fewer levels.',
  QUERY_TOO_LARGE: 'Split it into several requests.',
} as const;

/** The error of a list that is too long. @param facts further entries of `extensions` */
export const listLimitError = (
  subject: string,
  limit: number,
  value: number,
  facts: Readonly<Record<string, unknown>> = {},
): GraphQLError =>
  requestError(
    'QUERY_TOO_LARGE',
    `${subject}: ${value} elements; the limit of a list is ${limit}. Send fewer elements, or split the list into several requests.`,
    { ...facts, limit, value },
  );

/** @param subject the subject that is too large, for example `Tokens of the document` */
export const limitError = (
  code: keyof typeof advice,
  subject: string,
  limit: number,
  value: number,
): GraphQLError =>
  requestError(code, `${subject}: ${value}; the limit is ${limit}. ${advice[code]}`, {
    limit,
    value,
  });
