/** The button that says who the requests come from, and opens the menu that changes it. */
import { useCallback, useEffect } from 'react';
import { type GatewayError, signInFor, type Viewer } from '../../client/client.ts';
import { useViewer } from '../../react/react.ts';
import { shortScope } from '../../services/shared/scope.ts';
import { useDialog } from '../parts/dialog.tsx';
import { settings } from '../settings.ts';
import { AccountMenu, returnTo } from './account-menu.tsx';
import { nobody, useSession } from './session.ts';
import { TokenMenu } from './token-menu.tsx';

const Menu = settings.signIn ? AccountMenu : TokenMenu;

function useMenu() {
  const { open } = useDialog();
  return useCallback(() => open('Who am I', <Menu />), [open]);
}

function WhoButton({ name }: { readonly name: string }) {
  const openMenu = useMenu();
  return (
    <button type="button" className="who" onClick={openMenu}>
      <span className="muted">As</span> {name}
    </button>
  );
}

/** Who runs the operations. */
export interface PageUser {
  /** Of another user, it is another one. */
  readonly key: string;
  readonly name: string;
}

function useTokenOwner(): PageUser {
  const { token = '', name } = useSession(({ session }) => session);
  return { key: token, name };
}

function useAccountOwner(): PageUser | undefined {
  const { viewer } = useViewer();
  if (!viewer || viewer.ended) return undefined;
  return { key: viewer.accounts.map(({ id }) => id).join(), name: nameOf(viewer) };
}

/** @returns who would run an operation now; undefined while it is not known */
export const usePageUser: () => PageUser | undefined = settings.signIn
  ? useAccountOwner
  : useTokenOwner;

const TokenOwner = () => <WhoButton name={useSession().session.name} />;

function AccountOwner() {
  const { viewer } = useViewer();
  const openMenu = useMenu();
  const hasEnded = viewer?.ended === true;
  useEffect(() => {
    if (hasEnded) openMenu();
  }, [hasEnded, openMenu]);
  return <WhoButton name={nameOf(viewer)} />;
}

function nameOf(viewer: Viewer | undefined): string {
  if (!viewer?.signedIn) return viewer?.ended ? 'Nobody (the session has ended)' : nobody.name;
  return viewer.accounts.map(({ name }) => name).join(' and ');
}

export const WhoAmI = settings.signIn ? AccountOwner : TokenOwner;

interface OtherCallerProps {
  readonly error: GatewayError;
}

/** Beside an error that another token would not have. */
function OtherToken({ error: { code } }: OtherCallerProps) {
  const openMenu = useMenu();
  if (code !== 'UNAUTHENTICATED' && code !== 'MISSING_SCOPE') return null;
  return (
    <button type="button" className="link" onClick={openMenu}>
      Choose another token
    </button>
  );
}

/** Beside an error that a sign-in would mend: one click leads to it. */
function OtherSignIn({ error }: OtherCallerProps) {
  const { viewer, signIn } = useViewer();
  const asked = signInFor(error, viewer);
  if (!asked) return null;
  const { scopes = [] } = asked;
  return (
    <button type="button" className="link" onClick={() => signIn({ ...asked, returnTo })}>
      {scopes.length > 0 ? `Get the scope ${scopes.map(shortScope).join(', ')}` : 'Sign in again'}
    </button>
  );
}

export const OtherCaller = settings.signIn ? OtherSignIn : OtherToken;
