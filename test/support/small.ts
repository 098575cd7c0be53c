/** A small schema with something for every limit to count, behind a real server: what the server's own tests talk to. */
import { buildSchema, type GraphQLSchema, isObjectType } from 'graphql';
import type { RequestFacts } from '../../src/server/server-request.ts';
import type { GatewayParts } from '../../src/server/gateway.ts';
import { type Env, type Running, startServer } from './server.ts';

/** What the resolvers have seen. */
export interface Seen {
  /** Contexts made: one an execution. */
  readonly facts: RequestFacts[];
  resolved: number;
}

const fields = `
  name: String
  self: Thing
  other: Thing
  things(ids: [ID!]!, deep: Deep): [Thing!]
  fail(how: String!): String
  need(n: Int! = 1): Int
`;

const small = (): GraphQLSchema =>
  buildSchema(`
    type Thing { ${fields} }
    type Query { ${fields} paint(color: Color!): String  wait: String }
    type Mutation { change(n: Int): Thing }
    input Deep { ids: [ID!]  deep: Deep  lists: [[Int!]!] }
    enum Color { RED GREEN }
  `);

/** What a field answers by itself: strings their own name. */
const plain: Readonly<Record<string, unknown>> = {
  self: {},
  other: {},
  change: {},
  things: [{}],
  need: 1,
};

export type Resolver = (args: never, context: Seen) => unknown;

export interface SmallParts extends Partial<GatewayParts<Seen>> {
  /** Instead of the plain answers, by field name. */
  readonly resolvers?: Readonly<Record<string, Resolver>>;
}

export async function startSmall(
  env: Env = {},
  { resolvers = {}, ...parts }: SmallParts = {},
): Promise<Running & { readonly seen: Seen }> {
  const seen: Seen = { facts: [], resolved: 0 };
  const schema = parts.schema ?? small();
  for (const type of Object.values(schema.getTypeMap()))
    if (isObjectType(type) && !type.name.startsWith('__'))
      for (const field of Object.values(type.getFields()))
        field.resolve = resolverOf(field.name, resolvers[field.name]);
  const contextOf = (facts: RequestFacts): Seen => {
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
