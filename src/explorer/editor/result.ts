/** The editor with the result, where the page itself sets it. */
import { useGraphiQL, useGraphiQLActions } from '@graphiql/react';
import { formatResult } from '@graphiql/toolkit';
import { useEffect } from 'react';
import { type Response, useResponse } from '../response.ts';

/** @returns a function that shows a response as the result of the tab that is shown */
export function useShowResult(): (response: Response) => void {
  const editor = useGraphiQL(({ responseEditor }) => responseEditor);
  const actions = useGraphiQLActions();
  return (response) => {
    const text = formatResult(response);
    editor?.setValue(text);
    actions.updateActiveTabValues({ response: text });
  };
}

/** Shows what has arrived for a tab while another one was shown, as soon as it is shown again. */
export function useLateResult(): void {
  const tab = useResponse((state) => state.tab);
  const isReady = useGraphiQL(({ responseEditor }) => responseEditor !== undefined);
  const showResult = useShowResult();
  useEffect(() => {
    const late = isReady ? useResponse.getState().takeLate() : undefined;
    if (late) showResult(late);
    // A response is taken once.
  }, [tab, isReady, showResult]);
}
