/** What is shown of a table: its columns with those of the parents, and its rows in their order. */
import type { Service, TracedCall } from '../../../schema/extensions.js';
import { isWithin } from '../editor/field-path.ts';
import type { Response } from '../response.ts';
import { compareKeys, kindOf, type Now, sortKey, textOf } from './cell-text.ts';
import type { FieldTypes } from './field-types.ts';
import {
  type AnswerCell,
  type AnswerColumn,
  type AnswerPath,
  type AnswerRow,
  type AnswerTable,
  cellsOf,
  countOf,
  lineOf,
  parentsOf,
  titleColumn,
  valueAt,
} from './table-model.ts';

/** All that is known about an answer. */
export interface ShownAnswer {
  readonly types: FieldTypes;
  readonly tables: readonly AnswerTable[];
  /** As `errorsByPlace` returns them. */
  readonly errors: ReadonlyMap<string, readonly string[]>;
  readonly calls: readonly TracedCall[];
  readonly now: Now;
}

/** A column of the table, or one that says which parent a row is of. */
export interface ShownColumn {
  readonly key: string;
  /** Response names: below the row, or of a parent from the root. */
  readonly label: string;
  /** Response names from the root. */
  readonly field: string;
  /** Which of the parents of a row it is about; undefined: the row itself. */
  readonly level: number | undefined;
  /** Undefined: the parent has no title, and the number of its row is shown. */
  readonly column: AnswerColumn | undefined;
}

/** @returns the columns of the parents, the outermost first, then those of the rows */
export const shownColumns = (table: AnswerTable): readonly ShownColumn[] => [
  ...parentsOf(table).map((parent, level) => {
    const column = titleColumn(parent);
    const field = column?.field ?? parent.field;
    return { key: `parent ${parent.field}`, label: field, field, level, column };
  }),
  ...table.columns.map((column) => {
    const { path, field } = column;
    return { key: field, label: path.join('.') || 'value', field, level: undefined, column };
  }),
];

/** @returns the value that a row has in a column */
function valueIn({ level, column }: ShownColumn, row: AnswerRow): unknown {
  const of = level === undefined ? row : lineOf(row)[level]!;
  return column ? valueAt(column, of) : numberOf(of);
}

/** A parent without a title is named by its place in its list. */
const numberOf = ({ path }: AnswerRow): number => Number(path.at(-1)) + 1;

/** A cell of a row, or of one of its parents. */
interface ShownCell extends AnswerCell {
  readonly level: number | undefined;
}

/** @returns the cells of a row after those that say which parents it is of */
export const allCellsOf = (
  table: AnswerTable,
  columns: readonly ShownColumn[],
  row: AnswerRow,
): readonly ShownCell[] => [
  ...columns.flatMap((shown) => {
    const { level, field, column = { path: [], field, isList: false } } = shown;
    if (level === undefined) return [];
    const path = [...lineOf(row)[level]!.path, ...column.path];
    return { path, value: valueIn(shown, row), column, span: 1, level };
  }),
  ...cellsOf(table, row).map((cell) => ({ ...cell, level: undefined })),
];

/** @returns one cell for each column: those after the first that a cell fills are empty */
export const spread = (cells: readonly AnswerCell[]): readonly AnswerCell[] =>
  cells.flatMap((cell) => [
    cell,
    ...Array.from({ length: cell.span - 1 }, () => ({ ...cell, value: undefined, span: 1 })),
  ]);

/** @returns the value of a cell; of a list with a table of its own, the number of its items */
export const exactOf = ({ value, column }: AnswerCell): unknown =>
  column.isList && Array.isArray(value) ? countOf(value) : value;

/** @returns all that a cell shows, and the exact value where it shows that in other words */
export function cellText({ types, errors, now }: ShownAnswer, cell: AnswerCell): string {
  const value = exactOf(cell);
  if (value === null) return (errors.get(placeKey(cell.path)) ?? []).join('\n');
  const type = types.get(cell.column.field);
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  return values
    .flatMap((each) => [textOf(kindOf(type, each), each, now), textOf('json', each, now)])
    .join('\n');
}

/** By which column rows are sorted. */
export interface SortOrder {
  readonly key: string;
  readonly isDescending: boolean;
}

/** @returns the order after a click on the header of a column: up, down, and as they came */
export function nextOrder(order: SortOrder | undefined, key: string): SortOrder | undefined {
  if (order?.key !== key) return { key, isDescending: false };
  return order.isDescending ? undefined : { key, isDescending: true };
}

/** @returns the rows in the order of a column, those without a value last */
export function sorted(
  rows: readonly AnswerRow[],
  columns: readonly ShownColumn[],
  { key, isDescending }: SortOrder,
  types: FieldTypes,
): readonly AnswerRow[] {
  const shown = columns.find((each) => each.key === key);
  if (!shown) return rows;
  const type = types.get(shown.field);
  const keys = new Map(
    rows.map((row) => {
      const value = valueIn(shown, row);
      // A list is shown as the number of its items.
      const exact = shown.column?.isList && Array.isArray(value) ? countOf(value) : value;
      return [row, sortKey(kindOf(type, exact), exact)];
    }),
  );
  return rows.toSorted((a, b) => {
    const [first, second] = [keys.get(a)!, keys.get(b)!];
    const isOther = isDescending && first !== null && second !== null;
    return isOther ? compareKeys(second, first) : compareKeys(first, second);
  });
}

/** Whether a row is in a list of a parent, or in one inside of that. */
export const isOf = (row: AnswerRow, parent: AnswerRow): boolean => lineOf(row).includes(parent);

/** @returns the service that a field came from: that of the deepest call around it */
export function serviceAt(
  calls: readonly Pick<TracedCall, 'fields' | 'service'>[],
  field: string,
): Service | undefined {
  let deepest = -1;
  let service: Service | undefined;
  for (const call of calls)
    for (const each of call.fields)
      if (each.length >= deepest && isWithin(field, each)) {
        deepest = each.length;
        ({ service } = call);
      }
  return service;
}

/** @returns the key of a place in the answer */
export const placeKey = (path: AnswerPath): string => path.join('.');

/**
 * @returns the messages of errors by where they are seen: at the value that is null because of
 *   them, which can be one of the objects around the field
 */
export function errorsByPlace({
  data,
  errors = [],
}: Pick<Response, 'data' | 'errors'>): ReadonlyMap<string, readonly string[]> {
  const places = new Map<string, string[]>();
  for (const { path = [], message } of errors) {
    let value: unknown = data;
    let depth = 0;
    while (depth < path.length && typeof value === 'object' && value !== null) {
      value = (value as Readonly<Record<string | number, unknown>>)[path[depth]!];
      depth += 1;
    }
    const key = placeKey(path.slice(0, depth));
    places.set(key, [...(places.get(key) ?? []), message]);
  }
  return places;
}
