/**
 * Source of a feed of the versions of one entity, which is read as a whole at each poll: a page has
 * the entity if its version has changed. Versions between two polls are left out.
 */
import { UpstreamError, upstreamError } from '../../upstream/error.ts';
import type { AnyOperation } from '../../upstream/operation.ts';
import type { Execution } from '../execution.ts';
import { feedKey } from './cursor.ts';
import { textOf, withOwner } from './page-call.ts';
import type { FeedPage, FeedPosition, FeedSource, SourceOptions } from './source.ts';

/** The entity, and how its versions become items of the feed. */
interface EntityVersions extends Required<Pick<SourceOptions, 'intervalMs' | 'watch' | 'owner'>> {
  /** The get operation. */
  readonly operation: AnyOperation;
  /** Its arguments, without `fields`. */
  readonly args: Readonly<Record<string, unknown>>;
  /** The name of the field with the version, a text. */
  readonly version: string;
  /** @param entity a whole entity; undefined: it no longer exists, or the caller may not see it */
  readonly toItem: (entity: object | undefined) => object;
}

/** The position holds the version that the subscriber knows. The first page has no items. */
const parameter = 'version';

/**
 * @returns the source; the feed ends with the page that says that the entity no longer exists
 */
export function entityVersions({
  operation,
  args,
  version,
  toItem,
  intervalMs,
  watch,
  owner,
}: EntityVersions): FeedSource {
  const options = { acceptsInvalid: true };
  const read = async (execution: Execution, fields: string): Promise<Entity> =>
    ((await execution.send(operation, { ...args, fields }, options)) ?? {}) as Entity;
  const pageOf = (entity: Entity, known: string | undefined): FeedPage => {
    const found = textOf(entity, version);
    if (found === undefined) throw upstreamError(operation, 'UPSTREAM_INVALID');
    const items = known === undefined || found === known ? [] : [toItem(entity)];
    return { items, next: { [parameter]: found }, hasMore: false };
  };
  return {
    key: feedKey(operation.key, args),
    operation,
    positionParameters: [parameter],
    beginsNow: true,
    maxItems: 1,
    intervalMs,
    versionOf: (item) => JSON.stringify(item),
    watch,
    read: async (execution, position: FeedPosition) => {
      const known = position[parameter];
      try {
        return pageOf(await read(execution, known === undefined ? version : '*'), known);
      } catch (error) {
        const isGone = error instanceof UpstreamError && error.code === 'NOT_FOUND';
        if (!isGone || known === undefined) throw withOwner(error, owner);
        return { items: [toItem(undefined)], next: null, hasMore: false };
      }
    },
  };
}

type Entity = Readonly<Record<string, unknown>>;
