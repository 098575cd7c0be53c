/** The map of the graph, over the schema that the gateway serves. */
import { readFileSync } from 'node:fs';
import {
  buildSchema,
  getNamedType,
  type GraphQLField,
  type GraphQLLeafType,
  type GraphQLNamedType,
  isAbstractType,
  isEnumType,
  isInputObjectType,
  isObjectType,
  Kind,
  parse,
  validate,
} from 'graphql';
import { describe, expect, it } from 'vitest';
import { serviceOf } from '../../src/engine/api/operation.ts';
import { resourcesOf } from '../../src/engine/schema/builder.ts';
import { newOperation, type ValueWriter } from '../../src/explorer/map/new-operation.ts';
import { findEntries, searchEntries } from '../../src/explorer/map/schema-search.ts';
import { serviceMap } from '../../src/explorer/map/service-map.ts';
import { schema as ownSchema } from '../../src/services/schema.ts';

const sdl = readFileSync(new URL('../../schema/schema.graphql', import.meta.url), 'utf8');
const schema = buildSchema(sdl);
const map = serviceMap(schema);

const objects = map.regions.flatMap((region) => region.objects);
const object = (name: string) => objects.find(({ type }) => type.name === name)!;

/** What the resources say, from which the schema is made: the map sees directives alone. */
const declared = new Map(
  [...resourcesOf(ownSchema)].map(([name, { read }]) => [
    name,
    read && read.kind !== 'local' ? serviceOf(read.operation) : undefined,
  ]),
);

describe('the map of the schema', () => {
  it('has every object, in the service that its resource declares', () => {
    const services = objects.map(({ type }) => [type.name, map.services.get(type.name)]);
    expect(services.length).toBeGreaterThan(30);
    expect(services).toEqual(services.map(([name]) => [name, declared.get(name!)]));
  });
  it('has every field of the root types', () => {
    const listed = map.regions.flatMap((region) => [
      ...region.rootFields,
      ...region.objects.flatMap(({ rootFields }) => rootFields),
    ]);
    const names = new Set(listed.map(({ type, field }) => `${type.name}.${field.name}`));
    const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];
    const all = roots.flatMap((type) =>
      Object.keys(type!.getFields()).map((name) => `${type!.name}.${name}`),
    );
    expect(all.length).toBeGreaterThan(150);
    expect(all.filter((name) => !names.has(name))).toEqual([]);
  });
  it('has what reads, writes and follows an object with it', () => {
    const fieldsOf = (name: string) => object(name).rootFields.map(({ field }) => field.name);
    expect(fieldsOf('Video')).toEqual(
      expect.arrayContaining(['video', 'videos', 'createVideo', 'deleteVideo', 'updateVideo']),
    );
    expect(fieldsOf('FileComment')).toEqual([
      'createFileComment',
      'deleteFileComment',
      'updateFileComment',
    ]);
    expect(fieldsOf('LiveChat')).toContain('chatMessages');
    expect(fieldsOf('File')).toEqual(expect.arrayContaining(['fileChanges', 'publishFileAsVideo']));
  });
  it('begins each service with its most important objects', () => {
    const first = map.regions.map((region) => region.objects[0]!.type.name);
    expect(first).toEqual(['Viewer', 'Channel', 'Broadcast', 'File', 'Event']);
  });
});

type Field = GraphQLField<unknown, unknown>;

/** The types of which a field returns one, or a page of them. */
function typesIn({ type }: Field): readonly GraphQLNamedType[] {
  const named = getNamedType(type);
  const items = isObjectType(named) ? named.getFields()['nodes'] : undefined;
  const about = items ? getNamedType(items.type) : named;
  if (about.name === 'Node') return [];
  return isAbstractType(about) ? schema.getPossibleTypes(about) : [about];
}

const wrappers = /(Connection|Edge)$/;

describe('the links of the map', () => {
  const linked = new Set(
    map.links.map(({ type, field, to }) => `${type.name}.${field.name} ${to.name}`),
  );
  const roots = new Set(map.rootFields.map(({ type }) => type.name));
  /** Results of fields that are of several services, which are links themselves. */
  const across = new Set(
    map.rootFields
      .filter(({ service }) => service === undefined)
      .map(({ field }) => getNamedType(field.type).name),
  );

  it('are all fields that lead from an object, or a part of it, to another service', () => {
    const missing: string[] = [];
    for (const type of Object.values(schema.getTypeMap())) {
      if (!isObjectType(type) || roots.has(type.name) || across.has(type.name)) continue;
      if (wrappers.test(type.name)) continue;
      const owners = [type, ...type.getInterfaces()];
      for (const field of Object.values(type.getFields()))
        for (const to of typesIn(field)) {
          if (!objects.some(({ type: each }) => each === to)) continue;
          if (map.services.get(to.name) === map.services.get(type.name)) continue;
          const isLinked = owners.some(({ name }) =>
            linked.has(`${name}.${field.name} ${to.name}`),
          );
          if (!isLinked) missing.push(`${type.name}.${field.name}`);
        }
    }
    expect(missing).toEqual([]);
  });
  it.each([
    ['Event', 'attachments.file', 'File'],
    ['Event', 'broadcast', 'Broadcast'],
    ['Broadcast', 'video', 'Video'],
    ['File', 'video', 'Video'],
    ['Calendar', 'owner', 'Person'],
    ['LiveChat', 'messages.messages.author', 'Channel'],
    ['Viewer', 'playlists', 'Playlist'],
  ])('lead from %s by %s to %s', (from, route, to) => {
    const routes = object(from).links.map((link) => [link.route.join('.'), link.to.name]);
    expect(routes).toContainEqual([route, to]);
  });
  it('are none within a service', () => {
    const within = map.links.filter(
      ({ from, to }) => map.services.get(from.name) === map.services.get(to.name),
    );
    expect(within).toEqual([]);
  });
});

describe('a schema with a type that nobody has listed', () => {
  const extended = serviceMap(
    buildSchema(
      `${sdl}
      extend type Query {
        album(id: ID!): Album @upstream(operation: "storage:albums.get", bucket: "STORAGE")
      }
      extend type Mutation {
        deleteAlbum(id: ID!): DeleteAlbumPayload @upstream(operation: "storage:albums.delete", bucket: "STORAGE")
      }
      type DeleteAlbumPayload { deletedId: ID }
      type Album implements Node { id: ID! cover: AlbumCover }
      type AlbumCover { video: Video @upstream(operation: "video:videos.list", bucket: "VIDEO") }`,
    ),
  );
  const drive = extended.regions.find(({ service }) => service === 'storage')!;
  const album = drive.objects.find(({ type }) => type.name === 'Album');

  it('has it in its service, with its fields and links', () => {
    expect(album?.rootFields.map(({ field }) => field.name)).toEqual(['album', 'deleteAlbum']);
    expect(album?.links.map(({ route, to }) => [route, to.name])).toEqual([
      [['cover', 'video'], 'Video'],
    ]);
  });
});

/** The first member of each input of which exactly one may be set. */
const firstMembers = new Set(
  Object.values(schema.getTypeMap())
    .filter(isInputObjectType)
    .map((type) => Object.values(type.getFields())[0]),
);

const plainWriter: ValueWriter = {
  leaf: (_, { name }, type: GraphQLLeafType) => {
    if (isEnumType(type)) return { kind: Kind.ENUM, value: type.getValues()[0]!.name };
    if (type.name === 'Int') return { kind: Kind.INT, value: '1' };
    if (type.name === 'Boolean') return { kind: Kind.BOOLEAN, value: false };
    return { kind: Kind.STRING, value: `<${name}>` };
  },
  isChosen: (_, input) => firstMembers.has(input as never),
};

describe('a new operation', () => {
  const operationOf = (name: string): string =>
    newOperation(map.rootFields.find(({ field }) => field.name === name)!, plainWriter);

  it.each(map.rootFields.map(({ field }) => field.name))('is valid: %s', (name) => {
    const text = operationOf(name);
    expect(validate(schema, parse(text))).toEqual([]);
    expect(text.length).toBeLessThan(1_200);
  });
  it('has required arguments, an id and a name', () => {
    expect(operationOf('video')).toBe(
      'query Video {\n  video(id: "<id>") {\n    id\n    title\n  }\n}\n',
    );
  });
  it('has one item of required lists, and says something where nothing is required', () => {
    expect(operationOf('findFreeSlots')).toContain('people: ["<people>"]');
    expect(operationOf('createEvent')).toMatch(/start: \{ \w+: "/);
  });
  it('shows the errors of a mutation', () => {
    expect(operationOf('deleteVideo')).toMatch(/errors \{\s+code\s+message/);
  });
});

describe('the search', () => {
  const entries = searchEntries(schema);
  const found = (text: string) => findEntries(entries, text).map(({ coordinate }) => coordinate);

  it('finds types, fields, arguments, fields of inputs, and values of enums', () => {
    expect(found('playlist')[0]).toBe('Playlist');
    expect(found('viewerRating')).toContain('Video.viewerRating');
    expect(found('maxResults')).toEqual([]);
    expect(found('dryRun')).toContain('Query.quota(dryRun:)');
    expect(found('newFileId')).toContain('CreateFileInput.newFileId');
    expect(found('NOT_FOUND')).toContain('ErrorCode.NOT_FOUND');
  });
  it('takes coordinates, and several words in any case', () => {
    expect(found('Video.title')[0]).toBe('Video.title');
    expect(found('event ATTACHMENTS')[0]).toBe('Event.attachments');
  });
  it('begins with equal names, then with those that begin with the word', () => {
    const names = findEntries(entries, 'file').map(({ name }) => name.toLowerCase());
    const rankOf = (name: string): number =>
      [name === 'file', name.startsWith('file'), true].indexOf(true);
    const ranks = names.map(rankOf);
    expect(ranks).toEqual(ranks.toSorted((a, b) => a - b));
    expect(new Set(ranks)).toEqual(new Set([0, 1, 2]));
  });
  it('finds nothing without a word', () => {
    expect(found(' . ')).toEqual([]);
  });
});
