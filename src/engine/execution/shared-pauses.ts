/**
 * Pauses after rate limits, as replicas with a shared store announce them to each other. They are
 * not stored: a replica that misses a message learns of the limit by a call of its own, as the
 * first one did. Of a caller, a message has the digest of the token.
 */
import type { AnnouncedPause, PauseExchange } from '../rest/share/pause-exchange.ts';
import type { Store } from '../store/store.ts';

const channel = 'pauses';

/** @returns undefined if no other process has the store */
export const sharedPauses = (store: Store): PauseExchange | undefined =>
  store.isShared
    ? {
        announce: (pause) => {
          store.publish(channel, JSON.stringify(pause)).catch(() => {});
        },
        subscribe: (listener) =>
          store.subscribe(channel, (message) => {
            listener(JSON.parse(message) as AnnouncedPause);
          }),
      }
    : undefined;
