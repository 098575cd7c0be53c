/** Who the requests come from where nobody signs in: the access token that they carry. */
import { create } from 'zustand';
import { settings } from '../settings.ts';

/** The owner of a token, as far as the page knows. */
export interface Session {
  /** Undefined: requests without a token. */
  readonly token: string | undefined;
  /** Shown in the menu. */
  readonly name: string;
}

interface SessionStore {
  readonly session: Session;
  /** Whether the token outlives a reload: it is in the session storage of the tab then. */
  readonly isKept: boolean;
  readonly setSession: (session: Session) => void;
  readonly setKept: (isKept: boolean) => void;
}

export const nobody: Session = { token: undefined, name: 'Nobody (public data)' };

const key = 'studiograph:session';

/** @returns the session that the user wanted to keep */
function kept(): Session | undefined {
  const text = sessionStorage.getItem(key);
  return text === null ? undefined : (JSON.parse(text) as Session);
}

/** The users of the sandbox; none elsewhere. */
export const demoSessions: readonly Session[] = settings.users.map(({ token, description }) => ({
  token,
  name: description,
}));

const store = (session: Session, isKept: boolean): void => {
  if (isKept) sessionStorage.setItem(key, JSON.stringify(session));
  else sessionStorage.removeItem(key);
};

export const useSession = create<SessionStore>((set, get) => ({
  session: kept() ?? demoSessions[0] ?? nobody,
  isKept: kept() !== undefined,
  setSession: (session) => {
    store(session, get().isKept);
    set({ session });
  },
  setKept: (isKept) => {
    store(get().session, isKept);
    set({ isKept });
  },
}));

/** The headers that name the caller; none where a cookie does. */
export function authorization(): Readonly<Record<string, string>> {
  const { token } = useSession.getState().session;
  return token === undefined || settings.signIn ? {} : { authorization: `Bearer ${token}` };
}
