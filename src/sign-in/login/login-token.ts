/** The access token of a login, which all processes of a person renew in turns. */
import type { Clock } from '../../engine/caller/clock.ts';
import { GrantError } from '../../engine/caller/grant.ts';
import type { Grant } from '../../engine/caller/identity.ts';
import type { TokenFetch } from '../../engine/rest/token-fetch.ts';
import { withFileLock } from '../private-file.ts';
import { type FetchedToken, RenewedToken } from '../renewed-token.ts';
import { requestToken } from '../token-request.ts';
import { googleLogin, readLogins, type StoredLogin, writeLogin } from './login-file.ts';

/** Why there is no token: the file has no such login. */
export const signedOut = 'signedOut';

interface LoginParts {
  readonly path: string;
  /** The URL of a gateway, or `google`. */
  readonly name: string;
  readonly send: TokenFetch;
  readonly clock: Clock;
}

/**
 * @returns a token that is not there before `ready`; its errors are GrantError and FileError. A
 *   refresh token that takes the place of another one is stored before anybody uses its token
 */
export function loginToken({ path, name, send, clock }: LoginParts): RenewedToken {
  const load = async (): Promise<StoredLogin> => {
    const login = (await readLogins(path))[name];
    if (login === undefined) throw new GrantError('UNAUTHENTICATED', signedOut);
    return login;
  };
  const fetchToken = async (): Promise<FetchedToken> => {
    const login = await load();
    const { refreshToken, token, expiresAt, scopes } = await requestToken(
      login.tokenUrl,
      formOf(login),
      { send, clock },
    );
    const renewed = {
      ...login,
      token,
      expiresAt,
      scopes: [...(scopes ?? login.scopes)],
      refreshToken: refreshToken ?? login.refreshToken,
    };
    await writeLogin(path, name, renewed);
    return renewed;
  };
  const alone = <Result>(work: () => Promise<Result>): Promise<Result> => withFileLock(path, work);
  return new RenewedToken(fetchToken, { clock, shared: { load, alone } });
}

const formOf = ({ clientId, clientSecret, resource, refreshToken }: StoredLogin) => ({
  grant_type: 'refresh_token',
  refresh_token: refreshToken,
  client_id: clientId,
  ...(clientSecret !== undefined && { client_secret: clientSecret }),
  ...(resource !== undefined && { resource }),
});

/**
 * @returns the grant of the person who has signed in at Google; undefined without such a login
 * @throws FileError
 */
export async function loginGrant(parts: Omit<LoginParts, 'name'>): Promise<Grant | undefined> {
  const login = (await readLogins(parts.path))[googleLogin];
  if (login === undefined) return undefined;
  const token = loginToken({ ...parts, name: googleLogin });
  return {
    caller: 'login',
    get scopesKey() {
      return `login ${(token.current?.scopes ?? login.scopes).join(' ')}`;
    },
    get token() {
      return token.current?.token ?? '';
    },
    ready: () => token.ready(),
    renew: (refused) => token.renew(refused),
  };
}
