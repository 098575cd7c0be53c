/** The last response: what the panels show of it. */
import { create } from 'zustand';
import type { ResponseExtensions } from '../../schema/extensions.js';

/** An error of a response. */
export interface ResponseError {
  readonly message: string;
  readonly path?: readonly (string | number)[];
  readonly extensions?: Readonly<Record<string, unknown>>;
}

/** A response, or an event of a subscription. */
export interface Response {
  readonly data?: unknown;
  readonly errors?: readonly ResponseError[];
  readonly extensions?: ResponseExtensions;
}

interface ResponseStore {
  /** Counts the runs: a late response of an earlier one is ignored. */
  readonly run: number;
  readonly response: Response | undefined;
  /** Response names from the root of the field that the mouse points at. */
  readonly pointedAt: string | undefined;
  /** A run begins. @returns its number */
  begin(): number;
  /** @returns the response without its trace, which has a panel of its own */
  receive(run: number, response: Response): Response;
  pointAt(field: string | undefined): void;
}

export const useResponse = create<ResponseStore>((set, get) => ({
  run: 0,
  response: undefined,
  pointedAt: undefined,
  begin: () => {
    const run = get().run + 1;
    set({ run, response: undefined, pointedAt: undefined });
    return run;
  },
  receive: (run, response) => {
    if (run === get().run) set({ response });
    if (response.extensions?.trace === undefined) return response;
    const { trace: _trace, ...extensions } = response.extensions;
    return { ...response, extensions };
  },
  pointAt: (pointedAt) => {
    if (pointedAt !== get().pointedAt) set({ pointedAt });
  },
}));
