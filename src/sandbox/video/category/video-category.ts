/** Categories of videos. */
import type { Handler } from '../../call/handler.ts';
import { type CategoryTitles, listCategories } from './category.ts';

const titles: CategoryTitles = new Map([
  ['1', 'Film & Animation'],
  ['2', 'Autos & Vehicles'],
  ['10', 'Music'],
  ['15', 'Pets & Animals'],
  ['17', 'Sports'],
  ['18', 'Short Movies'],
  ['19', 'Travel & Events'],
  ['20', 'Gaming'],
  ['22', 'People & Blogs'],
  ['23', 'Comedy'],
  ['24', 'Entertainment'],
  ['25', 'News & Politics'],
  ['26', 'Howto & Style'],
  ['27', 'Education'],
  ['28', 'Science & Technology'],
  ['30', 'Movies'],
]);

/** Categories that users cannot assign to their videos. */
const unassignable: ReadonlySet<string> = new Set(['18', '30']);

const swedishTitles: CategoryTitles = new Map([
  ['1', 'Film och animering'],
  ['10', 'Musik'],
  ['27', 'Utbildning'],
]);

/** Whether a category has this id. */
export const isVideoCategory = (id: string): boolean => titles.has(id);

/** Whether users can assign the category to their videos; false for unknown ids. */
export const isAssignableCategory = (id: string): boolean =>
  titles.has(id) && !unassignable.has(id);

/** `videoCategories.list`. */
export const listVideoCategories: Handler = (call) =>
  listCategories(call, {
    titles,
    swedishTitles,
    extraSnippet: (id) => ({ assignable: isAssignableCategory(id) }),
  });
