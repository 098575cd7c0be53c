/** Who sends a request, by a token that the gateway has issued, or the cookie of a session. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Identities } from '../engine/caller/identities.ts';
import type { CallerRequest, CallerSource } from '../server/connection/caller-source.ts';
import { actsForOf, serviceTokenHeaders } from '../server/connection/identity.ts';
import { HttpError } from '../server/error/http-error.ts';
import { mcpPath } from '../server/record/route.ts';
import type { Accounts } from './accounts.ts';
import type { Origins } from './origins.ts';
import type { Sessions } from './sessions.ts';
import { failStore } from './store-failure.ts';

/** @throws HttpError 401 for a token that is not valid, or not any more */
export type IdentifyToken = (
  token: string,
  request: CallerRequest,
  path: string,
) => Promise<Identities>;

interface CookieParts {
  readonly accounts: Accounts;
  readonly sessions: Sessions;
  readonly origins: Origins;
}

interface CallerSourceParts {
  /** Absent: no users sign in, and no cookie counts. */
  readonly cookies?: CookieParts | undefined;
  /** By the prefixes of the tokens that the gateway itself has issued. */
  readonly byPrefix: Readonly<Record<string, IdentifyToken>>;
  /** Checks tokens of Google's in headers. Absent: the services do. @throws HttpError */
  readonly checkTokens?:
    | ((tokens: readonly string[], request: CallerRequest) => Promise<undefined> | undefined)
    | undefined;
}

const bearer = /^bearer +(\S+)$/i;

/** @returns tokens in the headers of a request; those that are no Bearer tokens fail later */
const tokensIn = (headers: IncomingHttpHeaders): readonly string[] =>
  ['authorization', ...serviceTokenHeaders].flatMap((name) => {
    const value = headers[name];
    return typeof value === 'string' ? (bearer.exec(value)?.[1] ?? []) : [];
  });

export function callerSource({ cookies, byPrefix, checkTokens }: CallerSourceParts): CallerSource {
  const prefixes = Object.keys(byPrefix);
  return {
    identitiesOf(request, path) {
      const { headers } = request;
      const tokens = tokensIn(headers);
      for (const token of tokens) {
        const prefix = prefixes.find((each) => token.startsWith(each));
        if (prefix === undefined) continue;
        if (tokens.length > 1) throw mixed();
        return byPrefix[prefix]!(token, request, path);
      }
      if (tokens.length > 0) return checkTokens?.(tokens, request);
      if (!cookies || path === mcpPath || !cookies.sessions.has(headers)) return undefined;
      return cookies.origins.mayUseCookie(headers)
        ? bySession(cookies, headers).catch(failStore)
        : undefined;
    },
  };
}

async function bySession(
  { accounts, sessions }: CookieParts,
  headers: IncomingHttpHeaders,
): Promise<Identities> {
  const session = await sessions.of(headers);
  const identities = session && (await accounts.identitiesOf(session.accounts, actsForOf(headers)));
  if (identities) return identities;
  throw new HttpError(
    401,
    'UNAUTHENTICATED',
    'cookie: the session has ended; sign in again, or send the request again as nobody',
    { headers: { 'set-cookie': sessions.ending } },
  );
}

const mixed = (): HttpError =>
  new HttpError(
    400,
    'INVALID_INPUT',
    'authorization: a token of the gateway stands for all services; expected no other token beside it',
  );
