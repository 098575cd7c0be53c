/** The HTTP server: routes, what is refused before GraphQL sees it, and the way it stops. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Config } from '../config.ts';
import type { Service } from '../upstream/operation.ts';
import { Arrivals } from './limits/receive-timeout.ts';
import { type ByteRoute, linger } from './transfer/byte-route.ts';
import { cors } from './cors.ts';
import { drain } from './lifecycle/drain.ts';
import { type ServerRequest, pathOf } from './server-request.ts';
import { type GraphiqlParts, graphiql } from './graphiql.ts';
import { checkTransport } from './limits/transport-limit.ts';
import { readiness } from './lifecycle/health.ts';
import { isMultipart } from './transfer/multipart.ts';
import { identityOf } from './identity.ts';
import { logRequest, traceOf } from './log.ts';
import { HttpError, refuse } from './http-error.ts';
import { requestIdOf } from './request-id.ts';
import { type YogaParts, yogaServer } from './yoga.ts';

export interface GatewayParts<Context> extends YogaParts<Context>, GraphiqlParts {
  /** Whether a service accepts connections. */
  readonly reachable: (service: Service) => Promise<boolean>;
  /** Where bytes go up and down. */
  readonly routes?: readonly ByteRoute[] | undefined;
}

export interface Gateway {
  readonly server: Server;
  /** Where it listens, `http://…`; undefined before it does. */
  address(): string | undefined;
  /** Starts on the settings' host and port. @returns the address. */
  listen(): Promise<string>;
  /** Ends what is under way, takes nothing new, and resolves when the last connection is closed: 10 s at the latest. */
  drain(): Promise<void>;
}

export function createGateway<Context>(parts: GatewayParts<Context>): Gateway {
  const { config, log, routes = [] } = parts;
  const yoga = yogaServer(parts);
  const origins: ReadonlySet<string> = new Set(config.CORS_ORIGINS);
  const page = config.GRAPHIQL ? graphiql(parts) : undefined;
  let draining = false;
  const ready = readiness(parts.reachable, () => draining);
  let underWay = 0;
  let streams = 0;
  const arrivals = new Arrivals(config.RECEIVE_TIMEOUT_MS);

  async function stream(
    route: ByteRoute,
    req: IncomingMessage,
    res: ServerResponse,
  ): Promise<void> {
    if (streams >= config.MAX_CONCURRENT_STREAMS)
      throw new HttpError(503, 'OVERLOADED', 'Too many uploads and downloads are under way.', {
        'retry-after': '1',
      });
    streams += 1;
    let counts = true;
    const end = (): void => {
      if (counts) streams -= 1;
      counts = false;
    };
    res.once('close', end);
    try {
      await route.serve(req, res, req.url!.slice(route.prefix.length));
    } catch (error) {
      // Who is refused takes nobody's place, however long they go on sending.
      end();
      throw error;
    }
  }
  async function route(
    req: IncomingMessage,
    res: ServerResponse,
    requestId: string,
    began: (exchange: ServerRequest) => void,
  ): Promise<void> {
    const path = pathOf(req);
    if (path === '/health') return answer(res, 200, { status: 'alive' });
    if (path === '/ready') {
      const { status, body } = await ready();
      return answer(res, status, body);
    }
    if (path !== '/graphql') throw new HttpError(404, 'NOT_FOUND', 'Nothing is served here.');
    if (page !== undefined && req.method === 'GET' && req.headers.accept?.includes('text/html'))
      return page(req, res);
    checkTransport(req, underWay, config);
    const exchange = exchangeOf(req, res, requestId, config.REQUEST_DEADLINE_MS);
    began(exchange);
    underWay += 1;
    res.once('close', () => (underWay -= 1));
    await yoga(req, res, { exchange });
  }
  const server = createServer(arrival(config), (req, res) => {
    const requestId = requestIdOf(req);
    res.setHeader('x-request-id', requestId);
    res.setHeader('x-content-type-options', 'nosniff');
    if (draining) res.setHeader('connection', 'close');
    let exchange: ServerRequest | undefined;
    logRequest(log, req, res, requestId, () => exchange);
    const bytes = routes.find(({ prefix }) => req.url!.startsWith(prefix));
    if (cors(req, res, origins, bytes?.cors)) return;
    if (bytes === undefined) {
      arrivals.expect(
        req,
        isMultipart(req.headers['content-type'])
          ? { rate: slowest, most: config.MAX_UPLOAD_BYTES / slowest }
          : undefined,
      );
      res.once('close', () => arrivals.forget(req));
    }
    const served = bytes
      ? stream(bytes, req, res)
      : route(req, res, requestId, (begun) => (exchange = begun));
    served.catch((error: unknown) => {
      if (!(error instanceof HttpError))
        log.error({ requestId, error: error instanceof Error && traceOf(error) }, 'internal');
      if (!res.headersSent) refuse(req, res, asRefusal(error), requestId, bytes && linger);
    });
  });
  arrivals.watch(server);
  return {
    server,
    address: () => addressOf(server),
    listen: () => listen(server, config),
    drain: () => {
      draining = true;
      return drain(server);
    },
  };
}

/** Files have to come at this rate at least, in bytes a ms: some half a megabit a second. */
const slowest = 64;

/** Headers that don't arrive in time are closed; bodies are looked after in `arrival.ts`. */
const arrival = ({ RECEIVE_TIMEOUT_MS: longest }: Pick<Config, 'RECEIVE_TIMEOUT_MS'>) => ({
  headersTimeout: Math.min(longest, 10_000),
  requestTimeout: 0,
  connectionsCheckingInterval: Math.min(longest, 1_000),
  maxHeaderSize: 16 * 1024,
  keepAliveTimeout: 65_000,
});

const asRefusal = (error: unknown): HttpError =>
  error instanceof HttpError
    ? error
    : new HttpError(500, 'INTERNAL', 'Something went wrong in the gateway.');

function answer(res: ServerResponse, status: number, body: object): void {
  res
    .writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' })
    .end(JSON.stringify(body));
}

function exchangeOf(
  req: IncomingMessage,
  res: ServerResponse,
  requestId: string,
  deadlineMs: number,
): ServerRequest {
  const identity = identityOf(req);
  const left = new AbortController();
  res.once('close', () => {
    if (!res.writableFinished) left.abort();
  });
  return {
    facts: { identity, signal: left.signal, deadline: performance.now() + deadlineMs, requestId },
  };
}

function listen(
  server: Server,
  { HOST, PORT }: { readonly HOST: string; readonly PORT: number },
): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(PORT, HOST, () => {
      server.removeListener('error', reject);
      resolve(addressOf(server)!);
    });
  });
}

function addressOf(server: Server): string | undefined {
  const bound = server.address() as AddressInfo | null;
  return bound === null
    ? undefined
    : `http://${bound.family === 'IPv6' ? `[${bound.address}]` : bound.address}:${bound.port}`;
}
