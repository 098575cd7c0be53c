/** Every figure of the machine that sends calls, with its default; the reasons stand beside them. */

export interface RetrySettings {
  /** How often one call is sent at most, the first time included. */
  readonly attempts: number;
  /** The wait before a repeat is drawn from 0 to this, doubling with each attempt. */
  readonly baseMs: number;
  /** The same after a rate-limit refusal: a window of a second keeps a crowd of repeats from coming back as a crowd. */
  readonly rateLimitBaseMs: number;
  readonly capMs: number;
  /** Repeats after failures, as a share of the service's calls in the window… */
  readonly budgetRatio: number;
  readonly budgetWindowMs: number;
  /** …but always at least so many. */
  readonly budgetFloor: number;
}

/** The part of a logger that is used here. It never gets an address, a token, a key or a body. */
export interface DebugLog {
  debug(object: object, message: string): void;
}

export interface TransportSettings {
  /** Where the gateway's API key goes. */
  readonly apiKeyIn: 'query' | 'header';
  readonly connectTimeoutMs: number;
  /** From the request sent to the first byte of its answer, and between two pieces of the answer. */
  readonly firstByteTimeoutMs: number;
  /** One request from being handed over to the last byte of its answer. */
  readonly callTimeoutMs: number;
  readonly connectionsPerService: number;
  readonly maxAnswerBytes: number;
  /** Uploads and downloads of one service at once, each over a connection of its own. */
  readonly streamsPerService: number;
  /** Longest time in which no byte of an upload or a download moves. */
  readonly streamIdleMs: number;
  readonly retry: RetrySettings;
}

export interface UpstreamSettings extends Partial<Omit<TransportSettings, 'retry'>> {
  /** Base addresses; live calls go below the video one, over connections of their own. */
  readonly bases: Readonly<Record<'video' | 'storage' | 'calendar', string>>;
  /** Serves public reads of callers without a token; without it such calls are refused. */
  readonly apiKey?: string | undefined;
  readonly retry?: Partial<RetrySettings>;
  readonly log?: DebugLog | undefined;
  /** A number from 0 to 1, 1 excluded, for the jitter. */
  readonly random?: () => number;
  /** Resolves after `ms`, or as soon as the signal fires. */
  readonly sleep?: (ms: number, signal?: AbortSignal) => Promise<void>;
}

/** Settings with every default filled in. */
export type ResolvedSettings = TransportSettings &
  Required<Pick<UpstreamSettings, 'bases' | 'random' | 'sleep'>> &
  Pick<UpstreamSettings, 'apiKey' | 'log'>;

export const defaultSettings: TransportSettings = {
  apiKeyIn: 'query',
  connectTimeoutMs: 2_000,
  firstByteTimeoutMs: 10_000,
  callTimeoutMs: 30_000,
  connectionsPerService: 512,
  maxAnswerBytes: 32 * 1024 * 1024,
  streamsPerService: 256,
  streamIdleMs: 30_000,
  retry: {
    attempts: 3,
    baseMs: 100,
    rateLimitBaseMs: 1_000,
    capMs: 5_000,
    budgetRatio: 0.2,
    budgetWindowMs: 10_000,
    budgetFloor: 10,
  },
};

export function resolveSettings(settings: UpstreamSettings): ResolvedSettings {
  return {
    random: Math.random,
    sleep,
    ...defaultSettings,
    ...settings,
    retry: { ...defaultSettings.retry, ...settings.retry },
  };
}

function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve();
    const timer = setTimeout(wake, ms);
    signal?.addEventListener('abort', wake);
    function wake(): void {
      clearTimeout(timer);
      signal?.removeEventListener('abort', wake);
      resolve();
    }
  });
}
