/** A call with its retries. */
import { classifyFailure } from './classify-failure.ts';
import type { CallResult } from './call-outcome.ts';
import { type Failure, UpstreamError } from './error.ts';
import { type HttpCall, type HttpCallInput, sendOnce } from './http-call.ts';
import { unreadable } from './response-body.ts';
import { RetryState } from './retry-state.ts';
import type { ServiceConnections } from './service-connections.ts';
import type { ResolvedSettings } from './settings.ts';

/** A request that is ready to be sent, once or more often. */
export interface PreparedCall<T> extends HttpCallInput {
  readonly connections: ServiceConnections;
  readonly settings: ResolvedSettings;
  /** The response whose etag the request has in `If-None-Match`. */
  readonly stored?: CallResult | undefined;
  /** The value of a response of status 2xx, or `unreadable`. */
  readonly read: (call: PreparedCall<T>, response: CallResult) => T | typeof unreadable;
}

/**
 * The value of the first response that can be read; `undefined` for a deletion whose repetition
 * finds the entity gone.
 * @throws {UpstreamError} for the last failure, where no further attempt is allowed
 */
export async function sendCall<T>(call: PreparedCall<T>): Promise<T | undefined> {
  call.connections.retryBudget.countCall();
  let retries: RetryState | undefined;
  for (;;) {
    const ended = await sendOnce(call);
    const response = responseOf(call, ended);
    const value = response ? call.read(call, response) : unreadable;
    if (value !== unreadable) return value;
    retries ??= retryStateOf(call);
    if (retries.isCompletedDeletion(ended)) return undefined;
    const failure = classifyFailure(call.operation, ended);
    const delayMs = retries.delayAfter(ended, failure);
    logFailure(call.settings, failure, ended, delayMs);
    if (delayMs === undefined)
      throw new UpstreamError(finalFailure(call, retries.finalFailure(failure)), ended.errorCode);
    if (delayMs > 0) await call.settings.sleep(delayMs, call.options.signal);
  }
}

/** The response of status 2xx: the stored one if the service says that it is still valid. */
function responseOf<T>({ stored }: PreparedCall<T>, ended: HttpCall): CallResult | undefined {
  if (ended.succeeded) return ended;
  return ended.outcome === 'response' && ended.status === 304 ? stored : undefined;
}

function retryStateOf<T>(call: PreparedCall<T>): RetryState {
  const { operation, options, settings, connections } = call;
  return new RetryState({
    operation,
    idempotent: options.idempotent ?? operation.idempotent,
    settings,
    budget: connections.retryBudget,
    options,
  });
}

const finalFailure = <T>({ options }: PreparedCall<T>, failure: Failure): Failure =>
  failure.code === 'NOT_FOUND' && options.identity.token === undefined
    ? { ...failure, withoutToken: true }
    : failure;

/** Logs only stable words and numbers: no URL with its query, no token, key or body. */
function logFailure(
  { log }: ResolvedSettings,
  { service, operation, code, status, reason }: Failure,
  { outcome, errorCode }: HttpCall,
  retryInMs: number | undefined,
): void {
  log?.debug(
    { service, operation, code, status, reason, outcome, errorCode, retryInMs },
    retryInMs === undefined ? 'call failed' : 'call failed, will be retried',
  );
}
