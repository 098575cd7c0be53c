/** What the operations of this page have cost so far: `extensions.cost` of all responses. */

/** REST calls, and quota units by bucket. */
interface Calls {
  readonly requests: number;
  readonly units: Readonly<Record<string, number>>;
}

/** Events of a subscription also have the cost of its poller. */
interface Cost extends Calls {
  readonly polling?: Calls;
}

const none: Calls = { requests: 0, units: {} };
const listeners = new Set<() => void>();

/** The cost by the names of the operations. */
let costs: Readonly<Record<string, Calls>> = {};

function setCosts(next: typeof costs): void {
  costs = next;
  for (const listener of listeners) listener();
}

/** For `useSyncExternalStore`. */
export const getCosts = (): typeof costs => costs;

export function onCost(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const resetCosts = (): void => setCosts({});

/** Counts a response. */
export function countCost(name = 'Unnamed', extensions: unknown): void {
  const { cost } = (extensions ?? {}) as { readonly cost?: Cost };
  if (cost) setCosts({ ...costs, [name]: sumOf([costs[name], cost, cost.polling]) });
}

export function sumOf(all: readonly (Calls | undefined)[]): Calls {
  return all.reduce<Calls>((sum, calls = none) => {
    const units = { ...sum.units };
    for (const [bucket, count] of Object.entries(calls.units))
      units[bucket] = (units[bucket] ?? 0) + count;
    return { requests: sum.requests + calls.requests, units };
  }, none);
}
