/** The line above the rows: which list they are of, how many they are, and a copy of them. */
import { type ReactNode, useState } from 'react';
import { copyText } from '../parts/copy.ts';
import { csvOf } from './csv.ts';
import type { ShownAnswer } from './shown-table.ts';
import type { AnswerRow, AnswerTable } from './table-model.ts';

/** What a table of an answer is shown with. */
export interface TableProps {
  readonly answer: ShownAnswer;
  readonly table: AnswerTable;
  /** Only the rows of this one are shown. */
  readonly parent: AnswerRow | undefined;
  readonly search: string;
  /** Shows another table, or the rows of one parent. */
  readonly onOpen: (field: string, parent?: AnswerRow) => void;
  /** The choice of the table. */
  readonly children: ReactNode;
}

interface ToolsProps {
  readonly count: number;
  readonly all: number;
  readonly noun: string;
  /** The lines of the copy. */
  readonly lines: () => readonly (readonly unknown[])[];
  readonly children: ReactNode;
}

export function Tools({ count, all, noun, lines, children }: ToolsProps) {
  const [said, say] = useState<string>();
  const copy = async (): Promise<void> =>
    say((await copyText(csvOf(lines()))) ? 'Copied' : 'The browser does not allow it');
  return (
    <div className="answer-tools">
      {children}
      <span role="status">
        {count === all ? '' : `${count} of `}
        {all} {all === 1 ? noun : `${noun}s`}
      </span>
      <button type="button" onClick={() => void copy()} onBlur={() => say(undefined)}>
        {said ?? 'Copy CSV'}
      </button>
    </div>
  );
}
