/** Whether the process lives, and whether it is worth sending it requests. Neither makes a REST call nor needs a token. */
import type { Service } from '../../upstream/operation.ts';

export interface Health {
  readonly status: number;
  readonly body: object;
}

const services: readonly Service[] = ['video', 'live', 'storage', 'calendar'];

/** How long a probe's answer serves everybody who asks, in ms: nobody can make the gateway knock at upstream all the time. */
const freshMs = 1_000;

/** @returns a function that answers `/ready`: 503 while draining, or when no service accepts a connection. */
export function readiness(
  reachable: (service: Service) => Promise<boolean>,
  draining: () => boolean,
): () => Promise<Health> {
  let probe: Promise<Readonly<Record<string, boolean>>> | undefined;
  const probed = (): Promise<Readonly<Record<string, boolean>>> => {
    if (probe === undefined) {
      probe = probeAll(reachable);
      setTimeout(() => (probe = undefined), freshMs).unref();
    }
    return probe;
  };
  return async () => {
    if (draining()) return { status: 503, body: { status: 'draining' } };
    const reached = await probed();
    const ready = Object.values(reached).includes(true);
    return {
      status: ready ? 200 : 503,
      body: { status: ready ? 'ready' : 'unreachable', services: reached },
    };
  };
}

async function probeAll(
  reachable: (service: Service) => Promise<boolean>,
): Promise<Readonly<Record<string, boolean>>> {
  return Object.fromEntries(
    await Promise.all(
      services.map(
        async (service) => [service, await reachable(service).catch(() => false)] as const,
      ),
    ),
  );
}
