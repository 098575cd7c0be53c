/**
 * Source of a feed of changes: pages up to a sync token, and from that token the later changes
 * (calendar events: `nextSyncToken`, Drive changes: `newStartPageToken`). A 410 means that the
 * token is too old; everything is then listed again.
 */
import { UpstreamError, upstreamError } from '../../upstream/error.ts';
import type { AnyOperation } from '../../upstream/operation.ts';
import type { Execution } from '../execution.ts';
import { feedKey } from './cursor.ts';
import { itemsOf, type PageAnswer } from '../read/page.ts';
import { callPage, pageOf, textOf, withDefaults } from './page-call.ts';
import type { FeedPage, FeedSource, FeedPosition, SourceOptions } from './source.ts';

/** The call that returns the first token, if the list cannot be read without one (Drive). */
interface StartCall {
  readonly operation: AnyOperation;
  readonly args: Readonly<Record<string, unknown>>;
  /** The answer's field that holds the token. */
  readonly field: string;
}

/** How the feed begins. */
interface SyncTokenListOptions extends SourceOptions {
  /** Present: the feed begins with the changes from now on. Absent: with a full list. */
  readonly start?: StartCall;
}

/**
 * @param operation a list whose last page has a sync token
 * @param args its arguments, without paging, `part` and `fields`; the services require the same
 * arguments for the full list and for changes
 */
export function syncTokenList(
  operation: AnyOperation,
  args: Readonly<Record<string, unknown>>,
  options: SyncTokenListOptions = {},
): FeedSource {
  const { token = 'pageToken', next, sync } = pageOf(operation);
  const { start } = options;
  const answerFields = [next, sync].filter((name) => name !== undefined);
  const call = { operation, args, answerFields, ...options };
  // Calendar has a parameter of its own for sync tokens, Drive continues with a page token.
  const syncParameter = 'syncToken' in operation.query ? 'syncToken' : token;
  const toPage = (answer: PageAnswer, position: FeedPosition): FeedPage => {
    const pageToken = textOf(answer, next);
    const syncToken = textOf(answer, sync);
    const items = itemsOf(answer, operation);
    if (pageToken !== undefined)
      return { items, next: { ...position, [token]: pageToken }, hasMore: true };
    if (syncToken === undefined) throw upstreamError(operation, 'UPSTREAM_INVALID');
    return { items, next: { [syncParameter]: syncToken }, hasMore: false };
  };
  return {
    key: feedKey(operation.key, args),
    operation,
    positionParameters: [...new Set([syncParameter, token])],
    ...withDefaults(options),
    read: (execution, position, selection) =>
      start !== undefined && Object.keys(position).length === 0
        ? begin(start, execution, syncParameter)
        : callPage(call, execution, position, selection).then(
            (answer) => toPage(answer, position),
            (error: unknown) => resetOn(error, position),
          ),
  };
}

async function begin(
  { operation, args, field }: StartCall,
  execution: Execution,
  parameter: string,
): Promise<FeedPage> {
  const answer = (await execution.page(
    operation,
    { ...args, fields: field },
    new Set(),
  )) as PageAnswer;
  const token = textOf(answer, field);
  if (token === undefined) throw upstreamError(operation, 'UPSTREAM_INVALID');
  return { items: [], next: { [parameter]: token }, hasMore: false };
}

/** A 410 of the first page concerns no token: it stays an error. */
function resetOn(error: unknown, position: FeedPosition): FeedPage {
  const isTooOld = error instanceof UpstreamError && error.code === 'GONE';
  if (!isTooOld || Object.keys(position).length === 0) throw error;
  return { items: [], next: {}, hasMore: true, reset: true };
}
