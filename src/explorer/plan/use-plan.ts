/** The plans of the operations in the tabs, which the gateway makes while the user writes. */
import { useEffect, useRef } from 'react';
import { create } from 'zustand';
import type { SentOperation } from '../editor/operation.ts';
import { useTabId } from '../editor/tabs.ts';
import { send } from '../fetcher.ts';
import { type Response, useResponse } from '../response.ts';
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
  await new Promise((resolve) => setTimeout(resolve, debounceMs));
  if (signal.aborted) return;
  if (key === undefined) return show(tab, { kind: 'empty' });
  show(tab, loading);
  const state = await planOf(JSON.parse(key) as SentOperation);
  if (signal.aborted) return;
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

/** @returns the plan of an operation, or why it has none */
async function planOf(operation: SentOperation): Promise<PlanState> {
  const { query: document, operationName = null, variables = {} } = operation;
  const dryRun = { document, operationName, variables };
  const request = { query: planDocument, variables: { dryRun } };
  const { data, errors } = await send(request, authorization());
  const { quota } = (data ?? {}) as { readonly quota?: { readonly dryRun: Plan | null } | null };
  if (quota?.dryRun) return { kind: 'plan', plan: quota.dryRun };
  return { kind: 'invalid', message: messageOf(errors) };
}

/** The argument of the page's own request means nothing to the user. */
const messageOf = (errors: Response['errors']): string =>
  errors?.[0]?.message.replace(/^dryRun\.(document: )?/, '') ?? 'The gateway returned no plan.';
