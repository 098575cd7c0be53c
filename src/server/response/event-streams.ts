/** Sends the events of subscriptions as server-sent events. */
import type { Api } from '../../engine/api/api.ts';
import type { ServerResponse } from 'node:http';
import type { ExecutionResult } from 'graphql';
import type { Clock } from '../../engine/caller/clock.ts';
import { Slices } from '../../engine/caller/slices.ts';
import { toGraphError } from '../../engine/schema/error/error.ts';
import { Timed, TimedList } from '../../engine/rest/share/timed-list.ts';
import type { FormatResult } from './error-response.ts';
import { EventResult } from './event-result.ts';
import { limitStreamTime } from '../connection/stream-timeout.ts';
import { jsonOf } from './response-limit.ts';
import type { GraphqlHttpRequest } from '../connection/server-request.ts';

interface EventStreamParts {
  readonly api: Api;
  readonly formatResult: FormatResult;
  /** Maximum time in ms in which a client reads nothing although events wait. */
  readonly idleMs: number;
  /** Time in ms between two comments, by which proxies see that a stream is in use. */
  readonly pingMs: number;
  readonly clock: Clock;
}

/** Names and values in turn, as Yoga sends them. */
export const eventHeaders: readonly string[] = [
  ['content-type', 'text/event-stream'],
  ['connection', 'keep-alive'],
  ['content-encoding', 'none'],
].flat();

const comment = ':\n\n';

const lastEvent = 'event: complete\ndata:\n\n';

/** Results as they are sent: one buffer for all subscribers. */
const chunks = new WeakMap<EventResult, Buffer>();

/** All streams of events of a gateway. */
export class EventStreams {
  readonly #parts: EventStreamParts;
  readonly #open: TimedList;
  readonly #pings = new Slices();

  constructor(parts: EventStreamParts) {
    this.#parts = parts;
    this.#open = new TimedList(parts.pingMs / 4, parts.clock);
  }

  /** Sends the results of a subscription until it ends, or the client leaves. */
  async send(request: GraphqlHttpRequest, results: AsyncIterable<ExecutionResult>): Promise<void> {
    const { res, headers } = request;
    const { api, idleMs, clock } = this.#parts;
    res.writeHead(200, [...headers, ...eventHeaders]);
    // Some browsers wait for the first bytes before they report the response.
    res.write(comment);
    limitStreamTime(res, idleMs, clock);
    const stream = new OpenStream(res, this.#parts, this.#pings);
    this.#open.add(stream);
    try {
      for await (const result of results) await write(res, this.#chunkOf(result, request));
    } catch (error) {
      await write(res, this.#chunkOf({ errors: [toGraphError(api, error)] }, request));
    } finally {
      this.#open.delete(stream);
    }
    res.end(lastEvent);
  }

  #chunkOf(result: ExecutionResult, request: GraphqlHttpRequest): string | Buffer {
    const formatted = this.#parts.formatResult(result, request);
    if (!(formatted instanceof EventResult)) return eventOf(jsonOf(formatted));
    let chunk = chunks.get(formatted);
    if (!chunk) chunks.set(formatted, (chunk = Buffer.from(eventOf(jsonOf(formatted)))));
    return chunk;
  }
}

/** @returns the whole response of a subscription that does not start */
export const onlyEvent = (json: string): string => `${comment}${eventOf(json)}${lastEvent}`;

const eventOf = (json: string): string => `event: next\ndata: ${json}\n\n`;

/** @returns undefined if the client reads fast enough; otherwise resolves when it has read */
function write(res: ServerResponse, chunk: string | Buffer): Promise<void> | undefined {
  if (res.closed || res.write(chunk)) return undefined;
  return new Promise((resolve) => {
    const end = (): void => {
      res.off('drain', end).off('close', end);
      resolve();
    };
    res.on('drain', end).on('close', end);
  });
}

/** A stream that gets a comment from time to time. */
class OpenStream extends Timed {
  override endAt: number;
  readonly #res: ServerResponse;
  readonly #parts: EventStreamParts;
  readonly #pings: Slices;

  constructor(res: ServerResponse, parts: EventStreamParts, pings: Slices) {
    super();
    this.#res = res;
    this.#parts = parts;
    this.#pings = pings;
    this.endAt = parts.clock.now() + parts.pingMs;
  }

  override expire(): void {
    const { clock, pingMs } = this.#parts;
    this.endAt = clock.now() + pingMs;
    const res = this.#res;
    this.#pings.run(() => {
      if (!res.writableEnded && !res.closed && !res.writableNeedDrain) res.write(comment);
    });
  }
}
