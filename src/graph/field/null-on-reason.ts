/**
 * Turns expected error reasons (comments are disabled, the account has no channel) into null with a
 * warning in `extensions.warnings`.
 */
import type { GraphQLResolveInfo } from 'graphql';
import type { Execution } from '../../data/execution.ts';
import type { KnownReason } from '../../upstream/catalogue.ts';
import { UpstreamError } from '../../upstream/error.ts';
import { pathOf } from './enumeration.ts';

/** @param reasons of descriptors; undefined: every error is passed on */
export function nullOnReasons<T>(
  answer: Promise<T>,
  reasons: readonly KnownReason[] | undefined,
  execution: Execution,
  info: GraphQLResolveInfo,
): Promise<T | null> {
  if (reasons === undefined) return answer;
  return answer.catch((error: unknown) => {
    const found = error instanceof UpstreamError ? error.failure.reason : undefined;
    const reason = reasons.find((each) => each === found);
    if (reason === undefined) throw error;
    execution.warn({ code: 'EXPECTED_ABSENCE', path: pathOf(info), value: reason });
    return null;
  });
}
