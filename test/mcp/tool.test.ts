/** What an agent reads of the tools. */
import { buildSchema, isObjectType, parse, print, visit } from 'graphql';
import { describe, expect, it } from 'vitest';
import { definitionOf, exampleOperations } from '../../src/mcp/agent-operation.ts';
import { toolOf } from '../../src/mcp/operation-tool.ts';
import { withSelections } from '../../src/mcp/added-selection.ts';
import { addCursors } from '../../src/mcp/page-cursor.ts';
import { describePart, SchemaSearch } from '../../src/mcp/schema-search.ts';
import { schemaOfVariables } from '../../src/mcp/variable-schema.ts';
import { schema } from '../../src/services/schema.ts';
import { estimateOfDocument } from '../support/report/estimate.ts';

const examples = await exampleOperations();
const tools = examples.flatMap((each) => toolOf(each, schema) ?? []);
const toolNamed = (name: string) => tools.find((each) => each.name === name)!;

describe('the tools of the examples', () => {
  it('are all queries and mutations', () => {
    const names = examples
      .filter(({ document }) => definitionOf(document).operation !== 'subscription')
      .map(({ name }) => name);
    expect(tools.map(({ name }) => name)).toEqual(names);
    expect(names.length).toBeLessThan(examples.length);
  });
  it.each(tools.map(({ name }) => name))(
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
      expect(toolNamed(name).annotations).toEqual({
        readOnlyHint: isQuery,
        ...(!isQuery && ofMutation),
      });
    },
  );
  it('have the comment of the example, and what it returns', () => {
    expect(toolNamed('DeletePlaylist')).toMatchObject({
      description:
        'Delete a playlist and keep its videos. Returns { deletePlaylist { deletedId } }.',
      annotations: { destructiveHint: true },
    });
  });
  it('fit into 80,000 characters together', () => {
    expect(JSON.stringify(tools).length).toBeLessThan(80_000);
  });
  it.each(examples.map(({ name }) => name))('%s costs the same with the cursors', (name) => {
    const { text, document, samples } = examples.find((each) => each.name === name)!;
    const complete = print(withSelections(document, schema, addCursors));
    expect(estimateOfDocument(complete, samples)).toEqual(estimateOfDocument(text));
  });
  it('have no defaults where they write: an agent says what is written', () => {
    const writes = tools.filter(({ annotations }) => annotations?.readOnlyHint === false);
    const properties = writes.flatMap(({ inputSchema }) =>
      Object.values(inputSchema.properties as Readonly<Record<string, object>>),
    );
    expect(properties.length).toBeGreaterThan(100);
    expect(properties.filter((each) => 'default' in each && each.default !== null)).toEqual([]);
    // Without them, a video would be public, and one occurrence moved.
    for (const [name, argument] of [
      ['CreatePlaylist', 'privacyStatus'],
      ['UploadVideo', 'privacyStatus'],
      ['PublishFile', 'privacyStatus'],
      ['RescheduleSeries', 'scope'],
    ] as const)
      expect(toolNamed(name).inputSchema.required).toContain(argument);
    expect(toolNamed('DecideOnComments').inputSchema).toMatchObject({
      required: ['ids', 'status'],
      properties: { status: { examples: ['REJECTED'] }, banAuthor: { examples: [true] } },
    });
  });
  it('write no texts, numbers and times that an agent cannot see', () => {
    const constants = examples.flatMap(({ name, document }) => {
      const definition = definitionOf(document);
      if (definition.operation !== 'mutation') return [];
      const texts: string[] = [];
      const note = ({ value }: { readonly value: string }): void => void texts.push(value);
      const leave = (): false => false;
      for (const each of definition.selectionSet.selections)
        if (each.kind === 'Field')
          for (const argument of each.arguments ?? [])
            visit(argument, {
              StringValue: note,
              IntValue: note,
              FloatValue: note,
              Variable: leave,
            });
      return texts.length === 0 ? [] : [[name, texts]];
    });
    expect(Object.fromEntries(constants)).toEqual({
      CreateFolder: ['application/vnd.google-apps.folder'],
      EditPlaylist: ['0'],
    });
    expect(toolNamed('EditPlaylist').description).toContain('at the top');
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
    expect(schemaOfVariables(small, document)).toEqual({
      type: 'object',
      properties: {
        filter: { $ref: '#/$defs/Filter', description: 'Return only these.' },
        first: { type: 'integer', description: 'The number of items.', default: 5 },
        since: { type: ['string', 'null'], format: 'date-time' },
        color: { $ref: '#/$defs/Color', description: 'The color. More about it.' },
      },
      required: ['filter', 'color'],
      additionalProperties: false,
      $defs: {
        Color: { type: 'string', enum: ['RED', 'GREEN'] },
        Choice: {
          type: 'object',
          properties: { id: { type: ['string', 'null'] }, name: { type: ['string', 'null'] } },
          additionalProperties: false,
          minProperties: 1,
          maxProperties: 1,
        },
        Filter: {
          type: 'object',
          properties: {
            color: { $ref: '#/$defs/Color', description: 'The color.', default: 'RED' },
            words: {
              type: ['array', 'null'],
              items: { type: 'string' },
              description: 'Words.',
            },
            below: { anyOf: [{ $ref: '#/$defs/Filter' }, { type: 'null' }] },
            choice: { anyOf: [{ $ref: '#/$defs/Choice' }, { type: 'null' }] },
          },
          additionalProperties: false,
        },
      },
    });
  });
  it('is none for files, which JSON does not have', () => {
    const text =
      'mutation Up($file: Upload!) { createFile(input: { content: $file }) { file { id } } }';
    expect(toolOf({ name: 'Up', text, document: parse(text) }, schema)).toBeUndefined();
  });
});

describe('a search of the schema', () => {
  const search = new SchemaSearch(
    tools.map(({ name, description = '' }) => ({ name, description })),
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
    const parts = found.filter(({ kind }) => kind !== 'tool');
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
