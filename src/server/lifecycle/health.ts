/**
 * Liveness and readiness of the process. Neither makes a REST call nor needs a token; readiness
 * opens a connection to each service.
 */
import type { Clock } from '../../engine/caller/clock.ts';
import type { Store } from '../../engine/store/store.ts';
import type { BreakerState } from '../../engine/rest/share/breaker.ts';
import { type Api, serviceNames } from '../../engine/api/api.ts';
import type { Service } from '../../engine/api/register.ts';

/** The response to a health check. */
export interface Health {
  readonly status: number;
  readonly body: object;
}

type Probe = Readonly<Record<string, boolean>>;

/** Age in milliseconds up to which a probe is reused: clients cannot cause more connections. */
const maxProbeAgeMs = 1_000;

/** Whether the gateway can serve requests. */
export interface ReadinessParts {
  readonly api: Api;
  /** Whether a service accepts connections. */
  readonly reachable: (service: Service) => Promise<boolean>;
  /** Whether calls to each service are sent, or paused after failures; left out: not told. */
  readonly breakers?: (() => Readonly<Record<Service, BreakerState>>) | undefined;
  /** The store that replicas share. */
  readonly sharedStore?: Pick<Store, 'isReachable' | 'wasReached'> | undefined;
  /** Whether requests need the shared store. */
  readonly needsStore: boolean;
  readonly isDraining: () => boolean;
  readonly clock: Clock;
}

/**
 * A store that was reached once and fails later does not make the gateway unready: all replicas
 * would leave at once, and reads need no store. But a replica that has never reached it does not
 * take the place of one that has. An open breaker does not make the gateway unready either: without
 * calls it would never learn that the service works again.
 * @returns answers `/ready`: 503 while draining, if no service accepts a connection, or if the
 * needed store has never been reached
 */
export function readiness({
  api,
  reachable,
  breakers,
  sharedStore,
  needsStore,
  isDraining,
  clock,
}: ReadinessParts): () => Promise<Health> {
  let current: Promise<Probe> | undefined;
  let startedAt = 0;
  const probe = (): Promise<Probe> => {
    if (current !== undefined && clock.now() - startedAt < maxProbeAgeMs) return current;
    startedAt = clock.now();
    current = probeAll(api, reachable);
    return current;
  };
  return async () => {
    if (isDraining()) return { status: 503, body: { status: 'draining' } };
    const reached = await probe();
    const hasStore = !needsStore || (sharedStore?.wasReached ?? true);
    const isReady = hasStore && Object.values(reached).includes(true);
    return {
      status: isReady ? 200 : 503,
      body: {
        status: isReady ? 'ready' : 'unreachable',
        services: reached,
        ...(breakers && { breakers: breakers() }),
        ...(sharedStore && { store: sharedStore.isReachable }),
      },
    };
  };
}

async function probeAll(
  api: Api,
  reachable: (service: Service) => Promise<boolean>,
): Promise<Probe> {
  const probeOne = async (service: Service): Promise<readonly [Service, boolean]> => [
    service,
    await reachable(service).catch(() => false),
  ];
  return Object.fromEntries(await Promise.all(serviceNames(api).map(probeOne)));
}
