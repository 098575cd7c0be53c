/**
 * `studiograph/react`: the requests of `studiograph/client` as hooks, for React from 18. All are
 * of the client that the `ClientProvider` around the component has.
 */
import {
  createContext,
  type Provider,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import {
  type RequestArguments,
  type Client,
  type Document,
  type FollowOptions,
  type RequestError,
  type RequestOptions,
  type Result,
  type SignInOptions,
  type Viewer,
} from '../client/client.ts';
import {
  type Outcome,
  outcomeOf,
  type SharedQuery,
  queryOf,
  requestError,
  viewerOf,
} from './query.ts';

export { type Outcome } from './query.ts';

const Context = createContext<Client | undefined>(undefined);

/** Has the client as its `value`. */
export const ClientProvider: Provider<Client | undefined> = Context.Provider;

/** @throws without a `ClientProvider` */
export function useClient(): Client {
  const client = useContext(Context);
  if (!client) throw new Error('There is no ClientProvider around this component.');
  return client;
}

/** What is known of a query. */
export interface QueryResult<Data> extends Outcome<Data> {
  readonly isLoading: boolean;
  /** Reads it again. The data stay until others arrive. */
  readonly refetch: () => Promise<void>;
  /** Replaces the data, for example by those of an event. */
  readonly update: (change: (data: Data | undefined) => Data) => void;
}

/** Options of a query. */
interface QueryOptions {
  /** Whether it is not sent. */
  readonly skip?: boolean;
}

/**
 * Sends a query when the first component with it is shown, and again when its variables change. A
 * component that is shown later has the last data at once, while they are read again.
 */
export function useQuery<Data, Variables extends object = object>(
  document: Document<Data, Variables>,
  ...[variables, options]: RequestArguments<Variables, QueryOptions>
): QueryResult<Data> {
  return useShared(document, variables, options).result;
}

/** A list with pages, in either form of its nodes. */
interface List<Node> {
  readonly edges?: readonly { readonly node: Node }[];
  readonly nodes?: readonly Node[];
  readonly pageInfo: { readonly endCursor?: string | null; readonly hasNextPage: boolean };
}

/** A query, and the pages of its list. */
export interface PagesResult<Data, Node> extends QueryResult<Data> {
  /** Of all pages; undefined without a list. */
  readonly nodes: readonly Node[] | undefined;
  readonly hasMore: boolean;
  /** Reads the next page. What goes wrong is not in `error` of the query. */
  readonly loadMore: () => Promise<Outcome<Data>>;
}

/**
 * A query whose document has the variable `$after` for the pages of a list.
 * @param listOf finds the list, with `endCursor` and `hasNextPage`
 */
export function usePages<Data, Variables extends object, Node>(
  document: Document<Data, Variables>,
  variables: NoInfer<Omit<Variables, 'after'>>,
  listOf: (data: Data) => List<Node> | null | undefined,
  options?: QueryOptions,
): PagesResult<Data, Node> {
  const { query, result } = useShared(document, variables, options);
  const lists = query.state.pages.flatMap((page) => listOf(page) ?? []);
  const last = lists.at(-1)?.pageInfo;
  return {
    ...result,
    nodes: lists[0] && lists.flatMap(nodesOf),
    hasMore: last?.hasNextPage ?? false,
    loadMore: async () => (last?.hasNextPage ? query.load(last.endCursor) : {}),
  };
}

const nodesOf = <Node>({ nodes, edges = [] }: List<Node>): readonly Node[] =>
  nodes ?? edges.map(({ node }) => node);

/** The query that all components with equal variables share. */
function useShared<Data>(
  document: Document<Data, any>,
  variables: object = {},
  { skip = false }: QueryOptions = {},
): { query: SharedQuery<Data>; result: QueryResult<Data> } {
  const client = useClient();
  const text = useMemo(() => JSON.stringify(document), [document]);
  const query = queryOf(client, text + JSON.stringify(variables), [document, variables]);
  const getState = () => query.state;
  const { pages, error, isLoading } = useSyncExternalStore(
    skip ? subscribeToNothing : query.subscribe,
    getState,
    getState,
  );
  const { refetch, update } = query;
  const [data] = pages;
  return { query, result: { data, error, isLoading: isLoading && !skip, refetch, update } };
}

const subscribeToNothing = () => () => {};

/** A request that is sent when it is called. */
export interface RequestState<Data> extends Outcome<Data> {
  readonly isLoading: boolean;
}

/**
 * Sends a mutation, or a query, when it is called.
 * @returns the function, which never rejects; what is known of its last call
 */
export function useRequest<Data, Variables extends object = object>(
  document: Document<Data, Variables>,
): readonly [
  (...rest: RequestArguments<Variables, RequestOptions>) => Promise<Outcome<Data>>,
  RequestState<Data>,
] {
  const client = useClient();
  const [state, setState] = useState<RequestState<Data>>({ isLoading: false });
  const last = useRef<object>(undefined);
  const send = useCallback(
    async (...rest: RequestArguments<Variables, RequestOptions>) => {
      const call = (last.current = {});
      setState({ isLoading: true });
      const outcome = await outcomeOf(client.request(document, ...rest));
      if (last.current === call) setState({ ...outcome, isLoading: false });
      return outcome;
    },
    [client, document],
  );
  return [send, state];
}

/** The state of a subscription. */
export interface FollowState {
  /** `waiting`: for the next attempt. `idle`: it has not begun, or was stopped. */
  readonly status: 'idle' | 'connecting' | 'live' | 'waiting' | 'ended' | 'failed';
  /** Why it waits, or has failed. */
  readonly error?: RequestError;
  /** How long it waits. */
  readonly pauseMs?: number;
}

/** A subscription of a component. */
export interface Followed<Variables> extends FollowState {
  /**
   * Begins it, instead of one that runs.
   * @returns at the first event; or when it waits, has ended, or has failed
   */
  readonly follow: (variables: Variables) => Promise<void>;
  readonly stop: () => void;
}

/**
 * Follows a subscription as `client.follow` does, until the component is removed.
 * @param variables none: it begins when `follow` is called
 * @param onEvent called with each event
 */
export function useFollow<Data, Variables extends object = object>(
  document: Document<Data, Variables>,
  variables: NoInfer<Variables> | undefined,
  onEvent: (result: Result<Data>) => void,
  options?: Pick<FollowOptions, 'onExpired'>,
): Followed<Variables> {
  const client = useClient();
  const [state, setState] = useState<FollowState>({ status: 'idle' });
  const running = useRef<AbortController>(undefined);
  const latest = useRef({ onEvent, options });
  useEffect(() => {
    latest.current = { onEvent, options };
  });
  const stop = useCallback(() => {
    running.current?.abort();
    setState({ status: 'idle' });
  }, []);
  const follow = useCallback(
    async (own: Variables) => {
      running.current?.abort();
      const { signal } = (running.current = new AbortController());
      await new Promise<void>((resolve) => {
        const show = (next: FollowState) => {
          if (!signal.aborted) setState(next);
          if (!['connecting', 'live'].includes(next.status)) resolve();
        };
        const read = async (): Promise<FollowState> => {
          const events = client.follow(document, ...([own, followOptions] as any));
          for await (const event of events as AsyncIterable<Result<Data>>) {
            latest.current.onEvent(event);
            resolve();
          }
          return { status: 'ended' };
        };
        const followOptions: FollowOptions = {
          signal,
          onOpen: () => show({ status: 'live' }),
          onPause: (error, pauseMs) => show({ status: 'waiting', error, pauseMs }),
          ...latest.current.options,
        };
        show({ status: 'connecting' });
        read().then(show, (cause: unknown) =>
          show({ status: 'failed', error: requestError(cause) }),
        );
      });
    },
    [client, document],
  );
  const key = variables && JSON.stringify(variables);
  const first = useMemo(() => variables, [key]);
  useEffect(() => {
    if (first) void follow(first);
    return stop;
  }, [first, follow, stop]);
  return { ...state, follow, stop };
}

/** Who uses the browser, and what changes it. */
export interface ViewerResult extends Pick<Client, 'signIn'> {
  /** Undefined until it is known. */
  readonly viewer: Viewer | undefined;
  /** Whether the viewer is read for the first time. */
  readonly isLoading: boolean;
  /** Why the viewer cannot be read, or the last sign-out has failed. */
  readonly error: RequestError | undefined;
  /** As that of the client, but never rejects. */
  readonly signOut: () => Promise<void>;
}

/**
 * The user of the gateway's session, for a client with `session: true`. It is read again after a
 * sign-out, in whichever tab, and when the window gets the focus. If it has changed, all queries
 * of the client begin anew.
 */
export function useViewer(): ViewerResult {
  const client = useClient();
  const query = viewerOf(client);
  const getState = () => query.state;
  const { pages, error, isLoading } = useSyncExternalStore(query.subscribe, getState, getState);
  const [failure, setFailure] = useState<RequestError>();
  const signIn = useCallback((options?: SignInOptions) => client.signIn(options), [client]);
  const signOut = useCallback(async () => {
    setFailure(undefined);
    await client.signOut().catch((cause: unknown) => setFailure(requestError(cause)));
  }, [client]);
  const [viewer] = pages;
  return {
    viewer,
    isLoading: isLoading && !viewer && !error,
    error: failure ?? error,
    signIn,
    signOut,
  };
}
