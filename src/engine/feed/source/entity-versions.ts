/**
 * Source of a feed of the versions of one entity, which is read as a whole at each poll: a page has
 * the entity if its version has changed. Versions between two polls are left out.
 */
import { failedWith, UpstreamError, upstreamError } from '../../api/error.ts';
import type { AnyOperation } from '../../api/operation.ts';
import type { Execution } from '../../execution/execution.ts';
import { itemsOf } from '../../read/list/page.ts';
import type { PageAnswer } from '../../read/list/page-loader.ts';
import { feedKey } from '../cursor.ts';
import { textOf, withOwner } from './page-call.ts';
import type { FeedPage, FeedPosition, FeedSource, SourceOptions } from './source.ts';

/**
 * The entity, and how its versions become items of the feed.
 * @typeParam T the type of the entity
 */
interface EntityVersions<T extends object>
  extends Required<Pick<SourceOptions, 'intervalMs' | 'owner'>>,
    Pick<SourceOptions, 'watch'> {
  /** Returns the entity, or a list of the entities with an `id`, which is the entity alone. */
  readonly operation: AnyOperation;
  /** Its arguments, without `fields`. */
  readonly args: Readonly<Record<string, unknown>>;
  /** The name of the field with the version, a text. */
  readonly version: string;
  /**
   * @param entity a whole entity; undefined: it no longer exists, or the caller may not see it
   * @returns undefined if the end of the feed says it
   */
  readonly toItem: (entity?: T) => object | undefined;
  /** Whether the entity cannot change any more. */
  readonly isFinal?: (entity: T) => boolean;
}

/** The position holds the version that the subscriber knows. The first page has no items. */
const parameter = 'version';

/** @returns the source; the feed ends when the entity is final, or no longer exists */
export function entityVersions<T extends object>({
  operation,
  args,
  version,
  toItem,
  isFinal,
  intervalMs,
  watch,
  owner,
}: EntityVersions<T>): FeedSource {
  const options = { acceptsInvalid: true };
  const items = operation.page?.items;
  const read = async (execution: Execution, known: string | undefined): Promise<T> => {
    const fields = known === undefined && isFinal === undefined ? version : '*';
    const mask = items === undefined ? fields : `${items}(${fields})`;
    const answer: object =
      (await execution.send<AnyOperation>(operation, { ...args, fields: mask }, options)) ?? {};
    if (items === undefined) return answer as T;
    const [entity] = itemsOf(answer as PageAnswer, operation);
    if (entity === undefined) throw upstreamError(operation, 'NOT_FOUND');
    return entity as T;
  };
  const pageOf = (entity: T, known: string | undefined): FeedPage => {
    const found = textOf(entity as PageAnswer, version);
    if (found === undefined) throw upstreamError(operation, 'UPSTREAM_INVALID');
    const changes = known === undefined || found === known ? [] : [toItem(entity)!];
    const next = isFinal?.(entity) === true ? null : { [parameter]: found };
    return { items: changes, next, hasMore: false };
  };
  return {
    key: feedKey(operation.key, args),
    operation,
    positionParameters: [parameter],
    beginsNow: true,
    reportsChanges: true,
    maxItems: 1,
    intervalMs,
    versionOf: (item) => JSON.stringify(item),
    watch,
    read: async (execution, position: FeedPosition) => {
      const known = position[parameter];
      try {
        return pageOf(await read(execution, known), known);
      } catch (error) {
        if (!failedWith(error, 'NOT_FOUND')) throw withOwner(error, owner);
        // Its id is the argument `id` of each subscription, whatever the parameter is called.
        if (known === undefined)
          throw withOwner(new UpstreamError({ ...error.failure, location: 'id' }, error), owner);
        const item = toItem();
        return { items: item === undefined ? [] : [item], next: null, hasMore: false };
      }
    },
  };
}
