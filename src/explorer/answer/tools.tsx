/** The line above the rows: which list they are of, how many they are, and a copy of them. */
import { type ReactNode, useState } from 'react';
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
  const [copied, setCopied] = useState<number>();
  const copy = async (): Promise<void> => {
    const copies = lines();
    await navigator.clipboard.writeText(csvOf(copies));
    setCopied(copies.length);
  };
  return (
    <div className="answer-tools">
      {children}
      <span role="status">
        {count === all ? '' : `${count} of `}
        {all} {all === 1 ? noun : `${noun}s`}
      </span>
      <button type="button" onClick={() => void copy()} onBlur={() => setCopied(undefined)}>
        {copied === undefined ? 'Copy CSV' : 'Copied'}
      </button>
    </div>
  );
}
