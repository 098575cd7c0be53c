/** Subscriptions that continue after the last event when the connection breaks. */
import { RequestError } from './error.ts';
import { eventsOf } from './event-stream.ts';
import { isTemporary, Retries, type RetryOptions } from './retries.ts';
import {
  type ClientOptions,
  emptied,
  isEmpty,
  type OperationRequest,
  post,
  type Result,
  resultOf,
  toResult,
} from './transport.ts';

/** Options of a subscription. */
export interface FollowOptions extends Omit<RetryOptions, 'firstPauseMs'> {
  /** Called when the gateway has accepted the subscription, after each break again. */
  readonly onOpen?: () => void;
  /**
   * The cursor has expired, and the feed begins again without one: events can be missing or come
   * twice. Without this function, it is an error.
   */
  readonly onExpired?: () => void;
}

/**
 * The gateway sends a comment every 12 seconds (`pingMs` of its event streams). Without one for
 * so long, the connection is dead.
 */
const maxSilenceMs = 40_000;

/**
 * The events of a subscription until it ends, or the signal is aborted. After a break it is
 * repeated with the `cursor` of the last event as the variable `after`, if its document selects
 * one: nothing is lost, and nothing comes twice.
 * @throws RequestError for an error that does not pass
 */
export async function* follow<Data>(
  client: ClientOptions,
  first: OperationRequest,
  options: FollowOptions,
): AsyncGenerator<Result<Data>, void> {
  const { signal, onExpired } = options;
  // A feed may wait for the quota of the next day.
  const retries = new Retries({ ...client, ...options }, { failures: Infinity, pauseMs: 1e9 });
  let after: object = {};
  let isOver = false;
  const isAborted = (): boolean => signal?.aborted ?? false;
  while (!isOver && !isAborted())
    try {
      const operation = { ...first, variables: { ...first.variables, ...after } };
      for await (const result of connection<Data>(client, operation, options)) {
        retries.reset();
        yield result;
        const cursor = cursorOf(result.data);
        after = cursor ? { after: cursor } : after;
        // No event follows, although the event `complete` may be lost.
        isOver = cursor === null;
      }
      return;
    } catch (error) {
      const isExpired = onExpired !== undefined && isCursorRejected(error);
      if (isExpired) {
        after = { after: null };
        onExpired();
      }
      const mayRepeat = isExpired || isTemporary(error);
      if (!isOver) await retries.after(error, mayRepeat).catch(endIfAborted(signal));
    }
}

const endIfAborted = (signal: AbortSignal | undefined) => (error: unknown) => {
  if (!signal?.aborted) throw error;
};

/** @returns undefined if none is selected; null after the last event */
const cursorOf = (data: unknown): string | null | undefined =>
  Object.values(data as Record<string, { readonly cursor?: string | null }>)[0]?.cursor;

const isCursorRejected = (error: unknown): boolean =>
  error instanceof RequestError &&
  error.errors.some((each) => 'argument' in each && each.argument === 'after');

/** The events of one connection. @throws RequestError for any end but the event `complete` */
async function* connection<Data>(
  client: ClientOptions,
  operation: OperationRequest,
  { signal, onOpen }: FollowOptions,
): AsyncGenerator<Result<Data>, void> {
  const stop = new AbortController();
  const end = (): void => stop.abort();
  signal?.addEventListener('abort', end, { signal: stop.signal });
  let timer: ReturnType<typeof setTimeout> | undefined;
  const onBytes = (): void => {
    clearTimeout(timer);
    timer = setTimeout(end, maxSilenceMs);
  };
  try {
    onBytes();
    const response = await post(client, operation, 'text/event-stream', stop.signal);
    const { status, headers } = response;
    const { onExtensions } = operation;
    // An answer that is no stream is the error of the subscription.
    if (!headers.get('content-type')?.startsWith('text/event-stream'))
      await resultOf(response, onExtensions);
    onOpen?.();
    for await (const { name, data } of eventsOf(response, onBytes)) {
      if (name === 'complete') return;
      const result = toResult<Data>(JSON.parse(data), response, onExtensions);
      if (isEmpty(result)) throw emptied(result, status);
      yield result;
    }
    throw new RequestError('The connection was closed.', { status: 0 });
  } finally {
    clearTimeout(timer);
    stop.abort();
  }
}
