/**
 * Completes a sign-in: exchanges the code that the gateway's own page has received for an access
 * token. The gateway adds the secret of its OAuth client, which no page can keep. It neither stores
 * nor logs codes and tokens.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Config } from '../../config.ts';
import type { CodeExchange, TokenAnswer, TokenRefusal } from '../../engine/rest/token-endpoint.ts';
import { type ClientAddresses, forwardedHeader, isOwnPage } from '../connection/client-address.ts';
import { HttpError, overloaded } from '../error/http-error.ts';
import type { Logger } from '../record/log.ts';

/** How users sign in at the page of the gateway. */
export interface SignIn {
  /** The page sends users with this id to the URL. */
  readonly clientId: string;
  readonly authorizationUrl: string;
  /** Exchanges a code for a token; never rejects. */
  readonly exchange: (exchange: CodeExchange) => Promise<TokenAnswer>;
}

interface SignInParts {
  readonly config: Pick<Config, 'PUBLIC_URL'>;
  readonly clients: Pick<ClientAddresses, 'sourceOf'>;
  readonly log: Logger;
  readonly signIn: SignIn;
  /** Set in the server of a host, which knows the addresses of its clients. */
  readonly mount?: object | undefined;
}

/** Maximum bytes of a body. Codes of Google have less than 300 characters. */
const maxBytes = 4 * 1024;

/** Maximum number of concurrent exchanges: each has a connection. */
const maxConcurrent = 16;

/** Maximum number of those from one address: nobody has to be known to begin one. */
const maxPerAddress = 4;

/**
 * @returns a function that answers a request: 200 with the token, or 400 with the error, both as
 * OAuth 2.0 has them
 * @throws HttpError for a request that is no such form of the own page, and if the endpoint does
 * not answer
 */
export function tokenRoute({
  config: { PUBLIC_URL },
  clients,
  log,
  signIn,
  mount,
}: SignInParts): (req: IncomingMessage, res: ServerResponse) => Promise<void> {
  const running = new RunningExchanges();
  return async (req, res) => {
    res.setHeader('cache-control', 'no-store');
    // Before the body: a connection that has ended has no address.
    const source = mount
      ? undefined
      : clients.sourceOf(req.socket.remoteAddress, req.headers[forwardedHeader]);
    const page = ownPageOf(req, PUBLIC_URL);
    const exchange = exchangeOf(await readBody(req), page, signIn.clientId);
    if ('error' in exchange) return sendJson(res, 400, exchange);
    running.begin(source);
    const answer = await signIn.exchange(exchange);
    running.end(source);
    if ('token' in answer) return sendJson(res, 200, answer.token);
    if ('refusal' in answer) {
      const { error } = answer.refusal;
      // Only the operator can do something about it.
      if (error === 'invalid_client') log.warn({ reason: error }, failedAtEndpoint);
      return sendJson(res, 400, answer.refusal);
    }
    log.warn(answer.failure, failedAtEndpoint);
    throw new HttpError(
      502,
      'UPSTREAM_UNAVAILABLE',
      'The sign-in has failed: the token endpoint does not answer. Sign in again later.',
    );
  };
}

/** Counts the exchanges that are under way. */
class RunningExchanges {
  #count = 0;
  /** By the sources of their requests. */
  readonly #counts = new Map<string | undefined, number>();

  /** @throws HttpError if there are too many; otherwise `end` must follow once */
  begin(source: string | undefined): void {
    const count = this.#counts.get(source) ?? 0;
    if (count >= maxPerAddress)
      throw overloaded('Too many sign-ins from your address; retry after 1 second.');
    if (this.#count >= maxConcurrent) throw overloaded('Too many sign-ins; retry after 1 second.');
    this.#count += 1;
    if (source !== undefined) this.#counts.set(source, count + 1);
  }

  end(source: string | undefined): void {
    this.#count -= 1;
    if (source === undefined) return;
    const count = this.#counts.get(source)! - 1;
    if (count > 0) this.#counts.set(source, count);
    else this.#counts.delete(source);
  }
}

const failedAtEndpoint = 'a sign-in has failed at Google';

/** @returns the URL of the page that may send the request. @throws HttpError 405, 403 or 415 */
function ownPageOf({ method, headers }: IncomingMessage, publicUrl: string | undefined): string {
  if (method !== 'POST')
    throw new HttpError(405, 'INVALID_INPUT', 'Codes are exchanged by POST.', {
      headers: { allow: 'POST, OPTIONS' },
    });
  const { origin, host, 'sec-fetch-site': site = 'same-origin' } = headers;
  if (origin === undefined || site !== 'same-origin' || !isOwnPage(origin, host, publicUrl))
    throw new HttpError(
      403,
      'INVALID_INPUT',
      'origin: only the page of the gateway may exchange codes. Under a name, the gateway needs PUBLIC_URL.',
    );
  if (!formType.test(headers['content-type'] ?? ''))
    throw new HttpError(
      415,
      'INVALID_INPUT',
      'content-type: expected application/x-www-form-urlencoded',
    );
  const isPublic = publicUrl !== undefined && origin === new URL(publicUrl).origin;
  return `${isPublic ? publicUrl : origin}/graphql`;
}

const formType = /^application\/x-www-form-urlencoded\s*(?:;|$)/i;

/** @throws HttpError 413, or 400 if the client has left */
async function readBody(req: IncomingMessage): Promise<string> {
  // One buffer: pieces of one byte would take much more memory.
  const body = Buffer.alloc(maxBytes);
  let length = 0;
  try {
    const pieces = req.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
    for await (const piece of pieces) {
      if (length + piece.length > maxBytes) throw tooLong();
      length += piece.copy(body, length);
    }
  } catch (error) {
    if (error instanceof HttpError) throw error;
    throw new HttpError(400, 'INVALID_INPUT', 'The connection closed before the body had ended.');
  }
  return body.toString('utf8', 0, length);
}

const tooLong = (): HttpError =>
  new HttpError(413, 'INVALID_INPUT', `The body has more than ${maxBytes} bytes.`);

const fields = ['code', 'code_verifier', 'redirect_uri'] as const;

/**
 * @param body with the fields that OAuth 2.0 has for it
 * @param page the URL to which users are sent back
 */
function exchangeOf(body: string, page: string, clientId: string): CodeExchange | TokenRefusal {
  const form = new URLSearchParams(body);
  // Libraries for OAuth send them. They say nothing that the gateway does not know.
  for (const [name, value] of [
    ['grant_type', 'authorization_code'],
    ['client_id', clientId],
  ] as const) {
    if ((form.get(name) ?? value) !== value) return invalidRequest(`${name}: expected ${value}`);
    form.delete(name);
  }
  const isComplete = form.size === fields.length && fields.every((name) => form.get(name));
  if (!isComplete) return invalidRequest(`expected ${fields.join(', ')}, each once`);
  const [code, codeVerifier, redirectUri] = fields.map((name) => form.get(name)!) as [
    string,
    string,
    string,
  ];
  if (!/^[\w.~-]{43,128}$/.test(codeVerifier))
    return invalidRequest('code_verifier: expected 43 to 128 letters, digits and -._~');
  if (redirectUri !== page) return invalidRequest(`redirect_uri: expected ${page}`);
  return { code, codeVerifier, redirectUri };
}

const invalidRequest = (description: string): TokenRefusal => ({
  error: 'invalid_request',
  error_description: description,
});

function sendJson(res: ServerResponse, status: number, body: object): void {
  res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
