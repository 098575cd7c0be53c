/** An access token that is renewed for as long as something is allowed to. */
import type { Clock } from '../engine/caller/clock.ts';

/** An access token as an endpoint has issued it. */
export interface FetchedToken {
  readonly token: string;
  /** When it expires, by `Clock.wallTime`. */
  readonly expiresAt: number;
  /** Full names. Absent: those that were asked for. */
  readonly scopes?: readonly string[] | undefined;
}

/** Where replicas keep a token for each other. */
export interface SharedToken {
  /** The token that was stored last, by any of them. */
  load(): Promise<FetchedToken | undefined>;
  /** Runs the work when no other replica runs any for this token. */
  alone<Result>(work: () => Promise<Result>): Promise<Result>;
}

interface RenewalOptions {
  readonly clock: Clock;
  /** Default: no token. */
  readonly first?: FetchedToken | undefined;
  /** Default: this process renews for itself. */
  readonly shared?: SharedToken | undefined;
}

/** Time in ms before its expiry from which a token is renewed. */
const renewalMs = 60_000;

/**
 * Time in ms before its expiry from which calls wait for the renewal: the token could expire on its
 * way, or by the clock of a service that is ahead of ours.
 */
const waitMs = 10_000;

/** Time in ms for which no request follows one that has failed. */
const pauseMs = 1_000;

/** Time in ms for which a token is not replaced that has replaced a refused one. */
const replacedMs = 10_000;

/** A pause after a renewal that has not helped. */
interface Pause {
  readonly until: number;
  readonly error: unknown;
}

/** One for each grant in a process: calls at the same time wait for the same request. */
export class RenewedToken {
  readonly #fetchToken: () => Promise<FetchedToken>;
  readonly #clock: Clock;
  readonly #shared: SharedToken | undefined;
  #current: FetchedToken | undefined;
  #running: Promise<void> | undefined;
  #pause: Pause | undefined;
  /** The token that came in place of a refused one, and until when its own refusal is final. */
  #replacement: { readonly token: string; readonly until: number } | undefined;

  /**
   * @param fetchToken asks for a token, and stores it where replicas share it; its errors are those
   *   of `ready` and `renew`
   */
  constructor(fetchToken: () => Promise<FetchedToken>, { clock, first, shared }: RenewalOptions) {
    this.#fetchToken = fetchToken;
    this.#clock = clock;
    this.#current = first;
    this.#shared = shared;
  }

  /** undefined before the first one */
  get current(): FetchedToken | undefined {
    return this.#current;
  }

  /** Takes a token that has come in another way, such as a new sign-in. */
  adopt(token: FetchedToken): void {
    this.#current = token;
    this.#pause = undefined;
  }

  /**
   * Before a call.
   * @returns undefined if there is a token that is valid for a while; else resolves when there is
   * one, and rejects with the error of `fetchToken` if there is none
   */
  ready(): Promise<void> | undefined {
    const leftMs = this.#leftMs(this.#current);
    if (leftMs > renewalMs) return undefined;
    const renewal = this.#renewOnce((token) => this.#leftMs(token) > renewalMs);
    if (leftMs > waitMs) {
      renewal.catch(() => {});
      return undefined;
    }
    return leftMs > 0 ? renewal.catch(() => this.#throwIfExpired()) : renewal;
  }

  /**
   * After a service has refused a token.
   * @returns whether there is another one. Rejects with the error of `fetchToken`
   */
  async renew(refused: string): Promise<boolean> {
    if (this.#current?.token !== refused) return this.#current !== undefined;
    const { token, until } = this.#replacement ?? { token: undefined, until: 0 };
    if (token === refused && this.#clock.wallTime() < until) return false;
    await this.#renewOnce((known) => known.token !== refused && this.#leftMs(known) > waitMs);
    this.#replacement = {
      token: this.#current.token,
      until: this.#clock.wallTime() + replacedMs,
    };
    return this.#current.token !== refused;
  }

  /** @param suffices whether a token that another replica has got is new enough */
  #renewOnce(suffices: (token: FetchedToken) => boolean): Promise<void> {
    if (this.#running) return this.#running;
    if (this.#pause && this.#clock.wallTime() < this.#pause.until)
      return Promise.reject(this.#pause.error);
    const before = this.#current;
    this.#running = this.#renewed(suffices)
      .then(
        (token) => {
          // Another one can have come in another way.
          if (this.#current === before) this.#current = token;
          this.#pause = undefined;
        },
        (error: unknown) => {
          if (this.#current === before)
            this.#pause = { until: this.#clock.wallTime() + pauseMs, error };
          throw error;
        },
      )
      .finally(() => {
        this.#running = undefined;
      });
    return this.#running;
  }

  async #renewed(suffices: (token: FetchedToken) => boolean): Promise<FetchedToken> {
    const shared = this.#shared;
    if (!shared) return this.#fetchToken();
    const known = await shared.load();
    if (known && suffices(known)) return known;
    return shared.alone(async () => {
      // Another replica can have renewed it while this one waited.
      const newest = await shared.load();
      if (newest && suffices(newest)) return newest;
      return this.#fetchToken();
    });
  }

  #throwIfExpired(): void {
    if (this.#leftMs(this.#current) <= 0) throw this.#pause?.error;
  }

  #leftMs(token: FetchedToken | undefined): number {
    return token ? token.expiresAt - this.#clock.wallTime() : 0;
  }
}
