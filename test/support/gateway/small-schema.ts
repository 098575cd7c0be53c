/**
 * A small schema behind a real server, with fields for every limit to count. The tests of the
 * server layer use it instead of the real graph.
 */
import { buildSchema, type GraphQLSchema, isObjectType } from 'graphql';
import { afterAll, beforeAll } from 'vitest';
import type { RequestDetails } from '../../../src/server/connection/server-request.ts';
import type { GatewayParts } from '../../../src/server/gateway/gateway.ts';
import { type Env, type RunningServer, startServer } from './server.ts';

/** Details that the server has passed to the resolvers. */
interface Seen {
  /** One entry per context, which is one per execution. */
  readonly facts: RequestDetails[];
  /** Number of resolver calls. */
  resolved: number;
}

const fields = `
  name: String
  self: Item
  other: Item
  items(ids: [ID!]!, deep: Deep): [Item!]
  fail(how: String!): String
  need(n: Int! = 1): Int
`;

/** The schema, without resolvers. */
export const small = (): GraphQLSchema =>
  buildSchema(`
    type Item { ${fields} }
    type Query { ${fields} paint(color: Color!): String  wait: String }
    type Mutation { change(n: Int): Item }
    input Deep { ids: [ID!]  deep: Deep  lists: [[Int!]!] }
    enum Color { RED GREEN }
  `);

/** Values of fields by name; all other fields return their name. */
const plain: Readonly<Record<string, unknown>> = {
  self: {},
  other: {},
  change: {},
  items: [{}],
  need: 1,
};

/** A resolver of the small schema. */
export type Resolver = (args: never, context: Seen) => unknown;

/** Parts of the gateway to replace. */
interface SmallParts extends Partial<GatewayParts<Seen>> {
  /** Resolvers in place of the plain values, by field name. */
  readonly resolvers?: Readonly<Record<string, Resolver>>;
}

/** A server with the small schema, and what its resolvers have seen. */
interface SmallServer extends RunningServer {
  readonly seen: Seen;
}

/** Starts a server before the tests of a group, and closes it after them. */
export function useSmall(
  ...args: Parameters<typeof startSmall>
): Omit<SmallServer, 'close' | typeof Symbol.asyncDispose> {
  let server: SmallServer;
  beforeAll(async () => {
    server = await startSmall(...args);
  });
  afterAll(() => server.close());
  return {
    get url() {
      return server.url;
    },
    get gateway() {
      return server.gateway;
    },
    get lines() {
      return server.lines;
    },
    get seen() {
      return server.seen;
    },
    query: (...request) => server.query(...request),
    send: (...request) => server.send(...request),
  };
}

/** Starts a server with the small schema. */
export async function startSmall(
  env: Env = {},
  { resolvers = {}, ...parts }: SmallParts = {},
): Promise<SmallServer> {
  const seen: Seen = { facts: [], resolved: 0 };
  const schema = parts.schema ?? small();
  for (const type of Object.values(schema.getTypeMap()))
    if (isObjectType(type) && !type.name.startsWith('__'))
      for (const field of Object.values(type.getFields()))
        field.resolve = resolverOf(field.name, resolvers[field.name]);
  const contextOf = (facts: RequestDetails): Seen => {
    seen.facts.push(facts);
    return seen;
  };
  const running = await startServer(
    { schema, contextOf, reachable: async () => true, ...parts },
    env,
  );
  return { ...running, seen };
}

const resolverOf =
  (name: string, resolver: Resolver | undefined) =>
  (_: unknown, args: unknown, context: Seen): unknown => {
    context.resolved += 1;
    return resolver?.(args as never, context) ?? plain[name] ?? name;
  };
