/**
 * Source of a feed of changes: pages up to a sync token, and from that token the later changes
 * (`PageSpec.sync` names it). If a token is too old, the feed begins again: with a full list, or
 * with the changes from now on.
 */
import { UpstreamError, upstreamError } from '../../api/error.ts';
import type { AnyOperation } from '../../api/operation.ts';
import type { Execution } from '../../execution/execution.ts';
import { feedKey } from '../cursor.ts';
import type { PageAnswer } from '../../read/list/page-loader.ts';
import { attachRef, type Resource } from '../../read/resource.ts';
import {
  callPage,
  pageOf,
  keyedItems,
  restoredItems,
  textOf,
  withDefaults,
  withOwner,
} from './page-call.ts';
import {
  type FeedOwner,
  type FeedPage,
  type FeedPosition,
  type FeedSource,
  isBeginning,
  type SourceOptions,
} from './source.ts';

/** The call that returns the first token, if the list cannot be read without one. */
interface StartCall {
  readonly operation: AnyOperation;
  readonly args: Readonly<Record<string, unknown>>;
  /** The answer's field that holds the token. */
  readonly field: string;
}

interface SyncTokenListOptions extends SourceOptions {
  /** Present: the feed begins with the changes from now on. Absent: with a full list. */
  readonly start?: StartCall;
  /**
   * The resource of the items and the keys above their ids, which the items do not have.
   * Absent: the items are no entities, or their ids are their keys.
   */
  readonly entities?: { readonly resource: Resource; readonly parentKey: readonly string[] };
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
  const { start, owner, entities } = options;
  const answerFields = [next, sync].filter((name) => name !== undefined);
  const call = { operation, args, answerFields, ...options };
  // Some lists have a parameter for sync tokens, others continue with a page token.
  const syncParameter = 'syncToken' in operation.query ? 'syncToken' : token;
  const withRef = (item: object): object => {
    if (entities === undefined) return item;
    const { resource, parentKey } = entities;
    return attachRef(item, { resource, key: [...parentKey, (item as { readonly id: string }).id] });
  };
  const toPage = (answer: PageAnswer, position: FeedPosition): FeedPage => {
    const pageToken = textOf(answer, next);
    const syncToken = textOf(answer, sync);
    const page = keyedItems(answer, operation, options.minimumPath);
    page.items.forEach(withRef);
    if (pageToken !== undefined)
      return { ...page, next: { ...position, [token]: pageToken }, hasMore: true };
    if (syncToken === undefined) throw upstreamError(operation, 'UPSTREAM_INVALID');
    return { ...page, next: { [syncParameter]: syncToken }, hasMore: false };
  };
  return {
    key: feedKey(operation.key, args),
    operation,
    positionParameters: [...new Set([syncParameter, token])],
    beginsNow: start !== undefined,
    reportsChanges: true,
    ...withDefaults(operation, options),
    restore: (items, api) => restoredItems(api, items, operation, options.wholeFields).map(withRef),
    read: async (execution, position, selection) => {
      const begin = (call: StartCall) => startPage(call, execution, syncParameter, owner);
      if (start !== undefined && isBeginning(position)) return begin(start);
      try {
        return toPage(await callPage(call, execution, position, selection), position);
      } catch (error) {
        if (isBeginning(position) || !isTooOld(error, operation, position)) throw error;
        // The client reads the items again when it knows the reset: the token must be older.
        if (start !== undefined) return { ...(await begin(start)), reset: true };
        return { items: [], next: {}, hasMore: true, reset: true };
      }
    },
  };
}

/** The first page of a feed that begins with the changes from now on: it has the token alone. */
async function startPage(
  { operation, args, field }: StartCall,
  execution: Execution,
  parameter: string,
  owner: FeedOwner | undefined,
): Promise<FeedPage> {
  const answer = await execution
    .sharedCall(operation, { ...args, fields: field }, new Set())
    .catch((error: unknown) => {
      throw withOwner(error, owner);
    });
  const token = textOf((answer ?? {}) as PageAnswer, field);
  if (token === undefined) throw upstreamError(operation, 'UPSTREAM_INVALID');
  return { items: [], next: { [parameter]: token }, hasMore: false };
}

/**
 * Whether a later page fails because of its position. A sync token is answered 410; for a page
 * token, services document 400 and 404, too. A 404 without a location can also mean the object
 * whose feed it is: then the start call finds it missing.
 */
function isTooOld(error: unknown, operation: AnyOperation, position: FeedPosition): boolean {
  if (!(error instanceof UpstreamError)) return false;
  const { code, failure } = error;
  if (code === 'GONE') return true;
  if ('syncToken' in operation.query) return false;
  return code === 'NOT_FOUND'
    ? failure.location === undefined || Object.hasOwn(position, failure.location)
    : code === 'INVALID_INPUT' && failure.argument === 'after';
}
