/**
 * The operation, the result and the calls point at each other: what the mouse or the cursor is on
 * is marked in the other two.
 */
import { type MonacoEditor, useGraphiQL } from '@graphiql/react';
import { useEffect } from 'react';
import type { Service } from '../../../schema/extensions.js';
import { useResponse } from '../response.ts';
import { fieldAt, type Piece, piecesOf } from './field-path.ts';
import { type OperationField, operationFields } from './operation-fields.ts';
import { rangeOf } from './range.ts';

/** Where the fields are in the text of an editor. */
interface FieldText {
  /** @returns the field at an offset, by its response names from the root */
  readonly at: (text: string, offset: number) => string | undefined;
  /** @returns the places of a field */
  readonly pieces: (text: string, field: string) => readonly Piece[];
}

const result: FieldText = { at: fieldAt, pieces: piecesOf };

const operation: FieldText = {
  at: (text, offset) => fieldsOf(text).find((field) => isAt(field, offset))?.path,
  pieces: (text, path) => fieldsOf(text).filter((field) => field.path === path),
};

const isAt = ({ offset, length }: Piece, position: number): boolean =>
  offset <= position && position <= offset + length;

/** @returns a function from the path of a field of the operation to the services it may call */
export function useFieldServices(): (path: string) => readonly Service[] {
  const editor = useGraphiQL(({ queryEditor }) => queryEditor);
  const schema = useGraphiQL((state) => state.schema);
  const fields = editor ? operationFields(editor.getValue(), schema) : [];
  return (path) => fields.find((field) => field.path === path)?.services ?? [];
}

let last: { readonly text: string; readonly fields: readonly OperationField[] } | undefined;

/** The mouse moves more often than the text changes. */
function fieldsOf(text: string): readonly OperationField[] {
  if (last?.text !== text) last = { text, fields: operationFields(text) };
  return last.fields;
}

export function usePointer(): void {
  useEditorPointer(
    useGraphiQL(({ responseEditor }) => responseEditor),
    result,
  );
  useEditorPointer(
    useGraphiQL(({ queryEditor }) => queryEditor),
    operation,
  );
}

function useEditorPointer(editor: MonacoEditor | undefined, text: FieldText): void {
  useEffect(() => (editor ? followMouse(editor, text) : undefined), [editor, text]);
  useEffect(() => (editor ? markFields(editor, text) : undefined), [editor, text]);
}

/**
 * Says which field the mouse or the cursor is on.
 * @returns a function that ends it
 */
function followMouse(editor: MonacoEditor, { at }: FieldText): () => void {
  const { pointAt } = useResponse.getState();
  let pointed: string | undefined;
  const pointAtPosition = (position: Parameters<typeof offsetAt>[1]): void => {
    pointed = position ? at(editor.getValue(), offsetAt(editor, position)) : undefined;
    pointAt(pointed);
  };
  const listeners = [
    editor.onMouseMove(({ target }) => pointAtPosition(target.position)),
    // The editor says late that the mouse has left: it can be on a call by now.
    editor.onMouseLeave(() => {
      if (useResponse.getState().pointedAt === pointed) pointAt(undefined);
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
function markFields(editor: MonacoEditor, { pieces }: FieldText): () => void {
  const marks = editor.createDecorationsCollection();
  return useResponse.subscribe(({ pointedAt }, before) => {
    if (pointedAt === before.pointedAt) return;
    const model = editor.getModel()!;
    const found = pointedAt === undefined ? [] : pieces(editor.getValue(), pointedAt);
    marks.set(
      found.map((piece) => ({
        range: rangeOf(model, piece),
        options: { inlineClassName: 'field-mark' },
      })),
    );
  });
}

/** @returns a function that moves the cursor and the focus to a field of the operation */
export function useShowField(): (path: string) => void {
  const editor = useGraphiQL(({ queryEditor }) => queryEditor);
  return (path) => {
    const [piece] = editor ? operation.pieces(editor.getValue(), path) : [];
    if (!editor || !piece) return;
    const range = rangeOf(editor.getModel()!, piece);
    editor.setSelection(range);
    editor.revealRangeInCenter(range);
    editor.focus();
  };
}
