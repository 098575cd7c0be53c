/**
 * Messages of single error reasons of the REST APIs, which say more than the message of the error
 * code. The texts are in `reference/facts.json`.
 */
import type { Failure } from '../engine/api/error.ts';
import { expectations, states } from './shared/reasons.ts';

/**
 * @returns the message for the reason of a failure; undefined for reasons without one. A reason
 *   with an operation, an error code or a service after a space has another text there.
 */
export const reasonMessage = ({ reason, operation, service, code }: Failure): string | undefined =>
  textOf(states, `${reason} ${operation}`) ??
  textOf(states, `${reason} ${code}`) ??
  textOf(states, `${reason} ${service}`) ??
  textOf(states, reason);

/**
 * @returns the values that the service accepts, by reason, by the first name of the argument's
 *   path and the operation where the reason says nothing, or by reason and operation; undefined if
 *   none of these tells
 */
export const expectedOf = ({ reason, argument, operation }: Failure): string | undefined =>
  textOf(expectations, reason) ??
  textOf(expectations, `${argument?.replace(/\..*/, '')} ${operation}`) ??
  textOf(expectations, `${reason} ${operation}`);

/** A reason comes from a response: names of object methods must not match. */
const textOf = (
  texts: Readonly<Record<string, string>>,
  reason: string | undefined,
): string | undefined =>
  reason !== undefined && Object.hasOwn(texts, reason) ? texts[reason] : undefined;

/** Types whose deleted objects cannot be found by writes, but by the lists of their parents. */
export const deletedLists: Readonly<Record<string, string>> = {
  FileComment: 'File.comments(includeDeleted: true)',
  FileReply: 'FileComment.replies(includeDeleted: true)',
};

/** How to restore the deleted objects of a type. */
export const restoreHints: Readonly<Record<string, string>> = {
  Event: 'updateEvent with the status CONFIRMED restores it.',
};
