/** Subscribes with the clients that frontends use, and has all results that have arrived. */
import { createClient as createSseClient } from 'graphql-sse';
import { createClient as createWsClient } from 'graphql-ws';
import { type EventStream, openEventStream, type SubscriptionRequest } from './event-stream.ts';

/** Subscribes at the URL of a gateway. */
type Subscribe = (url: string, request: SubscriptionRequest) => Promise<EventStream>;

/** Ways to subscribe, by name. */
export const transports: Readonly<Record<string, Subscribe>> = {
  'server-sent events': openEventStream,
  'graphql-sse': async (url, { token, headers: own, ...request }) => {
    const headers = { ...own, authorization: `Bearer ${token}` };
    const client = createSseClient({ url: `${url}/graphql`, headers, retryAttempts: 0 });
    return collect(
      (sink) => client.subscribe(request as never, sink),
      () => client.dispose(),
    );
  },
  'graphql-ws': async (url, { token, headers, ...request }) => {
    const client = createWsClient({
      url: `${url.replace('http', 'ws')}/graphql`,
      connectionParams: { ...headers, authorization: `Bearer ${token}` },
      retryAttempts: 0,
    });
    return collect(
      (sink) => client.subscribe(request as never, sink),
      () => void client.dispose(),
    );
  },
};

interface Sink {
  readonly next: (result: unknown) => void;
  readonly error: (error: unknown) => void;
  readonly complete: () => void;
}

/** An error of the protocol `graphql-ws` is a list; here it is a result, like over HTTP. */
function collect(subscribe: (sink: Sink) => void, leave: () => void): EventStream {
  const events: any[] = [];
  const checks = new Set<() => void>();
  let isEnded = false;
  let failure: unknown;
  const update = (): void => {
    for (const check of checks) check();
  };
  const end = (error?: unknown): void => {
    isEnded = true;
    if (Array.isArray(error)) events.push({ errors: error });
    else failure = error;
    update();
  };
  const next = (result: unknown): void => {
    events.push(result);
    update();
  };
  subscribe({ next, error: end, complete: () => end() });
  const when = (isDone: () => boolean): Promise<any[]> =>
    new Promise((resolve, reject) => {
      const check = (): void => {
        if (isDone()) resolve(events);
        else if (failure !== undefined) reject(failure);
        else if (isEnded) reject(new Error(`the subscription ended after ${events.length} events`));
        else return;
        checks.delete(check);
      };
      checks.add(check);
      check();
    });
  return {
    until: (count) => when(() => events.length >= count),
    untilEnd: () => when(() => isEnded && failure === undefined),
    leave,
  };
}
