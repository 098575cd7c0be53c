/** A service that refuses the calls of some callers, and processes that call it. */
import { EventEmitter } from 'node:events';
import type { PauseExchange } from '../../../src/engine/rest/share/pause-exchange.ts';
import type { CallOptions, Upstream } from '../../../src/engine/rest/upstream.ts';
import { DrivenClock } from '../clock/driven-clock.ts';
import { type Behaviour, type FaultyServer, faultyServer, json } from './faulty-server.ts';
import { upstreamAt, videosList } from './upstream.ts';

/**
 * A refusal as Google writes it.
 * @param metadata that of `google.rpc.ErrorInfo`, which the newer front end adds
 */
export const refusal =
  (status: number, reason: string, metadata?: object) =>
  (retryAfter?: number): Behaviour =>
    json(
      {
        error: {
          code: status,
          errors: [{ domain: 'usageLimits', reason }],
          ...(metadata && { details: [{ reason: 'RATE_LIMIT_EXCEEDED', metadata }] }),
        },
      },
      status,
      retryAfter === undefined ? {} : { 'retry-after': `${retryAfter}` },
    );

/** An answer to a read. */
export const healthy = json({ items: [] });

/** @returns different callers; no service has accepted the tokens of `invented` ones */
export const callersNamed = (name: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `${name}${index}`);

/** The processes, with one clock, each of which receives what the others announce. */
export class RefusedProcesses implements AsyncDisposable {
  /** When the requests of each caller have arrived, in seconds since the start. */
  readonly #arrivals = new Map<string, number[]>();
  readonly #announced: object[] = [];
  readonly clock = new DrivenClock(() =>
    this.#upstreams.some((upstream) => upstream.connections('video').busy > 0),
  );
  readonly #startedAt = this.clock.now();
  readonly #server: FaultyServer;
  readonly #upstreams: readonly (Upstream & AsyncDisposable)[];

  /** @param answerTo what the service answers a caller */
  static async start(
    count: number,
    answerTo: (caller: string) => Behaviour,
  ): Promise<RefusedProcesses> {
    const server = await faultyServer((socket, request) => {
      const caller = request.headers['authorization']!.replace('Bearer ', '');
      processes.#arrive(caller);
      answerTo(caller)(socket, request);
    });
    const processes = new RefusedProcesses(server, count);
    return processes;
  }

  private constructor(server: FaultyServer, count: number) {
    this.#server = server;
    const messages = new EventEmitter();
    this.#upstreams = Array.from({ length: count }, (_, index) =>
      upstreamAt({
        url: server.url,
        clock: this.clock,
        pauses: this.#exchange(messages, index),
        random: () => 0.5,
        isAccepted: (caller) => !caller.startsWith('invented'),
        retry: { rateLimitBaseDelayMs: 1_000 },
      }),
    );
  }

  #exchange(messages: EventEmitter, index: number): PauseExchange {
    return {
      announce: (message) => {
        this.#announced.push(message);
        messages.emit('message', message, index);
      },
      subscribe: (listener) => {
        const receive = (message: Parameters<typeof listener>[0], from: number): void => {
          if (from !== index) listener(message);
        };
        messages.on('message', receive);
        return () => void messages.off('message', receive);
      },
    };
  }

  /** Seconds since the start. */
  get seconds(): number {
    return (this.clock.now() - this.#startedAt) / 1_000;
  }

  /** What the processes have announced. */
  get announced(): readonly object[] {
    return this.#announced;
  }

  #arrive(caller: string): void {
    const arrivals = this.#arrivals.get(caller) ?? [];
    this.#arrivals.set(caller, arrivals);
    arrivals.push(this.seconds);
  }

  /** When the requests of a caller have arrived, in seconds since the start. */
  arrivalsOf(caller: string): readonly number[] {
    return this.#arrivals.get(caller) ?? [];
  }

  /** When the requests of all callers have arrived. */
  get arrivals(): readonly number[] {
    return [...this.#arrivals.values()].flat().toSorted((a, b) => a - b);
  }

  /** A read of a caller by one of the processes. @returns `read`, or the code of its error */
  read(index: number, token: string): Promise<string> {
    const upstream = this.#upstreams[index % this.#upstreams.length]!;
    const deadline = this.clock.now() + 20_000;
    const options: CallOptions = { identity: { token }, callerKey: token, deadline };
    return upstream.call(videosList, { part: ['id'] }, options).then(
      () => 'read',
      ({ failure }) => failure.code as string,
    );
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#upstreams.map((upstream) => upstream.close()));
    await this.#server[Symbol.asyncDispose]();
  }
}
