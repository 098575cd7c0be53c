/**
 * Requests to the endpoints of a sign-in (OAuth 2.0), under the limits and through the proxies of
 * REST calls. Nothing of a request or an answer is logged, stored, or part of an error.
 */
import { buffer } from 'node:stream/consumers';
import { type Clock, systemClock, timeLimit } from '../caller/clock.ts';
import { ExpectedError } from '../api/stackless.ts';
import type { TransportSettings } from './settings.ts';
import { Connector } from './connection/connector.ts';
import { Client } from './connection/undici.ts';
import { callCheckMs } from './call/http-call.ts';
import { TimedList } from './share/timed-list.ts';

/** Those of REST calls. */
export type TimeLimits = Pick<
  TransportSettings,
  'connectTimeoutMs' | 'proxies' | 'firstByteTimeoutMs' | 'callTimeoutMs'
>;

interface TokenFetchSettings extends TimeLimits {
  readonly clock?: Clock | undefined;
}

/** What the gateway sends of what `fetch` can. */
interface TokenRequest {
  readonly method?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly body?: string | URLSearchParams | undefined;
  readonly signal?: AbortSignal | undefined;
  /** The only address to connect to. Default: those of the host. */
  readonly address?: string | undefined;
}

/** Like `fetch`, without redirects. @throws NoAnswer */
export type TokenFetch = (url: string, request?: TokenRequest) => Promise<Response>;

/** An endpoint that has not answered: in time, in full, or at all. */
export class NoAnswer extends ExpectedError {
  /** A code of Node or undici: nothing that is secret. */
  readonly reason: string;

  constructor(error: unknown) {
    const { code, name } = error as { readonly code?: unknown; readonly name?: unknown };
    const reason = String(typeof code === 'string' ? code : name);
    super(`The endpoint does not answer (${reason}).`);
    this.name = 'NoAnswer';
    this.reason = reason;
  }
}

/** Maximum bytes of an answer. Usual ones have less than 4 KiB. */
const maxAnswerBytes = 64 * 1024;

/**
 * @returns sends a request over a connection of its own, and reads the whole answer. It can be the
 *   `customFetch` of oauth4webapi
 */
export function tokenFetch({ clock = systemClock, ...settings }: TokenFetchSettings): TokenFetch {
  const steps = new TimedList(callCheckMs, clock);
  return async (url, { method = 'GET', headers = {}, body, signal, address } = {}) => {
    const { origin, pathname, search } = new URL(url);
    const { connect } = new Connector(new URL(origin), { ...settings, clock, address }, steps);
    const connection = new Client(origin, {
      connect,
      headersTimeout: settings.firstByteTimeoutMs,
      bodyTimeout: settings.firstByteTimeoutMs,
      maxResponseSize: maxAnswerBytes,
      allowH2: false,
    });
    const limit = timeLimit(clock, settings.callTimeoutMs);
    try {
      const answer = await connection.request({
        method,
        path: pathname + search,
        headers,
        body: body?.toString() ?? null,
        signal: signal ? AbortSignal.any([signal, limit.signal]) : limit.signal,
      });
      const bytes = await buffer(answer.body);
      return new Response(bytes.length > 0 ? bytes : null, {
        status: answer.statusCode,
        headers: Object.entries(answer.headers).flatMap(([name, value = []]) =>
          [value].flat().map((each): [string, string] => [name, each]),
        ),
      });
    } catch (error) {
      throw new NoAnswer(error);
    } finally {
      limit.cancel();
      void connection.destroy().catch(() => {});
    }
  };
}
