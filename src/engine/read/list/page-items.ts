/** The items that a list takes from a page. */
import { choiceAt, choiceOfItems } from '../walk/choice-projection.ts';
import type { ListPosition } from './cursor.ts';
import { FailedItem, loadItem } from './list.ts';
import type { ListRequest } from './list-request.ts';
import { itemsOf, mapChanged } from './page.ts';
import type { PageAnswer } from './page-loader.ts';

/**
 * The items of a page, or the entities that they point to; null for an entity that does not exist,
 * and for an item that is not selected.
 * @param missing how many items the list still takes
 * @returns a promise only for pointers
 */
export function valuesOf(
  request: ListRequest,
  answer: PageAnswer,
  position: ListPosition,
  missing: number,
): readonly unknown[] | Promise<readonly unknown[]> {
  const { operation, filter, attacher, loadPointer } = request;
  const { offset } = position;
  const all = itemsOf(answer, operation);
  const items = filter ? all.map((item) => (filter(item) ? item : null)) : all;
  if (!loadPointer) {
    if (!attacher) return items;
    const choice = choiceAt(request, position);
    return mapChanged(
      items,
      attacher(choice && choiceOfItems(choice, request.projection, operation)),
    );
  }
  // A page that another field requests, too, can have more items. They are loaded only if some of
  // those before them do not exist.
  return loadPointers(items, [offset, offset + missing], loadPointer).then((values) =>
    values.includes(null)
      ? loadPointers(values, [offset + missing, values.length], loadPointer)
      : values,
  );
}

/** @returns the items, of which those from `start` to `end` are loaded; null: it does not exist */
async function loadPointers(
  items: readonly unknown[],
  [start, end]: readonly [number, number],
  loadPointer: (item: unknown) => unknown,
): Promise<readonly unknown[]> {
  const loading = items.slice(start, end).map((item) => loadItem(() => loadPointer(item)));
  return [...items.slice(0, start), ...(await Promise.all(loading)), ...items.slice(end)];
}

/**
 * Selects items of a page that may leave some out.
 * @param values null: the item is left out
 * @param offset the index at which the list starts in the page
 * @param count the maximum number of items
 * @returns their indexes, and the index of the first item that is not used
 * @throws the error of an item that cannot be loaded
 */
export function selectItems(
  values: readonly unknown[],
  offset: number,
  count: number,
): { readonly indexes: readonly number[]; readonly end: number } {
  const indexes: number[] = [];
  for (let index = offset; index < values.length; index += 1) {
    const value = values[index];
    if (value === null) continue;
    if (indexes.length === count) return { indexes, end: index };
    if (value instanceof FailedItem) throw value.error;
    indexes.push(index);
  }
  return { indexes, end: values.length };
}
