/** The items of a list as the rows of a table: sorted, searched, and copied. */
import { memo, useMemo, useState } from 'react';
import { isWithin } from '../editor/field-path.ts';
import { useResponse } from '../response.ts';
import { CellContent } from './cell.tsx';
import { kindOf } from './cell-text.ts';
import { FieldName } from './field-name.tsx';
import { matcher } from './matcher.ts';
import { usePointing } from './pointing.ts';
import {
  allCellsOf,
  cellText,
  exactOf,
  isOf,
  nextOrder,
  type ShownAnswer,
  type ShownColumn,
  shownColumns,
  type SortOrder,
  sorted,
  spread,
} from './shown-table.ts';
import { type AnswerRow, type AnswerTable, titleColumn, valueAt } from './table-model.ts';
import { type TableProps, Tools } from './tools.tsx';

/** So many rows are added at once. */
const pageSize = 200;

export function ListTable({ answer, table, parent, search, onOpen, children }: TableProps) {
  const [order, setOrder] = useState<SortOrder>();
  const [limit, setLimit] = useState(pageSize);
  const columns = useMemo(() => shownColumns(table), [table]);
  const inOrder = useMemo(() => {
    const rows = parent ? table.rows.filter((row) => isOf(row, parent)) : table.rows;
    return order ? sorted(rows, columns, order, answer.types) : rows;
  }, [answer, table, columns, order, parent]);
  const rows = useFound(inOrder, columns, { answer, table, search });
  const point = usePointing();
  return (
    <>
      <Tools
        count={rows.length}
        all={table.rows.length}
        noun="row"
        lines={() => [
          columns.map(({ label }) => label),
          ...rows.map((row) => spread(allCellsOf(table, columns, row)).map(exactOf)),
        ]}
      >
        {children}
        {parent && <ParentNote parent={parent} table={table} onLeave={() => onOpen(table.field)} />}
      </Tools>
      <div
        className="answer-rows"
        role="region"
        tabIndex={0}
        aria-label={`Rows of ${table.field}`}
        {...point}
      >
        <table aria-label={table.field} aria-rowcount={rows.length + 1}>
          <thead>
            <tr>
              {columns.map((column) => (
                <Header
                  key={column.key}
                  column={column}
                  order={order}
                  answer={answer}
                  onSort={() => setOrder(nextOrder(order, column.key))}
                />
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, limit).map((row) => (
              <Row
                key={row.path.join('.')}
                row={row}
                table={table}
                columns={columns}
                answer={answer}
                search={search}
                onOpen={onOpen}
              />
            ))}
          </tbody>
        </table>
        {rows.length > limit && (
          <button type="button" onClick={() => setLimit(limit + pageSize)}>
            Show {Math.min(pageSize, rows.length - limit)} more of {rows.length} rows
          </button>
        )}
      </div>
    </>
  );
}

type SearchParts = Pick<TableProps, 'answer' | 'table' | 'search'>;

/** @returns the rows that show what is searched for */
function useFound(
  rows: readonly AnswerRow[],
  columns: readonly ShownColumn[],
  { answer, table, search }: SearchParts,
): readonly AnswerRow[] {
  // Words are expensive to make, and somebody who types searches many times.
  const texts = useMemo(() => new Map<AnswerRow, string>(), [answer, table]);
  return useMemo(() => {
    const find = matcher(search);
    if (!find) return rows;
    const textOf = (row: AnswerRow): string => {
      const known = texts.get(row);
      if (known !== undefined) return known;
      const text = allCellsOf(table, columns, row)
        .map((cell) => cellText(answer, cell))
        .join('\n');
      texts.set(row, text);
      return text;
    };
    return rows.filter((row) => find.test(textOf(row)));
  }, [answer, table, columns, rows, search, texts]);
}

interface ParentNoteProps {
  readonly parent: AnswerRow;
  readonly table: AnswerTable;
  readonly onLeave: () => void;
}

function ParentNote({ parent, table, onLeave }: ParentNoteProps) {
  const column = table.parent && titleColumn(table.parent);
  const title = column ? valueAt(column, parent) : undefined;
  return (
    <span className="of">
      of <bdi>{typeof title === 'string' ? title : 'one item'}</bdi>{' '}
      <button type="button" onClick={onLeave}>
        Show all
      </button>
    </span>
  );
}

interface HeaderProps {
  readonly column: ShownColumn;
  readonly order: SortOrder | undefined;
  readonly answer: ShownAnswer;
  readonly onSort: () => void;
}

/** The signs of the directions that screen readers know. */
const directions = { none: '', ascending: '▴', descending: '▾' } as const;

function Header({ column: { key, label, field, level }, order, answer, onSort }: HeaderProps) {
  const isMarked = useResponse(
    ({ pointedAt }) => pointedAt !== undefined && isWithin(field, pointedAt),
  );
  const direction = directionOf(order, key);
  const classes = [isMarked && 'marked', level !== undefined && 'of-parent'];
  return (
    <th
      scope="col"
      aria-sort={direction}
      data-field={field}
      className={classes.filter(Boolean).join(' ')}
    >
      <button type="button" onClick={onSort}>
        <FieldName label={label} field={field} calls={answer.calls} />{' '}
        <span aria-hidden="true">{directions[direction]}</span>
      </button>
    </th>
  );
}

function directionOf(order: SortOrder | undefined, key: string): keyof typeof directions {
  if (order?.key !== key) return 'none';
  return order.isDescending ? 'descending' : 'ascending';
}

interface RowProps extends SearchParts, Pick<TableProps, 'onOpen'> {
  readonly row: AnswerRow;
  readonly columns: readonly ShownColumn[];
}

/** Most rows stay as they are while somebody types, sorts or asks for more rows. */
const Row = memo(function Row({ row, table, columns, answer, search, onOpen }: RowProps) {
  return (
    <tr>
      {allCellsOf(table, columns, row).map((cell) => {
        const { column, span, value, level } = cell;
        const kind = kindOf(answer.types.get(column.field), value);
        return (
          <td
            key={`${level} ${column.field}`}
            colSpan={span}
            data-field={column.field}
            className={level === undefined ? kind : `${kind} of-parent`}
          >
            <CellContent
              answer={answer}
              cell={cell}
              search={search}
              onOpen={() => onOpen(column.field, row)}
            />
          </td>
        );
      })}
    </tr>
  );
});
