/** A gateway on a free port of loopback, in this process: the one way in which tests talk to it over HTTP. */
import { buildSchema, type GraphQLSchema } from 'graphql';
import { Writable } from 'node:stream';
import { type Config, readConfig } from '../../src/config.ts';
import type { RequestFacts } from '../../src/server/exchange.ts';
import { createGateway, type Gateway, type GatewayParts } from '../../src/server/gateway.ts';
import { createLog } from '../../src/server/log.ts';

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
  query(document: string, variables?: object, headers?: Readonly<Record<string, string>>): Promise<Answer>;
  /** Any request. `path` is appended to the address. */
  send(path: string, init?: RequestInit): Promise<Answer>;
  close(): Promise<void>;
}
/** Settings as environment variables would give them. */
export type Env = Readonly<Record<string, string>>;

/** Starts a gateway of the given parts. @param env settings; the log is written at level debug unless they say otherwise. */
export async function startServer<Context>(parts: Omit<GatewayParts<Context>, 'config' | 'log'>, env: Env = {}): Promise<Running> {
  const config: Config = readConfig({ PORT: '0', LOG_LEVEL: 'debug', ...env });
  const lines: Record<string, unknown>[] = [];
  const sink = new Writable({
    write: (line: Buffer, _, done) => {
      lines.push(JSON.parse(line.toString()) as Record<string, unknown>);
      done();
    },
  });
  const gateway = createGateway({ ...parts, config, log: createLog(config, sink) });
  const url = await gateway.listen();
  const send = async (path: string, init?: RequestInit): Promise<Answer> => {
    const response = await fetch(url + path, init);
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, body: parsed(text) };
  };
  return {
    url,
    gateway,
    lines,
    send,
    query: (query, variables, headers) =>
      send('/graphql', {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/graphql-response+json', ...headers },
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

/** What the small schema below has seen. */
export interface Seen {
  /** Contexts made: one an execution. */
  readonly facts: RequestFacts[];
  resolved: number;
}
/** A schema of every shape that limits count, and resolvers that only count. */
const small = (): GraphQLSchema =>
  buildSchema(`
  interface Named { name: String }
  type Thing implements Named { name: String  self: Thing  other: Thing  things(ids: [ID!]!, deep: Deep): [Thing!]  fail(how: String!): String  need(n: Int! = 1): Int }
  input Deep { ids: [ID!]  deep: Deep  lists: [[Int!]!] }
  enum Color { RED GREEN }
  type Query { name: String  self: Thing  other: Thing  things(ids: [ID!]!, deep: Deep): [Thing!]  paint(color: Color!): String  fail(how: String!): String  wait: String  need(n: Int! = 1): Int }
  type Mutation { change(n: Int): Thing }
`);
export async function startSmall(
  env: Env = {},
  more: Partial<GatewayParts<Seen>> & { readonly resolvers?: Readonly<Record<string, (args: never, context: Seen) => unknown>> } = {},
): Promise<Running & { readonly seen: Seen }> {
  const seen: Seen = { facts: [], resolved: 0 };
  const { resolvers, ...parts } = more;
  const schema = parts.schema ?? small();
  for (const type of ['Query', 'Mutation', 'Thing']) {
    const fields = schema.getType(type) as unknown as { getFields(): Record<string, { resolve?: unknown }> } | undefined;
    for (const [name, field] of Object.entries(fields?.getFields() ?? {}))
      field.resolve = (_: unknown, args: never, context: Seen) => {
        context.resolved += 1;
        return (
          resolvers?.[name]?.(args, context) ??
          (name === 'need' ? 1 : name === 'things' ? [{}] : /self|other|change/.test(name) ? {} : name)
        );
      };
  }
  const contextOf = (facts: RequestFacts): Seen => {
    seen.facts.push(facts);
    return seen;
  };
  const running = await startServer({ schema, contextOf, reachable: async () => true, ...parts }, env);
  return { ...running, seen };
}
