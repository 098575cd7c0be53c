/** The typed errors of mutation payloads: their codes, and the data of each. */
import { PartlyDone } from '../data/write/partly-done.ts';
import { Conflict } from '../data/write/conditional-write.ts';
import { InvalidInput, UpstreamError } from '../upstream/error.ts';
import { messageOf } from './failure-message.ts';
import { MutationError } from './mutation-error.ts';

/** An error in the payload of a mutation. */
export interface UserErrorValue {
  readonly code: keyof typeof userErrorCodes;
  readonly message: string;
  readonly path: readonly string[] | null;
  readonly reason: string | null;
  /**
   * The data of the concrete types' fields. `current` is the ref of the entity in a conflict, `ref`
   * the ref of an entity that was partly written.
   */
  readonly extra: Readonly<Record<string, unknown>>;
}

/** Codes of payload errors, with their descriptions in the schema. */
export const userErrorCodes = {
  INVALID_INPUT:
    'A value of the input was rejected by the gateway or by the REST API. `path` names the value if known.',
  NOT_FOUND: 'No object with this id exists, or the caller may not see the object.',
  CONFLICT:
    'Another write changed the object, or an object with the same id or key already exists.',
  GONE: 'The object existed and has been deleted.',
  FORBIDDEN:
    'The caller lacks permission, or the account has no YouTube channel. `reason` names the cause if known.',
  MISSING_SCOPE: 'The access token lacks a required OAuth scope.',
  INVALID_TRANSITION: 'The broadcast cannot change to this status from the current one.',
  STREAM_INACTIVE: 'No stream is bound to the broadcast, or the bound stream receives no data.',
  OPERATION_RETIRED: 'The REST API no longer supports the operation.',
  PARTLY_DONE:
    'The mutation takes several calls, and one call failed after earlier calls had succeeded.',
} as const;

const isPayloadCode = (code: string): code is UserErrorValue['code'] => code in userErrorCodes;

/** Makes an error, without a path, a reason and data if they are not given. */
const userError = (
  code: UserErrorValue['code'],
  message: string,
  facts: Partial<Omit<UserErrorValue, 'code' | 'message'>> = {},
): UserErrorValue => ({ code, message, path: null, reason: null, extra: {}, ...facts });

/**
 * Returns the payload error of a failed mutation.
 * @returns undefined for failures that are not user errors: the mutation then fails with a GraphQL
 * error
 */
export function toUserError(error: unknown): UserErrorValue | undefined {
  if (error instanceof InvalidInput)
    return userError('INVALID_INPUT', error.message, { path: error.argument.split('.') });
  if (error instanceof Conflict)
    return userError('CONFLICT', error.message, { extra: { current: error.ref } });
  if (error instanceof PartlyDone) return partlyDone(error);
  if (error instanceof MutationError && isPayloadCode(error.code)) {
    const {
      path = null,
      reason = null,
      ...extra
    } = error.extra as { path?: string[]; reason?: string };
    return userError(error.code, error.message, { path, reason, extra });
  }
  if (!(error instanceof UpstreamError) || !isPayloadCode(error.code)) return undefined;
  const { service, operation, reason = null, anyOf, id } = error.failure;
  // Without a path: the location of a failure is not a path of `input`. If the argument is known,
  // the error is a MutationError.
  return userError(error.code, messageOf(error.failure), {
    reason,
    extra: { service, operation, anyOf, id },
  });
}

/** The error of a write that failed after some of its calls: it tells the cause, too. */
function partlyDone({ message, done, remaining, ref, cause }: PartlyDone): UserErrorValue {
  const known = toUserError(cause);
  return userError('PARTLY_DONE', `${message} ${known?.message ?? causeOf(cause)}`.trimEnd(), {
    path: known?.path ?? null,
    reason: known?.reason ?? codeOf(cause),
    extra: { done, remaining, ref },
  });
}

/** The message of a failure that is not a user error. */
const causeOf = (error: unknown): string =>
  error instanceof UpstreamError ? messageOf(error.failure) : '';

/** The code of a failure, if it has one. */
function codeOf(error: unknown): string | null {
  if (error instanceof Conflict) return 'CONFLICT';
  return error instanceof UpstreamError || error instanceof MutationError ? error.code : null;
}
