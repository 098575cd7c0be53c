/** The sections of the page, and the bar with the cost. */
import { useEffect, useState, useSyncExternalStore } from 'react';
import { createRoot } from 'react-dom/client';
import { useQuery } from 'studiograph/react';
import { Broadcasts } from './Broadcasts';
import { Comments } from './Comments';
import { ControlRoom } from './ControlRoom';
import { CostBar } from './CostBar';
import { Session } from './documents';
import { Avatar, Errors, Field, Loading } from './parts';
import { Prepare } from './Prepare';
import { Publish } from './Publish';
import { SignIn, type User } from './SignIn';
import { ThemeSwitch } from './theme';

const calendarKey = 'calendar';

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

function Studio({ signOut, onRejected }: User) {
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
  const rejected = onRejected && error?.errors.some(({ code }) => code === 'UNAUTHENTICATED');
  useEffect(() => {
    if (rejected) onRejected();
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
        <button onClick={signOut}>Sign out</button>
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

createRoot(document.querySelector('#root')!).render(
  <SignIn>{(user) => <Studio {...user} />}</SignIn>,
);
