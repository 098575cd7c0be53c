/** Subscribers with different arguments of a subscription share the executions of its events. */
import { expect, it } from 'vitest';
import { schema } from '../../src/graph/schema.ts';

it('the resolver of a subscription reads nothing but its event', () => {
  const fields = Object.values(schema.getSubscriptionType()!.getFields());
  expect(fields.length).toBeGreaterThan(0);
  const readsMore = fields.filter(({ resolve }) => resolve === undefined || resolve.length > 1);
  expect(readsMore.map(({ name }) => name)).toEqual([]);
});
