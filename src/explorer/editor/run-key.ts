/** Ctrl+Enter, or Cmd+Enter, runs the operation also where the focus is in no editor. */
import { useGraphiQLActions } from '@graphiql/react';
import { useEffect } from 'react';

/** Editors have the key themselves. In the others, Enter does something else. */
const others = '.monaco-editor, [role=menu], form, .answer-bar input, .graphiql-history input';

const dialogs = 'dialog[open], [role=dialog]';

export function useRunKey(): void {
  const actions = useGraphiQLActions();
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.repeat) return;
      if ((event.target as Element).closest(others) || document.querySelector(dialogs)) return;
      // Of a button, it is a click.
      event.preventDefault();
      event.stopPropagation();
      actions.run();
    };
    addEventListener('keydown', onKey, { capture: true });
    return () => removeEventListener('keydown', onKey, { capture: true });
  }, [actions]);
}
