/** Lists of categories, which are the same for all regions. */
import type { ApiCall } from '../../call/handler.ts';
import { checkRegion, parseLanguage } from '../language.ts';
import { findByIds, listResponse } from '../list-response.ts';

/** The channel that owns all categories. */
const platformChannelId = 'UCBR8-60-B28hp2BmDPdntcQ';

/** Titles by category id. */
export type CategoryTitles = ReadonlyMap<string, string>;

/** Categories of one kind. */
interface CategoryKind {
  readonly titles: CategoryTitles;
  /** Swedish titles; categories without one have their English title in all languages. */
  readonly swedishTitles: CategoryTitles;
  /** Returns further properties of a category's snippet. */
  readonly extraSnippet?: (id: string) => object;
}

/** Builds the response of a list of categories: those with the requested ids, or all. */
export function listCategories(call: ApiCall, categories: CategoryKind): object {
  const { titles, swedishTitles, extraSnippet } = categories;
  checkRegion(call);
  const isSwedish = parseLanguage(call)?.startsWith('sv') ?? false;
  const ids = call.query.has('id')
    ? findByIds(call.query.list('id'), (id) => (titles.has(id) ? id : undefined))
    : [...titles.keys()];
  return listResponse(call, ids, (id) => ({
    id,
    snippet: {
      title: (isSwedish ? swedishTitles.get(id) : undefined) ?? titles.get(id)!,
      ...extraSnippet?.(id),
      channelId: platformChannelId,
    },
  }));
}
