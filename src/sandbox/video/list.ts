/** What all lists of the video services have in common: ids or pages, and the frame around the items. */
import type { ApiCall } from '../handler.ts';
import { paginate } from '../page.ts';
import { ApiError } from '../api-error.ts';
import { schemasOf, signatureOf } from '../schema.ts';

/**
 * A list's answer. Asked by ids it is whole, unless `maxResults` says otherwise; else it is the page asked for.
 * @param kind the list's `kind`, without `youtube#`
 * @param show makes an item of what is kept; called for this page's items alone
 */
export function list<T>(
  call: ApiCall,
  kind: string,
  all: readonly T[],
  show: (item: T) => object,
): object {
  const { query, operation } = call;
  const whole = query.has('id') && !query.has('maxResults');
  const { items, size, total, next, prev } = whole
    ? { items: all, size: all.length, total: all.length }
    : paginate(call, all);
  const fields = schemasOf('video')[signatureOf(operation.key).answer ?? ''] ?? {};
  return {
    kind: `youtube#${kind}`,
    ...(next === undefined ? {} : { nextPageToken: next }),
    ...(prev === undefined || !('prevPageToken' in fields) ? {} : { prevPageToken: prev }),
    ...('pageInfo' in fields ? { pageInfo: { totalResults: total, resultsPerPage: size } } : {}),
    items: items.map(show),
  };
}

/** What stands under the given ids, each once; ids of nothing are silently left out. */
export const found = <T>(ids: readonly string[], of: (id: string) => T | undefined): T[] =>
  [...new Set(ids)].map(of).filter((item): item is T & {} => item !== undefined);

/** 403 in the words of a resource. */
export const forbid = (domain: string, reason = 'forbidden'): never => {
  throw new ApiError(403, reason, { domain, message: 'The caller may not do this.' });
};

/** 404 in the words of a resource. */
export const notFound = (domain: string, reason: string, location: string): never => {
  throw new ApiError(404, reason, {
    domain,
    message: 'Nothing with this id can be found.',
    location,
  });
};
