/** The faults that are active, and the calls that they affect. */
import { type AnyOperation, serviceOf } from '../engine/api/operation.ts';
import type { Fault, FaultMatch } from './fault.ts';
import { faultProblem } from './fault-problem.ts';

/** A request that may meet a fault. */
interface FaultyRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, unknown>>;
  /** The path, for an endpoint of sign-ins. */
  readonly signIn?: string;
}

/** The faults that are active. */
export class Faults {
  #active: { readonly fault: Fault; remaining: number; matched: number }[] = [];

  /** @throws Error that names what is not accepted */
  add(fault: Fault): void {
    const problem = faultProblem(fault);
    if (problem !== undefined) throw new Error(problem);
    this.#active.push({ fault, remaining: fault.times ?? Infinity, matched: 0 });
  }

  clear(): void {
    this.#active = [];
  }

  /** The first fault that matches a call, which counts as used. */
  take(operation: AnyOperation | undefined, request: FaultyRequest): Fault | undefined {
    for (const entry of this.#active) {
      const { fault, remaining } = entry;
      if (remaining > 0 && matches(fault.match ?? {}, operation, request)) {
        entry.matched += 1;
        if ((entry.matched - 1) % (fault.every ?? 1) === 0) {
          entry.remaining -= 1;
          return fault;
        }
      }
    }
    return undefined;
  }
}

function matches(
  match: FaultMatch,
  operation: AnyOperation | undefined,
  { method, url, headers, signIn }: FaultyRequest,
): boolean {
  const service = operation && serviceOf(operation);
  if (match.signIn !== signIn) return false;
  if (match.operation !== undefined && match.operation !== operation?.key) return false;
  if (match.service !== undefined && match.service !== service) return false;
  if (match.method !== undefined && match.method !== method) return false;
  if (match.conditional && headers['if-match'] === undefined) return false;
  return match.pathIncludes === undefined || url.includes(match.pathIncludes);
}
