/** How processes tell each other which calls a rate limit pauses. */

/** A pause that another process has to know. */
export interface AnnouncedPause {
  /** Names the calls that are paused, by a digest of the caller's token at most. */
  readonly key: string;
  /** Milliseconds until its end: the clocks of processes differ. */
  readonly remainingMs: number;
  /** Whether the service has stated the end. */
  readonly isStated: boolean;
}

/** Sends and receives pauses. Each message may be lost. */
export interface PauseExchange {
  announce(pause: AnnouncedPause): void;
  /** @returns ends the subscription */
  subscribe(listener: (pause: AnnouncedPause) => void): () => void;
}
