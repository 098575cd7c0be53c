/** The typed errors of mutation payloads: their codes, and the data of each. */
import { GraphQLError } from 'graphql';
import { NotApplied } from '../../write/acknowledgement.ts';
import { PartlyDone } from '../../write/partly-done.ts';
import { Conflict } from '../../write/update/conditional-write.ts';
import { InvalidInput, UpstreamError } from '../../api/error.ts';
import { ExpectedError } from '../../api/stackless.ts';
import { type Api, ownCodes } from '../../api/api.ts';
import type { OwnCode } from '../../api/register.ts';
import type { ErrorCode } from './error-code.ts';
import { messageOf, messageOfInput } from './failure-message.ts';
import { MutationError } from './mutation-error.ts';

/** An error in the payload of a mutation. */
export interface UserErrorValue {
  readonly code: (typeof enginePayloadCodes)[number] | OwnCode;
  readonly message: string;
  readonly path: readonly string[] | null;
  readonly reason: string | null;
  /**
   * The data of the concrete types' fields. `current` is the ref of the entity in a conflict, `ref`
   * the ref of an entity that was partly written, `payload` what other fields of the payload read.
   */
  readonly extra: Readonly<Record<string, unknown>>;
}

const enginePayloadCodes = [
  'INVALID_INPUT',
  'NOT_FOUND',
  'CONFLICT',
  'GONE',
  'FORBIDDEN',
  'MISSING_SCOPE',
  'OPERATION_RETIRED',
  'PARTLY_DONE',
  'NOT_APPLIED',
] as const satisfies readonly ErrorCode[];

export const payloadCodes = (api: Api): readonly UserErrorValue['code'][] => [
  ...enginePayloadCodes,
  ...ownCodes(api),
];

const isPayloadCode = (api: Api, code: string): code is UserErrorValue['code'] =>
  payloadCodes(api).some((each) => each === code);

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
export function toUserError(api: Api, error: unknown): UserErrorValue | undefined {
  if (error instanceof InvalidInput)
    return userError('INVALID_INPUT', messageOfInput(api, error), {
      path: error.argument.split('.'),
    });
  if (error instanceof Conflict)
    return userError('CONFLICT', error.message, { extra: { current: error.ref } });
  if (error instanceof NotApplied)
    return userError('NOT_APPLIED', error.message, {
      path: error.ignored[0]?.split('.') ?? null,
      extra: { current: error.ref },
    });
  if (error instanceof PartlyDone) return partlyDone(api, error);
  if (error instanceof MutationError && isPayloadCode(api, error.code)) {
    const {
      path = null,
      reason = null,
      ...extra
    } = error.extra as { path?: string[]; reason?: string };
    return userError(error.code, error.message, { path, reason, extra });
  }
  if (!(error instanceof UpstreamError) || !isPayloadCode(api, error.code)) return undefined;
  const { service, operation, reason = null, anyOf, id } = error.failure;
  // Without a path: the location of a failure is not a path of `input`. If the argument is known,
  // the error is a MutationError.
  return userError(error.code, messageOf(api, error.failure), {
    reason,
    extra: { service, operation, anyOf, id },
  });
}

/** The error of a write that failed after some of its calls: it tells the cause, too. */
function partlyDone(api: Api, error: PartlyDone): UserErrorValue {
  const { message, facts, cause } = error;
  const { note = '', done, remaining, ref, extra: payload } = facts;
  const known = toUserError(api, cause);
  const texts = [message, known?.message ?? causeOf(api, cause), note];
  return userError('PARTLY_DONE', texts.filter((text) => text !== '').join(' '), {
    path: known?.path ?? null,
    reason: known?.reason ?? codeOf(cause),
    extra: { done, remaining, ref, payload },
  });
}

/** The message of a failure that is not a user error. */
function causeOf(api: Api, error: unknown): string {
  if (defectIn(error))
    return 'An unexpected error occurred in the gateway. Report it with the header x-request-id of the response.';
  return error instanceof UpstreamError ? messageOf(api, error.failure) : '';
}

/** The code of a failure, if it has one. */
function codeOf(error: unknown): string | null {
  if (defectIn(error)) return 'INTERNAL';
  if (error instanceof Conflict) return 'CONFLICT';
  if (error instanceof NotApplied) return 'NOT_APPLIED';
  return error instanceof UpstreamError || error instanceof MutationError ? error.code : null;
}

/** @returns the unexpected error that a write has failed with, or that was the cause of its end */
export function defectIn(error: unknown): Error | undefined {
  if (error instanceof PartlyDone) return defectIn(error.cause);
  const isExpected = error instanceof ExpectedError || error instanceof GraphQLError;
  return error instanceof Error && !isExpected ? error : undefined;
}
