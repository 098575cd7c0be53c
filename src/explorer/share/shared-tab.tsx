/** Opens the tab that a link names, at the load and when the address changes. It does not run. */
import { useEffect, useState } from 'react';
import { Notice, useNotice } from './notice.tsx';
import { useOpenTexts } from './open-texts.ts';
import { decode, isShared, type TabTexts } from './share-link.ts';
import { hasShared } from './shared-link.ts';

/** Says what it has opened: to be placed in the header. */
export function SharedTab() {
  const [texts, setTexts] = useState<TabTexts>();
  const { say } = useNotice();
  const openTexts = useOpenTexts();
  useEffect(() => {
    const read = (): void => void takeTexts().then(setTexts, (error: Error) => say(error.message));
    if (hasShared()) read();
    addEventListener('hashchange', read);
    return () => removeEventListener('hashchange', read);
  }, [say]);
  useEffect(() => {
    if (texts === undefined || openTexts === undefined) return;
    setTexts(undefined);
    openTexts(texts);
    say('Opened from a link. It has not run.');
  }, [texts, openTexts, say]);
  return <Notice />;
}

/**
 * Removes the fragment from the address: it would open the tab again when the page is loaded again.
 * @returns the texts in it; undefined if it names none
 * @throws Error for users, for a link that cannot be read
 */
async function takeTexts(): Promise<TabTexts | undefined> {
  const { hash, pathname, search } = location;
  if (!isShared(hash)) return undefined;
  history.replaceState(history.state, '', pathname + search);
  return decode(hash);
}
