/**
 * The log: one line per request. Headers, tokens, variables, bodies and query strings never reach
 * it.
 */
import { type DestinationStream, type Logger, pino } from 'pino';
import type { Config } from '../config.ts';
import { pathOf, type ServerRequest } from './server-request.ts';

export type { Logger } from 'pino';

/** @param destination receives one JSON object per line; by default standard output */
export function createLog(
  { LOG_LEVEL }: Pick<Config, 'LOG_LEVEL'>,
  destination?: DestinationStream,
): Logger {
  const options = { level: LOG_LEVEL, base: null };
  return destination === undefined ? pino(options) : pino(options, destination);
}

/** Logs a request when its response is sent or the client has disconnected. */
export function logRequest(log: Logger, request: ServerRequest): void {
  if (!log.isLevelEnabled('info')) return;
  const { req, res, requestId } = request;
  const start = performance.now();
  res.on('close', () => {
    const line = {
      requestId,
      method: req.method,
      path: loggedPath(pathOf(req)),
      status: res.statusCode,
      ms: msSince(start),
      operation: request.operationName,
    };
    log.info(res.writableFinished ? line : { ...line, aborted: true }, 'request');
  });
}

/** An operation of a WebSocket that has ended. */
interface LoggedOperation {
  readonly requestId: string;
  /** Id of the request that opened the WebSocket. */
  readonly connectionId: string;
  readonly operationName?: string | undefined;
  /** Start time, of `performance.now()`. */
  readonly start: number;
  /** Whether it ended before its results were complete. */
  readonly isAborted: boolean;
}

/** Logs an operation of a WebSocket as a request of its own. */
export function logOperation(
  log: Logger,
  { requestId, connectionId, operationName: operation, start, isAborted }: LoggedOperation,
): void {
  const line = {
    requestId,
    connectionId,
    method: 'WEBSOCKET',
    path: '/graphql',
    ms: msSince(start),
    operation,
  };
  log.info(isAborted ? { ...line, aborted: true } : line, 'request');
}

/** Logs a request for a WebSocket that is rejected. */
export function logRejectedUpgrade(
  log: Logger,
  { requestId, status }: { readonly requestId: string; readonly status: number },
): void {
  log.info({ requestId, method: 'GET', path: '/graphql', status }, 'request');
}

/** @returns milliseconds since a time of `performance.now()`, with one decimal */
export const msSince = (start: number): number => Math.round((performance.now() - start) * 10) / 10;

const fixedPaths: ReadonlySet<string> = new Set(['/graphql', '/health', '/ready']);

/** The rest of these paths is a secret that allows reading or writing a file. */
const secretPrefixes = ['/uploads/', '/downloads/'];

/** Unknown paths can contain secrets. */
const loggedPath = (path: string): string =>
  fixedPaths.has(path) ? path : (secretPrefixes.find((each) => path.startsWith(each)) ?? 'other');

const maxFrames = 12;

/**
 * The loggable part of an unexpected error: its class and stack frames, without the message, which
 * may quote what a client sent.
 */
export const stackOf = (error: Error): { name: string; at: readonly string[] } => ({
  name: error.name,
  at: (error.stack ?? '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, maxFrames)
    .map((line) => line.trim()),
});
