/** What the answer of a tab is of: the editor and the header may show something else by now. */
import { useGraphiQL } from '@graphiql/react';
import { useEffect, useReducer, useRef } from 'react';
import type { SentOperation } from '../editor/operation.ts';
import { useResponse } from '../response.ts';
import { type PageUser, usePageUser } from '../sign-in/who-am-i.tsx';

/** An operation, and who has run it. */
interface SentBy extends SentOperation {
  readonly user: PageUser | undefined;
}

type SentByTab = Readonly<Record<string, SentBy>>;

const added = (all: SentByTab, more: SentByTab): SentByTab => ({ ...all, ...more });

/**
 * @returns the operation that was last run in the tab that is shown, and the name of the user who
 *   has run it if that is another one now
 */
export function useSentOperation(): {
  sent?: SentOperation | undefined;
  before?: string | undefined;
} {
  const editor = useGraphiQL(({ queryEditor }) => queryEditor);
  const operationName = useGraphiQL((state) => state.operationName);
  const user = usePageUser();
  const known = useRef({ operationName, user });
  known.current = { operationName, user };
  const tab = useResponse((state) => state.tab);
  const [sent, add] = useReducer(added, {});
  useEffect(
    () =>
      // A run begins with what is in the editor then.
      useResponse.subscribe((state, before) => {
        if (!editor || state.run === before.run) return;
        const operation = { query: editor.getValue(), ...known.current };
        add({ [state.tab]: operation });
      }),
    [editor],
  );
  const last = sent[tab];
  const isOther = last?.user && user && last.user.key !== user.key;
  return { sent: last, before: isOther ? last.user?.name : undefined };
}
