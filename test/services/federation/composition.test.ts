/** The SDL of the subgraph composes with that of others, for each type that both may have. */
import { composeServices } from '@theguild/federation-composition';
import {
  graphql,
  isEnumType,
  isInterfaceType,
  isObjectType,
  isScalarType,
  isSpecifiedScalarType,
  parse,
  printType,
} from 'graphql';
import { beforeAll, describe, expect, it } from 'vitest';
import type { AnyOperation } from '../../../src/engine/api/operation.ts';
import { resourcesOf } from '../../../src/engine/schema/builder.ts';
import { withFederation } from '../../../src/engine/schema/federation.ts';
import { schema } from '../../../src/services/schema.ts';

/** Its description in the documentation: `docs/supergraph.md`. */
const sharedTypes = ['PageInfo'];

let sdl: string;

beforeAll(async () => {
  const secondsOf = ({ cacheSeconds }: AnyOperation): number | undefined => cacheSeconds;
  const federated = withFederation(schema, { isOpen: true, secondsOf });
  const { data } = await graphql({ schema: federated, source: '{ _service { sdl } }' });
  ({ sdl } = data!['_service'] as { readonly sdl: string });
});

const ownTypes = Object.values(schema.getTypeMap()).filter(({ name }) => !name.startsWith('__'));

const node = schema.getType('Node');

const entities = isInterfaceType(node) ? schema.getPossibleTypes(node) : [];

const header = `extend schema @link(
  url: "https://specs.apollo.dev/federation/v2.3"
  import: ["@key", "@shareable"]
)`;

/** @returns why the subgraph does not compose with one that has these types; empty if it does */
function problemsWith(types: string, own = sdl): readonly string[] {
  const { supergraphSdl, errors } = composeServices([
    { name: 'studio', typeDefs: parse(own), url: 'http://studio.test/graphql' },
    { name: 'other', typeDefs: parse(`${header}\n${types}`), url: 'http://other.test/graphql' },
  ]);
  const problems = errors?.map(({ message }) => message) ?? [];
  expect(supergraphSdl === undefined).toBe(problems.length > 0);
  return problems;
}

const otherNamed = ({ name }: { readonly name: string }): string => `other${name}: ${name}`;

/** The types that another subgraph may have, too: each of them, and a field of each. */
function sharedParts() {
  const scalars = ownTypes.filter(isScalarType).filter((type) => !isSpecifiedScalarType(type));
  const enums = ownTypes.filter(isEnumType);
  const types = [
    ...entities.map(({ name }) => `type ${name} @key(fields: "id") { id: ID!  added: Int }`),
    ...scalars.map(({ name }) => `scalar ${name}`),
    ...enums.map((type) => printType(type)),
  ];
  return { types, fields: [...entities, ...scalars, ...enums].map(otherNamed) };
}

/** The types of pages, as Relay defines them. */
const pages = `
  type PageInfo @shareable {
    hasNextPage: Boolean!  hasPreviousPage: Boolean!  startCursor: String  endCursor: String
  }
  type Thing { id: ID! }
  type ThingEdge { cursor: String!  node: Thing! }
  type ThingConnection { edges: [ThingEdge!]!  pageInfo: PageInfo! }
`;

const things = 'things(first: Int): ThingConnection!';

describe('another subgraph', () => {
  it('may have pages, add a field to each entity, and have each scalar and each enum', () => {
    const { types, fields } = sharedParts();
    expect(types.length).toBeGreaterThan(60);
    const query = `type Query { ${[things, ...fields].join('\n')} }`;
    expect(problemsWith(`${pages} ${types.join('\n')} ${query}`)).toEqual([]);
  });
  it('may have hints of caching, too', () => {
    const hints = `
      enum CacheControlScope { PUBLIC PRIVATE }
      directive @cacheControl(maxAge: Int, scope: CacheControlScope, inheritMaxAge: Boolean)
        on FIELD_DEFINITION | OBJECT | INTERFACE | UNION
      type Thing @cacheControl(maxAge: 5) { id: ID! }
      type Query { thing: Thing @cacheControl(scope: PUBLIC) }
    `;
    expect(problemsWith(hints)).toEqual([]);
  });
  it('could not have pages if only one subgraph may', () => {
    const unshared = sdl.replaceAll(/^(type \w+) @shareable/gm, '$1');
    expect(unshared).not.toBe(sdl);
    const problems = problemsWith(`${pages} type Query { ${things} }`, unshared);
    expect(problems.join()).toContain('PageInfo');
  });
});

describe('the directives of the subgraph', () => {
  /** The first lines of the object types, by their names. */
  const lines = (): ReadonlyMap<string, string> =>
    new Map([...sdl.matchAll(/^type (\w+).*$/gm)].map(([line, name]) => [name!, line]));
  const namesWith = (directive: string): readonly string[] =>
    [...lines()].flatMap(([name, line]) => (line.includes(directive) ? [name] : [])).toSorted();

  it('give each type that implements Node a key, and no other one', () => {
    expect(entities.length).toBeGreaterThan(20);
    expect(namesWith('@key(fields: "id")')).toEqual(entities.map(({ name }) => name).toSorted());
    expect(namesWith('@key')).toEqual(namesWith('@key(fields: "id")'));
  });
  it('state for how long the entities that are read are current, and that each caller sees others', () => {
    const hints = namesWith('@cacheControl');
    expect(hints).toEqual(namesWith(', scope: PRIVATE)'));
    expect(lines().get('Video')).toContain('@cacheControl(maxAge: 60, scope: PRIVATE)');
    const resources = resourcesOf(schema);
    const stored = entities.filter(({ name }) => {
      const { read } = resources.get(name)!;
      return read.kind !== 'local' && read.operation.cacheSeconds !== undefined;
    });
    expect(hints).toEqual(stored.map(({ name }) => name).toSorted());
  });
  it('share the types that are values, and no other one', () => {
    expect(namesWith('@shareable')).toEqual(sharedTypes);
  });
  it('leave no object type out', () => {
    const objects = ownTypes.filter(isObjectType).map(({ name }) => name);
    expect([...lines().keys()].toSorted()).toEqual(objects.toSorted());
  });
});
