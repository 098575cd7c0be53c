/** List responses of the video and live services: lookup by id, pagination, envelope. */
import type { ApiCall } from '../call/handler.ts';
import { paginate } from '../call/page.ts';
import { schemasOf, signatureOf } from '../../services/rest-schema.ts';

/**
 * Builds the response of a list operation. A request by ids returns all entities unless it names
 * `maxResults`; other requests return the requested page.
 * @param kind the response's `kind`, without `youtube#`
 * @param serialize makes an item of an entity; called for the items of this page only
 */
export function listResponse<T>(
  call: ApiCall,
  kind: string,
  entities: readonly T[],
  serialize: (entity: T) => object,
): { readonly kind: string; readonly items: readonly object[] } {
  const { query, operation } = call;
  const unpaged = query.has('id') && !query.has('maxResults');
  const { items, size, total, next, prev } = unpaged
    ? { items: entities, size: entities.length, total: entities.length }
    : paginate(call, entities);
  const fields = schemasOf('video')[signatureOf(operation.key).answer ?? ''] ?? {};
  return {
    kind: `youtube#${kind}`,
    ...(next === undefined ? {} : { nextPageToken: next }),
    ...(prev === undefined || !('prevPageToken' in fields) ? {} : { prevPageToken: prev }),
    ...('pageInfo' in fields ? { pageInfo: { totalResults: total, resultsPerPage: size } } : {}),
    items: items.map(serialize),
  };
}

/** Returns the entities with these ids, each once, in this order. Leaves out unknown ids. */
export const findByIds = <T>(ids: readonly string[], find: (id: string) => T | undefined): T[] =>
  [...new Set(ids)].map(find).filter((entity): entity is T & {} => entity !== undefined);
