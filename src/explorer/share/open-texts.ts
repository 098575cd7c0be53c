/** Opens texts that were made elsewhere: by a link, or in a collection. They do not run. */
import { useGraphiQL, useGraphiQLActions } from '@graphiql/react';
import type { TabTexts } from './share-link.ts';

/**
 * @returns a function that shows the texts in a new tab; undefined until the editors are there, and
 *   while an operation runs, whose answer would be shown in the new tab
 */
export function useOpenTexts(): ((texts: TabTexts) => void) | undefined {
  const { queryEditor, variableEditor, isFetching, subscription } = useGraphiQL((state) => state);
  const actions = useGraphiQLActions();
  const isBusy = isFetching && subscription === null;
  if (!queryEditor || !variableEditor || isBusy) return undefined;
  return ({ query, variables }) => {
    actions.stop();
    actions.addTab();
    queryEditor.setValue(query);
    variableEditor.setValue(variables);
    if (variables !== '') showVariables();
  };
}

/** Nobody should run variables unseen. GraphiQL shows their editor by its button alone. */
function showVariables(): void {
  const button = '.graphiql-editor-tools button[data-name="variables"]';
  document.querySelector<HTMLButtonElement>(button)?.click();
}
