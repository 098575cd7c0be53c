/** What an agent reads of the tools. */
import { buildSchema, isObjectType, parse, print } from 'graphql';
import { describe, expect, it } from 'vitest';
import { definitionOf, exampleOperations } from '../../src/mcp/agent-operation.ts';
import { effectsToAllow } from '../../src/mcp/document-effect.ts';
import { toolOf } from '../../src/mcp/operation-tool.ts';
import { withSelections } from '../../src/mcp/added-selection.ts';
import { addCursors } from '../../src/mcp/page-cursor.ts';
import { describePart, SchemaSearch } from '../../src/mcp/schema-search.ts';
import { schemaOfVariables } from '../../src/mcp/variable-schema.ts';
import { schema } from '../../src/services/schema.ts';
import { estimateOfDocument } from '../support/report/estimate.ts';
import { violationsOf } from './client-limits.ts';

const examples = await exampleOperations();
const tools = examples.flatMap((each) => toolOf(each, schema) ?? []);
const definitions = tools.map(({ definition }) => definition);
const definitionNamed = (name: string) => definitions.find((each) => each.name === name)!;

/** As an operator could list them. */
describe('the tools of operations', () => {
  it('are all queries and mutations', () => {
    const names = examples
      .filter(({ document }) => definitionOf(document).operation !== 'subscription')
      .map(({ name }) => name);
    expect(definitions.map(({ name }) => name)).toEqual(names);
    expect(names.length).toBeLessThan(examples.length);
  });
  it.each(definitions.map(({ name }) => name))(
    '%s has the effects that its mutations declare',
    (name) => {
      const { document } = examples.find((each) => each.name === name)!;
      const { operation, selectionSet } = definitionOf(document);
      const fields = schema.getMutationType()!.getFields();
      const effects = selectionSet.selections.flatMap(
        (each) => fields['name' in each ? each.name.value : '']?.extensions.effect ?? [],
      );
      const isQuery = operation === 'query';
      expect(effects.length > 0).toBe(!isQuery);
      const ofMutation = {
        destructiveHint: effects.some(({ destructive }) => destructive),
        idempotentHint: effects.every(({ repeatable }) => repeatable),
      };
      expect(definitionNamed(name).annotations).toEqual({
        readOnlyHint: isQuery,
        openWorldHint: true,
        ...(!isQuery && ofMutation),
      });
    },
  );
  it('have the comment of the document, and what it returns', () => {
    expect(definitionNamed('DeletePlaylist')).toMatchObject({
      description:
        'Delete a playlist and keep its videos. Returns { deletePlaylist { deletedId } }.',
      annotations: { destructiveHint: true },
      inputSchema: { properties: { confirm: { type: 'string' } } },
    });
  });
  it.each(examples.map(({ name }) => name))('%s costs the same with the cursors', (name) => {
    const { text, document } = examples.find((each) => each.name === name)!;
    const complete = print(withSelections(document, schema, addCursors));
    expect(estimateOfDocument(complete)).toEqual(estimateOfDocument(text));
  });
});

describe('what a user has to allow', () => {
  const allowed = (text: string, variables = {}) => effectsToAllow(parse(text), variables, schema);
  const remove = 'deleteVideo(input: { id: $id }) { deletedId }';
  const removes = ['Runs deleteVideo, which removes or ends something.'];
  it.each([
    ['a query', '{ viewer { id } }', {}, []],
    ['what is deleted', `mutation ($id: ID!) { ${remove} }`, { id: '1' }, removes],
    [
      'what a fragment deletes',
      `mutation ($id: ID!) { ...F } fragment F on Mutation { ${remove} }`,
      { id: '1' },
      removes,
    ],
    [
      'an event without mail',
      'mutation ($i: DeleteEventInput!) { deleteEvent(input: $i) { deletedId } }',
      { i: { by: { id: '1' }, notify: 'NONE' } },
      ['Runs deleteEvent, which removes or ends something.'],
    ],
    [
      'an event with mail',
      'mutation ($n: NotifiedAttendees!) { createEvent(input: { calendarId: "1", start: {}, end: {}, notify: $n }) { event { id } } }',
      { n: 'ALL' },
      ['Runs createEvent, which can send mail to people.'],
    ],
    [
      'mail by the default of a variable',
      'mutation ($notify: NotifiedAttendees! = ALL) { createEvent(input: { calendarId: "1", start: {}, end: {}, notify: $notify }) { event { id } } }',
      {},
      ['Runs createEvent, which can send mail to people.'],
    ],
    [
      'mail by the default of a variable of any name',
      'mutation ($n: NotifiedAttendees! = ALL) { createEvent(input: { calendarId: "1", start: {}, end: {}, notify: $n }) { event { id } } }',
      {},
      ['Runs createEvent, which can send mail to people.'],
    ],
    [
      'a video that becomes public by the default of a variable',
      'mutation ($at: DateTime = "2099-01-01T00:00:00Z") { updateVideo(input: { id: "1", publishAt: $at }) { video { id } } }',
      {},
      ['Gives the public access.'],
    ],
    [
      'a public playlist',
      'mutation { createPlaylist(input: { title: "T", privacyStatus: PUBLIC }) { playlist { id } } }',
      {},
      ['Gives the public access.'],
    ],
    [
      'a video that becomes public',
      'mutation ($i: UpdateVideoInput!) { updateVideo(input: $i) { video { id } } }',
      { i: { id: '1', publishAt: '2099-01-01T00:00:00Z' } },
      ['Gives the public access.'],
    ],
    [
      'a file for anyone',
      'mutation { createFilePermission(input: { fileId: "1", role: READER, type: ANYONE }) { errors { code } } }',
      {},
      ['Gives the public access.'],
    ],
    [
      'a private playlist',
      'mutation { createPlaylist(input: { title: "PUBLIC?", privacyStatus: PRIVATE }) { playlist { id } } }',
      {},
      [],
    ],
  ] as const)('is %s', (_, text, variables, effects) => {
    expect(allowed(text, variables)).toEqual(effects);
  });
});

describe('the schema of variables', () => {
  const small = buildSchema(`
    scalar DateTime
    enum Color { RED GREEN }
    input Choice @oneOf { id: ID name: String }
    input Filter {
      "The color. More about it."
      color: Color! = RED
      "Words."
      words: [String!]
      below: Filter
      choice: Choice
    }
    type Query {
      find(
        "Return only these."
        filter: Filter
        "The number of items."
        first: Int! = 20
        since: DateTime
      ): Int
    }
  `);
  it('has types, descriptions, enums, defaults and required ones', () => {
    const document =
      parse(`query Find($filter: Filter!, $first: Int! = 5, $since: DateTime, $color: Color!) {
      a: find(filter: $filter, first: $first, since: $since)
      b: find(filter: { color: $color })
    }`);
    const filter = {
      type: 'object',
      properties: {
        color: {
          type: 'string',
          enum: ['RED', 'GREEN'],
          description: 'The color. Default: "RED".',
        },
        words: { type: 'array', items: { type: 'string' }, description: 'Words.' },
        choice: {
          type: 'object',
          properties: { id: { type: 'string' }, name: { type: 'string' } },
          description: 'Exactly one of these.',
        },
      },
    };
    const written = schemaOfVariables(small, document);
    expect(written).toMatchObject({
      type: 'object',
      properties: {
        filter: { ...filter, description: 'Return only these.' },
        first: { type: 'integer', description: 'The number of items. Default: 5.' },
        since: { type: 'string' },
        color: {
          type: 'string',
          enum: ['RED', 'GREEN'],
          description: 'The color. More about it.',
        },
      },
      required: ['filter', 'color'],
    });
    // It contains itself: what is too deep is left out.
    const below = { properties: { color: {}, below: { properties: { color: {} } } } };
    expect(written).toMatchObject({ properties: { filter: { properties: { below } } } });
    const tool = { name: 'find', title: 'Find', description: 'Find.', inputSchema: written };
    const annotations = { readOnlyHint: true, destructiveHint: false, openWorldHint: true };
    expect(violationsOf({ ...tool, annotations })).toEqual([]);
  });
  it('is none for files, which JSON does not have', () => {
    const text =
      'mutation Up($file: Upload!) { createFile(input: { content: $file }) { file { id } } }';
    expect(toolOf({ name: 'Up', text, about: '', document: parse(text) }, schema)).toBeUndefined();
  });
});

describe('a search of the schema', () => {
  const search = new SchemaSearch(
    [
      { name: 'find', description: 'Find files, videos and events by words.' },
      ...examples.map(({ name, about }) => ({
        name,
        description: about,
        kind: 'example' as const,
      })),
    ],
    schema,
  );
  it.each([
    ['delete an event', 'Mutation.deleteEvent'],
    ['free busy times', 'Query.freeBusy'],
    ['write in a live chat', 'WriteInChat'],
    ['share a file', 'ShareFile'],
    ['captions', 'Caption'],
    ['subscriber count', 'ChannelStatistics.subscriberCount'],
    ['playlist', 'Playlist'],
    ['find free slots in calendars', 'FindFreeSlot'],
  ])('finds among the first three: %s', async (words, name) => {
    expect((await search.find(words, 3)).map((part) => part.name)).toContain(name);
  });
  it.each(['zzz qqq', '***'])('finds nothing that has none of the words: %s', async (words) => {
    expect(await search.find(words, 5)).toEqual([]);
  });
  it('finds only what can be described', async () => {
    const all = ['video', 'input of an event', 'error code', 'file'];
    const found = (await Promise.all(all.map((words) => search.find(words, 20)))).flat();
    const parts = found.filter(({ kind }) => kind !== 'tool' && kind !== 'example');
    expect(parts.length).toBeGreaterThan(40);
    expect(parts.filter(({ name }) => !describePart(schema, name))).toEqual([]);
  });
});

describe('the description of a type', () => {
  it('has all of its fields', () => {
    const type = schema.getType('Video');
    if (!isObjectType(type)) throw new Error('no type');
    const { fields } = describePart(schema, 'Video') as { fields: { name: string }[] };
    expect(fields.map(({ name }) => name)).toEqual(Object.keys(type.getFields()));
  });
  it('has the values of an enum, and the members of an interface', () => {
    expect(describePart(schema, 'PrivacyStatus')).toMatchObject({
      values: expect.arrayContaining([expect.objectContaining({ name: 'PUBLIC' })]) as unknown,
    });
    expect(describePart(schema, 'Node')).toMatchObject({
      possibleTypes: expect.arrayContaining(['Video', 'File']) as unknown,
    });
  });
  it.each(['Nothing', 'Video.nothing', '', 'constructor'])('is none of %j', (name) => {
    expect(describePart(schema, name)).toBeUndefined();
  });
});
