/**
 * Equal reads of one caller share a call: those in flight at one moment, and, if answers are stored
 * (`CACHE_TTL_MS`), later ones too. Nothing is shared between callers. A write ends the sharing of
 * its caller: a read after it is sent.
 */
import { AnswerCache, type StoredAnswer } from './answer-cache.ts';
import { isPublic } from './credential.ts';
import { UpstreamError } from './error.ts';
import { isRead } from './operation.ts';
import type { CallInput } from './outgoing-request.ts';
import { readResponseBody } from './response-body.ts';
import { type PreparedCall, sendCall } from './send-call.ts';
import { SharedCall } from './shared-call.ts';

/**
 * A read joins only a call that is younger, in milliseconds: its answer is at most so much older
 * than the read, and a call that hangs does not delay all that come later.
 */
const maxAgeMs = 1_000;

/** The reads of a process that callers share. */
export class SharedCalls {
  /** Calls in flight by caller and request. */
  readonly #calls = new Map<string, SharedCall>();
  readonly #cache: AnswerCache | undefined;

  /** @param cacheTtlMs 0: only calls in flight are shared */
  constructor(cacheTtlMs: number) {
    this.#cache = cacheTtlMs > 0 ? new AnswerCache(cacheTtlMs) : undefined;
  }

  /** Sends a call, or lets it share the answer of an equal one. */
  send(input: CallInput, call: PreparedCall<unknown>): Promise<unknown> {
    const { caller, onShared, headers } = input.options;
    if (caller === undefined) return sendCall(call);
    if (!isRead(input.operation)) return this.#write(caller, call);
    if (onShared === undefined || headers !== undefined) return sendCall(call);
    return this.#read(caller, input, call);
  }

  /** Reads of the caller that begin from now on share nothing with those before. */
  end(caller: string): void {
    // Writes are rare: an index of the calls by caller would cost each read more.
    const prefix = prefixOf(caller);
    for (const key of this.#calls.keys()) if (key.startsWith(prefix)) this.#calls.delete(key);
    this.#cache?.drop(caller);
  }

  /** A write that goes on after its deadline ends the sharing a second time when it has ended. */
  #write(caller: string, call: PreparedCall<unknown>): Promise<unknown> {
    const end = (): void => this.end(caller);
    const { onDetachedWrite, ...options } = call.options;
    const written = {
      ...options,
      onDetachedWrite: (finished: Promise<void>) => {
        onDetachedWrite?.(finished.then(end));
      },
    };
    return sendCall({ ...call, options: written }).finally(end);
  }

  #read(caller: string, input: CallInput, call: PreparedCall<unknown>): Promise<unknown> {
    const { operation, options } = input;
    const key = prefixOf(caller) + keyOf(call);
    const running = this.#calls.get(key);
    if (running && performance.now() - running.startedAt < maxAgeMs) {
      options.onShared!();
      return running.join(options);
    }
    if (!this.#cache || !isCacheable(input)) return this.#start(caller, key, call);
    const stored = this.#cache.get(key);
    if (!stored || stored.freshUntil <= performance.now())
      return this.#start(caller, key, stored ? revalidating(call, stored) : call, this.#cache);
    options.onShared!();
    return Promise.resolve(readResponseBody(operation, stored.response));
  }

  /** @param cache stores the answer */
  #start(
    caller: string,
    key: string,
    call: PreparedCall<unknown>,
    cache?: AnswerCache,
  ): Promise<unknown> {
    const shared = new SharedCall(call, () => this.#remove(key, shared));
    this.#calls.set(key, shared);
    const answer = shared.wait(call.options);
    shared.run(call, (response, error) => {
      const isCurrent = this.#remove(key, shared);
      if (response && isCurrent) cache?.set(caller, key, response);
      if (error instanceof UpstreamError && error.code === 'UNAUTHENTICATED') this.end(caller);
    });
    return answer;
  }

  /** @returns whether reads could still join the call */
  #remove(key: string, call: SharedCall): boolean {
    return this.#calls.get(key) === call && this.#calls.delete(key);
  }
}

const prefixOf = (caller: string): string => `${caller} `;

/** One caller can act for several content owners, of which not every request tells the service. */
function keyOf({ operation, request, options: { identity } }: PreparedCall<unknown>): string {
  const { contentOwner = '', contentOwnerChannel = '' } = identity;
  const { path, body } = request;
  return [operation.key, contentOwner, contentOwnerChannel, path, body ?? ''].join(' ');
}

/**
 * Whether the answer may be stored: the gateway could read it with its own API key, and it has
 * nothing that only an owner sees.
 */
function isCacheable({ operation, args, options }: CallInput): boolean {
  const { cacheable, ownerOnlyParams = [] } = operation;
  if (!cacheable || options.identity.contentOwner !== undefined) return false;
  return isPublic(operation, args) && !ownerOnlyParams.some((name) => args[name] !== undefined);
}

/** The call with the etag of the stored response: it is answered 304 if that is still valid. */
function revalidating(
  call: PreparedCall<unknown>,
  { etag, response }: StoredAnswer,
): PreparedCall<unknown> {
  if (etag === undefined) return call;
  const { request } = call;
  const headers = [...request.headers, 'if-none-match', etag];
  return { ...call, request: { ...request, headers }, stored: response };
}
