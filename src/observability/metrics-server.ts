/**
 * Serves the metrics on a port of their own. Clients of the gateway should not reach it, but it has
 * the limits of the main port, and one for the number of connections.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Config } from '../config.ts';
import type { Clock } from '../engine/caller/clock.ts';
import {
  answerClientErrors,
  connectionLimits,
  type ConnectionSettings,
} from '../server/connection/connection-limits.ts';
import { listen } from '../server/connection/listen.ts';
import type { Metrics } from './metrics.ts';

/** A server that listens. */
export interface MetricsServer {
  readonly url: string;
  /** Closes the port and all connections. */
  close(): Promise<void>;
}

/** Scrapers need one each. */
const maxConnections = 100;

type ServedSettings = Pick<Config, 'METRICS_HOST' | 'METRICS_PORT'> & ConnectionSettings;

/** @throws the error of the socket, for example with code `EADDRINUSE` */
export async function serveMetrics(
  metrics: Pick<Metrics, 'text' | 'contentType'>,
  config: ServedSettings,
  clock: Clock,
): Promise<MetricsServer> {
  const options = { ...connectionLimits(config), requestTimeout: config.RECEIVE_TIMEOUT_MS };
  const server = createServer(options, (req, res) => void answer(metrics, req, res));
  server.maxConnections = maxConnections;
  answerClientErrors(server, config, clock);
  const url = await listen(server, { host: config.METRICS_HOST, port: config.METRICS_PORT });
  return { url: `${url}/metrics`, close: () => close(server) };
}

/** Answers GET and HEAD of `/metrics`. */
async function answer(
  metrics: Pick<Metrics, 'text' | 'contentType'>,
  { method, url = '' }: IncomingMessage,
  res: ServerResponse,
): Promise<void> {
  if (url.split('?', 1)[0] !== '/metrics') return void res.writeHead(404).end();
  if (method !== 'GET' && method !== 'HEAD')
    return void res.writeHead(405, { allow: 'GET, HEAD' }).end();
  try {
    const text = await metrics.text();
    res.writeHead(200, { 'content-type': metrics.contentType }).end(text);
  } catch {
    res.writeHead(500).end();
  }
}

function close(server: ReturnType<typeof createServer>): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
