/** Lets replicas tell each other of rate limits. */
import type { PauseExchange } from './engine/rest/share/pause-exchange.ts';
import type { Store } from './engine/store/store.ts';

/** Not `pauses`, on which earlier versions announce another form. */
const channel = 'rateLimits';

/**
 * What services answer about rate limits, as replicas with a shared store announce it to each
 * other. It is not stored: a replica that misses a message learns of the limit by a call of its
 * own, as the first one did. Of a caller, a message has the digest of the token.
 * @returns undefined if no other process has the store
 */
export const sharedPauses = (store: Store): PauseExchange | undefined =>
  store.isShared
    ? {
        announce: (message) => {
          store.publish(channel, JSON.stringify(message)).catch(() => {});
        },
        subscribe: (listener) =>
          store.subscribe(channel, (message) => {
            listener(JSON.parse(message) as Parameters<typeof listener>[0]);
          }),
      }
    : undefined;
