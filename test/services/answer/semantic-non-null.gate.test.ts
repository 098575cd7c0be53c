/** Fields with `@semanticNonNull` are null only where `errors` has an entry for them. */
import fc from 'fast-check';
import { type GraphQLField, isObjectType } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { schema } from '../../../src/services/schema.ts';
import { anyCost } from '../../support/gateway/document-limit.ts';
import { startGateway } from '../../support/gateway/gateway.ts';
import { promised } from '../../support/report/promised-size.ts';
import { anyQuery } from '../../support/random/random-query.ts';
import { howToRepeat, seedOf } from '../../support/random/repeatable-seed.ts';
import { start } from '../../support/gateway/sandbox.ts';

const marked = Object.values(schema.getTypeMap())
  .filter(isObjectType)
  .flatMap((type) =>
    Object.values(type.getFields())
      .filter(({ extensions }) => extensions.isNullOnErrorOnly)
      .map((field) => ({ coordinate: `${type.name}.${field.name}`, field })),
  );

/** The marked fields that have returned null, or anything else. */
const returned = { null: new Set<string>(), value: new Set<string>() };

/** Notes what the resolver of a field returns. */
function watch(coordinate: string, field: GraphQLField<unknown, unknown>): void {
  const resolve = field.resolve!;
  field.resolve = (parent, args, context, info) => {
    const note = (result: unknown): unknown => {
      if (!(result instanceof Error)) returned[result == null ? 'null' : 'value'].add(coordinate);
      return result;
    };
    const result: unknown = resolve(parent, args, context, info);
    return result instanceof Promise ? result.then(note) : note(result);
  };
}

const env = {
  ...anyCost,
  MAX_ESTIMATED_CALLS: String(Number.MAX_SAFE_INTEGER),
};

const timeout = 600_000;
const seed = seedOf(process.env);
let gateway: Awaited<ReturnType<typeof startGateway>>;

beforeAll(async () => {
  for (const { coordinate, field } of marked) watch(coordinate, field);
  gateway = await startGateway({ env, sandbox: { now: start } });
}, timeout);

afterAll(() => gateway.close(), timeout);

describe('a field with `@semanticNonNull`', { timeout }, () => {
  it('is null in no random query without an error of its own', {
    tags: ['fullSize'],
  }, async ({ onTestFailed }) => {
    onTestFailed(() =>
      console.error(howToRepeat(seed, 'test/services/answer/semantic-non-null.gate.test.ts')),
    );
    const anyToken = fc.constantFrom('studio-owner', 'studio-guest', 'no-channel');
    const property = fc.asyncProperty(anyQuery, anyToken, async (query, token) => {
      await gateway.query(query.document, query.variables, { authorization: `Bearer ${token}` });
      expect([...returned.null]).toEqual([]);
    });
    await fc.assert(property, { seed, numRuns: promised(250, 200), endOnFailure: true });
    expect(returned.value.size).toBeGreaterThan(20);
  });
});
