/** The fields outside of all lists: each in a row, with its value beside it. */
import { CellContent } from './cell.tsx';
import { FieldName } from './field-name.tsx';
import { matcher } from './matcher.ts';
import { usePointing } from './pointing.ts';
import { cellText, exactOf } from './shown-table.ts';
import { cellsOf } from './table-model.ts';
import { Tools, type TableProps } from './tools.tsx';

export function FieldList({ answer, table, search, onOpen, children }: TableProps) {
  const point = usePointing();
  const all = cellsOf(table, table.rows[0]!).filter(({ value }) => value !== undefined);
  const find = matcher(search);
  const cells = find
    ? all.filter((cell) => find.test(`${cell.column.field}\n${cellText(answer, cell)}`))
    : all;
  return (
    <>
      <Tools
        count={cells.length}
        all={all.length}
        noun="field"
        lines={() => cells.map((cell) => [cell.column.field, exactOf(cell)])}
      >
        {children}
      </Tools>
      <div
        className="answer-rows"
        role="region"
        tabIndex={0}
        aria-label="Fields outside of lists"
        {...point}
      >
        <table aria-label="Fields">
          <tbody>
            {cells.map((cell) => (
              <tr key={cell.column.field} data-field={cell.column.field}>
                <th scope="row">
                  <FieldName
                    label={cell.column.field}
                    field={cell.column.field}
                    calls={answer.calls}
                    search={search}
                  />
                </th>
                <td>
                  <CellContent
                    answer={answer}
                    cell={cell}
                    search={search}
                    onOpen={() => onOpen(cell.column.field)}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}
