/** The last answer of the tab as a table. Loaded when it is shown for the first time. */
import { useGraphiQL } from '@graphiql/react';
import { useCallback, useDeferredValue, useMemo, useState } from 'react';
import type { SentOperation } from '../editor/operation.ts';
import { type Response, responseOf, useResponse } from '../response.ts';
import { FieldList } from './field-list.tsx';
import { answerFields } from './field-types.ts';
import { ListTable } from './list-table.tsx';
import { errorsByPlace, type ShownAnswer } from './shown-table.ts';
import {
  type AnswerRow,
  type AnswerTable,
  cellsOf,
  isAnyOfLength,
  parentsOf,
  tablesOf,
} from './table-model.ts';

interface TableViewProps {
  /** What has been sent for the answer. */
  readonly sent: SentOperation | undefined;
  readonly search: string;
}

export default function TableView({ sent, search }: TableViewProps) {
  const response = useResponse(responseOf);
  // What somebody types is seen at once, before the rows of a large table.
  const deferred = useDeferredValue(search);
  if (!response) return <p>Run an operation to see its answer as a table.</p>;
  return <Answer response={response} sent={sent} search={deferred} />;
}

/** Which table of which answer is shown. */
interface TableChoice {
  readonly field: string;
  readonly response: Response;
  /** Of its rows only those in the lists of this one. */
  readonly parent: AnswerRow | undefined;
}

interface AnswerProps extends TableViewProps {
  readonly response: Response;
}

function Answer({ response, sent, search }: AnswerProps) {
  const schema = useGraphiQL((state) => state.schema);
  const [choice, setChoice] = useState<TableChoice>();
  const { types, defaultLengths } = useMemo(
    () => answerFields(schema, sent ?? { query: '' }),
    [schema, sent],
  );
  const answer = useMemo(
    (): ShownAnswer => ({
      types,
      tables: tablesOf(response.data, types),
      errors: errorsByPlace(response),
      calls: response.extensions?.trace?.calls ?? [],
      now: { now: Date.now() },
    }),
    [response, types],
  );
  const { tables, errors } = answer;
  const hasData = Object.keys(response.data ?? {}).length > 0;
  const hasLists = tables.length > 1;
  const table = tables.find(({ field }) => field === choice?.field) ?? firstOf(tables);
  const cutAt = defaultLengths.get(table.field);
  const open = useCallback(
    (field: string, parent?: AnswerRow) => setChoice({ field, response, parent }),
    [response],
  );
  const Content = table.field === '' ? FieldList : ListTable;
  return (
    <>
      {!hasLists && <p>No list in this answer{hasData && ': these are its fields'}.</p>}
      {cutAt !== undefined && isAnyOfLength(table, cutAt) && (
        <p>
          A list of {cutAt} rows may go on: {cutAt} is the default of <code>first</code>.
        </p>
      )}
      {errors.get('')?.map((message) => (
        <p key={message} className="wrong" dir="auto">
          {message}
        </p>
      ))}
      {hasData && (
        <Content
          // What is open and sorted is so in one list.
          key={table.field}
          answer={answer}
          table={table}
          parent={choice?.response === response ? choice.parent : undefined}
          search={search}
          onOpen={open}
        >
          {hasLists && <ListChoice tables={tables} table={table} onOpen={open} />}
        </Content>
      )}
    </>
  );
}

/** @returns of the lists with values of their own the longest of those in the fewest others */
function firstOf([fields, ...lists]: readonly AnswerTable[]): AnswerTable {
  const valued = lists.filter(({ columns }) => columns.some(({ isList }) => !isList));
  const sorted = (valued.length > 0 ? valued : lists).toSorted(
    (a, b) => parentsOf(a).length - parentsOf(b).length || b.rows.length - a.rows.length,
  );
  return sorted[0] ?? fields!;
}

interface ListChoiceProps {
  readonly tables: readonly AnswerTable[];
  readonly table: AnswerTable;
  readonly onOpen: (field: string) => void;
}

function ListChoice({ tables: [fields, ...lists], table, onOpen }: ListChoiceProps) {
  const others = cellsOf(fields!, fields!.rows[0]!).filter(
    ({ value, column }) => value !== undefined && !column.isList,
  );
  return (
    <select
      aria-label="List"
      value={table.field}
      onChange={({ currentTarget }) => onOpen(currentTarget.value)}
    >
      {lists.map(({ field, rows }) => (
        <option key={field} value={field}>
          {field} ({rows.length})
        </option>
      ))}
      {others.length > 0 && <option value="">Outside of lists ({others.length})</option>}
    </select>
  );
}
