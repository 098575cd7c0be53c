/** Messages between processes about answers of services to their rate limits. */

/** A service has refused a call, and those that the refusal concerns are paused. */
export interface AnnouncedRefusal {
  readonly event: 'refusal';
  /** Names the service, the bucket and the kind of call. */
  readonly calls: string;
  /** A digest of the caller's token. */
  readonly caller: string;
  /** Whose limit it is, as in `Failure.limitOf`. */
  readonly limitOf?: string | undefined;
  /** Milliseconds until the end of the pause: the clocks of processes differ. */
  readonly remainingMs: number;
  /** Whether the service has stated the end. */
  readonly isStated: boolean;
}

/** While all callers are paused: a probe has been sent. */
interface AnnouncedProbe {
  readonly event: 'probe';
  readonly calls: string;
  /** Whether its caller was refused lately. */
  readonly wasRefused: boolean;
}

/** A call has succeeded: all callers are paused no longer. */
interface AnnouncedSuccess {
  readonly event: 'success';
  readonly calls: string;
}

type Message = AnnouncedRefusal | AnnouncedProbe | AnnouncedSuccess;

/** Sends and receives what services answer. Each message may be lost. */
export interface PauseExchange {
  announce(message: Message): void;
  /** @returns ends the subscription */
  subscribe(listener: (message: Message) => void): () => void;
}
