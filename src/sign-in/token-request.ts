/** Asks a token endpoint for an access token (OAuth 2.0), and reads what it answers. */
import * as z from 'zod/mini';
import type { Clock } from '../engine/caller/clock.ts';
import { GrantError } from '../engine/caller/grant.ts';
import { NoAnswer, type TokenFetch } from '../engine/rest/token-fetch.ts';
import type { FetchedToken } from './renewed-token.ts';

interface TokenRequestParts {
  readonly send: TokenFetch;
  readonly clock: Clock;
}

/** An access token, and the refresh token that takes the place of the one that was sent. */
interface TokenAnswerValue extends FetchedToken {
  readonly refreshToken?: string | undefined;
}

/** Seconds that a token is taken to be valid if the endpoint does not say it. */
const defaultLifetime = 300;

const answerType = z.object({
  access_token: z.string().check(z.regex(/^[\w.~+/-]+=*$/)),
  token_type: z.string().check(z.regex(/^bearer$/i)),
  expires_in: z._default(z.number().check(z.positive()), defaultLifetime),
  scope: z.optional(z.string()),
  refresh_token: z.optional(z.string()),
});

const refusalType = z.object({ error: z.string().check(z.regex(/^\w{1,64}$/)) });

/**
 * @param form the whole request, with what proves who the client is
 * @throws GrantError with the word of the endpoint, or what kept it from answering
 */
export async function requestToken(
  url: string,
  form: Readonly<Record<string, string>>,
  { send, clock }: TokenRequestParts,
): Promise<TokenAnswerValue> {
  const sentAt = clock.wallTime();
  const answer = await send(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      accept: 'application/json',
    },
    body: new URLSearchParams(form),
  }).catch((error: unknown) => {
    if (!(error instanceof NoAnswer)) throw error;
    throw new GrantError('UPSTREAM_UNAVAILABLE', error.reason);
  });
  const { status } = answer;
  const body: unknown = await answer.json().catch(() => undefined);
  const { success, data } = answerType.safeParse(body);
  if (status === 200 && success) {
    const { access_token: token, expires_in: seconds, scope, refresh_token: refreshToken } = data;
    return {
      token,
      expiresAt: sentAt + 1_000 * seconds,
      scopes: scope?.split(' ').filter(Boolean),
      refreshToken,
    };
  }
  const refusal = refusalType.safeParse(body);
  if (status >= 400 && status < 500 && status !== 429 && refusal.success)
    throw new GrantError('UNAUTHENTICATED', refusal.data.error);
  throw new GrantError('UPSTREAM_UNAVAILABLE', `status ${status}`);
}
