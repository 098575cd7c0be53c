/**
 * Exchanges the code of a sign-in for an access token, as a client that has a secret (OAuth 2.0).
 * Neither codes nor tokens are stored.
 */
import { buffer } from 'node:stream/consumers';
import { type Clock, systemClock, timeLimit } from '../caller/clock.ts';
import { parseJsonObject } from './call/response-body.ts';
import type { TransportSettings } from './settings.ts';
import { Connector } from './connection/connector.ts';
import { Client } from './connection/undici.ts';
import { callCheckMs } from './call/http-call.ts';
import { TimedList } from './share/timed-list.ts';

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

/** Those of REST calls. */
export type TimeLimits = Pick<
  TransportSettings,
  'connectTimeoutMs' | 'proxies' | 'firstByteTimeoutMs' | 'callTimeoutMs'
>;

interface ExchangeSettings extends TimeLimits {
  /** Default: the computer's clock. */
  readonly clock?: Clock | undefined;
}

/** Maximum bytes of an answer. Usual ones have less than 4 KiB. */
const maxAnswerBytes = 64 * 1024;

/** Maximum characters of a description. */
const maxDescription = 300;

/** @returns exchanges a code; never rejects. Each exchange has a connection of its own */
export function createTokenEndpoint(
  client: TokenClient,
  { clock = systemClock, ...settings }: ExchangeSettings,
): (exchange: CodeExchange) => Promise<TokenAnswer> {
  const url = new URL(client.tokenUrl);
  const steps = new TimedList(callCheckMs, clock);
  const { connect } = new Connector(url, { ...settings, clock }, steps);
  return async (exchange) => {
    const { origin, pathname } = url;
    const connection = new Client(origin, {
      connect,
      headersTimeout: settings.firstByteTimeoutMs,
      bodyTimeout: settings.firstByteTimeoutMs,
      maxResponseSize: maxAnswerBytes,
      allowH2: false,
    });
    const limit = timeLimit(clock, settings.callTimeoutMs);
    try {
      const { statusCode, body } = await connection.request({
        method: 'POST',
        path: pathname,
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          accept: 'application/json',
        },
        body: formOf(client, exchange).toString(),
        signal: limit.signal,
      });
      return answerOf(statusCode, parseJsonObject(await buffer(body)));
    } catch (error) {
      const { code, name } = error as { readonly code?: unknown; readonly name?: unknown };
      return { failure: { reason: String(typeof code === 'string' ? code : name) } };
    } finally {
      limit.cancel();
      void connection.destroy().catch(() => {});
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
