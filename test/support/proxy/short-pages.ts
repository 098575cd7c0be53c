/**
 * A proxy before the sandbox that cuts pages short: a page has fewer items than were requested, or
 * none, and a token of the next page. The same request is cut in the same way each time.
 */
import { createHash } from 'node:crypto';
import { type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { sendPlain } from '../client/plain-request.ts';
import { httpServer } from '../http-server.ts';

export interface ShortPages extends AsyncDisposable {
  readonly url: string;
  /** Number of calls since the last reset. */
  readonly calls: () => number;
  /**
   * @param percent of the pages that are cut short; a fourth of these are empty
   * @param maxDelayMs longest delay of a call; a fourth of the calls is delayed, so that answers
   * arrive in another order. No assertion depends on how long a delay is.
   */
  readonly reset: (seed: number, percent: number, maxDelayMs?: number) => void;
}

const sizeNames = ['maxResults', 'pageSize'];

/** Marks the token of the page behind an empty page. */
const AFTER_EMPTY = 'after-empty.';

/** @param target base URL of the sandbox */
export async function shortPages(target: string): Promise<ShortPages> {
  let state = { seed: 0, percent: 0, maxDelayMs: 0, calls: 0 };
  const server = await httpServer((incoming, outgoing) => {
    state.calls += 1;
    void answer(target, incoming, outgoing, state);
  });
  return {
    url: server.url,
    calls: () => state.calls,
    reset: (seed, percent, maxDelayMs = 0) => {
      state = { seed, percent, maxDelayMs, calls: 0 };
    },
    [Symbol.asyncDispose]: () => server.close(),
  };
}

interface Cut {
  readonly seed: number;
  readonly percent: number;
  readonly maxDelayMs: number;
}

async function answer(
  target: string,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  cut: Cut,
): Promise<void> {
  const url = new URL(incoming.url!, target);
  await delay(url, cut);
  const empty = shorten(url, cut);
  const { authorization = '' } = incoming.headers;
  const { status, text } = await sendPlain(url, { headers: { authorization } });
  outgoing.writeHead(status, { 'content-type': 'application/json' });
  outgoing.end(empty === undefined || status !== 200 ? text : emptied(text, empty));
}

const hashOf = (seed: number, { search }: URL): Buffer =>
  createHash('sha256').update(`${seed} ${search}`).digest();

async function delay(url: URL, { seed, maxDelayMs }: Cut): Promise<void> {
  const hash = hashOf(seed, url);
  if (maxDelayMs > 0 && hash[3]! % 4 === 0) await wait((maxDelayMs * hash[4]!) / 256);
}

/**
 * Makes a page smaller.
 * @returns the token of the page behind an empty page, if the page is to be empty
 */
function shorten(url: URL, { seed, percent }: Cut): string | undefined {
  const { searchParams } = url;
  const token = searchParams.get('pageToken') ?? '';
  const size = sizeNames.find((name) => searchParams.has(name));
  if (token.startsWith(AFTER_EMPTY)) {
    const own = token.slice(AFTER_EMPTY.length);
    if (own === '') searchParams.delete('pageToken');
    else searchParams.set('pageToken', own);
    return undefined;
  }
  const hash = hashOf(seed, url);
  if (size === undefined || searchParams.has('forChannelId') || hash[0]! % 100 >= percent)
    return undefined;
  if (hash[1]! % 4 === 0) return AFTER_EMPTY + token;
  const requested = Number(searchParams.get(size));
  searchParams.set(size, String(Math.max(1, Math.floor((requested * hash[2]!) / 256))));
  return undefined;
}

function emptied(text: string, nextPageToken: string): string {
  const {
    items: _,
    files: __,
    permissions: ___,
    ...rest
  } = JSON.parse(text) as Record<string, unknown>;
  return JSON.stringify({ ...rest, nextPageToken });
}
