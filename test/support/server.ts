/**
 * A server on a free port of loopback, in this process, and the one way in which tests talk to it
 * over HTTP.
 */
import { Writable } from 'node:stream';
import { type Config, readConfig } from '../../src/config.ts';
import { createGateway, type Gateway, type GatewayParts } from '../../src/server/gateway.ts';
import { createLog, type Logger } from '../../src/server/log.ts';

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: answers of any query
  readonly body: any;
}

export interface Running {
  readonly url: string;
  readonly gateway: Gateway;
  /** The log's lines so far. */
  readonly lines: Record<string, unknown>[];
  /** One POST of a document with JSON, as clients send it. */
  query(
    document: string,
    variables?: object,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Answer>;
  /** Any request. `path` is appended to the address. */
  send(path: string, init?: RequestInit): Promise<Answer>;
  close(): Promise<void>;
}

/** Settings as environment variables would give them. */
export type Env = Readonly<Record<string, string>>;

/**
 * Starts a gateway of the given parts.
 * @param env settings; the log is written at level debug unless they say otherwise.
 */
export async function startServer<Context>(
  parts: Omit<GatewayParts<Context>, 'config' | 'log'>,
  env: Env = {},
): Promise<Running> {
  const config = configOf(env);
  const { lines, log } = recordedLog(config);
  return serve(createGateway({ ...parts, config, log }), lines);
}

export const configOf = (env: Env): Config => readConfig({ PORT: '0', LOG_LEVEL: 'debug', ...env });

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

/** Lets it listen. @param lines the log's, as they come. */
export async function serve(gateway: Gateway, lines: Record<string, unknown>[]): Promise<Running> {
  const url = await gateway.listen();
  const send = async (path: string, init?: RequestInit): Promise<Answer> => {
    const response = await fetch(url + path, init);
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, body: parsed(text) };
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
    query: (query, variables, headers) =>
      send('/graphql', {
        method: 'POST',
        headers: { ...common, ...headers },
        body: JSON.stringify({ query, variables }),
      }),
    close: async () => {
      gateway.server.closeAllConnections();
      await new Promise((resolve) => gateway.server.close(resolve));
    },
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
