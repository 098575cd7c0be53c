/**
 * Turns expected error reasons (comments are disabled, the account lacks something) into null with
 * a warning in `extensions.warnings`.
 */
import { type GraphQLResolveInfo, responsePathAsArray } from 'graphql';
import type { Execution } from '../../execution/execution.ts';
import type { KnownReason } from '../../api/register.ts';
import { UpstreamError } from '../../api/error.ts';

/**
 * @param reasons error reasons that are expected; undefined: every error is passed on
 * @returns the answer, or null with a warning for an error with one of the reasons
 */
export function nullOnReasons<T>(
  answer: Promise<T>,
  reasons: readonly KnownReason[] | undefined,
  execution: Execution,
  info: GraphQLResolveInfo,
): Promise<T | null> {
  if (reasons === undefined) return answer;
  return answer.catch((error: unknown) => nullOrThrow(error, reasons, execution, info));
}

/** @returns null, with a warning, for an error with one of the reasons @throws any other error */
export function nullOrThrow(
  error: unknown,
  reasons: readonly KnownReason[],
  execution: Execution,
  info: GraphQLResolveInfo,
): null {
  const found = error instanceof UpstreamError ? error.failure.reason : undefined;
  const reason = reasons.find((each) => each === found);
  if (reason === undefined) throw error;
  return nullWithWarning(reason, execution, info);
}

/** @returns null, with the warning that nothing is there for this reason */
export function nullWithWarning(
  reason: KnownReason,
  execution: Execution,
  info: GraphQLResolveInfo,
): null {
  execution.warn({
    code: 'EXPECTED_ABSENCE',
    path: responsePathAsArray(info.path),
    value: reason,
  });
  return null;
}
