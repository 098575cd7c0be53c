/** Categories of the former channel guide: the sandbox still plays what the real service has given up. */
import type { Handler } from '../handler.ts';
import { platformChannelId } from './video-category.ts';
import { checkRegion, parseLanguage } from './language.ts';
import { findByIds, listResponse } from './list-response.ts';

const titles: Readonly<Record<string, string>> = {
  GCQmVzdCBvZiBZb3VUdWJl: 'Best of the Platform',
  GCQ3JlYXRvciBvbiB0aGUgUmlzZQ: 'Creator on the Rise',
  GCTXVzaWM: 'Music',
  GCQ29tZWR5: 'Comedy',
  GCRmlsbSAmIEVudGVydGFpbm1lbnQ: 'Film & Entertainment',
};

/** What channels of a category are about; the others have none. */
const topics: Readonly<Record<string, string>> = {
  GCTXVzaWM: 'Music',
  GCRmlsbSAmIEVudGVydGFpbm1lbnQ: 'Film',
};

/** The topic of a category's channels, or null where none has one; undefined: no such category. */
export const findTopic = (id: string): string | null | undefined =>
  Object.hasOwn(titles, id) ? (topics[id] ?? null) : undefined;

const swedish: Readonly<Record<string, string>> = { GCTXVzaWM: 'Musik', GCQ29tZWR5: 'Komedi' };

export const listGuideCategories: Handler = (call) => {
  checkRegion(call);
  const swede = parseLanguage(call)?.startsWith('sv');
  const known = Object.keys(titles);
  const chosen = call.query.has('id')
    ? findByIds(call.query.list('id'), (id) => known.find((one) => one === id))
    : known;
  return listResponse(call, 'guideCategoryListResponse', chosen, (id) => ({
    kind: 'youtube#guideCategory',
    id,
    snippet: {
      title: (swede ? swedish[id] : undefined) ?? titles[id]!,
      channelId: platformChannelId,
    },
  }));
};
