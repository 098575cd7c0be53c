/** The part of a call that its HTTP requests use. */
import type { Breaker, RetryBudget } from '../share/breaker.ts';
import type { TimedList } from '../share/timed-list.ts';
import type { CallPool } from './call-handler.ts';
import type { AnyOperation } from '../../api/operation.ts';
import type { OutgoingRequest } from '../request/outgoing-request.ts';
import type { ResolvedSettings } from '../settings.ts';
import type { CallOptions } from '../upstream.ts';

/** The call that a request belongs to. */
export interface CallState<HttpCall> {
  readonly operation: AnyOperation;
  readonly request: OutgoingRequest;
  readonly options: Omit<CallOptions, 'identity' | 'deadline'>;
  /** Whether it was admitted while the breaker was open. */
  readonly isProbe: boolean;
  readonly pool: CallPool;
  readonly connections: {
    readonly breaker: Breaker;
    readonly retryBudget: RetryBudget;
    readonly openCalls: TimedList;
  };
  readonly settings: ResolvedSettings;
  /** Instant of the clock; it can move while the request runs. */
  readonly deadline: number;
  /** Whether nobody waits for the call any more. */
  readonly isLeft: boolean;
  /** Whether nobody waits for the call any more, or it must not be sent any more. */
  readonly isCancelled: boolean;
  /** Called once, when the request has ended for the call. */
  onAttemptEnd(attempt: HttpCall): void;
}
