/** The responses of the tabs, and the events of their subscriptions: what the panels show. */
import { GraphQLError } from 'graphql';
import { create } from 'zustand';
import { newStream, type Stream, type StreamEnd, type StreamEvent, withEvent } from './stream.ts';

/** A response, or an event of a subscription. */
export type Response = StreamEvent['response'];

const failures = new WeakSet<Response>();

/** @returns a response in place of one that has not come, or is no JSON */
export function failure(message: string): Response {
  const response = { errors: [new GraphQLError(message)] };
  failures.add(response);
  return response;
}

/** Whether the page itself has made the response, because it got none that it could read. */
export const isFailure = (response: Response): boolean => failures.has(response);

/** One run of an operation. */
export interface Run {
  readonly id: number;
  /** The id of the tab that it belongs to. */
  readonly tab: string;
}

type ByTab<T> = Readonly<Record<string, T | undefined>>;

interface RunKind {
  /** Of a subscription, in ms since 1970. */
  readonly startedAt?: number;
  readonly isMutation?: boolean;
}

interface ResponseStore {
  /** Counts the runs. */
  readonly run: number;
  /** The id of the tab that is shown. */
  readonly tab: string;
  /** The number of the last run of each tab: a late response of an earlier one is ignored. */
  readonly runs: ByTab<number>;
  /** The last response of each tab, or the event that the user has chosen. */
  readonly responses: ByTab<Response>;
  /** The subscription that each tab has run last. Undefined: it has run another operation since. */
  readonly streams: ByTab<Stream>;
  /** Whether the last run of each tab is that of a mutation. */
  readonly mutations: ByTab<boolean>;
  /** What has arrived for a tab while another one was shown. */
  readonly late: ByTab<Response>;
  /** Response names from the root of the field that the mouse points at. */
  readonly pointedAt: string | undefined;
  readonly showTab: (tab: string) => void;
  /** A run begins in the tab that is shown. */
  readonly begin: (kind?: RunKind) => Run;
  /** @returns what the result shows now; undefined if another tab is shown */
  readonly receive: (run: Run, response: Response) => Response | undefined;
  /** An event has arrived. @returns as `receive` */
  readonly receiveEvent: (run: Run, event: Omit<StreamEvent, 'number'>) => Response | undefined;
  readonly endStream: (run: Run, end: StreamEnd) => void;
  /**
   * Shows an event of the subscription in the tab that is shown.
   * @param number undefined: the newest one, and each that follows
   * @returns what the result shows now
   */
  readonly selectEvent: (number: number | undefined) => Response | undefined;
  /** Notes what the plan says of the running subscription. */
  readonly planStream: (tab: string, perHour: Stream['perHour']) => void;
  /** @returns what has arrived for the tab that is shown while it was not; then it is forgotten */
  readonly takeLate: () => Response | undefined;
  readonly pointAt: (field: string | undefined) => void;
}

export const useResponse = create<ResponseStore>((set, get) => {
  const isCurrent = ({ id, tab }: Run): boolean => get().runs[tab] === id;
  /** @returns what the result shows of it; undefined if another tab is shown */
  const store = (tab: string, response: Response): Response | undefined => {
    const { responses, late, tab: shownTab } = get();
    const shown = withoutTrace(response);
    const isShown = tab === shownTab;
    set({
      responses: { ...responses, [tab]: response },
      ...(!isShown && { late: { ...late, [tab]: shown } }),
    });
    return isShown ? shown : undefined;
  };
  const setStream = (tab: string, stream: Stream): void =>
    set(({ streams }) => ({ streams: { ...streams, [tab]: stream } }));
  return {
    run: 0,
    tab: '',
    runs: {},
    responses: {},
    streams: {},
    mutations: {},
    late: {},
    pointedAt: undefined,
    showTab: (tab) => set({ tab, pointedAt: undefined }),
    begin: ({ startedAt, isMutation } = {}) => {
      const { run: last, tab, runs, responses, streams, mutations, late } = get();
      const id = last + 1;
      set({
        run: id,
        runs: { ...runs, [tab]: id },
        responses: { ...responses, [tab]: undefined },
        streams: {
          ...streams,
          [tab]: startedAt === undefined ? undefined : newStream(startedAt),
        },
        mutations: { ...mutations, [tab]: isMutation },
        late: { ...late, [tab]: undefined },
        pointedAt: undefined,
      });
      return { id, tab };
    },
    receive: (run, response) => (isCurrent(run) ? store(run.tab, response) : undefined),
    receiveEvent: (run, event) => {
      const stream = isCurrent(run) ? get().streams[run.tab] : undefined;
      if (!stream) return undefined;
      const next = withEvent(stream, event);
      setStream(run.tab, next);
      return store(run.tab, shownEvent(next)!);
    },
    endStream: (run, end) => {
      const stream = isCurrent(run) ? get().streams[run.tab] : undefined;
      if (stream && !stream.end) setStream(run.tab, { ...stream, end });
    },
    selectEvent: (selected) => {
      const { tab, streams } = get();
      const stream = streams[tab];
      if (!stream) return undefined;
      const next = { ...stream, selected };
      const response = shownEvent(next);
      if (!response) return undefined;
      setStream(tab, next);
      return store(tab, response);
    },
    planStream: (tab, perHour) => {
      const stream = get().streams[tab];
      if (stream && stream.perHour === undefined) setStream(tab, { ...stream, perHour });
    },
    takeLate: () => {
      const { tab, late } = get();
      if (late[tab]) set({ late: { ...late, [tab]: undefined } });
      return late[tab];
    },
    pointAt: (pointedAt) => {
      if (pointedAt !== get().pointedAt) set({ pointedAt });
    },
  };
});

/** The chosen event of a subscription, or the newest. */
const shownEvent = ({ events, selected }: Stream): Response | undefined =>
  (events.find(({ number }) => number === selected) ?? events.at(-1))?.response;

/** The trace has a panel of its own. */
function withoutTrace(response: Response): Response {
  if (response.extensions?.trace === undefined) return response;
  const { trace: _trace, ...extensions } = response.extensions;
  return { ...response, extensions };
}

/** The response of the tab that is shown. */
export const responseOf = ({ tab, responses }: ResponseStore): Response | undefined =>
  responses[tab];

/** The subscription of the tab that is shown. */
export const streamOf = ({ tab, streams }: ResponseStore): Stream | undefined => streams[tab];
