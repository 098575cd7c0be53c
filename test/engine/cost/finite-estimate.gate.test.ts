import fc from 'fast-check';
import {
  getNamedType,
  type GraphQLField,
  type GraphQLNamedType,
  isLeafType,
  isObjectType,
  isRequiredArgument,
  parse,
  validateExecutionArgs,
} from 'graphql';
import { expect, it } from 'vitest';
import { resourcesOf } from '../../../src/engine/schema/builder.ts';
import { estimateCost } from '../../../src/engine/cost/estimate.ts';
import { globalId } from '../../../src/engine/schema/type/global-id.ts';
import { schema } from '../../../src/services/schema.ts';
import { promised } from '../../support/report/promised-size.ts';
import { anyQuery } from '../../support/random/random-query.ts';

/** The fields of a type that need no arguments. */
const fieldsOf = (type: GraphQLNamedType): GraphQLField<unknown, unknown>[] =>
  isObjectType(type)
    ? Object.values(type.getFields()).filter(({ args }) => !args.some(isRequiredArgument))
    : [];

const isLeaf = ({ type }: GraphQLField<unknown, unknown>): boolean =>
  isLeafType(getNamedType(type));

/**
 * Selections of one object each, through up to `depth` objects: all of its leaves, and none. All
 * leaves of an object are behind the same lists, and their calls are added up.
 */
function selections(type: GraphQLNamedType, depth: number): string[] {
  const leaves = fieldsOf(type).filter(isLeaf);
  return [
    '__typename',
    ...(leaves.length === 0 ? [] : [leaves.map(({ name }) => name).join(' ')]),
    ...nestedSelections(type, depth),
  ];
}

function nestedSelections(type: GraphQLNamedType, depth: number): string[] {
  const objects = depth === 0 ? [] : fieldsOf(type).filter((field) => !isLeaf(field));
  return objects.flatMap((field) =>
    selections(getNamedType(field.type), depth - 1).map(
      (selection) => `${field.name} { ${selection} }`,
    ),
  );
}

/** Those below an object, of whose own leaves each is selected alone as well. */
const selectionsBelow = (type: GraphQLNamedType, depth: number): string[] => [
  ...fieldsOf(type)
    .filter(isLeaf)
    .map(({ name }) => name),
  ...selections(type, depth),
];

function requestsOf(document: string, variableValues: Record<string, unknown> = {}): number {
  const prepared = validateExecutionArgs({ schema, document: parse(document), variableValues });
  if (!('schema' in prepared)) throw new Error(`${document}: ${prepared[0]!.message}`);
  return estimateCost(prepared).calls;
}

const entityTypes = [...resourcesOf(schema).values()].filter(
  ({ name }) => schema.getType(name) !== undefined,
);

it.each(entityTypes)(
  'states a finite estimate for each selection below $name: each list has a maximum',
  ({ name, key }) => {
    const id = globalId(
      name,
      key.map(() => 'abc'),
    );
    const found = selectionsBelow(schema.getType(name)!, 3).filter(
      (each) =>
        !Number.isFinite(requestsOf(`{ node(id: "${id}") { ... on ${name} { ${each} } } }`)),
    );
    expect(found).toEqual([]);
  },
);

it('states a finite estimate for each selection below Query: each list has a maximum', {
  tags: ['fullSize'],
}, () => {
  const found = selectionsBelow(schema.getQueryType()!, promised(5, 4)).filter(
    (each) => !Number.isFinite(requestsOf(`{ ${each} }`)),
  );
  expect(found).toEqual([]);
});

it('states a finite estimate for random queries, whose fields have arguments', {
  tags: ['fullSize'],
}, () => {
  fc.assert(
    fc.property(anyQuery, ({ document, variables }) => {
      expect(requestsOf(document, variables)).toBeLessThan(Infinity);
    }),
    { seed: 20_260_313, numRuns: promised(300, 100) },
  );
});
