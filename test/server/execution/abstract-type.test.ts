/** Types of interfaces and unions, found in other ways than in random operations. */
import { buildSchema, type GraphQLSchema, type GraphQLTypeResolver, isAbstractType } from 'graphql';
import { describe, expect, it } from 'vitest';
import { type Given, executeBoth, sameResult, later } from './both-executors.ts';

const sdl = `
  type Query { being: Being beings: [Being!] thing: Thing things: [Thing] named: Named }
  interface Being { name: String friends: [Being] }
  interface Named { name: String }
  type Bird implements Being & Named { name: String friends: [Being] wings: Int }
  type Fish implements Being & Named { name: String friends: [Being] fins: Int }
  type Rock { weight: Int name: String }
  union Thing = Bird | Rock
  type Other { name: String }
`;

/** A schema with this function for each interface and union. */
function schemaWith(resolveType: GraphQLTypeResolver<unknown, unknown> | undefined): GraphQLSchema {
  const schema = buildSchema(sdl);
  for (const type of Object.values(schema.getTypeMap()))
    if (isAbstractType(type)) type.resolveType = resolveType;
  return schema;
}

/** Resolves types as graphql-js does by default: by `__typename`. */
const byDefault = schemaWith(undefined);

const bird = (more: object = {}) => ({
  __typename: 'Bird',
  name: 'Tit',
  wings: 2,
  ...more,
});

const fish = (more: object = {}) => ({
  __typename: 'Fish',
  name: 'Eel',
  fins: 4,
  ...more,
});

const rock = { __typename: 'Rock', weight: 9 };

const cases: Readonly<Record<string, Given>> = {
  'has the fields of its own type': {
    source: '{ beings { ... on Bird { wings } name ...F } } fragment F on Fish { fins }',
    root: () => ({ beings: later([later(bird()), fish()]) }),
  },
  'of a union has the fields of fragments on interfaces': {
    source: '{ things { ... on Being { name } ... on Rock { weight } ... on Named { n: name } } }',
    root: () => ({ things: [bird(), null, rock] }),
  },
  'has only what its type has, also without validation': {
    source: '{ things { weight wings } }',
    root: () => ({ things: [bird(), rock] }),
  },
  'of a type of another union is an error': {
    source: '{ things { ... on Rock { weight } } }',
    root: () => ({ things: [{ __typename: 'Fish' }, rock] }),
  },
  'of an object type that is no possible one nulls the list that must not have null': {
    source: '{ beings { name } }',
    root: () => ({ beings: [bird(), later({ __typename: 'Other' })] }),
  },
};

describe('a value of an abstract type', () => {
  it.each(Object.entries(cases))('by __typename: %s', async (_, given) => {
    expect(await sameResult(byDefault, given)).toBeDefined();
  });
  it('has the error that the function of the type throws', async () => {
    const schema = schemaWith(() => {
      throw new Error('which type?');
    });
    const { errors } = await sameResult(schema, {
      source: '{ being { name } beings { name } }',
      root: () => ({ being: bird(), beings: [fish()] }),
    });
    expect(errors).toHaveLength(2);
  });
  it('has the type that a resolver of the execution finds', async () => {
    const { data } = await sameResult(byDefault, {
      source: '{ being { ... on Fish { fins } } }',
      root: () => ({ being: { fins: 1 } }),
      typeResolver: (_value, _context, { schema }, type) => schema.getPossibleTypes(type)[1]!.name,
    });
    expect(data).toEqual({ being: { fins: 1 } });
  });
  it('shows value, context and field to the function of the type', async () => {
    const seen: unknown[] = [];
    const schema = schemaWith((value, context, info, type) => {
      const { parentType, fieldName, returnType, path, operation } = info;
      const { key, prev } = path;
      const field = `${parentType.name}.${fieldName}: ${String(returnType)}`;
      const { length } = operation.selectionSet.selections;
      seen.push({ value, context, field, key, above: prev?.key, type: type.name, length });
      return 'Bird';
    });
    const source = '{ those: beings { friends { name } } }';
    const root = () => ({ beings: [{ friends: [{ name: 'Tit' }] }] });
    const { byPlan, byGraphqlJs } = await executeBoth(schema, { source, root, context: 'cage' });
    expect(byPlan).toEqual(byGraphqlJs);
    expect(seen).toHaveLength(4);
    expect(seen.slice(0, 2)).toEqual(seen.slice(2));
    expect(seen[1]).toMatchObject({
      context: 'cage',
      field: 'Bird.friends: [Being]',
      type: 'Being',
    });
  });
});
