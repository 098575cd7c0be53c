/**
 * Answers introspection in pieces: all types at once take 50 ms, in which nobody else is served.
 * The types of introspection belong to graphql-js, so this holds for all schemas of the process;
 * executions without `yieldTurn` are not changed.
 */
import { __Schema, type GraphQLNamedType, type GraphQLSchema } from 'graphql';
import type { Context } from '../../engine/schema/resolver-context.ts';

/** Types of a piece, which takes about 2 ms. */
const typesPerTurn = 20;

/** Called once for a process. */
export function divideIntrospection(): void {
  __Schema.getFields()['types']!.resolve = (
    schema: GraphQLSchema,
    _,
    context: Partial<Context> | undefined,
  ) => {
    const types = Object.values(schema.getTypeMap());
    return context?.yieldTurn ? inTurns(types, context.yieldTurn) : types;
  };
}

async function* inTurns(
  types: readonly GraphQLNamedType[],
  yieldTurn: () => Promise<void>,
): AsyncGenerator<GraphQLNamedType> {
  for (const [index, type] of types.entries()) {
    if (index % typesPerTurn === 0) await yieldTurn();
    yield type;
  }
  // The whole result is serialised in a piece of its own.
  await yieldTurn();
}
