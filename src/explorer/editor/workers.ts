/** The workers of the editor, for completion and validation. */
/* oxlint-disable import/default -- Vite makes these modules of their names. */
import EditorWorker from 'monaco-editor/esm/vs/editor/editor.worker.js?worker';
import JsonWorker from 'monaco-editor/esm/vs/language/json/json.worker.js?worker';
import GraphqlWorker from 'monaco-graphql/esm/graphql.worker.js?worker';

const workers: Readonly<Record<string, new () => Worker>> = {
  json: JsonWorker,
  graphql: GraphqlWorker,
};

self.MonacoEnvironment = {
  getWorker: (_, label) => new (workers[label] ?? EditorWorker)(),
};
