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
import { estimateCost } from '../../../src/data/cost/estimate.ts';
import { allResources } from '../../../src/graph/field/field-factory.ts';
import { globalId } from '../../../src/graph/global-id.ts';
import { schema } from '../../../src/graph/schema.ts';

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

function requestsOf(selection: string): number {
  const prepared = validateExecutionArgs({ schema, document: parse(`{ ${selection} }`) });
  if (!('schema' in prepared)) throw new Error(`${selection}: ${prepared[0]!.message}`);
  return estimateCost(prepared).requests;
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
      (each) => !Number.isFinite(requestsOf(`node(id: "${id}") { ... on ${name} { ${each} } }`)),
    );
    expect(found).toEqual([]);
  },
);

it('states a finite estimate for each selection below Query: each list has a maximum', () => {
  const found = selections(schema.getQueryType()!, 5).filter(
    (each) => !Number.isFinite(requestsOf(each)),
  );
  expect(found).toEqual([]);
});

it.each([
  ['videoCategories(regionCode: "US")', 'VideoCategory'],
  ['guideCategories(by: { regionCode: "US" })', 'GuideCategory'],
])('states a finite estimate for each selection below %s', (root, type) => {
  const found = selections(schema.getType(type)!, 3).filter(
    (each) => !Number.isFinite(requestsOf(`${root} { ${each} }`)),
  );
  expect(found).toEqual([]);
});
