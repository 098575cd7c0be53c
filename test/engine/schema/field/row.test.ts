/** The rows of `fields`: what each states that its field reads, and which rows do not compile. */
import { type GraphQLObjectType, isObjectType } from 'graphql';
import { beforeAll, describe, expect, it } from 'vitest';
import type { LinkNeeds } from '../../../../src/engine/read/needs.ts';
import type { Ref } from '../../../../src/engine/read/resource.ts';
import { buildSchema } from '../../../../src/engine/schema/build-schema.ts';
import { builder, type ObjectType } from '../../../../src/engine/schema/builder.ts';
import { batchRead, resource } from '../../../../src/engine/schema/field/field-factory.ts';
import { ancestor, polymorphicType } from '../../../../src/engine/schema/field/link.ts';
import { fields } from '../../../../src/engine/schema/field/path-field.ts';
import type { FieldBuilder } from '../../../../src/engine/schema/field-builder.ts';
import { googleApis } from '../../../../src/services/api.ts';
import { channels, videos } from '../../../../src/services/video/operations.ts';

interface Line {
  readonly text?: string | null;
}

interface Sheet {
  readonly title?: string | null;
  readonly count?: number | null;
  readonly lines?: readonly Line[] | null;
  readonly part?: {
    readonly name?: string | null;
    readonly ownerId?: string | null;
    readonly readerIds?: readonly string[] | null;
    readonly inner?: { readonly name?: string | null } | null;
  } | null;
}

interface Person {
  readonly id?: string | null;
  readonly name?: string | null;
}

const person = (name: string, operation: typeof videos.list | typeof channels.list) =>
  resource<Person>({ name, key: ['id'], read: batchRead(operation) });

function defineSheet(): void {
  const Owner = person('Owner', channels.list);
  const Reader = person('Reader', videos.list);
  for (const type of [Owner, Reader])
    type.implement({ fields: (t) => fields(t, { name: ['String', 'The name.'] }) });
  const Either = polymorphicType('Either', [Owner, Reader], 'An owner or a reader.');
  const Line = builder
    .objectType<Line>('Line')
    .implement({ fields: (t) => fields(t, { text: ['String', 'The text.'] }) });
  const ownerKey = ({ part }: Sheet): string[] | null => (part?.ownerId ? [part.ownerId] : null);
  const ownerRef = (sheet: Sheet): Ref => ({ resource: Owner.resource, key: ownerKey(sheet)! });
  const paths = ['part.ownerId'] as const;

  builder.objectType<Sheet>('Sheet').implement({
    fields: (t) => ({
      ...fields(t, {
        title: ['String', 'The title.'],
        lines: [[Line], 'The lines.', { maxItems: 7 }],
        firstLines: [[Line], 'The first lines.', { path: 'lines', maxItems: 7, defaultFirst: 2 }],
        heading: ['String', 'The title.', { path: 'title', deprecated: 'Use `title`.' }],
        innerName: ['String', 'The inner name.', { path: 'part.inner.name' }],
        owner: [Owner, 'The owner.', { id: 'part.ownerId', deprecated: 'Use `ownerByKey`.' }],
        ownerByKey: [Owner, 'The owner.', { paths, key: ownerKey }],
        above: [Owner, 'The owner.', ancestor(Owner)],
        either: [Either, 'The owner.', { paths, ref: ownerRef }],
      }),
      ...fields(t, 'part', {
        name: ['String', 'The name.'],
        label: ['String', 'The inner name.', { path: 'inner.name' }],
        partOwner: [Owner, 'The owner.', { id: 'ownerId' }],
        readers: [[Reader], 'The readers.', { ids: 'readerIds', maxItems: 9, defaultFirst: 3 }],
      }),
      ...fields(t, 'part.inner', { inner: ['String', 'The inner name.', { path: 'name' }] }),
    }),
  });
  builder.objectFields(Line, (t) => {
    // @ts-expect-error A link leads to a type that has ids.
    expect(() => fields(t, { link: [Line, '', { id: 'text' }] })).toThrow(TypeError);
    return {};
  });

  // The compiler has to find the mistake of each row.
  builder.objectType<Sheet>('Mistakes').implement({
    fields: (t) => ({
      // @ts-expect-error No path has this name.
      ...fields(t, { titel: ['String', ''] }),
      // @ts-expect-error Nor in a row beside correct ones.
      ...fields(t, { title: ['String', ''], cuont: ['Int', ''] }),
      // @ts-expect-error Whatever the type of the row is.
      ...fields(t, { titles: [[Line], ''] }),
      // @ts-expect-error The value is a text.
      ...fields(t, { title: ['Int', ''] }),
      // @ts-expect-error The value is no list.
      ...fields(t, { title: [['String'], ''] }),
      // @ts-expect-error The value is a list.
      ...fields(t, { lines: [Line, ''] }),
      // @ts-expect-error No such path.
      ...fields(t, { a: ['String', '', { path: 'part.nmae' }] }),
      // @ts-expect-error The value at the path is a text.
      ...fields(t, { b: ['Boolean', '', { path: 'part.inner.name' }] }),
      // @ts-expect-error Paths do not lead through lists.
      ...fields(t, { c: ['String', '', { path: 'lines.text' }] }),
      // @ts-expect-error No such option.
      ...fields(t, { d: ['String', '', { path: 'title', pth: 'title' }] }),
      // @ts-expect-error No such part.
      ...fields(t, 'prat', { name: ['String', ''] }),
      // @ts-expect-error The path is below the prefix already.
      ...fields(t, 'part', { e: ['String', '', { path: 'part.name' }] }),
      // @ts-expect-error No id is there.
      ...fields(t, { f: [Owner, '', { id: 'part.ownerIdd' }] }),
      // @ts-expect-error Ids are texts.
      ...fields(t, { g: [Owner, '', { id: 'count' }] }),
      // @ts-expect-error A list of ids leads to a list.
      ...fields(t, { i: [[Reader], '', { ids: 'part.ownerId', maxItems: 1 }] }),
      // @ts-expect-error The maximum of a list of links has to be stated.
      ...fields(t, { j: [[Reader], '', { ids: 'part.readerIds' }] }),
      // @ts-expect-error The key reads a path that does not exist.
      ...fields(t, { k: [Owner, '', { paths: ['part.owner'], key: ownerKey }] }),
      // @ts-expect-error The reason is a text.
      ...fields(t, { l: ['String', '', { path: 'title', deprecated: true }] }),
    }),
  });

  builder.queryType({
    fields: (t) => ({
      ok: t.field({ type: 'Boolean', description: 'Yes.', resolve: () => true }),
    }),
  });
}

describe('a row of fields', () => {
  let type: GraphQLObjectType;
  beforeAll(() => {
    const sheet = buildSchema(googleApis, defineSheet).getType('Sheet');
    if (!isObjectType(sheet)) throw new TypeError('Sheet is no object type');
    type = sheet;
  });

  it.each([
    ['title', { kind: 'paths', paths: ['title'] }],
    ['heading', { kind: 'paths', paths: ['title'] }],
    ['innerName', { kind: 'paths', paths: ['part.inner.name'] }],
    ['name', { kind: 'paths', paths: ['part.name'] }],
    ['label', { kind: 'paths', paths: ['part.inner.name'] }],
    ['inner', { kind: 'paths', paths: ['part.inner.name'] }],
    ['lines', { kind: 'nested', path: 'lines', maxItems: 7 }],
    ['firstLines', { kind: 'nested', path: 'lines', maxItems: 7, limitArgument: 'first' }],
    ['owner', { kind: 'link', paths: ['part.ownerId'], maxItems: 1 }],
    ['ownerByKey', { kind: 'link', paths: ['part.ownerId'], maxItems: 1 }],
    ['above', { kind: 'link', paths: [], link: { usesRef: true } }],
    ['either', { kind: 'link', paths: ['part.ownerId'], maxItems: 1 }],
    ['partOwner', { kind: 'link', paths: ['part.ownerId'], maxItems: 1 }],
    ['readers', { kind: 'link', paths: ['part.readerIds'], maxItems: 9, limitArgument: 'first' }],
  ])('states what its field reads: %s', (name, needs) => {
    expect(type.getFields()[name]!.extensions['needs']).toMatchObject(needs);
  });
  it.each([
    ['owner', ['video:channels.list'], ['Owner a']],
    ['ownerByKey', ['video:channels.list'], ['Owner a']],
    ['either', ['video:channels.list', 'video:videos.list'], ['Owner a']],
    ['partOwner', ['video:channels.list'], ['Owner a']],
    ['readers', ['video:videos.list'], ['Reader b', 'Reader c']],
  ])('leads to the entities of the ids: %s', (name, operations, targets) => {
    const { extensions } = type.getFields()[name]!;
    const refs: Ref[] = [];
    const sheet: Sheet = { part: { ownerId: 'a', readerIds: ['b', 'c'] } };
    (extensions['needs'] as LinkNeeds).link.addRefs(refs, sheet, undefined);
    expect(refs.map((ref) => `${ref.resource.name} ${ref.key.join()}`)).toEqual(targets);
    expect(extensions.operations!.map(({ key }) => key)).toEqual(operations);
  });
  it('states the reason of a deprecation', () => {
    const reasons = Object.values(type.getFields()).flatMap(({ name, deprecationReason }) =>
      deprecationReason ? [[name, deprecationReason]] : [],
    );
    expect(reasons).toEqual([
      ['heading', 'Use `title`.'],
      ['owner', 'Use `ownerByKey`.'],
    ]);
  });
  it('has the argument `first` of a list if it states the default', () => {
    const defaults = Object.values(type.getFields()).flatMap(({ name, args }) =>
      args.map((argument) => [name, argument.name, argument.defaultValue]),
    );
    expect(defaults).toEqual([
      ['firstLines', 'first', 2],
      ['readers', 'first', 3],
    ]);
  });
});

describe('a row without a type', () => {
  interface Clip {
    readonly title?: string | null;
    readonly channelId?: string | null;
    readonly tags?: readonly string[] | null;
    readonly liveBroadcastContent?: string | null;
    readonly localized?: { readonly title?: string | null } | null;
  }

  /** The types of the fields of `Clip`, whose values are those of the schema. */
  function typesWith(schemaName: string, define: (Clip: ObjectType<Clip>) => void): object {
    const built = buildSchema(googleApis, () => {
      const Clip = builder.objectType<Clip>('Clip', schemaName).implement({
        fields: (t) => fields(t, { title: 'The title.', tags: ['The tags.', { maxItems: 9 }] }),
      });
      builder.queryType({
        fields: (t) => ({
          clip: t.field({ type: Clip, description: 'A clip.', resolve: () => null }),
        }),
      });
      define(Clip);
    });
    const clip = built.getType('Clip') as GraphQLObjectType;
    return Object.fromEntries(
      Object.values(clip.getFields()).map(({ name, type }) => [name, String(type)]),
    );
  }

  it('has the type that the schema of the API states: a scalar, an id, an enum, a list', () => {
    const types = typesWith('VideoSnippet', (Clip) =>
      builder.objectFields(Clip, (t) =>
        fields(t, {
          channelId: 'The channel.',
          liveBroadcastContent: 'Whether it is live.',
          localTitle: ['The title.', { path: 'localized.title' }],
        }),
      ),
    );
    expect(types).toEqual({
      title: 'String',
      tags: '[String!]',
      channelId: 'ID',
      liveBroadcastContent: 'LiveBroadcastContent',
      localTitle: 'String',
    });
  });
  it.each([
    ['no schema has the name Clip', 'Clip'],
    ['the schema Playlist states no scalar at title', 'Playlist'],
  ])('does not build: %s', (message, name) => {
    expect(() => typesWith(name, () => {})).toThrow(message);
  });
  it('does not build in a root type', () => {
    const define = (): void =>
      builder.queryFields((t) => fields(t as FieldBuilder<Clip>, { title: 'The title.' }));
    expect(() => typesWith('VideoSnippet', define)).toThrow('Query: no schema has the name Query');
  });
});
