/** What the operations of this page have cost so far: `extensions.cost` of all responses. */
import type { Bucket, ResponseExtensions, SentCalls } from 'studiograph/extensions';

/** REST calls, and quota units by bucket. */
type Calls = Pick<SentCalls, 'requests' | 'units'>;

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

/** Counts a response. Events of a subscription also have the cost of its poller. */
export function countCost(name = 'Unnamed', { cost }: ResponseExtensions): void {
  if (cost) setCosts({ ...costs, [name]: sumOf([costs[name], cost, cost.polling]) });
}

export function sumOf(all: readonly (Calls | undefined)[]): Calls {
  return all.reduce<Calls>((sum, calls = none) => {
    const units = { ...sum.units };
    for (const [bucket, count] of Object.entries(calls.units) as [Bucket, number][])
      units[bucket] = (units[bucket] ?? 0) + count;
    return { requests: sum.requests + calls.requests, units };
  }, none);
}
