/** Categories of the channel guide. YouTube has removed them; the sandbox still lists them. */
import type { Handler } from '../../call/handler.ts';
import { type CategoryTitles, listCategories } from './category.ts';

const titles: CategoryTitles = new Map([
  ['GCQmVzdCBvZiBZb3VUdWJl', 'Best of the Platform'],
  ['GCQ3JlYXRvciBvbiB0aGUgUmlzZQ', 'Creator on the Rise'],
  ['GCTXVzaWM', 'Music'],
  ['GCQ29tZWR5', 'Comedy'],
  ['GCRmlsbSAmIEVudGVydGFpbm1lbnQ', 'Film & Entertainment'],
]);

const swedishTitles: CategoryTitles = new Map([
  ['GCTXVzaWM', 'Musik'],
  ['GCQ29tZWR5', 'Komedi'],
]);

/** The topic of a category's channels; other categories have no channels. */
const topics: ReadonlyMap<string, string> = new Map([
  ['GCTXVzaWM', 'Music'],
  ['GCRmlsbSAmIEVudGVydGFpbm1lbnQ', 'Film'],
]);

/** Returns the topic of a category's channels: null if it has none, undefined for unknown ids. */
export const findTopic = (id: string): string | null | undefined =>
  titles.has(id) ? (topics.get(id) ?? null) : undefined;

/** `guideCategories.list`. */
export const listGuideCategories: Handler = (call) =>
  listCategories(call, { titles, swedishTitles });
