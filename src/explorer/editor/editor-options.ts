/** What the editors say to those who use a keyboard or a screen reader. */
import { isMacOs, useGraphiQL } from '@graphiql/react';
import { useEffect } from 'react';

/** In an editor the Tab key indents, until these keys are pressed. */
export const leaveHint = `${isMacOs ? 'Ctrl+Shift+M' : 'Ctrl+M'}, then Tab, leaves the editor`;

export function useEditorOptions(): void {
  const { queryEditor, variableEditor, headerEditor, responseEditor } = useGraphiQL(
    (state) => state,
  );
  useEffect(() => {
    queryEditor?.updateOptions({ ariaLabel: `Operation. ${leaveHint}.` });
    variableEditor?.updateOptions({ ariaLabel: `Variables. ${leaveHint}.` });
    headerEditor?.updateOptions({ ariaLabel: `Headers. ${leaveHint}.` });
    responseEditor?.updateOptions({ ariaLabel: 'Result' });
  }, [queryEditor, variableEditor, headerEditor, responseEditor]);
}
