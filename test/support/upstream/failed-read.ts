/** Reads that fail after a write: at the service, in the gateway, or because of their answer. */
import { vi } from 'vitest';
import { googleApis } from '../../../src/services/api.ts';
import { Calls } from '../../../src/engine/execution/calls.ts';
import { type UpstreamCode, upstreamError } from '../../../src/engine/api/error.ts';
import { isRead } from '../../../src/engine/api/operation.ts';
import { failureCodes } from '../../../src/engine/schema/error/failure-message.ts';
import { StoreUnavailable } from '../../../src/engine/store/store-unavailable.ts';
import type { Fault } from '../../../src/sandbox/fault.ts';
import type { Studio } from '../gateway/studio.ts';

/** How reads fail. */
export type ReadFailure =
  | Fault
  | { readonly thrown: UpstreamCode | Error }
  | { readonly answer: object };

/** Failures of reads, by what happens. */
type ReadFailures = Readonly<Record<string, ReadFailure>>;

const atService: ReadFailures = {
  'a 403': { status: 403 },
  'a 404': { status: 404 },
  'a 410': { status: 410 },
  'a 429': { status: 429 },
  'a 500': { status: 500 },
  'a 503': { status: 503 },
  'no answer': { drop: 'before' },
  'half an answer': { cut: true },
  'no JSON': { garble: true },
  'a page of HTML': { page: 'html', status: 200 },
  'an empty answer': { answer: {} },
};

const thrown = (codes: readonly UpstreamCode[]): ReadFailures =>
  Object.fromEntries(codes.map((code) => [code, { thrown: code }]));

/** The deadline, an open breaker, a pause, a spent budget, a spent allowance, and all others. */
export const readFailures: ReadFailures = { ...atService, ...thrown(failureCodes(googleApis)) };

/** The same without those that differ only in their code. */
export const mainReadFailures: ReadFailures = {
  ...atService,
  ...thrown(['UPSTREAM_TIMEOUT', 'RATE_LIMITED', 'QUOTA_EXCEEDED', 'QUERY_TOO_EXPENSIVE']),
  'no store': { thrown: new StoreUnavailable('ECONNREFUSED') },
};

const plainSend = Reflect.get(Calls.prototype, 'send');

/**
 * Watches the reads, and lets them fail, as long as a condition holds.
 * @param failure absent: they succeed
 * @returns whether there has been one; `vi.restoreAllMocks` ends it
 */
export function failReads(
  { sandbox }: Pick<Studio, 'sandbox'>,
  holds: () => boolean,
  failure?: ReadFailure,
): () => boolean {
  let hasRead = false;
  vi.spyOn(Calls.prototype, 'send').mockImplementation(function (this: Calls, ...call) {
    const [operation] = call;
    if (!isRead(operation) || !holds()) return plainSend.apply(this, call);
    hasRead = true;
    if (!failure) return plainSend.apply(this, call);
    if ('answer' in failure) return Promise.resolve(failure.answer);
    if ('thrown' in failure) return Promise.reject(errorOf(operation, failure.thrown));
    sandbox.fault({ ...failure, match: { operation: operation.key } });
    return plainSend.apply(this, call);
  });
  return () => hasRead;
}

const errorOf = (operation: Parameters<Calls['send']>[0], error: UpstreamCode | Error): Error =>
  typeof error === 'string' ? upstreamError(operation, error) : error;
