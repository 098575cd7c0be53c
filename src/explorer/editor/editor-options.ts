/** The text of the editors, and what they say to those who use a keyboard or a screen reader. */
import { isMacOs, useGraphiQL, useGraphiQLActions } from '@graphiql/react';
import { useEffect } from 'react';
import { useResponse } from '../response.ts';

/** In an editor the Tab key indents, until these keys are pressed. */
export const leaveHint = `${isMacOs ? 'Ctrl+Shift+M' : 'Ctrl+M'}, then Tab, leaves the editor`;

/** Of the text. GraphiQL takes larger one, which leaves little place for a query. */
const size = { fontSize: 13, lineHeight: 19 };

export function useEditorOptions(): void {
  const { queryEditor, variableEditor, headerEditor, responseEditor } = useGraphiQL(
    (state) => state,
  );
  useEffect(() => {
    for (const editor of [queryEditor, variableEditor, headerEditor, responseEditor])
      editor?.updateOptions(size);
    queryEditor?.updateOptions({ ariaLabel: `Operation. ${leaveHint}.` });
    variableEditor?.updateOptions({ ariaLabel: `Variables. ${leaveHint}.` });
    headerEditor?.updateOptions({ ariaLabel: `Headers. ${leaveHint}.` });
    responseEditor?.updateOptions({ ariaLabel: 'Result' });
  }, [queryEditor, variableEditor, headerEditor, responseEditor]);
}

/** The colors of the editors follow those of the system, also while the page is open. */
export function useSystemTheme(): void {
  const theme = useGraphiQL((state) => state.theme);
  const actions = useGraphiQLActions();
  useEffect(() => {
    if (theme !== null) return undefined;
    const dark = matchMedia('(prefers-color-scheme: dark)');
    const follow = (): void => actions.setTheme(null);
    dark.addEventListener('change', follow);
    return () => dark.removeEventListener('change', follow);
  }, [theme, actions]);
}

/** The answer of another run begins at its start, wherever the one before was scrolled to. */
export function useScrolledResult(): void {
  const responseEditor = useGraphiQL((state) => state.responseEditor);
  const run = useResponse((state) => state.run);
  useEffect(() => responseEditor?.setScrollTop(0), [responseEditor, run]);
}
