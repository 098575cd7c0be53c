/** Whether a failed call is sent again, and after which delay. */
import type { CallState } from './call-state.ts';
import { isOfWay } from './classify-failure.ts';
import type { Failure } from '../../api/error.ts';
import type { HttpCall } from './http-call.ts';
import { isRead } from '../../api/operation.ts';
import { isRateLimit } from '../share/rate-limits.ts';

/** The history of one call after its first failure. */
export class RetryState {
  readonly #call: CallState<HttpCall>;
  #attempts = 0;
  #staleConnections = 0;
  /** Whether an attempt may have been applied although its response was lost. */
  #maybeApplied = false;

  constructor(call: CallState<HttpCall>) {
    this.#call = call;
  }

  /**
   * Whether a deletion has succeeded: an earlier attempt lost its response, and now the entity is
   * gone.
   */
  isCompletedDeletion({ code }: Failure): boolean {
    const { operation } = this.#call;
    return (
      this.#maybeApplied &&
      (operation.method === 'DELETE' || operation.removes === true) &&
      (code === 'NOT_FOUND' || code === 'GONE')
    );
  }

  /**
   * Milliseconds until the next attempt; `undefined` if there is none.
   * @param notBefore the end of a pause, as an instant of the clock
   */
  delayAfter(call: HttpCall, failure: Failure, notBefore: number): number | undefined {
    const { operation, options, settings, connections, deadline } = this.#call;
    const { idempotent = operation.idempotent } = options;
    this.#maybeApplied ||= maybeApplied(call, failure);
    // A closed keep-alive connection is not a failure of the service, so this retry does not count
    // in the budget.
    if (
      call.onStaleConnection &&
      idempotent &&
      this.#staleConnections++ < settings.retry.maxAttempts
    )
      return 0;
    this.#attempts += 1;
    if (connections.breaker.isOpen) return undefined;
    if (!mayBeRepeated(call, failure, idempotent)) return undefined;
    if (this.#attempts >= settings.retry.maxAttempts) return undefined;
    const now = settings.clock.now();
    const delay = this.#backoff(failure, notBefore - now);
    if (now + delay >= deadline) return undefined;
    return connections.retryBudget.spend(now) ? delay : undefined;
  }

  /** Returns the failure for the caller, which states whether a write may have been applied. */
  finalFailure(failure: Failure): Failure {
    return this.#maybeApplied && !isRead(this.#call.operation)
      ? { ...failure, outcome: 'UNKNOWN' }
      : failure;
  }

  /**
   * Full jitter over a window that doubles with each attempt, after the wait that `Retry-After`
   * states, and after the end of a pause.
   */
  #backoff(failure: Failure, pausedMs: number): number {
    const { retry, random } = this.#call.settings;
    const base = isRateLimit(failure) ? retry.rateLimitBaseDelayMs : retry.baseDelayMs;
    const window = Math.min(retry.maxDelayMs, base * 2 ** (this.#attempts - 1));
    return Math.max((failure.retryAfter ?? 0) * 1_000, pausedMs) + random() * window;
  }
}

/** By the call's outcome and by whether it is idempotent, never by its HTTP method. */
function mayBeRepeated(
  { outcome, errorCode, status }: HttpCall,
  failure: Failure,
  idempotent: boolean,
): boolean {
  if (outcome === 'notSent') return errorCode === undefined || !closingCodes.has(errorCode);
  if (outcome === 'response' && isRateLimit(failure)) return true;
  return idempotent && (isOfWay(failure) || isOutage(failure) || isTransient(outcome, status));
}

/** The gateway itself is closing, or has built a request that cannot be sent. */
const closingCodes: ReadonlySet<string> = new Set([
  'UND_ERR_CLOSED',
  'UND_ERR_DESTROYED',
  'UND_ERR_INVALID_ARG',
]);

const isTransient = (outcome: HttpCall['outcome'], status: number): boolean =>
  outcome === 'response'
    ? transientStatuses.has(status)
    : outcome !== undefined && transientOutcomes.has(outcome);

const transientStatuses: ReadonlySet<number> = new Set([500, 502, 503, 504]);

const transientOutcomes: ReadonlySet<string> = new Set([
  'connectionLost',
  'responseTruncated',
  'timeout',
]);

/** Whether the request was sent and its response does not say whether it was applied. */
const maybeApplied = ({ sent, outcome, status }: HttpCall, failure: Failure): boolean =>
  sent &&
  (outcome !== 'response' ||
    isOfWay(failure) ||
    isOutage(failure) ||
    status >= 500 ||
    status < 400);

/** Whether the service says that it has failed, with any status. */
const isOutage = (failure: Failure): boolean => failure.meaning?.isOutage === true;
