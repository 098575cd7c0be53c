/** Which operation the answer of a tab is of: the editor may show another one by now. */
import { useGraphiQL } from '@graphiql/react';
import { useEffect, useReducer, useRef } from 'react';
import type { SentOperation } from '../editor/operation.ts';
import { useResponse } from '../response.ts';

type SentByTab = Readonly<Record<string, SentOperation>>;

const added = (all: SentByTab, more: SentByTab): SentByTab => ({ ...all, ...more });

/** @returns the operation that was last run in the tab that is shown */
export function useSentOperation(): SentOperation | undefined {
  const editor = useGraphiQL(({ queryEditor }) => queryEditor);
  const operationName = useGraphiQL((state) => state.operationName);
  const name = useRef(operationName);
  name.current = operationName;
  const tab = useResponse((state) => state.tab);
  const [sent, add] = useReducer(added, {});
  useEffect(
    () =>
      // A run begins with what is in the editor then.
      useResponse.subscribe((state, before) => {
        if (!editor || state.run === before.run) return;
        const operation = { query: editor.getValue(), operationName: name.current };
        add({ [state.tab]: operation });
      }),
    [editor],
  );
  return sent[tab];
}
