/** Events of subscriptions have the same results by plans and by graphql-js. */
import { buildSchema } from 'graphql';
import { describe, expect, it } from 'vitest';
import { type Given, sameResult, failLater, later } from './both-executors.ts';

const schema = buildSchema(`
  type Query { a: Int }
  type Subscription { changed(of: Int): Change left: Int! }
  type Change { name: String by: [Person!] }
  interface Person { name: String! }
  type Owner implements Person { name: String! since: Int }
`);

const cases: Readonly<Record<string, Given>> = {
  'is the root value': {
    source: 'subscription { changed { name by { name ... on Owner { since } } } }',
    root: () => ({
      changed: { name: 'file', by: [later({ __typename: 'Owner', name: 'Ann', since: 1 })] },
    }),
  },
  'has errors as a query has them': {
    source: 'subscription { changed { name by { name } } }',
    root: () => ({ changed: later({ name: failLater('x'), by: [{ __typename: 'Owner' }] }) }),
  },
  'is null if its field must not be': {
    source: 'subscription { left }',
    root: () => ({ left: null }),
  },
  'has the fields that variables select': {
    source:
      'subscription ($n: Int, $by: Boolean!) { changed(of: $n) { name by @skip(if: $by) { name } } }',
    root: () => ({ changed: ({ of }: { of: number }) => ({ name: String(of) }) }),
    variables: { n: 3, by: true },
  },
  'without a value has null': {
    source: 'subscription { changed { name } }',
    root: () => undefined,
  },
};

describe('an event', () => {
  it.each(Object.entries(cases))('%s', async (_, given) => {
    expect(await sameResult(schema, given)).toBeDefined();
  });
});
