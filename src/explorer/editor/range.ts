/** Places in the text of an editor. */
import type { MonacoEditor } from '@graphiql/react';
import type { Piece } from './field-path.ts';

type Model = NonNullable<ReturnType<MonacoEditor['getModel']>>;

/** @returns a piece of a text as lines and columns */
export function rangeOf(model: Model, { offset, length }: Piece) {
  const [start, end] = [model.getPositionAt(offset), model.getPositionAt(offset + length)];
  return {
    startLineNumber: start.lineNumber,
    startColumn: start.column,
    endLineNumber: end.lineNumber,
    endColumn: end.column,
  };
}
