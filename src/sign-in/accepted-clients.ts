/** Tokens that clients bring: whether they were issued to an OAuth client that is accepted. */
import { hash } from 'node:crypto';
import type { Clock } from '../engine/caller/clock.ts';
import { lruCache } from '../engine/caller/lru-cache.ts';
import { NoAnswer, type TokenFetch } from '../engine/rest/token-fetch.ts';
import type { CallerRequest } from '../server/connection/caller-source.ts';
import { type ClientAddresses, forwardedHeader } from '../server/connection/client-address.ts';
import { HttpError } from '../server/error/http-error.ts';
import { ExchangeLimit } from './exchange-limit.ts';

interface AcceptedClientsParts {
  readonly clientIds: readonly string[];
  readonly fetch: TokenFetch;
  /** Google's tokeninfo (developers.google.com/identity/protocols/oauth2, 2026-11-30). */
  readonly url: string;
  readonly clock: Clock;
  readonly clients: Pick<ClientAddresses, 'sourceOf'>;
}

/** What Google has said of a token. */
interface Verdict {
  readonly isAccepted: boolean;
  /** In milliseconds since 1970. */
  readonly until: number;
}

/** Milliseconds for which a refused token is not asked about again. */
const refusedMs = 60_000;

const maxTokens = 10_000;

export class AcceptedClients {
  readonly #parts: AcceptedClientsParts;
  readonly #clientIds: ReadonlySet<string>;
  readonly #limit = new ExchangeLimit();
  /** By the digests of tokens. */
  readonly #accepted = lruCache<Verdict>(maxTokens);
  /** Anybody can invent tokens: they displace none of the others. */
  readonly #refused = lruCache<Verdict>(maxTokens);
  readonly #asking = new Map<string, Promise<Verdict>>();

  constructor(parts: AcceptedClientsParts) {
    this.#parts = parts;
    this.#clientIds = new Set(parts.clientIds);
  }

  /**
   * @returns undefined if Google has said before that all are
   * @throws HttpError 401 for a token that is not accepted, 503 if Google does not say so
   */
  check(tokens: readonly string[], request: CallerRequest): Promise<undefined> | undefined {
    const now = this.#parts.clock.wallTime();
    const unknown = [...new Set(tokens)].filter((token) => {
      const known = this.#accepted.get(keyOf(token));
      return known === undefined || known.until <= now;
    });
    return unknown.length === 0 ? undefined : this.#checkAll(unknown, request);
  }

  async #checkAll(tokens: readonly string[], request: CallerRequest): Promise<undefined> {
    const verdicts = await Promise.all(tokens.map((token) => this.#verdictOf(token, request)));
    if (verdicts.every(({ isAccepted }) => isAccepted)) return;
    throw new HttpError(
      401,
      'UNAUTHENTICATED',
      'authorization: the token is not valid, or was issued to a client that this gateway does not accept',
      { headers: { 'www-authenticate': 'Bearer error="invalid_token"' } },
    );
  }

  async #verdictOf(token: string, request: CallerRequest): Promise<Verdict> {
    const key = keyOf(token);
    const refused = this.#refused.get(key);
    if (refused && refused.until > this.#parts.clock.wallTime()) return refused;
    const running = this.#asking.get(key);
    if (running) return running;
    const asking = this.#ask(token, request).finally(() => this.#asking.delete(key));
    this.#asking.set(key, asking);
    const verdict = await asking;
    (verdict.isAccepted ? this.#accepted : this.#refused).set(key, verdict);
    return verdict;
  }

  async #ask(token: string, { headers, socket }: CallerRequest): Promise<Verdict> {
    const { fetch, url, clock, clients } = this.#parts;
    const source = clients.sourceOf(socket.remoteAddress, headers[forwardedHeader]);
    try {
      const response = await this.#limit.run(source, () =>
        fetch(url, {
          method: 'POST',
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          body: new URLSearchParams({ access_token: token }),
        }),
      );
      const refused = { isAccepted: false, until: clock.wallTime() + refusedMs };
      if (response.status === 400 || response.status === 401) return refused;
      if (response.status !== 200) throw unknown();
      const { aud, exp } = (await response.json()) as Readonly<Record<string, unknown>>;
      const until = Number(exp) * 1_000;
      const isAccepted = typeof aud === 'string' && this.#clientIds.has(aud) && until > 0;
      return isAccepted ? { isAccepted, until } : refused;
    } catch (error) {
      if (error instanceof NoAnswer || error instanceof SyntaxError) throw unknown();
      throw error;
    }
  }
}

const keyOf = (token: string): string => hash('sha256', token, 'base64url');

const unknown = (): HttpError =>
  new HttpError(
    503,
    'UPSTREAM_UNAVAILABLE',
    'Google does not say whose the token is. Try again later.',
    { headers: { 'retry-after': '1' } },
  );
