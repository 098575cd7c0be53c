/** Tabs of the editor. */
import { useGraphiQL, useGraphiQLActions } from '@graphiql/react';
import { showQuery } from '../parts/pane.ts';

/** @returns the id of the tab that is shown; empty before there is one */
export const useTabId = (): string =>
  useGraphiQL(({ tabs, activeTabIndex }) => tabs[activeTabIndex]?.id ?? '');

/**
 * @returns a function that shows an operation, in its tab if it has one, or else in a new one, and
 *   moves the focus to it
 */
export function useOpenTab(): (query: string) => void {
  const tabs = useGraphiQL(({ tabs: all }) => all);
  const queryEditor = useGraphiQL(({ queryEditor: editor }) => editor);
  const actions = useGraphiQLActions();
  return (query) => {
    const index = tabs.findIndex((tab) => tab.query === query);
    if (index === -1) {
      actions.addTab();
      queryEditor?.setValue(query);
    } else actions.changeTab(index);
    if (queryEditor) showQuery(queryEditor);
  };
}
