/** The plan of the operation in the editor: what it can cost, and why it would be refused. */
import { type Dispatch, type SetStateAction, useEffect, useState } from 'react';
import { send } from '../fetcher.ts';
import type { SentOperation } from '../editor/operation.ts';
import type { Response } from '../response.ts';
import { authorization, useSession } from '../sign-in/session.ts';

/** Quota units of one bucket. */
export interface Units {
  readonly bucket: string;
  readonly units: number;
}

/** The most that something can cost. */
export interface Cost {
  readonly requests: number;
  readonly units: readonly Units[];
}

/** A limit of the gateway, and how much of it the operation can use. */
export interface Limit {
  readonly kind: string;
  readonly bucket: string | null;
  readonly limit: number;
  readonly value: number;
  readonly exceeded: boolean;
  readonly usedBy: readonly string[];
}

/** The answer of `quota(dryRun:)`. */
export interface Plan extends Cost {
  readonly admitted: boolean;
  readonly operations: readonly (Cost & { readonly operation: string })[];
  readonly fields: readonly (Cost & { readonly path: string })[];
  readonly limits: readonly Limit[];
  readonly perHour: Cost | null;
  readonly advice: string | null;
}

/** What is known about the operation in the editor. */
export type PlanState =
  | { readonly kind: 'empty' }
  | { readonly kind: 'loading' }
  | {
      readonly kind: 'plan';
      readonly plan: Plan;
      /** The plan before the last change of the operation, if it was another one. */
      readonly before?: Plan | undefined;
    }
  | { readonly kind: 'invalid'; readonly message: string };

const query = `query Plan($dryRun: DryRunInput) {
  quota(dryRun: $dryRun) {
    dryRun {
      admitted requests units { bucket units } advice
      operations { operation requests units { bucket units } }
      fields { path requests units { bucket units } }
      limits { kind bucket limit value exceeded usedBy }
      perHour { requests units { bucket units } }
    }
  }
}`;

/** The argument of the page's own request means nothing to the user. */
const messageOf = (errors: Response['errors']): string =>
  errors?.[0]?.message.replace(/^dryRun\.(document: )?/, '') ?? 'The gateway returned no plan.';

/** @returns the plan of an operation, or why it has none */
async function planOf(operation: SentOperation): Promise<PlanState> {
  const { query: document, operationName = null, variables = {} } = operation;
  const dryRun = { document, operationName, variables };
  const { data, errors } = await send({ query, variables: { dryRun } }, authorization());
  const { quota } = (data ?? {}) as { readonly quota?: { readonly dryRun: Plan | null } | null };
  if (quota?.dryRun) return { kind: 'plan', plan: quota.dryRun };
  return { kind: 'invalid', message: messageOf(errors) };
}

/** Time in ms without a key press after which the plan is asked for. */
const debounceMs = 300;

/** The plan of an operation, which the user may still be writing. */
export function usePlan(operation: SentOperation | undefined): PlanState {
  const [state, setState] = useState<PlanState>({ kind: 'empty' });
  const token = useSession(({ session }) => session.token);
  const key = JSON.stringify(operation);
  useEffect(() => {
    const stop = new AbortController();
    void show(key, setState, stop.signal);
    return () => stop.abort();
  }, [key, token]);
  return state;
}

/** @param key the operation as JSON; undefined: there is none */
async function show(
  key: string | undefined,
  setState: Dispatch<SetStateAction<PlanState>>,
  signal: AbortSignal,
): Promise<void> {
  if (key === undefined) return setState({ kind: 'empty' });
  await new Promise((resolve) => setTimeout(resolve, debounceMs));
  if (signal.aborted) return;
  setState((before) => (before.kind === 'plan' ? before : { kind: 'loading' }));
  const plan = await planOf(JSON.parse(key) as SentOperation);
  if (!signal.aborted) setState((last) => compared(last, plan));
}

/** @returns the next state, with the plan that it replaces */
function compared(last: PlanState, next: PlanState): PlanState {
  if (last.kind !== 'plan' || next.kind !== 'plan') return next;
  const isSame = last.plan.requests === next.plan.requests;
  return { ...next, before: isSame ? last.before : last.plan };
}
