/** Sign in, the sections of the page, and the bar with the cost. */
import { type FormEvent, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { createRoot } from 'react-dom/client';
import { createClient } from 'studiograph/client';
import { ClientProvider, useQuery } from 'studiograph/react';
import { Broadcasts } from './Broadcasts';
import { Comments } from './Comments';
import { ControlRoom } from './ControlRoom';
import { countCost, resetCosts } from './cost';
import { CostBar } from './CostBar';
import { Session } from './documents';
import { Avatar, Errors, Field, Input, Loading, textOf } from './parts';
import { Prepare } from './Prepare';
import { Publish } from './Publish';
import { ThemeSwitch } from './theme';

const tokenKey = 'access token';
const calendarKey = 'calendar';

function App() {
  const [token, setToken] = useState(() => sessionStorage.getItem(tokenKey));
  const [notice, setNotice] = useState('');
  const client = useMemo(() => {
    const headers = () => ({ authorization: `Bearer ${token}` });
    return createClient({ url: '/graphql', headers, onExtensions: countCost });
  }, [token]);
  const signIn = (value: string): void => {
    sessionStorage.setItem(tokenKey, value);
    resetCosts();
    setToken(value);
  };
  const signOut = (text = ''): void => {
    sessionStorage.removeItem(tokenKey);
    setNotice(text);
    setToken(null);
  };
  if (token === null) return <SignIn notice={notice} onToken={signIn} />;
  return (
    <ClientProvider value={client}>
      <Studio onSignOut={signOut} />
    </ClientProvider>
  );
}

function SignIn({ notice, onToken }: { notice: string; onToken: (token: string) => void }) {
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    onToken(textOf(new FormData(event.currentTarget), 'token'));
  };
  return (
    <main className="sign-in">
      <h1 className="brand">Studio</h1>
      <p>Broadcasts, their calendar, files and comments on one page.</p>
      {notice === '' ? null : <p role="alert">{notice}</p>}
      <form onSubmit={onSubmit}>
        <Input label="Access token" name="token" type="password" pattern="[!-~]+" required />
        <button>Sign in</button>
      </form>
      <p className="soft">
        An access token of Google; with the sandbox, for example <code>studio-owner</code>. It stays
        in this browser tab.
      </p>
    </main>
  );
}

const sections: Readonly<Record<string, string>> = {
  broadcasts: 'Broadcasts',
  comments: 'Comments',
  prepare: 'Prepare a broadcast',
  publish: 'Publish a file',
};

function subscribeToHash(listener: () => void): () => void {
  addEventListener('hashchange', listener);
  return () => removeEventListener('hashchange', listener);
}

function Studio({ onSignOut }: { onSignOut: (notice?: string) => void }) {
  const hash = useSyncExternalStore(subscribeToHash, () => location.hash);
  const place = new URLSearchParams(hash.slice(1));
  const [section = ''] = place.keys();
  const { data, error, isLoading, refetch } = useQuery(Session);
  const [chosen, setChosen] = useState(() => localStorage.getItem(calendarKey));
  const current = section in sections ? section : 'broadcasts';
  const shown = section === 'control' ? section : current;
  useEffect(() => {
    document.title = `${sections[shown] ?? 'Broadcast'} · Studio`;
  }, [shown]);
  const rejected = error?.errors.some(({ code }) => code === 'UNAUTHENTICATED');
  useEffect(() => {
    if (rejected)
      onSignOut('The access token was not accepted: it is wrong, or has expired. Enter another.');
  });
  if (rejected || (isLoading && !data)) return <Loading what="the studio" />;
  if (!data) return <Errors error={error} onRetry={refetch} />;
  const calendars = data.viewer?.calendars?.edges.map(({ node }) => node) ?? [];
  // At first, the one that a team shares: the primary calendar is the one of a person.
  const shared = calendars.find(({ primary, accessRole }) => !primary && accessRole === 'OWNER');
  const known = calendars.find((each) => each.calendarId === chosen) ?? shared ?? calendars[0];
  const calendarId = known?.calendarId ?? 'primary';
  const choose = (value: string): void => {
    localStorage.setItem(calendarKey, value);
    setChosen(value);
  };
  const { channel } = data.viewer ?? {};
  return (
    <div className="app">
      <div className="side">
        <p className="brand">Studio</p>
        <nav aria-label="Sections">
          {Object.entries(sections).map(([name, title]) => (
            <a
              key={name}
              href={`#${name}`}
              data-icon={name}
              aria-current={current === name ? 'page' : undefined}
            >
              {title}
            </a>
          ))}
        </nav>
        <CostBar />
      </div>
      <header>
        <Avatar name={channel?.title} />
        <h1>{channel?.title ?? 'No channel'}</h1>
        <Field label="Calendar">
          <select value={calendarId} onChange={({ target }) => choose(target.value)}>
            {known ? null : <option value="primary">Primary calendar</option>}
            {calendars.map((calendar) => (
              <option key={calendar.id} value={calendar.calendarId}>
                {calendar.summary}
              </option>
            ))}
          </select>
        </Field>
        <ThemeSwitch />
        <button onClick={() => onSignOut()}>Sign out</button>
      </header>
      <main>
        <Errors error={error} hasData onRetry={refetch} />
        {shown === 'broadcasts' ? <Broadcasts calendarId={calendarId} session={data} /> : null}
        {shown === 'control' ? <ControlRoom key={hash} id={place.get('id') ?? ''} /> : null}
        {shown === 'comments' ? <Comments /> : null}
        {/* These keep what was entered, and show their progress when the user comes back. */}
        <div hidden={shown !== 'prepare'}>
          <Prepare calendarId={calendarId} />
        </div>
        <div hidden={shown !== 'publish'}>
          <Publish isShown={shown === 'publish'} />
        </div>
      </main>
    </div>
  );
}

createRoot(document.querySelector('#root')!).render(<App />);
