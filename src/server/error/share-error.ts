/** The errors of callers that get nothing of what is scarce, or have to give way to others. */
import type { GraphQLError } from 'graphql';
import { anonymousCaller } from '../../engine/caller/identity.ts';
import type { Refusal } from '../../engine/rest/share/shares.ts';
import { overloadError } from './request-error.ts';
import { type HttpError, overloaded } from './http-error.ts';

/** What is scarce, as messages name it, and how a client goes on. */
const kinds = {
  operations: ['concurrent operations', 'retry after 1 second'],
  subscriptions: ['subscriptions', 'subscribe again with the last cursor'],
  webSockets: ['open WebSockets', 'connect again later'],
  sessions: ['sessions of agents', 'connect again later'],
  transfers: ['concurrent uploads and downloads', 'retry after 1 second'],
} as const;

/** A kind of what is scarce. */
type ShareKind = keyof typeof kinds;

/**
 * @returns why the caller gets nothing, or has lost something, and what to do; short enough for the
 * reason of a closed WebSocket
 */
export function shareMessage(kind: ShareKind, refusal: Refusal, caller: string): string {
  const [subject, advice] = kinds[kind];
  if (refusal === 'total') return `Too many ${subject}; ${advice}.`;
  return caller === anonymousCaller
    ? `Too many ${subject} without an access token, which share a small part. Send a token, or ${advice}.`
    : `Too many ${subject} with this access token: others need their share. End some of them, or ${advice}.`;
}

/** The error of an operation. */
export const shareError = (kind: ShareKind, refusal: Refusal, caller: string): GraphQLError =>
  overloadError(shareMessage(kind, refusal, caller));

/** The error of an HTTP request that a share rejects before it reaches GraphQL. */
export const shareHttpError = (kind: ShareKind, refusal: Refusal, caller: string): HttpError =>
  overloaded(shareMessage(kind, refusal, caller));
