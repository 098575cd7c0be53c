/** What upstream refuses because of a state that is expected (comments disabled, no channel): null with a warning. */
import type { GraphQLResolveInfo } from 'graphql';
import type { Execution } from '../../data/execution.ts';
import { UpstreamError } from '../../upstream/error.ts';
import { pathOf } from './enumeration.ts';

/** @param reasons upstream's words for such states; without any, the answer passes as it is */
export function orAbsent<T>(
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
