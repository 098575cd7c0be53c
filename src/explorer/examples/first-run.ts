/** Runs the welcome of a first visit, where this costs nothing. */
import { useGraphiQL, useGraphiQLActions } from '@graphiql/react';
import { useEffect } from 'react';
import { hasShared } from '../share/shared-link.ts';
import { settings } from '../settings.ts';
import { welcome } from './welcome.ts';

/** The key of GraphiQL for the tabs of the last visit. */
const isFirstVisit = localStorage.getItem('graphiql:tabState') === null;

/**
 * Of a sandbox alone, whose users the page knows: elsewhere a visit would spend units of a real
 * quota. An operation of a link is never run.
 */
let isAllowed =
  isFirstVisit &&
  settings.users.length > 0 &&
  settings.signIn !== true &&
  settings.onlyPersisted !== true &&
  !hasShared();

export function useFirstRun(): void {
  const actions = useGraphiQLActions();
  const isReady = useGraphiQL(({ queryEditor, responseEditor }) => queryEditor && responseEditor);
  const queryEditor = useGraphiQL((state) => state.queryEditor);
  useEffect(() => {
    if (!isAllowed || !isReady || queryEditor?.getValue() !== welcome) return;
    isAllowed = false;
    actions.run();
  }, [isReady, queryEditor, actions]);
}
