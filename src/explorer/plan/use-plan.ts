/** The plans of the operations in the tabs, which the gateway makes while the user writes. */
import { useEffect, useRef } from 'react';
import { create } from 'zustand';
import type { SentOperation } from '../editor/operation.ts';
import { useTabId } from '../editor/tabs.ts';
import { send } from '../fetcher.ts';
import { isFailure, type Response, useResponse } from '../response.ts';
import { authorization, useSession } from '../sign-in/session.ts';
import {
  nextPlan,
  type Plan,
  planDocument,
  type PlanState,
  type TabPlan,
  type Unfinished,
} from './plan.ts';

interface PlanStore {
  /** By the ids of tabs. */
  readonly tabs: Readonly<Record<string, TabPlan | undefined>>;
  readonly show: (tab: string, state: PlanState | Unfinished) => void;
}

/** The plans of all tabs. */
export const usePlans = create<PlanStore>((set) => ({
  tabs: {},
  show: (tab, state) =>
    set(({ tabs }) => ({ tabs: { ...tabs, [tab]: nextPlan(tabs[tab], state) } })),
}));

const loading: PlanState = { kind: 'loading' };

/** @returns the plan of an operation of the tab that is shown, which the user may still write */
export function usePlan(operation: SentOperation | undefined): PlanState {
  const tab = useTabId();
  const token = useSession(({ session }) => session.token);
  const key = JSON.stringify(operation);
  const planned = useRef(key);
  useEffect(() => {
    const stop = new AbortController();
    const isWritten = planned.current !== key;
    planned.current = key;
    void plan(tab, key, isWritten, stop.signal);
    return () => stop.abort();
  }, [tab, key, token]);
  return usePlans(({ tabs }) => tabs[tab]?.state ?? loading);
}

/** Time in ms without a key press after which the plan is asked for. */
const debounceMs = 300;

/** Further time in ms after which a text that is not valid is taken for finished. */
const restMs = 700;

/** Time in ms after which a gateway that has not answered is asked again; doubled each time. */
const firstRetryMs = 1_000;

const maxRetryMs = 30_000;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * @param key the operation as JSON; undefined: there is none
 * @param isWritten whether it is not the one before: the user may be about to write more of it
 */
async function plan(
  tab: string,
  key: string | undefined,
  isWritten: boolean,
  signal: AbortSignal,
): Promise<void> {
  const { run: lastRun } = useResponse.getState();
  const { show } = usePlans.getState();
  // The user may write on. The editor is also emptied for a moment when another tab is shown.
  await pause(debounceMs);
  if (signal.aborted) return;
  if (key === undefined) return show(tab, { kind: 'empty' });
  show(tab, loading);
  const operation = JSON.parse(key) as SentOperation;
  let response = await dryRunOf(operation, signal);
  for (let waitMs = firstRetryMs; isFailure(response); waitMs = Math.min(2 * waitMs, maxRetryMs)) {
    if (signal.aborted) return;
    show(tab, stateOf(response));
    await pause(waitMs);
    if (!signal.aborted) response = await dryRunOf(operation, signal);
  }
  if (signal.aborted) return;
  const state = stateOf(response);
  if (state.kind === 'invalid' && isWritten) {
    show(tab, { kind: 'unfinished' });
    await restOrRun(lastRun);
    if (signal.aborted) return;
  }
  show(tab, state);
}

/**
 * Waits until the text has rested, or its user has run it.
 * @param lastRun the number of the last run before the user has written it
 */
function restOrRun(lastRun: number): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      unsubscribe();
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(end, restMs);
    const unsubscribe = useResponse.subscribe(({ run }) => run !== lastRun && end());
    // It may have been run while the plan was made.
    if (useResponse.getState().run !== lastRun) end();
  });
}

function dryRunOf(operation: SentOperation, signal: AbortSignal): Promise<Response> {
  const { query: document, operationName = null, variables = {} } = operation;
  const dryRun = { document, operationName, variables };
  return send({ query: planDocument, variables: { dryRun } }, authorization(), { signal });
}

/** @returns the plan in a response, or why it has none */
function stateOf({ data, errors }: Response): PlanState {
  const { quota } = (data ?? {}) as { readonly quota?: { readonly dryRun: Plan | null } | null };
  if (quota?.dryRun) return { kind: 'plan', plan: quota.dryRun };
  return { kind: 'invalid', message: messageOf(errors) };
}

/** The argument of the page's own request means nothing to the user. */
const messageOf = (errors: Response['errors']): string =>
  errors?.[0]?.message.replace(/^dryRun\.(document: )?/, '') ?? 'The gateway returned no plan.';
