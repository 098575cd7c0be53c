/** A gateway on a free port of loopback, in this process, and how tests send requests to it. */
import { Writable } from 'node:stream';
import { inject } from 'vitest';
import { googleApis } from '../../../src/services/api.ts';
import { type Config, readConfig } from '../../../src/config.ts';
import { constants } from '../../../src/constants.ts';
import {
  createHttpGateway,
  type HttpGateway,
  type GatewayParts,
} from '../../../src/server/gateway/gateway.ts';
import { createLog, type Logger } from '../../../src/server/record/log.ts';
import { sendPlain } from '../client/plain-request.ts';

/** A response, its body parsed where it is JSON. */
export interface TestResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: the body of any response
  readonly body: any;
}

/** A gateway that listens. */
export interface RunningServer extends AsyncDisposable {
  readonly url: string;
  readonly gateway: HttpGateway;
  /** The lines logged so far. */
  readonly lines: Record<string, unknown>[];
  /** Sends a GraphQL document as JSON by POST. */
  query(
    document: string,
    variables?: object,
    headers?: Readonly<Record<string, string>>,
  ): Promise<TestResponse>;
  /** Sends any request; `path` is appended to the URL. */
  send(path: string, init?: RequestInit): Promise<TestResponse>;
  close(): Promise<void>;
}

/** Environment variables. */
export type Env = Readonly<Record<string, string>>;

/**
 * Starts a gateway of the given parts. A schema that `buildSchema` has not made gets our API.
 * @param env overrides settings; the default log level is `debug`
 */
export async function startServer<Context>(
  parts: Omit<GatewayParts<Context>, 'config' | 'log'>,
  env: Env = {},
): Promise<RunningServer> {
  const config = configOf(env);
  const { lines, log } = recordedLog(config);
  const { extensions } = parts.schema;
  parts.schema.extensions = { api: googleApis, ...extensions };
  return serve(createHttpGateway({ pingMs: 300, ...parts, config, log }), lines);
}

/** The origin of receivers that watch mutations may name. `fetch` sends nothing to its port. */
export const receiverOrigin = 'https://127.0.0.1:1';

/** Tests cause more failures than a service that works. */
export const unlimitedFailures = 1_000_000;

/**
 * The configuration of a test: a free port, log level `debug`, a breaker that does not open, and
 * the given variables. Constants are changed in the same way.
 */
export function configOf(env: Env): Config {
  const config = readConfig({
    PORT: '0',
    LOG_LEVEL: 'debug',
    NOTIFICATION_ORIGINS: receiverOrigin,
    BREAKER_FAILURES: String(unlimitedFailures),
    CACHE: 'off',
    ...env,
  });
  const changed = Object.entries(env).filter(([key]) => key in constants);
  return { ...config, ...Object.fromEntries(changed.map(([key, text]) => [key, Number(text)])) };
}

/** A log and its recorded lines. */
export function recordedLog(config: Config): {
  readonly lines: Record<string, unknown>[];
  readonly log: Logger;
} {
  const lines: Record<string, unknown>[] = [];
  const sink = new Writable({
    write: (line: Buffer, _, done) => {
      lines.push(JSON.parse(line.toString()) as Record<string, unknown>);
      done();
    },
  });
  return { lines, log: createLog(config, sink) };
}

/** Starts a gateway. @param lines the lines of its log */
export async function serve(
  gateway: HttpGateway,
  lines: Record<string, unknown>[],
): Promise<RunningServer> {
  if (inject('servedByYoga')) serveByYoga(gateway);
  const url = await gateway.listen();
  const send = async (path: string, init?: RequestInit): Promise<TestResponse> => {
    const response = await fetch(url + path, init);
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, body: parseJson(text) };
  };
  const common = {
    'content-type': 'application/json',
    accept: 'application/graphql-response+json',
  };
  return {
    url,
    gateway,
    lines,
    send,
    query: async (query, variables, headers) => {
      const response = await sendPlain(`${url}/graphql`, {
        method: 'POST',
        headers: { ...common, ...headers },
        body: JSON.stringify({ query, variables }),
      });
      return Object.assign(response, { body: parseJson(response.text) });
    },
    close: () => gateway.close(),
    [Symbol.asyncDispose]: () => gateway.close(),
  };
}

/**
 * Appends an empty query string to the path of each request: `GraphqlHandler` leaves it to Yoga.
 */
function serveByYoga({ server }: HttpGateway): void {
  server.prependListener('request', (req) => {
    if (req.url === '/graphql') req.url = '/graphql?';
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
