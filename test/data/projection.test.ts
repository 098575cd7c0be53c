import {
  execute,
  GraphQLInterfaceType,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  type GraphQLFieldConfig,
  GraphQLSchema,
  GraphQLString,
  GraphQLUnionType,
  parse,
} from 'graphql';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Link, type Needs, type Projection, projectionOf } from '../../src/data/projection.ts';
import { videos } from '../../src/upstream/video/index.ts';

/** A schema of every kind of field; its root field keeps what was projected. */
let seen: Projection[];
beforeEach(() => {
  seen = [];
});
const linkTo = (name: string): Link => ({ target: { name, key: ['id'], read: { how: 'one', operation: videos.list } }, keysOf: () => [] });
const field = (type: any, needs?: Needs): GraphQLFieldConfig<unknown, unknown> => ({ type, ...(needs ? { extensions: { needs } } : {}) });
const text = (path: string) => field(GraphQLString, { paths: [path] });
const Named = new GraphQLInterfaceType({ name: 'Named', fields: { name: { type: GraphQLString } } });
const Owner: GraphQLObjectType = new GraphQLObjectType({
  name: 'Owner',
  interfaces: [Named],
  fields: () => ({ name: text('snippet.name'), home: field(Thing, { paths: ['snippet.home'], link: linkTo('Thing') }) }),
});
const Part = new GraphQLObjectType({
  name: 'Part',
  fields: () => ({ label: text('label'), owner: field(Owner, { paths: ['ownerId'], link: linkTo('Owner') }) }),
});
const Thing: GraphQLObjectType = new GraphQLObjectType({
  name: 'Thing',
  interfaces: [Named],
  extensions: { always: ['kind'] },
  fields: () => ({
    name: text('name'),
    size: text('size'),
    part: field(Part, { nested: 'part' }),
    parts: field(new GraphQLList(Part), { nested: 'parts' }),
    same: field(Thing, { nested: '' }),
    owner: field(Owner, { paths: ['ownerId'], link: linkTo('Owner') }),
    called: field(Owner, { paths: ['callKey'], calls: ['Owner'] }),
    list: field(PartList, { paths: ['driveId'], calls: ['Part'], embeds: { items: 'items', at: 'permissions' } }),
    forgotten: field(Part),
  }),
});
const PartList: GraphQLObjectType = new GraphQLObjectType({
  name: 'PartList',
  fields: () => ({ nodes: field(new GraphQLList(Part), { nested: 'items' }) }),
});
const Either = new GraphQLUnionType({ name: 'Either', types: [Thing, Owner] });
const capture = (type: any): GraphQLFieldConfig<unknown, unknown> => ({
  type,
  args: { on: { type: GraphQLString } },
  resolve: (_, { on }, __, info) => {
    seen.push(projectionOf(info, on as string | undefined));
    return null;
  },
});
const schema = new GraphQLSchema({
  query: new GraphQLObjectType({
    name: 'Query',
    fields: { thing: capture(Thing), named: capture(Named), either: capture(Either), again: capture(new GraphQLNonNull(Thing)) },
  }),
  types: [Thing, Owner],
});
async function project(source: string, variableValues: Record<string, unknown> = {}): Promise<Projection> {
  await execute({ schema, document: parse(source), variableValues });
  return seen.at(-1)!;
}
const paths = async (...args: Parameters<typeof project>) => [...(await project(...args)).paths.set].toSorted();

describe('the paths of a selection', () => {
  it('are those of its fields, and those that every value of the type carries', async () => {
    expect(await paths('{ thing { name label: size } }')).toEqual(['kind', 'name', 'size']);
    expect(await paths('{ thing { __typename } }')).toEqual(['kind']);
  });
  it('go on below what lies in the same answer, through lists as through objects', async () => {
    expect(await paths('{ thing { parts { label } part { label } same { size } } }')).toEqual([
      'kind',
      'part.label',
      'parts.label',
      'size',
    ]);
  });
  it('hold an object of which nothing but its type is asked, as a whole', async () => {
    expect(await paths('{ thing { part { __typename } } }')).toEqual(['kind', 'part']);
    expect(await paths('{ thing { part { __typename } parts { label } } }')).toEqual(['kind', 'part', 'parts.label']);
  });
  it('hold the key of a link, and nothing of what is asked behind it', async () => {
    expect(await paths('{ thing { owner { name home { size } } } }')).toEqual(['kind', 'ownerId']);
  });
  it('hold what a call needs, and where its list comes along, that list with its ids', async () => {
    expect(await paths('{ thing { called { name } } }')).toEqual(['callKey', 'kind']);
    expect(await paths('{ thing { list { nodes { label } } } }')).toEqual(['driveId', 'kind', 'permissions.id', 'permissions.label']);
  });
  it('hold nothing of a field that does not say what it needs', async () => {
    expect(await paths('{ thing { forgotten { label } } }')).toEqual(['kind']);
  });
});
describe('fragments and abstract types', () => {
  it('count for the types they fit, at any depth', async () => {
    expect(
      await paths(
        '{ thing { ...A ... on Named { name } ... on Owner { name } } } fragment A on Thing { part { ...B } } fragment B on Part { label }',
      ),
    ).toEqual(['kind', 'name', 'part.label']);
  });
  it('are united over all possible types of an interface or a union', async () => {
    expect(await paths('{ named { name } }')).toEqual(['kind', 'name', 'snippet.name']);
    expect(await paths('{ either { ... on Owner { name } ... on Thing { size } } }')).toEqual(['kind', 'size', 'snippet.name']);
  });
  it('are those of one type where it is known', async () => {
    expect(await paths('{ either(on: "Owner") { ... on Owner { name } ... on Thing { size } ... on Named { name } } }')).toEqual([
      'snippet.name',
    ]);
    expect(await paths('{ named(on: "Thing") { name } }')).toEqual(['kind', 'name']);
  });
  it('merge with other selections of the same answer key', async () => {
    expect(
      await paths('{ thing { name } ...More } fragment More on Query { thing { size part { label } } thing { part { __typename } } }'),
    ).toEqual(['kind', 'name', 'part.label', 'size']);
  });
});
describe('@skip and @include', () => {
  const document =
    'query ($on: Boolean!) { thing { name @include(if: $on) size @skip(if: $on) ... @include(if: $on) { part { label } } ...F @skip(if: $on) } } fragment F on Thing { owner { name } }';
  it('are obeyed for fields and fragments, execution by execution, though the document is the same', async () => {
    const parsed = parse(document);
    for (const on of [true, false, true]) {
      await execute({ schema, document: parsed, variableValues: { on } });
      expect([...seen.at(-1)!.paths.set].toSorted()).toEqual(on ? ['kind', 'name', 'part.label'] : ['kind', 'ownerId', 'size']);
    }
  });
  it('are obeyed with literals and with a variable’s default, both at once as the specification says', async () => {
    expect(
      await paths(
        'query ($no: Boolean = false) { thing { name @include(if: $no) size @skip(if: true) part @include(if: true) @skip(if: false) { label } } }',
      ),
    ).toEqual(['kind', 'part.label']);
    expect(await paths('{ thing { name @include(if: true) @skip(if: true) } }')).toEqual(['kind']);
  });
});
describe('links', () => {
  it('are followed with what is asked behind them, wherever in the answer they lie', async () => {
    const { follows, feeds, calls } = await project('{ thing { owner { name } parts { owner { home { size } } } } }');
    expect(follows.map(({ at, link, projection }) => [at, link.target.name, [...projection.paths.set]])).toEqual([
      ['', 'Owner', ['snippet.name']],
      ['parts', 'Owner', ['snippet.home']],
    ]);
    expect([...feeds].toSorted()).toEqual(['Owner', 'Thing']);
    expect(calls).toBe(false);
  });
  it('are two where aliases ask for different things, and one where fragments ask for the same', async () => {
    const { follows } = await project(
      '{ thing { a: owner { name } b: owner { home { size } } ...F owner { home { name } } } } fragment F on Thing { owner { name } }',
    );
    expect(follows.map(({ projection }) => [...projection.paths.set].toSorted())).toEqual([
      ['snippet.name'],
      ['snippet.home'],
      ['snippet.home', 'snippet.name'],
    ]);
  });
  it('do not hide that a field makes a call of its own', async () => {
    expect((await project('{ thing { called { name } } }')).calls).toBe(true);
    expect((await project('{ thing { forgotten { label } } }')).calls).toBe(true);
    expect((await project('{ thing { owner { home { called { name } } } } }')).follows[0]!.projection.follows[0]!.projection.calls).toBe(
      true,
    );
  });
});
describe('the walk', () => {
  it('is made once for a document that no variable decides', async () => {
    const parsed = parse('{ thing { name owner { name } } }');
    await execute({ schema, document: parsed });
    await execute({ schema, document: parsed });
    expect(seen[1]).toBe(seen[0]);
  });
  it('is kept apart for two fields with the same selection', async () => {
    await execute({ schema, document: parse('{ thing { name } again { size } }') });
    expect(seen.map(({ paths }) => [...paths.set].toSorted())).toEqual([
      ['kind', 'name'],
      ['kind', 'size'],
    ]);
  });
});
