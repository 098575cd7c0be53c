/**
 * Source of a feed that is polled: each answer has the items since the previous page, the token of
 * the next page and often the time to wait (live chat, member updates).
 */
import type { AnyOperation } from '../../api/operation.ts';
import type { KnownReason } from '../../api/register.ts';
import { UpstreamError } from '../../api/error.ts';
import { feedKey } from '../cursor.ts';
import { itemsOf } from '../../read/list/page.ts';
import type { PageAnswer } from '../../read/list/page-loader.ts';
import {
  callPage,
  pageOf,
  keyedItems,
  requestOf,
  restoredItems,
  textOf,
  withDefaults,
} from './page-call.ts';
import type { FeedPage, FeedSource, SourceOptions } from './source.ts';

/** The paths of times in the answer, and the sign that the feed has ended. */
interface PolledPagesOptions extends SourceOptions {
  /**
   * An operation with the parameters and the answers of the list, in a response that has one after
   * another as items come. Its positions are those of the list.
   */
  readonly stream?: AnyOperation;
  /** The answer's field with the time to wait before the next poll, in ms. */
  readonly intervalField?: string;
  /** The answer's field with the instant at which the feed ended. */
  readonly endedField?: string;
  /** Reasons of failures by which the service says that the feed has ended. */
  readonly endedReasons?: readonly KnownReason[];
}

/**
 * @param operation a list with page tokens
 * @param args its arguments, without paging, `part` and `fields`; they belong to the feed's
 * identity
 */
export function polledPages(
  operation: AnyOperation,
  args: Readonly<Record<string, unknown>>,
  options: PolledPagesOptions = {},
): FeedSource {
  const { token, next } = pageOf(operation);
  const { stream, intervalField, endedField, endedReasons = [], extraFields = [] } = options;
  const answerFields = [next, intervalField, endedField].filter((name) => name !== undefined);
  const call = { operation, args, answerFields, ...options };
  const toPage = (answer: PageAnswer): FeedPage => {
    const pageToken = textOf(answer, next);
    const page = keyedItems(answer, operation, options.minimumPath);
    return {
      ...page,
      next: token === undefined || pageToken === undefined ? null : { [token]: pageToken },
      // A service may return fewer items than are requested and ready.
      hasMore: itemsOf(answer, operation).length === 0 ? false : undefined,
      pollAfterMs: intervalOf(answer, intervalField),
      endedAt: textOf(answer, endedField),
      ...(extraFields.length > 0 && {
        extra: Object.fromEntries(extraFields.map((name) => [name, answer[name]])),
      }),
    };
  };
  return {
    key: feedKey(operation.key, args),
    operation,
    args: requestOf(call, {}),
    positionParameters: token === undefined ? [] : [token],
    beginsNow: false,
    ...withDefaults(operation, options),
    stream:
      stream &&
      (async (execution, position, signal) => {
        const request = requestOf(call, position);
        // Like each read of a feed, it takes its quota units before it is sent.
        const answers = await execution.quota.withCall(stream, () =>
          execution.stream<AnyOperation>(stream, request, signal),
        );
        return pagesOf(answers, toPage);
      }),
    restore: (items, api) => restoredItems(api, items, operation, options.wholeFields),
    read: (execution, position, selection) =>
      callPage(call, execution, position, selection).then(toPage, (error: unknown) => {
        if (!(error instanceof UpstreamError)) throw error;
        if (!endedReasons.some((reason) => reason === error.failure.reason)) throw error;
        return { items: [], next: null, hasMore: false };
      }),
  };
}

async function* pagesOf(
  answers: AsyncIterable<object>,
  toPage: (answer: PageAnswer) => FeedPage,
): AsyncGenerator<FeedPage, void> {
  for await (const answer of answers) yield toPage(answer as PageAnswer);
}

function intervalOf(answer: PageAnswer, field: string | undefined): number | undefined {
  const value = field === undefined ? undefined : answer[field];
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : undefined;
}
