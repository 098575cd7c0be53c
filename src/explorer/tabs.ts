/** Tabs of the editor. */
import { useGraphiQL, useGraphiQLActions } from '@graphiql/react';

/** @returns a function that shows an operation: in its tab if it has one, or else in a new one */
export function useOpenTab(): (query: string) => void {
  const tabs = useGraphiQL(({ tabs: all }) => all);
  const queryEditor = useGraphiQL(({ queryEditor: editor }) => editor);
  const actions = useGraphiQLActions();
  return (query) => {
    const index = tabs.findIndex((tab) => tab.query === query);
    if (index !== -1) return actions.changeTab(index);
    actions.addTab();
    queryEditor?.setValue(query);
  };
}
