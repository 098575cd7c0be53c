/** Subscribers with different arguments of a subscription share the executions of its events. */
import { expect, it } from 'vitest';
import { schema } from '../../../src/services/schema.ts';

/**
 * Whether a resolver reads arguments: it has a second parameter that is not `_`, with blanks for
 * its type.
 */
const readsArguments = (resolve: (...parameters: never[]) => unknown): boolean =>
  resolve.length > 1 && !/^\(\w+\s*, _\s*,/.test(String(resolve));

it('the resolver of a subscription reads no argument', () => {
  const fields = Object.values(schema.getSubscriptionType()!.getFields());
  expect(fields.length).toBeGreaterThan(0);
  const different = fields.filter(({ resolve }) => !resolve || readsArguments(resolve));
  expect(different.map(({ name }) => name)).toEqual([]);
});
