/** Who uses the page: the session of a gateway where users sign in, or an access token. */
import { type FormEvent, type ReactNode, useEffect, useMemo, useState } from 'react';
import { createClient, type RequestError } from 'studiograph/client';
import { ClientProvider, useViewer } from 'studiograph/react';
import { countCost, resetCosts } from './cost';
import { Errors, Input, Loading, SignInContext, textOf } from './parts';

/** What the page does for its user. */
export interface User {
  readonly signOut: () => void;
  /** Called when the gateway has refused the user; absent if the page shows why, and what to do. */
  readonly onRejected?: () => void;
}

interface Props {
  readonly children: (user: User) => ReactNode;
}

const url = '/graphql';

/** For a gateway where users sign in. */
const client = createClient({ url, session: true, onExtensions: countCost });

/** Shows the page when somebody has signed in. */
export function SignIn(props: Props) {
  const [hasSignIn, setHasSignIn] = useState<boolean>();
  useEffect(() => {
    const absent = ({ status }: RequestError) => status === 404;
    void client
      .viewer()
      .then(
        () => true,
        (error) => !absent(error),
      )
      .then(setHasSignIn);
  }, []);
  if (hasSignIn === undefined) return <Loading what="the studio" />;
  if (!hasSignIn) return <ByToken {...props} />;
  return (
    <ClientProvider value={client}>
      <BySession {...props} />
    </ClientProvider>
  );
}

function BySession({ children }: Props) {
  const { viewer, isLoading, error, signIn, signOut } = useViewer();
  const context = useMemo(() => ({ viewer, signIn }), [viewer, signIn]);
  if (isLoading) return <Loading what="the studio" />;
  if (viewer?.signedIn)
    return (
      <SignInContext value={context}>
        <Errors error={error} />
        {children({ signOut: () => void signOut() })}
      </SignInContext>
    );
  return (
    <Welcome notice={viewer?.ended ? 'Your session has ended. Please sign in again.' : ''}>
      <Errors error={error} />
      <button onClick={() => signIn()}>Sign in with Google</button>
      <p className="soft">At first, the page may only read. It asks again for more.</p>
    </Welcome>
  );
}

const tokenKey = 'access token';

function ByToken({ children }: Props) {
  const [token, setToken] = useState(() => sessionStorage.getItem(tokenKey));
  const [notice, setNotice] = useState('');
  const own = useMemo(() => {
    const headers = () => ({ authorization: `Bearer ${token}` });
    return createClient({ url, headers, onExtensions: countCost });
  }, [token]);
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const value = textOf(new FormData(event.currentTarget), 'token');
    sessionStorage.setItem(tokenKey, value);
    resetCosts();
    setToken(value);
  };
  const forget = (text: string): void => {
    sessionStorage.removeItem(tokenKey);
    setNotice(text);
    setToken(null);
  };
  if (token !== null)
    return (
      <ClientProvider value={own}>
        {children({
          signOut: () => forget(''),
          onRejected: () =>
            forget(
              'The access token was not accepted: it is wrong, or has expired. Enter another.',
            ),
        })}
      </ClientProvider>
    );
  return (
    <Welcome notice={notice}>
      <form onSubmit={onSubmit}>
        <Input label="Access token" name="token" type="password" pattern="[!-~]+" required />
        <button>Sign in</button>
      </form>
      <p className="soft">
        An access token of Google; with the sandbox, for example <code>studio-owner</code>. It stays
        in this browser tab.
      </p>
    </Welcome>
  );
}

const Welcome = ({ notice, children }: { notice: string; children: ReactNode }) => (
  <main className="sign-in">
    <h1 className="brand">Studio</h1>
    <p>Broadcasts, their calendar, files and comments on one page.</p>
    {notice === '' ? null : <p role="alert">{notice}</p>}
    {children}
  </main>
);
