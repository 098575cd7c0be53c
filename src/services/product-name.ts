/** The names of the services in the descriptions of root fields. */
import { api } from '../engine/api/api.ts';
import type { GraphQLSchema } from 'graphql';
import { serviceOf } from '../engine/rest/operation/operation.ts';

/**
 * Begins the description of each root field with its services: in an explorer, the root fields are
 * one long list.
 */
export function withProductNames(schema: GraphQLSchema): GraphQLSchema {
  const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];
  for (const field of roots.flatMap((root) => Object.values(root?.getFields() ?? {}))) {
    const { operations = [] } = field.extensions;
    const names = new Set(
      operations.map((operation) => api().services[serviceOf(operation)].product),
    );
    if (names.size > 0) field.description = `${[...names].join(', ')}: ${field.description}`;
  }
  return schema;
}
