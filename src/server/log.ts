/** The log: one line a request. No header, token, variable, body or query string ever gets into it. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type DestinationStream, type Logger, pino } from 'pino';
import type { Config } from '../config.ts';
import { type ServerRequest, pathOf } from './server-request.ts';

export type { Logger } from 'pino';

/** @param destination where lines go, one JSON object each; standard output when absent. */
export const createLog = (
  { LOG_LEVEL }: Pick<Config, 'LOG_LEVEL'>,
  destination?: DestinationStream,
): Logger => {
  const options = { level: LOG_LEVEL, base: null };
  return destination === undefined ? pino(options) : pino(options, destination);
};

/** Writes the request's line once its answer is sent, or the client has left. */
export function logRequest(
  log: Logger,
  req: IncomingMessage,
  res: ServerResponse,
  requestId: string,
  exchange: () => ServerRequest | undefined,
): void {
  const start = performance.now();
  res.once('close', () => {
    const ms = Math.round((performance.now() - start) * 10) / 10;
    const operation = exchange()?.operationName;
    const line = {
      requestId,
      method: req.method,
      path: loggable(pathOf(req)),
      status: res.statusCode,
      ms,
      operation,
    };
    log.info(res.writableFinished ? line : { ...line, left: true }, 'request');
  });
}

/** Paths that we don't serve may hold anything. */
const served: ReadonlySet<string> = new Set(['/graphql', '/health', '/ready']);

/** What follows is a secret: whoever knows it may write or read. */
const secrets = ['/uploads/', '/downloads/'];

const loggable = (path: string): string =>
  served.has(path) ? path : (secrets.find((prefix) => path.startsWith(prefix)) ?? 'other');

/** What may be told of an unexpected error: its kind and where it was thrown. Its message may quote what a caller sent. */
export const traceOf = (error: Error): { name: string; at: readonly string[] } => ({
  name: error.name,
  at: (error.stack ?? '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 12)
    .map((line) => line.trim()),
});
