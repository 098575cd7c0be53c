/**
 * The limits that callers share, in one table, and the errors of callers that get nothing, or have
 * to give way to others.
 */
import type { GraphQLError } from 'graphql';
import type { Config } from '../../config.ts';
import { anonymousCaller } from '../../engine/caller/identity.ts';
import { type IsAccepted, type Refusal, Shares } from '../../engine/rest/share/shares.ts';
import { type HttpError, overloaded } from '../error/http-error.ts';
import { overloadError } from '../error/request-error.ts';

/** By their names in metrics: where the total is, how messages name it, how a client goes on. */
const kinds = {
  subscriptions: ['MAX_SUBSCRIPTIONS', 'subscriptions', 'subscribe again with the last cursor'],
  websockets: ['MAX_WEBSOCKETS', 'open WebSockets', 'connect again later'],
  agent_questions: ['MAX_AGENT_QUESTIONS', 'questions of agents', 'answer some of them'],
  transfers: ['MAX_CONCURRENT_STREAMS', 'concurrent uploads and downloads', 'retry after 1 second'],
  unsent_bytes: ['MAX_UNSENT_BYTES', 'unsent bytes', 'retry after 1 second'],
} as const;

/** `OperationLimit` has the total of operations. */
const words = {
  ...kinds,
  operations: [undefined, 'concurrent operations', 'retry after 1 second'],
} as const;

/** The shares of the callers in each limit. */
export type ServerShares = Readonly<Record<keyof typeof kinds, Shares>>;

/** @returns the shares of a server, none taken */
export const serverShares = (
  config: Pick<Config, (typeof kinds)[keyof typeof kinds][0]>,
  isAccepted: IsAccepted,
): ServerShares =>
  Object.fromEntries(
    Object.entries(kinds).map(([kind, [key]]) => [
      kind,
      new Shares({ total: config[key], isAccepted }),
    ]),
  ) as ServerShares;

/**
 * @returns why the caller gets nothing, or has lost something, and what to do; short enough for the
 * reason of a closed WebSocket
 */
export function shareMessage(kind: keyof typeof words, refusal: Refusal, caller: string): string {
  const [, subject, advice] = words[kind];
  if (refusal === 'total') return `Too many ${subject}; ${advice}.`;
  return caller === anonymousCaller
    ? `Too many ${subject} without an access token, which share a small part. Send a token, or ${advice}.`
    : `Too many ${subject} with this access token: others need their share. End some of them, or ${advice}.`;
}

/** The error of an operation. */
export const shareError = (
  kind: keyof typeof words,
  refusal: Refusal,
  caller: string,
): GraphQLError => overloadError(shareMessage(kind, refusal, caller));

/** The error of an HTTP request that a share rejects before it reaches GraphQL. */
export const shareHttpError = (
  kind: keyof typeof words,
  refusal: Refusal,
  caller: string,
): HttpError => overloaded(shareMessage(kind, refusal, caller));
