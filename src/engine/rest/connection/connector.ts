/**
 * Opens the connections of a pool, within a time. undici limits it as well, but by timers that fire
 * together: all connections to a service that has gone would fail in one turn of the event loop.
 */
import type { Socket } from 'node:net';
import type { buildConnector as Build } from 'undici';
import type { ResolvedSettings } from '../settings.ts';
import { Timed, type TimedList } from '../share/timed-list.ts';
import { stackless } from '../../api/stackless.ts';
import { buildConnector } from './undici.ts';

/** One error for all: nobody reads its stack. */
const timeoutError = stackless(() =>
  Object.assign(new Error('The connection was not established in time.'), {
    code: 'UND_ERR_CONNECT_TIMEOUT',
  }),
);

/** The connector of undici returns the socket, which its types do not say. */
type Connect = (options: Build.Options, callback: Build.Callback) => Socket;

/** A connection that is being opened. */
class Opening extends Timed {
  override readonly endAt: number;
  readonly #list: TimedList;
  readonly #socket: Socket;

  constructor(endAt: number, list: TimedList, socket: Socket) {
    super();
    this.endAt = endAt;
    this.#list = list;
    this.#socket = socket;
  }

  /** Called when it is open, or has failed. */
  end(): void {
    this.#list.delete(this);
  }

  override expire(): void {
    this.end();
    this.#socket.destroy(timeoutError);
  }
}

/** @param open the list of what ends at some time, one in each turn of the event loop */
export function connectorOf(
  { connectTimeoutMs, clock }: Pick<ResolvedSettings, 'connectTimeoutMs' | 'clock'>,
  open: TimedList,
): Build.connector {
  const connect = buildConnector({ timeout: 0, allowH2: false }) as Connect;
  return (options, callback) => {
    const socket = connect(options, (...result) => {
      opening.end();
      callback(...result);
    });
    const opening = new Opening(clock.now() + connectTimeoutMs, open, socket);
    open.add(opening);
  };
}
