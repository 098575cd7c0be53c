/** The result and the calls point at each other: the field under the mouse marks its calls. */
import { type MonacoEditor, useGraphiQL } from '@graphiql/react';
import { useEffect } from 'react';
import { fieldAt, piecesOf } from './field-path.ts';
import { useResponse } from '../response.ts';

export function useResultPointer(): void {
  const editor = useGraphiQL(({ responseEditor }) => responseEditor);
  useEffect(() => (editor ? followMouse(editor) : undefined), [editor]);
  useEffect(() => (editor ? markFields(editor) : undefined), [editor]);
}

/**
 * Says which field of the result the mouse or the cursor is on.
 * @returns a function that ends it
 */
function followMouse(editor: MonacoEditor): () => void {
  const { pointAt } = useResponse.getState();
  let last: string | undefined;
  const pointAtPosition = (position: Parameters<typeof offsetAt>[1]): void => {
    last = position ? fieldAt(editor.getValue(), offsetAt(editor, position)) : undefined;
    pointAt(last);
  };
  const listeners = [
    editor.onMouseMove(({ target }) => pointAtPosition(target.position)),
    // The editor says late that the mouse has left: it can be on a call by now.
    editor.onMouseLeave(() => {
      if (useResponse.getState().pointedAt === last) pointAt(undefined);
    }),
    editor.onDidChangeCursorPosition(({ position, reason }) => {
      if (!isByPage(reason)) pointAtPosition(position);
    }),
  ];
  return () => {
    for (const listener of listeners) listener.dispose();
  };
}

/** Whether the page itself has moved the cursor: `NotSet` of Monaco. */
const isByPage = (reason: number): boolean => reason === 0;

const offsetAt = (
  editor: MonacoEditor,
  position: Parameters<NonNullable<ReturnType<MonacoEditor['getModel']>>['getOffsetAt']>[0] | null,
): number => editor.getModel()!.getOffsetAt(position!);

/** Marks the field that is pointed at, in each item. @returns a function that ends it */
function markFields(editor: MonacoEditor): () => void {
  const marks = editor.createDecorationsCollection();
  return useResponse.subscribe(({ pointedAt }, before) => {
    if (pointedAt === before.pointedAt) return;
    const model = editor.getModel()!;
    const pieces = pointedAt === undefined ? [] : piecesOf(editor.getValue(), pointedAt);
    marks.set(
      pieces.map(({ offset, length }) => {
        const [start, end] = [model.getPositionAt(offset), model.getPositionAt(offset + length)];
        return {
          range: {
            startLineNumber: start.lineNumber,
            startColumn: start.column,
            endLineNumber: end.lineNumber,
            endColumn: end.column,
          },
          options: { inlineClassName: 'field-mark' },
        };
      }),
    );
  });
}
