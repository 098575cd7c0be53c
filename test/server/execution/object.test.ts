/**
 * What random operations have not: fields without a resolver, what a document has without
 * validation, where the operation is found, and all that a resolver sees.
 */
import { buildSchema, GraphQLError, type GraphQLResolveInfo, responsePathAsArray } from 'graphql';
import { describe, expect, it } from 'vitest';
import { type Given, executeBoth, sameResult, later } from './both-executors.ts';

const schema = buildSchema(`
  type Query {
    name: String
    size(unit: String, of: Int, exact: Boolean): String
    ship: Ship!
    ships: [Ship]
    old: String
  }
  type Ship { name: String size(unit: String): String port: Port ship: Ship }
  type Port { name: String ships: [Ship!] }
  type Mutation { name: String }
  type Subscription { name: String }
`);

class Vessel {
  readonly #name: string;

  constructor(name: string) {
    this.#name = name;
  }

  name(): string {
    return this.#name;
  }

  get ship(): Vessel {
    return new Vessel(`${this.#name}'s boat`);
  }
}

const cases: Readonly<Record<string, Given>> = {
  'reads properties, methods, getters and promises': {
    source: '{ name ship { name ship { name } } ships { name } }',
    root: () => ({
      name: later('fleet'),
      ship: new Vessel('Ann'),
      ships: () => later([later({ name: () => 'Bea' }), null, { name: 'Cleo' }]),
    }),
  },
  'may have one promise at several places': {
    source: '{ name old ship { name } ships { name } }',
    root: () => {
      const name = later('Ann');
      const ship = later({ name });
      return { name, old: name, ship, ships: [ship, ship, { name }] };
    },
  },
  'reads properties of functions': {
    source: '{ ship { name: size } }',
    root: () => ({ ship: () => Object.assign(() => 'called', { size: 'of a function' }) }),
  },
  'has nothing of a value that is no object': {
    source: '{ ship { name } }',
    root: () => ({ ship: 7 }),
  },
  'has nothing without a root value': { source: '{ name }' },
  'has an inherited property': {
    source: '{ name }',
    root: () => Object.create({ name: 'inherited' }),
  },
  'passes arguments and context to methods': {
    source: '{ size(of: 3, unit: "m") }',
    root: () => ({ size: (args: object, context: unknown) => JSON.stringify({ args, context }) }),
    context: 'deck',
  },
  'passes no arguments that are not given': {
    source: '{ size(exact: false, of: 0) }',
    root: () => ({ size: (args: object) => JSON.stringify(args) }),
  },
  'passes null as an argument': {
    source: '{ size(unit: null) }',
    root: () => ({ size: (args: object) => JSON.stringify(args) }),
  },
  'spreads a fragment once, even inside itself': {
    source: '{ ...A ...A } fragment A on Query { name ...A }',
    root: () => ({ name: 'x' }),
  },
  'leaves out fields that the type does not have': {
    source: '{ name ship { speed } speed }',
    root: () => ({ name: 'x', speed: 1, ship: { speed: 1 } }),
  },
  'has an empty object for a missing selection': {
    source: '{ ship }',
    root: () => ({ ship: { name: 'x' } }),
  },
  'ignores definitions of types in the document': {
    source: '{ name } type Query { size: Int }',
    root: () => ({ name: 'x' }),
  },
  'calls the given resolver for fields without one': {
    source: '{ name ship { size } }',
    fieldResolver: (_source, _args, _context, { parentType, fieldName }) =>
      `${parentType.name}.${fieldName}`,
  },
  'keeps the extensions of errors': {
    source: '{ name size }',
    root: () => ({
      name: () => {
        throw new GraphQLError('now', { extensions: { code: 'NOW' } });
      },
      size: () =>
        Promise.reject(Object.assign(new Error('late'), { extensions: { code: 'LATE' } })),
    }),
  },
  'runs the only operation, whatever its name is': {
    source: 'query Only { name }',
    root: () => ({ name: 'x' }),
  },
  'runs the operation of the given name': {
    source: 'query A { name } query B { b: name }',
    operationName: 'B',
    root: () => ({ name: 'x' }),
  },
  'runs no operation of several without a name': {
    source: 'query A { name } query B { b: name }',
  },
  'runs no operation of an unknown name': {
    source: 'query A { name }',
    operationName: 'B',
  },
  'runs nothing of a document without operations': {
    source: 'fragment A on Query { name }',
  },
  'starts a query at its root type': {
    source: 'query Q { __typename } mutation M { __typename }',
    operationName: 'Q',
  },
  'starts a mutation at its root type': {
    source: 'query Q { __typename } mutation M { __typename }',
    operationName: 'M',
  },
};

describe('an object', () => {
  it.each(Object.entries(cases))('%s', async (_, given) => {
    expect(await sameResult(schema, given)).toBeDefined();
  });
});

/** What a resolver sees of its field. */
const seenIn = (source: unknown, args: object, context: unknown, info: GraphQLResolveInfo) => ({
  source,
  args,
  context,
  path: responsePathAsArray(info.path),
  typenames: [info.path.typename, info.path.prev?.typename],
  field: `${info.parentType.name}.${info.fieldName}: ${String(info.returnType)}`,
  nodes: info.fieldNodes.map(({ loc }) => loc?.start),
  fragments: Object.keys(info.fragments),
  operation: info.operation.name?.value,
  variables: info.variableValues.coerced,
  root: info.rootValue,
  hasSchema: info.schema === schema,
});

describe('a resolver', () => {
  it('sees the same of its field by both executors', async () => {
    const seen: unknown[] = [];
    const source = `query Named ($unit: String = "m") {
      fleet: ships { ...A boat: ship { size(unit: $unit) } } }
      fragment A on Ship { boat: ship { size(unit: $unit) } }`;
    const { byPlan, byGraphqlJs } = await executeBoth(schema, {
      source,
      context: 'context',
      root: () => 'root',
      fieldResolver: (parent, args, context, info) => {
        seen.push(seenIn(parent, args, context, info));
        return info.fieldName === 'ships' ? ['a', 'b'] : `value of ${info.fieldName}`;
      },
    });
    expect(byPlan).toEqual(byGraphqlJs);
    expect(seen).toHaveLength(10);
    expect(seen.slice(0, 5)).toEqual(seen.slice(5));
    expect(seen[2]).toMatchObject({
      source: 'value of ship',
      args: { unit: 'm' },
      path: ['fleet', 0, 'boat', 'size'],
      typenames: ['Ship', 'Ship'],
    });
  });
});
