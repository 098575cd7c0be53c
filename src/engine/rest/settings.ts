/** The settings of the client: time limits, connections and retries, with their defaults. */

import type { Api } from '../api/api.ts';
import type { BaseName, Service } from '../api/register.ts';
import { type Clock, systemClock } from '../caller/clock.ts';
import type { AttemptObserver } from './call/attempt-observer.ts';
import type { ProxySettings } from './connection/proxy.ts';
import type { PauseExchange } from './share/pause-exchange.ts';
import type { IsAccepted } from './share/shares.ts';
import type { WaitObserver } from './share/wait-observer.ts';

export interface RetrySettings {
  /** Maximum number of attempts of one call, including the first one. */
  readonly maxAttempts: number;
  /** The delay before a retry is random between 0 and this many ms, doubled with each attempt. */
  readonly baseDelayMs: number;
  /**
   * `baseDelayMs` after a rate limit. A window of a second keeps concurrent callers from retrying
   * at the same instant.
   */
  readonly rateLimitBaseDelayMs: number;
  /** Maximum window from which the delay is drawn. */
  readonly maxDelayMs: number;
  /** Retries, as a share of the service's calls in the window. */
  readonly budgetRatio: number;
  readonly budgetWindowMs: number;
  /** Minimum number of retries that a window allows. */
  readonly budgetFloor: number;
}

/** When the calls to a service are stopped because it fails. */
export interface BreakerSettings {
  /** Consecutive failures that open the breaker; the window needs as many for `ratio`. */
  readonly failures: number;
  /** Share of failures in the window that opens the breaker. */
  readonly ratio: number;
  readonly windowMs: number;
  /** Time without a first byte after which a read counts as a failure, until its answer comes. */
  readonly slowMs: number;
  /** Interval of the probes while the breaker is open. */
  readonly probeMs: number;
}

/** The part of a logger that the client uses. The client logs no address, token, key or body. */
interface DebugLog {
  debug(object: object, message: string): void;
}

export interface TransportSettings {
  /** The place of the gateway's API key in a request. */
  readonly apiKeyIn: 'query' | 'header';
  /** Maximum time of each step of a connection: the name, an address, a proxy, TLS. */
  readonly connectTimeoutMs: number;
  readonly proxies: ProxySettings;
  /** Maximum wait for the first byte of a response, and between two chunks of it. */
  readonly firstByteTimeoutMs: number;
  /** Maximum time of one HTTP call, including the wait for a connection. */
  readonly callTimeoutMs: number;
  /**
   * Maximum wait for the response of a read whose caller has left. An abort closes the connection;
   * a response that arrives within this time leaves it open. Without the wait, each query that a
   * search field abandons at the next letter would cost a new connection with a TLS handshake.
   * Reads are checked every 20 ms, so an abort follows at most 160 ms after the caller has left.
   */
  readonly abandonedReadMs: number;
  readonly connectionsPerService: number;
  /** Maximum number of calls to a service that wait for a connection. */
  readonly maxWaitingCalls: number;
  readonly maxAnswerBytes: number;
  /** Maximum number of values in a JSON response. */
  readonly maxAnswerValues: number;
  /**
   * Maximum number of concurrent uploads and downloads of one service, each over a connection of
   * its own.
   */
  readonly mediaConnectionsPerService: number;
  /**
   * Origins, besides that of the service, from which `downloadFrom` downloads: they receive the
   * caller's token.
   */
  readonly downloadOrigins: readonly string[];
  /** Maximum time in which no byte of an upload or a download is transferred. */
  readonly mediaIdleTimeoutMs: number;
  readonly retry: RetrySettings;
  readonly breaker: BreakerSettings;
}

/** Learns whose work goes on, to measure what it takes. */
interface WorkObserver {
  /** Called when an answer has come: what is done with it, begins now. It must not throw. */
  goOn(caller: string): void;
}

/** The settings of a client; only the API and its base addresses are required. */
export interface UpstreamSettings extends Partial<Omit<TransportSettings, 'retry' | 'breaker'>> {
  readonly api: Api;
  /** Base addresses by `ServiceSpec.address`. */
  readonly bases: Readonly<Record<BaseName, string>>;
  /**
   * The gateway's API key, for public reads of callers without a token. Absent: such reads are
   * rejected.
   */
  readonly apiKey?: string | undefined;
  readonly retry?: Partial<RetrySettings>;
  readonly breaker?: Partial<BreakerSettings>;
  readonly log?: DebugLog | undefined;
  /** Called when connections to a service begin to fail, and when one is open again. */
  readonly onReachability?: ((service: Service, error: Error | undefined) => void) | undefined;
  readonly observer?: AttemptObserver | undefined;
  /** Learns how long calls wait for connections, and for the end of rate limits. */
  readonly waits?: WaitObserver | undefined;
  readonly work?: WorkObserver | undefined;
  /**
   * Called when what a caller has read before does not hold any more: after a write, which ends
   * with it, or because a service has refused the token.
   */
  readonly onSharingEnd?:
    | ((caller: string, isRefused: boolean) => Promise<void> | undefined)
    | undefined;
  /** Absent: this process learns of rate limits by its own calls alone. */
  readonly pauses?: PauseExchange | undefined;
  /** Default: of all callers. */
  readonly isAccepted?: IsAccepted;
  /** A random number from 0 to 1, 1 excluded. Default: `Math.random`. */
  readonly random?: () => number;
  readonly clock?: Clock | undefined;
}

/** Settings with every default filled in. */
export type ResolvedSettings = TransportSettings &
  Required<Pick<UpstreamSettings, 'api' | 'bases' | 'random' | 'isAccepted'>> &
  Pick<
    UpstreamSettings,
    'apiKey' | 'log' | 'observer' | 'onReachability' | 'waits' | 'work' | 'pauses' | 'onSharingEnd'
  > & {
    readonly clock: Clock;
  };

export const defaultSettings: TransportSettings = {
  apiKeyIn: 'query',
  connectTimeoutMs: 2_000,
  proxies: {},
  firstByteTimeoutMs: 10_000,
  callTimeoutMs: 30_000,
  abandonedReadMs: 100,
  connectionsPerService: 512,
  maxWaitingCalls: 10_000,
  maxAnswerBytes: 32 * 1024 * 1024,
  maxAnswerValues: 450_000,
  mediaConnectionsPerService: 256,
  downloadOrigins: [],
  mediaIdleTimeoutMs: 30_000,
  retry: {
    maxAttempts: 3,
    baseDelayMs: 100,
    rateLimitBaseDelayMs: 1_000,
    maxDelayMs: 5_000,
    budgetRatio: 0.2,
    budgetWindowMs: 10_000,
    budgetFloor: 10,
  },
  breaker: { failures: 20, ratio: 0.5, windowMs: 2_000, slowMs: 2_000, probeMs: 1_000 },
};

export function resolveSettings(settings: UpstreamSettings): ResolvedSettings {
  return {
    random: Math.random,
    isAccepted: () => true,
    ...defaultSettings,
    ...settings,
    clock: settings.clock ?? systemClock,
    retry: { ...defaultSettings.retry, ...settings.retry },
    breaker: { ...defaultSettings.breaker, ...settings.breaker },
  };
}
