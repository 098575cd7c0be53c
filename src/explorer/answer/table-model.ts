/**
 * An answer as tables: one for each list of objects, and one for the fields outside of all lists.
 * Each value of the answer is in one cell of one table. A list inside of a list is a table of all
 * its items, of whatever parent.
 */
import { isCompositeType, isLeafType } from 'graphql';
import { type FieldTypes, joined } from './field-types.ts';

/** Response names and indexes from the root. */
export type AnswerPath = readonly (string | number)[];

/** A list of objects. */
export interface AnswerTable {
  /** The response names of the list; empty: the fields outside of lists, in one row. */
  readonly field: string;
  /** The table of the list around this one. */
  readonly parent: AnswerTable | undefined;
  readonly columns: readonly AnswerColumn[];
  readonly rows: readonly AnswerRow[];
  /** What `cellsOf` needs to know about the rows. */
  readonly shape: RowShape;
}

export interface AnswerColumn {
  /** Response names below the row; none for items that are no objects. */
  readonly path: readonly string[];
  /** Response names from the root. */
  readonly field: string;
  /** Whether it counts the items of a list, which has a table of its own. */
  readonly isList: boolean;
}

/** An item of a list. */
export interface AnswerRow {
  readonly path: AnswerPath;
  readonly value: unknown;
  /** The item around the list. */
  readonly parent: AnswerRow | undefined;
}

/** A cell of a row. */
export interface AnswerCell {
  /** Where its value is. */
  readonly path: AnswerPath;
  /** Undefined: the object has no such field, for example because it is of another type. */
  readonly value: unknown;
  readonly column: AnswerColumn;
  /** More than 1: there is no object whose fields the columns are. */
  readonly span: number;
}

/** A field of rows, and the fields below it. */
interface RowShape {
  readonly column: AnswerColumn;
  readonly children: ReadonlyMap<string, RowShape>;
  /** The number of its columns. */
  readonly width: number;
}

/** @returns the table of the fields outside of lists, then each list after the one around it */
export function tablesOf(data: unknown, types: FieldTypes): readonly AnswerTable[] {
  const builder = new TableBuilder(data, types);
  builder.addRow(builder.draft('', undefined), { path: [], value: data, parent: undefined });
  return builder.tables();
}

/** Whether a list of a table has so many items, or more. */
export const isAnyOfLength = ({ rows }: AnswerTable, length: number): boolean =>
  rows.some(({ path }) => path.at(-1) === length - 1);

/** A shape to which rows still add fields. */
interface ShapeDraft {
  readonly path: readonly string[];
  readonly field: string;
  readonly children: Map<string, ShapeDraft>;
  isList: boolean;
}

interface TableDraft {
  readonly field: string;
  readonly parent: TableDraft | undefined;
  readonly rows: AnswerRow[];
  readonly shape: ShapeDraft;
}

/** Where a value is. */
interface ValuePlace {
  readonly table: TableDraft;
  readonly row: AnswerRow;
  readonly shape: ShapeDraft;
  readonly path: AnswerPath;
}

const emptyShape = (path: readonly string[], field: string): ShapeDraft => ({
  path,
  field,
  children: new Map(),
  isList: false,
});

/** Reads an answer once. */
class TableBuilder {
  readonly #types: FieldTypes;
  /** The fields with lists of objects. */
  readonly #lists = new Set<string>();
  readonly #drafts = new Map<string, TableDraft>();

  constructor(data: unknown, types: FieldTypes) {
    this.#types = types;
    this.#findLists(data, '');
  }

  draft(field: string, parent: TableDraft | undefined): TableDraft {
    const known = this.#drafts.get(field);
    if (known) return known;
    const created = { field, parent, rows: [], shape: emptyShape([], field) };
    this.#drafts.set(field, created);
    return created;
  }

  addRow(table: TableDraft, row: AnswerRow): void {
    table.rows.push(row);
    const { path, value } = row;
    if (isObject(value)) this.#addFields(value, { table, row, shape: table.shape, path });
  }

  tables(): readonly AnswerTable[] {
    const tables = new Map<string, AnswerTable>();
    for (const { field, parent, rows, shape } of this.#drafts.values()) {
      const finished = finish(shape);
      tables.set(field, {
        field,
        parent: parent && tables.get(parent.field),
        columns: columnsOf(finished),
        rows,
        shape: finished,
      });
    }
    return [...tables.values()];
  }

  /** Without a schema, one list of a field can be empty, and the next one have objects. */
  #findLists(value: unknown, field: string): void {
    const type = this.#types.get(field);
    if (isLeafType(type)) return;
    if (Array.isArray(value)) {
      const items = value.flat(Infinity);
      if (isCompositeType(type) || items.some(isObject)) this.#lists.add(field);
      for (const item of items) this.#findLists(item, field);
    } else if (isObject(value))
      for (const [name, each] of Object.entries(value)) this.#findLists(each, joined(field, name));
  }

  #addFields(object: AnswerObject, place: ValuePlace): void {
    for (const [name, value] of Object.entries(object)) {
      const { path, field, children } = place.shape;
      const shape = children.get(name) ?? emptyShape([...path, name], joined(field, name));
      children.set(name, shape);
      this.#add(value, { ...place, shape, path: [...place.path, name] });
    }
  }

  #add(value: unknown, place: ValuePlace): void {
    const type = this.#types.get(place.shape.field);
    // A value of JSON is no part of the answer's own structure.
    if (isLeafType(type)) return;
    if (isObject(value)) return this.#addFields(value, place);
    if (!Array.isArray(value) || !this.#lists.has(place.shape.field)) return;
    place.shape.isList = true;
    this.#addItems(value, place, this.draft(place.shape.field, place.table));
  }

  #addItems(items: readonly unknown[], { path, ...place }: ValuePlace, table: TableDraft): void {
    for (const [index, value] of items.entries()) {
      const at = [...path, index];
      if (Array.isArray(value)) this.#addItems(value, { ...place, path: at }, table);
      else this.addRow(table, { path: at, value, parent: place.row });
    }
  }
}

type AnswerObject = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is AnswerObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A field without fields has a column of its own, and so has a list. */
const hasOwnColumn = ({ isList, children }: ShapeDraft): boolean => isList || children.size === 0;

function finish(draft: ShapeDraft): RowShape {
  const { path, field, isList } = draft;
  const children = new Map([...draft.children].map(([name, child]) => [name, finish(child)]));
  const below = [...children.values()].reduce((sum, { width }) => sum + width, 0);
  const width = below + (hasOwnColumn(draft) ? 1 : 0);
  return { column: { path, field, isList }, children, width };
}

const columnsOf = ({ column, children }: RowShape): AnswerColumn[] => [
  ...(column.isList || children.size === 0 ? [column] : []),
  ...[...children.values()].flatMap(columnsOf),
];

/** @returns the cells of a row, which fill its columns from the first to the last */
export const cellsOf = ({ shape }: AnswerTable, { path, value }: AnswerRow): AnswerCell[] =>
  cellsBelow(shape, path, value);

function cellsBelow(shape: RowShape, path: AnswerPath, value: unknown): AnswerCell[] {
  const { column, children, width } = shape;
  if (children.size === 0 || !isObject(value)) return [{ path, value, column, span: width }];
  const own = column.isList ? [{ path, value: undefined, column, span: 1 }] : [];
  const below = [...children].flatMap(([name, child]) =>
    cellsBelow(child, [...path, name], value[name]),
  );
  return [...own, ...below];
}

/** @returns the value of a column in a row; null if there is no object that could have it */
export function valueAt({ path }: AnswerColumn, row: AnswerRow): unknown {
  let { value } = row;
  for (const name of path) {
    if (!isObject(value)) return null;
    value = value[name];
  }
  return value;
}

/** What people call something, and ids that tell it apart. */
const titleNames = [['title', 'name', 'summary', 'displayName'], ['id']];

/** @returns the column that tells the rows apart best: a title, or an id if there is none */
export function titleColumn({ columns }: AnswerTable): AnswerColumn | undefined {
  for (const names of titleNames) {
    const found = columns
      .filter(({ path, isList }) => !isList && names.includes(path.at(-1) ?? ''))
      .toSorted((a, b) => a.path.length - b.path.length);
    if (found[0]) return found[0];
  }
  return undefined;
}

/** @returns the tables around a table, the outermost first; without that of no list */
export function parentsOf({ parent }: AnswerTable): readonly AnswerTable[] {
  return parent === undefined || parent.field === '' ? [] : [...parentsOf(parent), parent];
}

/** @returns the items around a row in the order of `parentsOf`, and the row itself */
export function lineOf(row: AnswerRow): readonly AnswerRow[] {
  const { parent } = row;
  return parent === undefined || parent.path.length === 0 ? [row] : [...lineOf(parent), row];
}

/** @returns how many items a list has, those of lists inside of it included */
export const countOf = (list: readonly unknown[]): number => list.flat(Infinity).length;
