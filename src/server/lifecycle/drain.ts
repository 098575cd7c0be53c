/**
 * Stops the server so that every request that reaches it is answered.
 *
 * 1. For the drain delay, the port stays open and requests are served, so that load balancers can
 *    notice that the gateway is not ready any more.
 * 2. The port is closed.
 * 3. Connections end with their next response, or when they have not been used for a while.
 */
import type { Server } from 'node:http';
import { type Clock, every } from '../../engine/caller/clock.ts';
import type { ConnectionEnd, Listener, RequestGate } from '../connection/listener.ts';
import type { WebSocketEndpoint } from '../websocket/endpoint.ts';

/** All in milliseconds. */
export interface DrainTimes {
  /** Time in which the port stays open. */
  readonly delay: number;
  /** Minimum time in which all responses end their connection before unused ones are closed. */
  readonly announce: number;
  /** Interval at which unused connections are closed. */
  readonly check: number;
  /** Maximum time after the delay, after which all remaining connections are closed. */
  readonly max: number;
}

/** What ends with the last requests. */
interface LongRequests {
  /** Their connections do not count as connections of the HTTP server. */
  readonly webSockets: WebSocketEndpoint;
  /** Called when no new requests come, because subscriptions do not end on their own. */
  readonly endSubscriptions: () => void;
  readonly clock: Clock;
}

interface DrainTarget extends LongRequests {
  readonly server: Server;
  readonly listener: Listener;
  readonly gate: RequestGate;
  readonly connectionEnd: ConnectionEnd;
}

/** The requests and WebSockets that a host has passed on. */
interface OpenRequests {
  readonly count: number;
  /** Resolves when none is open. */
  closed(): Promise<void>;
  closeAll(): void;
}

/** What is open, and how it is closed. */
interface OpenConnections {
  /** Resolves when the last one is closed. */
  readonly closed: Promise<void>;
  count(): number | Promise<number>;
  closeUnused(): void;
  closeAll(): void;
}

export interface Drained {
  /** Number of connections that were closed because the time was over. */
  readonly cutConnections: number;
}

/** The times but for the delay, which is a setting. */
export const defaultTimes: Omit<DrainTimes, 'delay'> = { announce: 500, check: 50, max: 9_500 };

/** The port is closed when no connection has been opened in this number of intervals. */
const quietIntervals = 20;

/** Length of an interval, in milliseconds. */
const intervalMs = 5;

/** Maximum number of intervals before the port is closed. */
const maxIntervals = 200;

/** Resolves when the last connection is closed. */
export async function drain(
  { server, listener, gate, connectionEnd, ...long }: DrainTarget,
  { delay, announce, check, max }: DrainTimes,
): Promise<Drained> {
  const { clock, webSockets } = long;
  connectionEnd.endOpen(server);
  await clock.sleep(delay / 2);
  connectionEnd.endAll();
  const closeUnusedAt = clock.now() + Math.max(announce, delay / 2);
  await clock.sleep(delay / 2);
  const end = clock.now() + max;
  const closed = listener.closed();
  await closePort({ server, listener, gate }, clock);
  const open = {
    closed,
    count: () => listener.countConnections(),
    closeUnused: () => {
      // After the turn's requests have been read: their connections are not idle any more.
      if (clock.now() >= closeUnusedAt) setImmediate(() => server.closeIdleConnections());
    },
    closeAll: () => {
      server.closeAllConnections();
      webSockets.terminate();
    },
  };
  const drained = await endRequests(open, long, { check, end });
  // Stops the timers of `http.Server`.
  server.close();
  return drained;
}

/**
 * Resolves when the last request of the host has ended. The host announces its end and closes its
 * port itself; the gateway has rejected new requests before this is called.
 */
export function drainMounted(
  { mount, ...long }: LongRequests & { readonly mount: OpenRequests },
  { check, max }: Pick<DrainTimes, 'check' | 'max'>,
): Promise<Drained> {
  const open = {
    closed: mount.closed(),
    count: () => mount.count,
    closeUnused: () => {},
    closeAll: () => mount.closeAll(),
  };
  return endRequests(open, long, { check, end: long.clock.now() + max });
}

/** Waits for the last requests, and cuts what has not ended by the given instant. */
async function endRequests(
  open: OpenConnections,
  { webSockets, endSubscriptions, clock }: LongRequests,
  { check, end }: { readonly check: number; readonly end: number },
): Promise<Drained> {
  endSubscriptions();
  webSockets.end();
  let cutConnections = 0;
  const look = async (): Promise<void> => {
    if (clock.now() < end) return open.closeUnused();
    cutConnections ||= await open.count();
    open.closeAll();
  };
  const timer = every(clock, check, () => void look());
  await open.closed;
  timer.cancel();
  return { cutConnections };
}

/** Closes the port, if it is open, and all connections; resolves when the last one is closed. */
export async function closeNow({
  server,
  listener,
  webSockets,
}: Pick<DrainTarget, 'server' | 'listener' | 'webSockets'>): Promise<void> {
  const closed = listener.closed();
  listener.close();
  // Stops the timers of `http.Server`.
  server.close();
  server.closeAllConnections();
  webSockets.terminate();
  await closed;
}

/**
 * The kernel resets connections that wait to be accepted when a port is closed, and the event loop
 * accepts few connections per turn. Requests wait until no more connections arrive: turns are
 * short, and clients that wait for a response open no further connections. There is a turn in each
 * interval, however late it ends because other processes have the processors.
 */
async function closePort(
  { server, listener, gate }: Pick<DrainTarget, 'server' | 'listener' | 'gate'>,
  clock: Clock,
): Promise<void> {
  let isQuiet = true;
  const onConnection = (): void => void (isQuiet = false);
  server.on('connection', onConnection);
  gate.close();
  let quiet = 0;
  for (let interval = 0; quiet < quietIntervals && interval < maxIntervals; interval += 1) {
    isQuiet = true;
    await clock.sleep(intervalMs);
    quiet = isQuiet ? quiet + 1 : 0;
  }
  server.off('connection', onConnection);
  listener.close();
  gate.open();
}
