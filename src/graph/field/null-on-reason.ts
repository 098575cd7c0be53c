/**
 * Turns expected error reasons (comments are disabled, the account has no channel) into null with a
 * warning in `extensions.warnings`.
 */
import type { GraphQLResolveInfo } from 'graphql';
import type { Execution } from '../../data/execution.ts';
import { UpstreamError } from '../../upstream/error.ts';
import { pathOf } from './enumeration.ts';

/** @param reasons error reasons of the REST API; undefined: every error is passed on */
export function nullOnReasons<T>(
  answer: Promise<T>,
  reasons: readonly string[] | undefined,
  execution: Execution,
  info: GraphQLResolveInfo,
): Promise<T | null> {
  if (reasons === undefined) return answer;
  return answer.catch((error: unknown) => {
    const reason = error instanceof UpstreamError ? error.failure.reason : undefined;
    if (reason === undefined || !reasons.includes(reason)) throw error;
    execution.warn({ code: 'EXPECTED_ABSENCE', path: pathOf(info), value: reason });
    return null;
  });
}
