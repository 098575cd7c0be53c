/**
 * Refresh tokens, and how they end by themselves
 * (developers.google.com/identity/protocols/oauth2#expiration, read on 30 November 2026).
 */
import { randomBytes } from 'node:crypto';
import type { SimulatedClock } from '../simulated-clock.ts';
import { day } from '../time.ts';
import type { User } from '../user.ts';
import type { RegisteredClient } from './client.ts';

/** Those that an account can have with a client. One more ends the oldest, silently. */
const maxLive = 100;

/** Google's six months without use; that they are 180 days is assumed. */
const unusedMs = 180 * day;

/** What a refresh token stands for. */
interface RefreshGrant {
  readonly user: User;
  readonly client: RegisteredClient;
  /** Short forms. */
  readonly scopes: ReadonlySet<string>;
}

interface Entry extends RefreshGrant {
  /** Simulated time in milliseconds. */
  readonly expiresAt: number;
  usedAt: number;
  hasEnded?: true;
}

/** A refresh token, as a client gets it. */
export interface IssuedRefreshToken {
  readonly token: string;
  /** Absent without an end. */
  readonly seconds?: number | undefined;
}

/** Those of one simulation. */
export class RefreshTokens {
  readonly #clock: SimulatedClock;
  /** In the order of their issue, with those that have ended. */
  readonly #entries = new Map<string, Entry>();

  constructor(clock: SimulatedClock) {
    this.#clock = clock;
  }

  /** @param seconds until the token ends. Default: no end */
  issue(grant: RefreshGrant, seconds?: number): IssuedRefreshToken {
    const live = [...this.#entries.values()].filter(
      (entry) =>
        entry.user.email === grant.user.email &&
        entry.client === grant.client &&
        this.#isLive(entry),
    );
    for (const entry of live.slice(0, Math.max(live.length - maxLive + 1, 0)))
      entry.hasEnded = true;
    const expiresAt = seconds === undefined ? Infinity : this.#now + seconds * 1000;
    const token = `1//0${randomBytes(60).toString('base64url')}`;
    this.#entries.set(token, { ...grant, expiresAt, usedAt: this.#now });
    return { token, seconds };
  }

  /** Whether a client has ever had a token. */
  has(token: string, client: RegisteredClient): boolean {
    return this.#entries.get(token)?.client === client;
  }

  /** What a token stands for; undefined if it is unknown or has ended. */
  find(token: string): RefreshGrant | undefined {
    const entry = this.#entries.get(token);
    return entry && this.#isLive(entry) ? entry : undefined;
  }

  /** `find` for the client of the token; counts as use. */
  use(token: string, client: RegisteredClient): RefreshGrant | undefined {
    const grant = this.has(token, client) ? this.find(token) : undefined;
    if (grant) this.#entries.get(token)!.usedAt = this.#now;
    return grant;
  }

  /** Replaces a live token by another one that ends at the same time. */
  rotate(token: string): IssuedRefreshToken {
    const entry = this.#entries.get(token)!;
    entry.hasEnded = true;
    const { user, client, scopes, expiresAt } = entry;
    const seconds = expiresAt === Infinity ? undefined : (expiresAt - this.#now) / 1000;
    return this.issue({ user, client, scopes }, seconds);
  }

  /** Ends the tokens of a person with the clients of a project. */
  end(email: string, project: string): void {
    for (const entry of this.#entries.values())
      if (entry.user.email === email && entry.client.project === project) entry.hasEnded = true;
  }

  get #now(): number {
    return this.#clock.now().getTime();
  }

  #isLive({ hasEnded, expiresAt, usedAt }: Entry): boolean {
    return !hasEnded && Math.min(expiresAt, usedAt + unusedMs) > this.#now;
  }
}
