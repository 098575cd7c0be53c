/** Schemas whose documents begin at any object type, so that they cost nothing but its fields. */
import { type GraphQLObjectType, GraphQLSchema } from 'graphql';
import { schema } from '../../src/services/schema.ts';

const known = new Map<GraphQLObjectType, GraphQLSchema>();

/** The schema with another query type. */
export function schemaAt(query: GraphQLObjectType): GraphQLSchema {
  let rooted = known.get(query);
  if (!rooted) {
    // The types are those of a valid schema: checking all of them again takes 50 ms.
    rooted = new GraphQLSchema({
      query,
      types: Object.values(schema.getTypeMap()),
      assumeValid: true,
    });
    known.set(query, rooted);
  }
  return rooted;
}
