/** The services in the editors: each field that makes calls has the short name of its service. */
import { type MonacoEditor, useGraphiQL } from '@graphiql/react';
import type { editor as Monaco } from 'monaco-editor/esm/vs/editor/editor.api.js';
import type { GraphQLSchema } from 'graphql';
import { useEffect } from 'react';
import type { Service, Trace } from '../../../schema/extensions.js';
import { responseOf, useResponse } from '../response.ts';
import { services } from '../service/service.ts';
import type { Piece } from './field-path.ts';
import { operationFields } from './operation-fields.ts';
import { rangeOf } from './range.ts';
import { serviceParts } from './result-services.ts';

type Decoration = Monaco.IModelDeltaDecoration;
type Model = NonNullable<ReturnType<MonacoEditor['getModel']>>;

export function useServiceMarks(): void {
  const queryEditor = useGraphiQL((state) => state.queryEditor);
  const responseEditor = useGraphiQL((state) => state.responseEditor);
  const schema = useGraphiQL((state) => state.schema);
  const trace = useResponse((state) => responseOf(state)?.extensions?.trace);
  useEffect(
    () => queryEditor && markAfterChanges(queryEditor, (model) => fieldMarks(model, schema)),
    [queryEditor, schema],
  );
  useEffect(
    () => responseEditor && markAfterChanges(responseEditor, (model) => partMarks(model, trace)),
    [responseEditor, trace],
  );
}

/** The fields that can make calls. */
function fieldMarks(model: Model, schema: GraphQLSchema | null | undefined): Decoration[] {
  const fields = operationFields(model.getValue(), schema);
  return fields.flatMap((field) =>
    field.services.map((service) => nameMark(model, field, service)),
  );
}

/** Time in ms without a change after which the marks follow the text. */
const debounceMs = 120;

/** @returns a function that ends it */
function markAfterChanges(editor: MonacoEditor, marks: (model: Model) => Decoration[]) {
  const collection = editor.createDecorationsCollection();
  const mark = (): void => {
    const model = editor.getModel();
    if (model) collection.set(marks(model));
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  const listener = editor.onDidChangeModelContent(() => {
    clearTimeout(timer);
    timer = setTimeout(mark, debounceMs);
  });
  mark();
  return () => {
    clearTimeout(timer);
    listener.dispose();
    collection.clear();
  };
}

/** The short name of a service behind the name of a field. */
const nameMark = (model: Model, piece: Piece, service: Service): Decoration => ({
  range: rangeOf(model, piece),
  options: {
    inlineClassName: `service-name service-${service}`,
    hoverMessage: { value: services[service].name },
    after: {
      content: services[service].short,
      inlineClassName: `service-mark service-${service}`,
      inlineClassNameAffectsLetterSpacing: true,
    },
  },
});

/** The names of the fields with calls, and a line beside what the calls have answered. */
function partMarks(model: Model, trace: Trace | undefined): Decoration[] {
  const parts = trace ? serviceParts(model.getValue(), trace) : [];
  const names = parts.map(({ name, service }) => nameMark(model, name, service));
  // Of parts in parts, the inner one has the line.
  const byLine: Service[] = [];
  for (const { whole, service } of parts) {
    const { startLineNumber, endLineNumber } = rangeOf(model, whole);
    for (let line = startLineNumber; line <= endLineNumber; line += 1) byLine[line] = service;
  }
  return [...names, ...lineMarks(byLine)];
}

function lineMarks(byLine: readonly (Service | undefined)[]): Decoration[] {
  const marks: Decoration[] = [];
  for (let line = 1, start = 1; line <= byLine.length; line += 1) {
    const service = byLine[start];
    if (byLine[line] === service) continue;
    if (service)
      marks.push({
        range: { startLineNumber: start, startColumn: 1, endLineNumber: line - 1, endColumn: 1 },
        options: { isWholeLine: true, className: `service-line service-${service}` },
      });
    start = line;
  }
  return marks;
}
