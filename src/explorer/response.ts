/** The last response: what the panels show of it. */
import { type ExecutionResult, GraphQLError } from 'graphql';
import { create } from 'zustand';
import type { ResponseExtensions } from '../../schema/extensions.js';

/** A response, or an event of a subscription. */
export type Response = ExecutionResult<Record<string, unknown>, ResponseExtensions>;

/** @returns a response for a request that has none */
export const failure = (message: string): Response => ({
  errors: [new GraphQLError(message)],
});

interface ResponseStore {
  /** Counts the runs: a late response of an earlier one is ignored. */
  readonly run: number;
  /** The id of the tab that is shown. */
  readonly tab: string;
  /** The last response of each tab, by its id. */
  readonly responses: Readonly<Record<string, Response | undefined>>;
  /** Response names from the root of the field that the mouse points at. */
  readonly pointedAt: string | undefined;
  readonly showTab: (tab: string) => void;
  /** A run begins in the tab that is shown. @returns its number */
  readonly begin: () => number;
  /** @returns the response without its trace, which has a panel of its own */
  readonly receive: (run: number, response: Response) => Response;
  readonly pointAt: (field: string | undefined) => void;
}

export const useResponse = create<ResponseStore>((set, get) => ({
  run: 0,
  tab: '',
  responses: {},
  pointedAt: undefined,
  showTab: (tab) => set({ tab, pointedAt: undefined }),
  begin: () => {
    const run = get().run + 1;
    const { tab, responses } = get();
    set({ run, responses: { ...responses, [tab]: undefined }, pointedAt: undefined });
    return run;
  },
  receive: (run, response) => {
    const { run: last, tab, responses } = get();
    if (run === last) set({ responses: { ...responses, [tab]: response } });
    if (response.extensions?.trace === undefined) return response;
    const { trace: _trace, ...extensions } = response.extensions;
    return { ...response, extensions };
  },
  pointAt: (pointedAt) => {
    if (pointedAt !== get().pointedAt) set({ pointedAt });
  },
}));

/** The response of the tab that is shown. */
export const responseOf = ({ tab, responses }: ResponseStore): Response | undefined =>
  responses[tab];
