/** The menu that says who the requests come from, and changes it. */
import { type FormEvent, useEffect, useState } from 'react';
import { fullScope } from '../../services/shared/scope.ts';
import { useDialog } from '../parts/dialog.tsx';
import { demoSessions, nobody, type Session, useSession } from './session.ts';
import { settings } from '../settings.ts';
import { type Access, scopesByService, signIn } from './sign-in.ts';

/** The button of the menu. */
export function WhoAmI() {
  const { open } = useDialog();
  const { session } = useSession();
  const isExpired = useExpired(session);
  return (
    <button type="button" className="who" onClick={() => open('Who am I', <Menu />)}>
      <span className="muted">As</span> {session.name}
      {isExpired && <strong className="wrong"> (expired)</strong>}
    </button>
  );
}

/** Whether the token has expired; changes at that moment. */
function useExpired({ expiresAt }: Session): boolean {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 5_000);
    return () => clearInterval(timer);
  }, []);
  return expiresAt !== undefined && expiresAt <= now;
}

function Menu() {
  const { session, isKept, setSession, setKept } = useSession();
  const { close } = useDialog();
  const choose = (next: Session): void => {
    setSession(next);
    close();
  };
  return (
    <div className="who-menu">
      {session.scopes && (
        <p>
          Signed in
          {session.expiresAt && ` until ${new Date(session.expiresAt).toLocaleTimeString()}`} with
          the scopes {session.scopes.join(', ')}.
        </p>
      )}
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
      {settings.signIn && <SignIn />}
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

const choices: readonly (readonly [Access, string])[] = [
  ['read', 'Read only'],
  ['write', 'Read and write'],
  ['none', 'No access'],
];

type Service = keyof typeof scopesByService;

const services = Object.keys(scopesByService) as Service[];

function SignIn() {
  const [access, setAccess] = useState<Readonly<Partial<Record<Service, Access>>>>({});
  const scopes = services.flatMap((service) => {
    const chosen = access[service] ?? 'read';
    return chosen === 'none' ? [] : scopesByService[service][chosen];
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void signIn(scopes);
  };
  return (
    <form className="sign-in" onSubmit={submit}>
      <h3>A new token from Google</h3>
      {services.map((service) => (
        <fieldset key={service}>
          <legend>{service}</legend>
          {choices.map(([value, text]) => (
            <label key={value}>
              <input
                type="radio"
                name={service}
                checked={(access[service] ?? 'read') === value}
                onChange={() => setAccess({ ...access, [service]: value })}
              />{' '}
              {text}
            </label>
          ))}
        </fieldset>
      ))}
      <button type="submit" className="primary" disabled={scopes.length === 0}>
        Sign in with Google
      </button>
    </form>
  );
}

/** Beside an error that another token would not have. @param scopes that are missing */
export function SignInAgain({ scopes }: { readonly scopes: readonly string[] }) {
  const { session } = useSession();
  const { open } = useDialog();
  if (settings.signIn === undefined)
    return (
      <button type="button" className="link" onClick={() => open('Who am I', <Menu />)}>
        Choose another token
      </button>
    );
  const known = session.scopes ?? [];
  const all = [...new Set([...known, ...scopes].map(fullScope))];
  if (all.length === 0)
    return (
      <button type="button" className="link" onClick={() => open('Who am I', <Menu />)}>
        Sign in
      </button>
    );
  return (
    <button type="button" className="link" onClick={() => void signIn(all)}>
      {scopes.length > 0 ? `Get the scope ${scopes.join(', ')}` : 'Sign in again'}
    </button>
  );
}
