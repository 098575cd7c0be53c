/**
 * The rule for every write whose answer was lost: it may have been applied, and what a repetition
 * of it was answered can be a consequence of that. So no error is definite until a read proves it.
 */
import { failedWith, type UpstreamCode, UpstreamError } from '../../api/error.ts';

/** Whether a write that failed may have been applied. */
export const hasUnknownOutcome = (error: unknown): error is UnknownOutcome =>
  error instanceof UpstreamError && error.failure.outcome === 'UNKNOWN';

/** The type tells it from other errors. */
type UnknownOutcome = UpstreamError & { readonly failure: { readonly outcome: 'UNKNOWN' } };

/** Codes that say nothing about the object. */
const answerless: ReadonlySet<UpstreamCode> = new Set([
  'UPSTREAM_INVALID',
  'UPSTREAM_TIMEOUT',
  'UPSTREAM_TOO_LARGE',
  'UPSTREAM_UNAVAILABLE',
]);

/**
 * The error of a write whose outcome is unknown. It has no definite code: what a repetition was
 * answered is its `refusal`. Status and reason stay those of the last answer.
 * @param id of the entity, if it is known
 */
export function unknownOutcome({ failure, cause }: UpstreamError, id?: string): UpstreamError {
  const { code, service, operation, status, reason } = failure;
  if (answerless.has(code)) return new UpstreamError({ ...failure, id: failure.id ?? id }, cause);
  const refusal = { ...failure, outcome: undefined };
  const common = { service, operation, status, reason, outcome: 'UNKNOWN', id, refusal } as const;
  return new UpstreamError({ ...common, code: 'UPSTREAM_TIMEOUT' }, cause);
}

/** The answer to a repetition of the write; undefined if no attempt had an answer. */
export const refusalOf = ({
  failure: { refusal },
  cause,
}: UpstreamError): UpstreamError | undefined => refusal && new UpstreamError(refusal, cause);

/** The code of the last answer to a write, whatever its outcome is. */
export const answeredCode = ({ failure }: UpstreamError): UpstreamCode =>
  (failure.refusal ?? failure).code;

/**
 * Reads what a write has left that has failed.
 * @throws the error of the write if its outcome is unknown and the read fails, whatever that fails
 * with; otherwise the error of the read
 */
export async function readAfterFailure<T>(
  failed: UpstreamError,
  read: () => Promise<T>,
): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (!hasUnknownOutcome(failed)) throw error;
    throw new UpstreamError(failed.failure, error);
  }
}

/**
 * Finds out by a read whether a write has been applied whose outcome is unknown.
 * @param find returns what the write has made; undefined if nothing is there, which proves little:
 * the caller may not see it any more, or not yet; null if it is as it was before the write, or
 * something else; fails if it shows nothing
 * @throws the refusal of a repetition if it is proven that nothing was made; otherwise the error of
 * the write
 */
export async function findOut<T extends object>(
  failed: UpstreamError,
  find: () => Promise<T | null | undefined>,
): Promise<T> {
  const found = await readAfterFailure(failed, () => find().catch(withoutMissing));
  if (found) return found;
  const refusal = refusalOf(failed);
  // The first attempt has been as invalid as its repetition.
  if (refusal && (found === null || refusal.code === 'INVALID_INPUT')) throw refusal;
  throw failed;
}

function withoutMissing(error: unknown): undefined {
  if (!failedWith(error, 'NOT_FOUND')) throw error;
}
