/** Errors of shares for HTTP requests that never reach GraphQL. */
import type { Refusal } from '../../engine/rest/share/shares.ts';
import { type HttpError, overloaded } from '../http-error.ts';
import { type ShareKind, shareMessage } from './share-error.ts';

/** Made once each: a stack trace for each rejection would take most of its time. */
const httpErrors = new Map<string, HttpError>();

/** The error of an HTTP request. */
export function shareHttpError(kind: ShareKind, refusal: Refusal, caller: string): HttpError {
  const message = shareMessage(kind, refusal, caller);
  let error = httpErrors.get(message);
  if (error === undefined) httpErrors.set(message, (error = overloaded(message)));
  return error;
}
