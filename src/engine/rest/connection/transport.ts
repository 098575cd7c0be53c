/**
 * The client of all services. It builds every call and gives it its connections; `Call` sends and
 * retries it.
 *
 * Equal reads of one caller share a call: those that begin while it is in flight, within a second
 * of its start. Nothing is shared between callers. A write ends the sharing of its caller: a read
 * after it is sent.
 */
import { byService } from '../../api/api.ts';
import { Call, type CallObserver } from '../call/call.ts';
import type { CallResult } from '../call/call-outcome.ts';
import { createMediaClient } from '../request/media-client.ts';
import type { Service } from '../../api/register.ts';
import { type AnyOperation, isRead, type ResponseOf, serviceOf } from '../../api/operation.ts';
import { builtRequest, type CallInput } from '../request/outgoing-request.ts';
import type { Connector } from './connector.ts';
import { RateLimits } from '../share/rate-limits.ts';
import { readResponseBody } from '../call/response-body.ts';
import {
  closeConnections,
  countConnections,
  openConnections,
  type ServiceConnections,
  type SharedState,
} from './service-connections.ts';
import { type ResolvedSettings, resolveSettings, type UpstreamSettings } from '../settings.ts';
import type { Upstream } from '../upstream.ts';
import { TimedList } from '../share/timed-list.ts';
import { callCheckMs } from '../call/http-call.ts';
import { failedWith } from '../../api/error.ts';
import type { Arguments } from '../request/request.ts';

/**
 * @returns a client that opens its connections when they are needed, and keeps them until `close`
 */
export function createUpstream(upstreamSettings: UpstreamSettings): Upstream {
  const settings = resolveSettings(upstreamSettings);
  const { api } = settings;
  const rateLimits = new RateLimits(settings);
  const connections = openAllConnections(settings, {
    rateLimits,
    openCalls: new TimedList(callCheckMs, settings.clock),
    openWaiters: new TimedList(callCheckMs, settings.clock),
  });
  const connectionsOf = (operation: AnyOperation): ServiceConnections =>
    connections[serviceOf(operation)];
  const sharedCalls = new SharedCalls(settings);
  let closing: Promise<unknown> | undefined;
  return {
    api,
    call: (operation, args, options) =>
      // The descriptor states the type of the response; nothing checks it at run time.
      execute(
        { operation, args, options },
        connectionsOf(operation),
        settings,
        sharedCalls,
      ) as Promise<ResponseOf<typeof operation>>,
    endSharing: (caller) => sharedCalls.end(caller),
    media: createMediaClient(connectionsOf, settings),
    reachable: (service) => opensInTime(connections[service].connector, settings),
    breakers: () => byService(api, (service) => connections[service].breaker.state),
    connections: (service) => countConnections(connections[service]),
    waitingCalls: (service) => connections[service].pool.waitingUse,
    close: async () => {
      rateLimits.close();
      await (closing ??= Promise.all(Object.values(connections).map(closeConnections)));
    },
  };
}

/** Whether a connection can be opened, with TLS, within the time of one step. */
function opensInTime(
  connector: Connector,
  { connectTimeoutMs, clock }: ResolvedSettings,
): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = clock.after(connectTimeoutMs, () => resolve(false));
    const end = (isOpen: boolean): void => {
      timer.cancel();
      resolve(isOpen);
    };
    connector.open().then(
      (socket) => {
        socket.destroy();
        end(true);
      },
      () => end(false),
    );
  });
}

/** Services at the same address have connections of their own. */
function openAllConnections(
  settings: ResolvedSettings,
  shared: SharedState,
): Readonly<Record<Service, ServiceConnections>> {
  const { api, bases } = settings;
  return byService(api, (service) =>
    openConnections(bases[api.services[service].address], settings, shared, (error) =>
      settings.onReachability?.(service, error),
    ),
  );
}

/** Not an async function, which would create a second promise for each call. */
function execute(
  input: CallInput,
  connections: ServiceConnections,
  settings: ResolvedSettings,
  sharedCalls: SharedCalls,
): Promise<unknown> {
  const { operation, args, options } = input;
  try {
    const request = connections.requests.call(input);
    options.onRequest?.(builtRequest(request, connections));
    const call = new Call({
      operation,
      request,
      options,
      connections,
      // An upload uses its connection for a long time: no other call must wait for it.
      pool: options.file === undefined ? connections.pool : connections.mediaPool,
      settings,
      read: readBody,
    });
    return sharedCalls.send(call, args);
  } catch (error) {
    return Promise.reject(error);
  }
}

const readBody = ({ operation }: Call, response: CallResult): unknown =>
  readResponseBody(operation, response);

/**
 * A read joins only a call that has begun at most so many milliseconds before: its answer is not
 * much older than the read, and a call that hangs does not delay all reads that come later.
 */
const maxAgeMs = 1_000;

/** The calls of a process that equal reads of one caller share. */
class SharedCalls implements CallObserver {
  /** Calls in flight by caller and request. */
  readonly #calls = new Map<string, Map<string, Call>>();
  readonly #onEnd: ResolvedSettings['onSharingEnd'];

  constructor({ onSharingEnd }: Pick<ResolvedSettings, 'onSharingEnd'>) {
    this.#onEnd = onSharingEnd;
  }

  /** Sends a call, or lets it share the answer of an equal one. */
  send(call: Call, args: Arguments): Promise<unknown> {
    const { callerKey, onShared } = call.options;
    if (callerKey === undefined) return call.send();
    if (!isRead(call.operation)) return this.#write(callerKey, call);
    if (onShared === undefined) return this.#readAlone(callerKey, call);
    return this.#read(callerKey, call, args);
  }

  /** Reads of the caller that begin from now on share nothing with those before. */
  end(callerKey: string, error?: unknown): Promise<void> | undefined {
    this.#calls.delete(callerKey);
    return this.#onEnd?.(callerKey, failedWith(error, 'UNAUTHENTICATED'));
  }

  /**
   * A write ends the sharing when it has ended for its caller, and once more when the service has
   * answered, if that is later.
   */
  async #write(callerKey: string, call: Call): Promise<unknown> {
    const end = async (error?: unknown): Promise<void> => this.end(callerKey, error);
    const { onDetachedWrite, ...options } = call.options;
    call.options = {
      ...options,
      onDetachedWrite: (finished: Promise<void>) => {
        const ended = finished.then(() => end());
        onDetachedWrite?.(ended);
      },
    };
    let failure: unknown;
    try {
      return await call.send();
    } catch (error) {
      failure = error;
      throw error;
    } finally {
      await end(failure);
    }
  }

  async #readAlone(callerKey: string, call: Call): Promise<unknown> {
    try {
      return await call.send();
    } catch (error) {
      if (failedWith(error, 'UNAUTHENTICATED')) await this.end(callerKey, error);
      throw error;
    }
  }

  #read(callerKey: string, call: Call, args: Arguments): Promise<unknown> {
    const { options } = call;
    const key = keyOf(call, args);
    const running = this.#calls.get(callerKey)?.get(key);
    if (running && call.startedAt - running.startedAt < maxAgeMs) {
      options.onShared!('shared');
      return running.join(options);
    }
    call.sharing = { callerKey, key };
    call.observer = this;
    const calls = this.#calls.get(callerKey);
    if (calls) calls.set(key, call);
    else this.#calls.set(callerKey, new Map([[key, call]]));
    return call.send();
  }

  onEnd(call: Call, error?: unknown): void {
    const { callerKey } = call.sharing!;
    this.#remove(call);
    if (failedWith(error, 'UNAUTHENTICATED')) void this.end(callerKey, error);
  }

  onAbandoned(call: Call): void {
    this.#remove(call);
  }

  /** From now on the call is not among those in flight. */
  #remove(call: Call): void {
    const { callerKey, key } = call.sharing!;
    const calls = this.#calls.get(callerKey);
    if (calls?.get(key) !== call) return;
    if (calls.size > 1) calls.delete(key);
    else this.#calls.delete(callerKey);
  }
}

/**
 * Names a request among those of a caller. Not every path says for which account the caller acts,
 * and none has a condition, or the headers that are arguments, such as resource keys.
 */
function keyOf(
  { operation, request, options: { identity, headers: conditions } }: Call,
  { headers }: Arguments,
): string {
  const { onBehalfOf = '', subaccount = '' } = identity;
  const { path, body } = request;
  const hasOwn = (headers ?? conditions) !== undefined;
  if (onBehalfOf === '' && body === null && !hasOwn) return path;
  const own = hasOwn ? JSON.stringify([headers, conditions]) : '';
  return [operation.key, onBehalfOf, subaccount, own, path, body ?? ''].join(' ');
}
