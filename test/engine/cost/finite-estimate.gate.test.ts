import fc from 'fast-check';
import {
  getNamedType,
  type GraphQLField,
  type GraphQLNamedType,
  isObjectType,
  isRequiredArgument,
  parse,
  validateExecutionArgs,
} from 'graphql';
import { expect, it } from 'vitest';
import { estimateCost } from '../../../src/engine/cost/estimate.ts';
import { globalId, allResources } from '../../../src/engine/schema/type/global-id.ts';
import { schema } from '../../../src/services/schema.ts';
import { randomQuery } from '../../support/random/random-query.ts';

/** Selections of one leaf each, through up to `depth` objects. */
function selections(type: GraphQLNamedType, depth: number): string[] {
  return isObjectType(type)
    ? Object.values(type.getFields()).flatMap((field) => selectionsOf(field, depth))
    : ['__typename'];
}

function selectionsOf(field: GraphQLField<unknown, unknown>, depth: number): string[] {
  if (field.args.some(isRequiredArgument)) return [];
  const type = getNamedType(field.type);
  if (!('getFields' in type) && !('getTypes' in type)) return [field.name];
  return depth === 0
    ? []
    : selections(type, depth - 1).map((selection) => `${field.name} { ${selection} }`);
}

function requestsOf(document: string, variableValues: Record<string, unknown> = {}): number {
  const prepared = validateExecutionArgs({ schema, document: parse(document), variableValues });
  if (!('schema' in prepared)) throw new Error(`${document}: ${prepared[0]!.message}`);
  return estimateCost(prepared).calls;
}

const entityTypes = allResources().filter(({ name }) => schema.getType(name) !== undefined);

it.each(entityTypes)(
  'states a finite estimate for each selection below $name: each list has a maximum',
  ({ name, key }) => {
    const id = globalId(
      name,
      key.map(() => 'abc'),
    );
    const found = selections(schema.getType(name)!, 3).filter(
      (each) =>
        !Number.isFinite(requestsOf(`{ node(id: "${id}") { ... on ${name} { ${each} } } }`)),
    );
    expect(found).toEqual([]);
  },
);

it('states a finite estimate for each selection below Query: each list has a maximum', () => {
  const found = selections(schema.getQueryType()!, 5).filter(
    (each) => !Number.isFinite(requestsOf(`{ ${each} }`)),
  );
  expect(found).toEqual([]);
});

it('states a finite estimate for random queries, whose fields have arguments', () => {
  const evenly = (limit: number): fc.Arbitrary<number> => fc.noBias(fc.nat(limit - 1));
  const anyQuery = fc.gen().map((gen) => randomQuery((limit) => gen(evenly, limit)));
  fc.assert(
    fc.property(anyQuery, ({ document, variables }) => {
      expect(requestsOf(document, variables)).toBeLessThan(Infinity);
    }),
    { seed: 20_260_313, numRuns: 300 },
  );
});
