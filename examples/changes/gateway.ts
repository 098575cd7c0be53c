/**
 * How the followers talk to the gateway: queries, and subscriptions that continue after a break.
 */

import { setTimeout } from 'node:timers/promises';

/** The gateway, and the account whose access token is sent. */
export interface Gateway {
  readonly url: string;
  readonly token: string;
  /** Ends the subscription. */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds before a lost subscription is repeated. Default: 1,000. */
  readonly pauseMs?: number;
}

/** A subscription to a feed, and the function that takes its pages. */
interface Following<Page, State> {
  /** With the variable `$after`, and with one field. */
  readonly document: string;
  readonly variables?: object;
  /**
   * Takes a page. If it fails without a connection, the page comes again.
   * @param isFirst whether no page has been taken before
   */
  readonly take: (page: Page, isFirst: boolean) => State | Promise<State>;
}

/** A page of a feed. */
interface FeedPage {
  readonly cursor: string | null;
}

/** Errors after which the subscription is repeated: the cursor is still valid. */
const temporaryCodes = new Set([
  'OVERLOADED',
  'RATE_LIMITED',
  'UPSTREAM_TIMEOUT',
  'UPSTREAM_UNAVAILABLE',
]);

/** The state after each page. Continues after a lost connection, with the last cursor. */
export async function* follow<Page extends FeedPage, State>(
  gateway: Gateway,
  { document, variables, take }: Following<Page, State>,
): AsyncGenerator<State> {
  let cursor: string | null = null;
  for (;;) {
    try {
      const sent = { ...variables, after: cursor };
      const pages: AsyncGenerator<Page> = pagesOf(gateway, document, sent);
      for await (const page of pages) {
        const state = await take(page, cursor === null);
        cursor = page.cursor;
        yield state;
      }
    } catch (error) {
      // `fetch` throws a TypeError if there is no connection, or if it breaks.
      if (gateway.signal?.aborted) return;
      if (!(error instanceof TypeError)) throw error;
    }
    await pause(gateway);
    if (gateway.signal?.aborted) return;
  }
}

/** Ends early, without an error, if the signal fires. */
const pause = ({ pauseMs = 1_000, signal }: Gateway): Promise<void> =>
  setTimeout(pauseMs, undefined, { signal }).catch(() => {});

/**
 * The pages of one subscription, until the gateway ends it, also with a temporary error.
 * @throws other errors of GraphQL
 */
async function* pagesOf<Page>(
  gateway: Gateway,
  document: string,
  variables: object,
): AsyncGenerator<Page> {
  const accept = 'text/event-stream, application/json';
  const response = await post(gateway, document, variables, accept);
  if (response.status === 503) {
    await response.body?.cancel();
    return;
  }
  if (!response.headers.get('content-type')?.startsWith('text/event-stream'))
    throw new Error(`The gateway answered ${response.status}: ${await response.text()}`);
  let text = '';
  for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
    const events = (text + chunk).split('\n\n');
    text = events.pop()!;
    for (const event of events) {
      const data = /^data: (.+)$/m.exec(event)?.[1];
      if (data === undefined) continue;
      const result: Result<Record<string, Page>> = JSON.parse(data);
      if (result.errors?.every(({ extensions: { code } }) => temporaryCodes.has(code))) return;
      yield Object.values(dataOf(result))[0]!;
    }
  }
}

/** The data of a query. @throws Error for an answer with errors */
export async function query<Data>(
  gateway: Gateway,
  document: string,
  variables: object,
): Promise<Data> {
  const response = await post(gateway, document, variables, 'application/json');
  return dataOf((await response.json()) as Result<Data>);
}

interface Result<Data> {
  readonly data?: Data | null;
  readonly errors?: readonly {
    readonly message: string;
    readonly extensions: { readonly code: string };
  }[];
}

function dataOf<Data>({ data, errors }: Result<Data>): Data {
  if (data == null || errors) throw new Error(errors?.[0]?.message ?? 'The answer has no data.');
  return data;
}

const post = (
  { url, token, signal }: Gateway,
  document: string,
  variables: object,
  accept: string,
): Promise<Response> =>
  fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, accept, 'content-type': 'application/json' },
    body: JSON.stringify({ query: document, variables }),
    ...(signal && { signal }),
  });
