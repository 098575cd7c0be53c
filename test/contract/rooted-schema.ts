/** Schemas whose documents begin at any object type, so that they cost nothing but its fields. */
import { type GraphQLObjectType, GraphQLSchema } from 'graphql';
import { schema } from '../../src/services/schema.ts';

const known = new Map<GraphQLObjectType, GraphQLSchema>();

/** The schema with another query type. */
export function schemaAt(query: GraphQLObjectType): GraphQLSchema {
  let rooted = known.get(query);
  if (!rooted) {
    rooted = new GraphQLSchema({ query, types: Object.values(schema.getTypeMap()) });
    known.set(query, rooted);
  }
  return rooted;
}
