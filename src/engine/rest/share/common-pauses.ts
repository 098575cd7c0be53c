/**
 * Pauses of all callers, by the calls that are paused. They need evidence: for some time, several
 * callers were refused, and nobody had a success. Then one call a second goes out as a probe, and
 * any success ends the pause at once. A caller that was refused lately is the probe only if no
 * other one has been for two seconds, and does not keep the others waiting.
 */
import type { Clock } from '../../caller/clock.ts';

/** Number of refused callers that shows that the limit concerns all, and the time it takes. */
const needed = { callers: 3, ms: 10_000 };

/** Interval of the probes. */
export const probeMs = 1_000;

/** Time after which refusals are no evidence any more, and a pause without probes is forgotten. */
const memoryMs = 60_000;

/** Calls since the last success. Instants are those of the clock. */
interface Evidence {
  /** The instant of each caller's first refusal, the earliest one first. */
  readonly refusedAt: Map<string, number>;
  /** Undefined while the evidence does not suffice. */
  pause: CommonPause | undefined;
}

interface CommonPause {
  /** When the next call may be sent of a caller that was not refused lately. */
  nextProbeAt: number;
  /** The same for one that was. */
  nextRetryAt: number;
  /** Aborts when a call succeeds, for those that wait. */
  readonly end: AbortController;
}

export class CommonPauses {
  readonly #clock: Pick<Clock, 'now'>;
  readonly #evidence = new Map<string, Evidence>();

  constructor(clock: Pick<Clock, 'now'>) {
    this.#clock = clock;
  }

  /** A caller whose token is valid was refused. */
  addRefusal(calls: string, caller: string): void {
    if (this.of(calls)) return;
    const now = this.#clock.now();
    const all = this.#evidence.get(calls) ?? { refusedAt: new Map(), pause: undefined };
    this.#evidence.set(calls, all);
    const { refusedAt } = all;
    for (const [each, at] of refusedAt) if (at < now - memoryMs) refusedAt.delete(each);
    if (refusedAt.size < needed.callers && !refusedAt.has(caller)) refusedAt.set(caller, now);
    const [since = now] = refusedAt.values();
    if (refusedAt.size < needed.callers || now - since < needed.ms) return;
    all.pause = {
      nextProbeAt: now,
      nextRetryAt: now + 2 * probeMs,
      end: new AbortController(),
    };
  }

  /** The pause of the calls; it is forgotten when nobody has sent a probe for a while. */
  of(calls: string): Readonly<CommonPause> | undefined {
    const pause = this.#evidence.get(calls)?.pause;
    if (pause === undefined || this.#clock.now() < pause.nextRetryAt + memoryMs) return pause;
    this.#evidence.delete(calls);
    return undefined;
  }

  /** A probe has been sent, here or by another process. */
  onProbe(calls: string, wasRefused: boolean): void {
    const pause = this.#evidence.get(calls)?.pause;
    if (pause === undefined) return;
    const now = this.#clock.now();
    if (!wasRefused) pause.nextProbeAt = now + probeMs;
    pause.nextRetryAt = now + (wasRefused ? probeMs : 2 * probeMs);
  }

  /** A call has succeeded, here or, of calls that were paused there, in another process. */
  onSuccess(calls: string): void {
    const pause = this.#evidence.get(calls)?.pause;
    this.#evidence.delete(calls);
    pause?.end.abort();
  }
}
