/**
 * Exchanges the code of a sign-in for an access token, as a client that has a secret (OAuth 2.0).
 * Neither codes nor tokens are stored.
 */
import { parseJsonObject } from './call/response-body.ts';
import type { Clock } from '../caller/clock.ts';
import { NoAnswer, type TimeLimits, tokenFetch } from './token-fetch.ts';

/** A client that is registered for sign-ins, and where it exchanges codes. */
interface TokenClient {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly tokenUrl: string;
}

/** The code that a page has after a sign-in, and its proof. */
export interface CodeExchange {
  readonly code: string;
  readonly codeVerifier: string;
  readonly redirectUri: string;
}

/** The fields that a page gets. */
interface IssuedToken {
  readonly access_token: string;
  readonly expires_in?: number | undefined;
  readonly scope?: string | undefined;
  readonly token_type?: string | undefined;
}

/** The answer of an endpoint that issues no token. */
export interface TokenRefusal {
  readonly error: string;
  readonly error_description?: string | undefined;
}

/** The reason for which there is no answer, without anything secret. */
interface TokenFailure {
  readonly reason: string;
}

/** The result of an exchange. */
export type TokenAnswer =
  | { readonly token: IssuedToken }
  | { readonly refusal: TokenRefusal }
  | { readonly failure: TokenFailure };

interface ExchangeSettings extends TimeLimits {
  /** Default: the computer's clock. */
  readonly clock?: Clock | undefined;
}

/** Maximum characters of a description. */
const maxDescription = 300;

/** @returns exchanges a code; never rejects. Each exchange has a connection of its own */
export function createTokenEndpoint(
  client: TokenClient,
  settings: ExchangeSettings,
): (exchange: CodeExchange) => Promise<TokenAnswer> {
  const send = tokenFetch(settings);
  return async (exchange) => {
    try {
      const answer = await send(client.tokenUrl, {
        method: 'POST',
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          accept: 'application/json',
        },
        body: formOf(client, exchange),
      });
      const body = parseJsonObject(Buffer.from(await answer.arrayBuffer()));
      return answerOf(answer.status, body);
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
      return { failure: { reason: error.reason } };
    }
  };
}

const formOf = (
  { clientId, clientSecret }: TokenClient,
  { code, codeVerifier, redirectUri }: CodeExchange,
): URLSearchParams =>
  new URLSearchParams({
    grant_type: 'authorization_code',
    code,
    code_verifier: codeVerifier,
    redirect_uri: redirectUri,
    client_id: clientId,
    client_secret: clientSecret,
  });

/** The page gets no refresh token and no identity, also if the endpoint sends them. */
function answerOf(status: number, body: Readonly<Record<string, unknown>> = {}): TokenAnswer {
  const text = (name: string): string | undefined =>
    typeof body[name] === 'string' ? body[name] : undefined;
  const token = text('access_token');
  if (status === 200 && token !== undefined) {
    const expiry = body['expires_in'];
    return {
      token: {
        access_token: token,
        expires_in: typeof expiry === 'number' ? expiry : undefined,
        scope: text('scope'),
        token_type: text('token_type'),
      },
    };
  }
  const error = text('error');
  if (status < 400 || status >= 500 || error === undefined || !/^\w{1,64}$/.test(error))
    return { failure: { reason: `status ${status}` } };
  const description = text('error_description')?.slice(0, maxDescription);
  return { refusal: { error, error_description: description } };
}
