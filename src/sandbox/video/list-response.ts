/** List responses of the video and live services: lookup by id, pagination, envelope. */
import type { ApiCall } from '../call/handler.ts';
import { paginate } from '../call/page.ts';
import { schemasOf, signatureOf } from '../../services/rest-schema.ts';

/**
 * Builds the response of a list operation. A request by ids returns all entities unless it names
 * `maxResults`; other requests return the requested page. The kinds of the response and of its
 * items are the names of their types.
 * @param serialize makes an item of an entity; called for the items of this page only. Default: an
 * entity is an item
 */
export function listResponse<T extends object | string>(
  call: ApiCall,
  entities: readonly T[],
  serialize: (entity: T) => object = (entity) => entity as object,
): { readonly kind: string; readonly items: readonly object[] } {
  const { query, operation } = call;
  const unpaged = query.has('id') && !query.has('maxResults');
  const { items, size, total, next, prev } = unpaged
    ? { items: entities, size: entities.length, total: entities.length }
    : paginate(call, entities);
  const types = schemasOf('video');
  const { answer = '' } = signatureOf(operation.key);
  const fields = types[answer] ?? {};
  const itemType = fields['items']!.replace('[]', '');
  const itemKind = 'kind' in types[itemType]! ? { kind: kindOf(itemType) } : {};
  return {
    kind: kindOf(answer),
    ...(next === undefined ? {} : { nextPageToken: next }),
    ...(prev === undefined || !('prevPageToken' in fields) ? {} : { prevPageToken: prev }),
    ...('pageInfo' in fields ? { pageInfo: { totalResults: total, resultsPerPage: size } } : {}),
    items: items.map((entity) => ({ ...itemKind, ...serialize(entity) })),
  };
}

const kindOf = (type: string): string => `youtube#${type[0]!.toLowerCase()}${type.slice(1)}`;

/** Returns the entities with these ids, each once, in this order. Leaves out unknown ids. */
export const findByIds = <T>(ids: readonly string[], find: (id: string) => T | undefined): T[] =>
  [...new Set(ids)].map(find).filter((entity): entity is T & {} => entity !== undefined);
