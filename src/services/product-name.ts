/** The names of the services in texts for users. */
import type { GraphQLSchema } from 'graphql';
import { type Service, serviceOf } from '../engine/rest/operation/operation.ts';

export const productNames: Readonly<Record<Service, string>> = {
  video: 'YouTube',
  live: 'YouTube Live',
  storage: 'Google Drive',
  calendar: 'Google Calendar',
};

/**
 * Begins the description of each root field with its services: in an explorer, the root fields are
 * one long list.
 */
export function withProductNames(schema: GraphQLSchema): GraphQLSchema {
  const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];
  for (const field of roots.flatMap((root) => Object.values(root?.getFields() ?? {}))) {
    const { operations = [] } = field.extensions;
    const names = new Set(operations.map((operation) => productNames[serviceOf(operation)]));
    if (names.size > 0) field.description = `${[...names].join(', ')}: ${field.description}`;
  }
  return schema;
}
