/**
 * Liveness and readiness of the process. Neither makes a REST call nor needs a token; readiness
 * opens a connection to each service.
 */
import type { Service } from '../../upstream/operation.ts';

/** The response to a health check. */
interface Health {
  readonly status: number;
  readonly body: object;
}

type Probe = Readonly<Record<string, boolean>>;

const services: readonly Service[] = ['video', 'live', 'storage', 'calendar'];

/** Age in milliseconds up to which a probe is reused: clients cannot cause more connections. */
const maxProbeAgeMs = 1_000;

/** @returns answers `/ready`: 503 while draining, or if no service accepts a connection */
export function readiness(
  reachable: (service: Service) => Promise<boolean>,
  isDraining: () => boolean,
): () => Promise<Health> {
  let current: Promise<Probe> | undefined;
  const probe = (): Promise<Probe> => {
    if (current !== undefined) return current;
    setTimeout(() => (current = undefined), maxProbeAgeMs).unref();
    current = probeAll(reachable);
    return current;
  };
  return async () => {
    if (isDraining()) return { status: 503, body: { status: 'draining' } };
    const reached = await probe();
    const isReady = Object.values(reached).includes(true);
    return {
      status: isReady ? 200 : 503,
      body: { status: isReady ? 'ready' : 'unreachable', services: reached },
    };
  };
}

async function probeAll(reachable: (service: Service) => Promise<boolean>): Promise<Probe> {
  const probeOne = async (service: Service): Promise<readonly [Service, boolean]> => [
    service,
    await reachable(service).catch(() => false),
  ];
  return Object.fromEntries(await Promise.all(services.map(probeOne)));
}
