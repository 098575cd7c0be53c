/** Who the requests come from at a gateway without a sign-in: the choice of a token. */
import { type FormEvent, useState } from 'react';
import { useDialog } from '../parts/dialog.tsx';
import { demoSessions, nobody, type Session, useSession } from './session.ts';

export function TokenMenu() {
  const { session, isKept, setSession, setKept } = useSession();
  const { close } = useDialog();
  const choose = (next: Session): void => {
    setSession(next);
    close();
  };
  return (
    <div className="who-menu">
      <h3>{demoSessions.length > 0 ? 'Users of the sandbox' : 'Without a token'}</h3>
      <ul>
        {[...demoSessions, nobody].map((each) => (
          <li key={each.name}>
            <button
              type="button"
              aria-pressed={each.token === session.token}
              onClick={() => choose(each)}
            >
              {each.name}
            </button>
          </li>
        ))}
      </ul>
      <h3>A token that you have</h3>
      <TokenField onToken={choose} />
      <label>
        <input
          type="checkbox"
          checked={isKept}
          onChange={(event) => setKept(event.target.checked)}
        />{' '}
        Keep the token in this tab when the page is loaded again. Otherwise it is in memory only.
      </label>
    </div>
  );
}

function TokenField({ onToken }: { readonly onToken: (session: Session) => void }) {
  const [token, setToken] = useState('');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const trimmed = token.trim().replace(/^Bearer +/i, '');
    if (trimmed !== '') onToken({ token: trimmed, name: 'An access token' });
  };
  return (
    <form onSubmit={submit}>
      <label>
        An access token{' '}
        <input
          type="password"
          autoComplete="off"
          spellCheck={false}
          value={token}
          onChange={(event) => setToken(event.target.value)}
        />
      </label>{' '}
      <button type="submit">Use it</button>
    </form>
  );
}
