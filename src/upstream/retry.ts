/** Whether, and how soon, a call that failed is sent again. */
import type { RetryBudget } from './retry-budget.ts';
import type { Failure } from './error.ts';
import type { HttpCall } from './http-call.ts';
import { type AnyOperation, isRead } from './operation.ts';
import type { ResolvedSettings } from './settings.ts';

/** `budget`: as long as the service's retry budget lasts. */
export type Permission = 'never' | 'budget' | 'always';

/** Refused before any effect, and for a short time: even a write may come again. The limits of a day are not among them. */
const shortLimits: ReadonlySet<string> = new Set([
  'rateLimitExceeded',
  'userRateLimitExceeded',
  'servingLimitExceeded',
  'userRequestsExceedRateLimit',
]);

const dayLimits: ReadonlySet<string> = new Set([
  'quotaExceeded',
  'dailyLimitExceeded',
  'storageQuotaExceeded',
  'sharingRateLimitExceeded',
  'uploadRateLimitExceeded',
]);

const passing: ReadonlySet<number> = new Set([500, 502, 503, 504]);

function isRateLimit({ status, reason }: Failure): boolean {
  if (status === 403) return reason !== undefined && shortLimits.has(reason);
  return status === 429 && !(reason !== undefined && dayLimits.has(reason));
}

/** The table of what may be repeated: by what happened, and by whether the operation is repeatable, never by its method. */
export function permission(
  operation: AnyOperation,
  { end, cause, status }: HttpCall,
  failure: Failure,
): Permission {
  if (end === 'unsent') return cause !== undefined && shut.has(cause) ? 'never' : 'always';
  if (end === 'answer' && isRateLimit(failure)) return 'always';
  const passes =
    end === 'answer' ? passing.has(status) : end === 'reset' || end === 'cut' || end === 'timeout';
  return passes && operation.idempotent ? 'budget' : 'never';
}

/** The gateway itself is closing, or built a request that cannot be sent. */
const shut: ReadonlySet<string> = new Set([
  'UND_ERR_CLOSED',
  'UND_ERR_DESTROYED',
  'UND_ERR_INVALID_ARG',
]);

/** What a call has been through since its first failure. */
export class RetryState {
  private readonly operation: AnyOperation;
  private readonly settings: ResolvedSettings;
  private readonly budget: RetryBudget;
  private readonly deadline: number;
  private attempt = 0;
  private staleConnections = 0;
  /** Whether an earlier attempt may have had its effect. */
  private uncertain = false;

  constructor(
    operation: AnyOperation,
    settings: ResolvedSettings,
    budget: RetryBudget,
    deadline: number,
  ) {
    this.operation = operation;
    this.settings = settings;
    this.budget = budget;
    this.deadline = deadline;
  }

  /** A deletion that had to be repeated and finds nothing has done its work the first time. */
  isDone({ end, status }: HttpCall): boolean {
    return (
      this.uncertain &&
      this.operation.method === 'DELETE' &&
      end === 'answer' &&
      (status === 404 || status === 410)
    );
  }

  /** Milliseconds until the next attempt; `undefined`: this failure is the call's last word. */
  waitAfter(sendOnce: HttpCall, failure: Failure): number | undefined {
    this.uncertain ||= isLost(sendOnce);
    if (
      sendOnce.stale &&
      this.operation.idempotent &&
      this.staleConnections++ < this.settings.retry.attempts
    )
      return 0;
    this.attempt++;
    const allowed = permission(this.operation, sendOnce, failure);
    if (allowed === 'never' || this.attempt >= this.settings.retry.attempts) return undefined;
    const wait = this.backoff(failure);
    if (performance.now() + wait >= this.deadline) return undefined;
    return allowed === 'always' || this.budget.spend() ? wait : undefined;
  }

  /** The failure as the caller gets it: a write whose answer was lost, now or before, says so. */
  lastWord(failure: Failure): Failure {
    return this.uncertain && !isRead(this.operation) ? { ...failure, outcome: 'UNKNOWN' } : failure;
  }

  /** Full jitter over a doubling window, after the wait that upstream demands. */
  private backoff(failure: Failure): number {
    const { baseMs, rateLimitBaseMs, capMs } = this.settings.retry;
    const window = (isRateLimit(failure) ? rateLimitBaseMs : baseMs) * 2 ** (this.attempt - 1);
    return (failure.retryAfter ?? 0) * 1000 + this.settings.random() * Math.min(capMs, window);
  }
}

/** Whether a request left and nobody can tell what became of it. */
function isLost({ sent, end, status }: HttpCall): boolean {
  return sent && (end !== 'answer' || status >= 500 || status < 400);
}
