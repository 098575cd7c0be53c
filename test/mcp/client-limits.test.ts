/** That the check of tools against the limits of clients finds each fault, and nothing else. */
import type { Tool } from '@modelcontextprotocol/client';
import { describe, expect, it } from 'vitest';
import { violationsOf, violationsOfList } from './client-limits.ts';

type Input = Tool['inputSchema'];

const good = {
  name: 'find_videos',
  title: 'Find videos',
  description: 'Find videos of a channel by words, newest first.',
  annotations: { readOnlyHint: true, destructiveHint: false, openWorldHint: true },
  inputSchema: {
    type: 'object',
    properties: {
      words: { type: 'string', description: 'Words of the title.' },
      order: { type: 'string', enum: ['newest', 'most viewed'] },
      max: { type: 'integer', minimum: 1, maximum: 1_000, description: 'From 1 to 1,000.' },
      channels: { type: 'array', items: { type: 'string' }, maxItems: 3, description: 'Up to 3.' },
      between: { type: 'object', properties: { from: { type: 'string' } }, required: ['from'] },
    },
    required: ['words'],
  },
  outputSchema: {
    type: 'object',
    properties: { format: { type: ['string', 'null'] }, rows: { type: 'array', items: {} } },
  },
} satisfies Tool;

/** @returns an input with one property, `value` */
const inputOf = (value: object, more: object = {}): Input => ({
  type: 'object',
  properties: { value: value as NonNullable<Input['properties']>[string] },
  ...more,
});

const nested = (levels: number): object =>
  levels === 0 ? { type: 'string' } : { type: 'object', properties: { inner: nested(levels - 1) } };

/** What is wrong, the part of a tool that is, and what the check says after the name. */
const faults: [string, object, string][] = [
  ['a dot in the name', { name: 'videos.find' }, 'name is not in lower snake case'],
  ['a dash in the name', { name: 'find-videos' }, 'name is not in lower snake case'],
  ['a digit at the start', { name: '2_videos' }, 'name is not in lower snake case'],
  ['a name too long', { name: 'a'.repeat(28) }, 'name has 28 characters, maximum: 27'],
  ['no description', { description: undefined }, 'description is empty'],
  ['a blank description', { description: ' ' }, 'description is empty'],
  [
    'a description too long',
    { description: 'a'.repeat(1_025) },
    'description has 1025 characters, maximum: 1024',
  ],
  ['no title', { title: undefined }, 'title is missing'],
  [
    'a hint missing',
    { annotations: { readOnlyHint: false, destructiveHint: false } },
    'annotations.openWorldHint is missing',
  ],
  [
    'hints that exclude each other',
    { annotations: { readOnlyHint: true, destructiveHint: true, openWorldHint: true } },
    'annotations: a tool that only reads is destructive',
  ],
  [
    'an input that is a text',
    { inputSchema: { type: 'string' } },
    'inputSchema.type is not object',
  ],
  ['no properties', { inputSchema: { type: 'object' } }, 'inputSchema.properties is missing'],
  [
    'a choice at the top',
    { inputSchema: inputOf({ type: 'string' }, { anyOf: [{ required: ['value'] }] }) },
    'inputSchema.anyOf is not known to all clients',
  ],
  [
    'a dialect',
    { inputSchema: inputOf({ type: 'string' }, { $schema: 'https://json-schema.org/x' }) },
    'inputSchema.$schema is not known to all clients',
  ],
  [
    'a name that is required and not there',
    { inputSchema: inputOf({ type: 'string' }, { required: ['other'] }) },
    'inputSchema.required names what is not in properties',
  ],
  [
    'a property with a dot',
    { inputSchema: { type: 'object', properties: { 'a.b': { type: 'string' } } } },
    'inputSchema.properties: a.b is not a name for all clients',
  ],
  [
    'an input too large',
    {
      inputSchema: {
        type: 'object',
        properties: Object.fromEntries(
          Array.from({ length: 20 }, (_, index) => [
            `property${index}`,
            { type: 'string', description: 'a'.repeat(1_000) },
          ]),
        ),
      },
    },
    'inputSchema has 20982 bytes, maximum: 16384',
  ],
  [
    'a schema too deep',
    { inputSchema: inputOf(nested(4)) },
    `inputSchema.properties.value${'.properties.inner'.repeat(4)} is deeper than 5 levels`,
  ],
  [
    'a result that is a list',
    { outputSchema: { type: 'array', items: {} } },
    'outputSchema.type is not object',
  ],
  [
    'a dialect of the result',
    { outputSchema: { $schema: 'http://json-schema.org/draft-07/schema#', type: 'object' } },
    'outputSchema.$schema is not known to all clients',
  ],
  [
    'a reference in the result',
    { outputSchema: { type: 'object', properties: { a: { anyOf: [{ $ref: '#/x' }] } } } },
    'outputSchema.properties.a.anyOf[0].$ref is not known to all clients',
  ],
];

/** What is wrong with a property, its schema, and what the check says after its path. */
const propertyFaults: [string, object, string][] = [
  ['no type', {}, '.type is not one of'],
  ['two types', { type: ['string', 'null'] }, '.type is not one of'],
  ['the type null', { type: 'null' }, '.type is not one of'],
  ['a reference', { type: 'string', $ref: '#/$defs/x' }, '.$ref is not known'],
  ['a default', { type: 'string', default: 'x' }, '.default is not known'],
  ['a format', { type: 'string', format: 'uri' }, '.format is not known'],
  ['a constant', { type: 'string', const: 'x' }, '.const is not known'],
  ['examples', { type: 'string', examples: ['x'] }, '.examples is not known'],
  ['a maximum of a string', { type: 'string', maxLength: 3 }, '.maxLength is not known'],
  ['a pattern', { type: 'string', pattern: '^x$' }, '.pattern is not known'],
  ['an exclusive bound', { type: 'number', exclusiveMinimum: 0 }, '.exclusiveMinimum is not known'],
  ['a keyword of another type', { type: 'string', properties: {} }, '.properties is not known'],
  ['numbers to choose from', { type: 'integer', enum: [1, 2] }, '.enum is not known'],
  ['a choice that is no string', { type: 'string', enum: ['a', 1] }, '.enum has a value'],
  ['an empty choice', { type: 'string', enum: ['a', ''] }, '.enum has a value'],
  ['nothing to choose from', { type: 'string', enum: [] }, '.enum has no values'],
  ['a choice twice', { type: 'string', enum: ['a', 'a'] }, '.enum has a twice'],
  ['a list of anything', { type: 'array' }, '.items is missing'],
  ['a tuple', { type: 'array', items: [{ type: 'string' }] }, '.items is not a schema'],
  ['a list without a type', { type: 'array', items: {} }, '.items.type is not one of'],
  ['an object of anything', { type: 'object' }, '.properties is missing'],
  ['an empty object', { type: 'object', properties: {} }, '.properties is empty'],
  [
    'more properties',
    { type: 'object', properties: { a: { type: 'string' } }, additionalProperties: false },
    '.additionalProperties is not known',
  ],
  ['a bound without words', { type: 'integer', minimum: 1 }, '.description does not say minimum 1'],
  [
    'another bound in the words',
    { type: 'integer', maximum: 5, description: 'At most 50.' },
    '.description does not say maximum 5',
  ],
  ['a bound in words', { type: 'integer', maximum: '5' }, '.maximum is not a number'],
  ['words too long', { type: 'string', description: 'a'.repeat(1_025) }, '.description has 1025'],
  ['words that are empty', { type: 'string', description: '' }, '.description is empty'],
];

/** @returns `count` tools of different names */
const many = (count: number, more: object = {}): Tool[] =>
  Array.from({ length: count }, (_, index) => ({ ...good, name: `tool_${index}`, ...more }));

describe('the limits of the clients', () => {
  it('take a tool that keeps them', () => {
    expect(violationsOf(good)).toEqual([]);
    expect(violationsOf({ ...good, inputSchema: { type: 'object', properties: {} } })).toEqual([]);
    expect(violationsOfList(many(15))).toEqual([]);
  });
  it('take a tool that reaches them', () => {
    const tool: Tool = {
      ...good,
      name: 'a'.repeat(27),
      description: 'a'.repeat(1_024),
      inputSchema: inputOf(nested(3)),
    };
    expect(violationsOf(tool)).toEqual([]);
  });
  it.each(faults)('find %s', (_, part, message) => {
    const tool: Tool = { ...good, ...part };
    expect(violationsOf(tool)).toEqual([`${tool.name}: ${message}`]);
  });
  it.each(propertyFaults)('find %s in a property', (_, schema, message) => {
    const found = violationsOf({ ...good, inputSchema: inputOf(schema) });
    expect(found).toHaveLength(1);
    expect(found[0]).toContain(`inputSchema.properties.value${message}`);
  });
  it('find more tools than a client sends', () => {
    const small = { inputSchema: { type: 'object', properties: {} }, outputSchema: undefined };
    expect(violationsOfList(many(40, small))).toEqual([]);
    expect(violationsOfList(many(41, small))).toEqual(['list: 41 tools, maximum: 40']);
  });
  it('find two tools of one name', () => {
    expect(violationsOfList([good, good])).toEqual(['list: find_videos is there twice']);
  });
  it('find a list that is too long for a model', () => {
    const found = violationsOfList(many(18, { description: 'a'.repeat(1_000) }));
    expect(found).toEqual([
      expect.stringMatching(/^list: \d+ characters for the model, maximum: 18000$/),
      expect.stringMatching(/^list: \d+ characters, maximum: 25000$/),
    ]);
  });
  it('find a list that is too long as it is sent', () => {
    const found = violationsOfList(many(15, { title: 'a'.repeat(1_500) }));
    expect(found).toEqual([expect.stringMatching(/^list: \d+ characters, maximum: 25000$/)]);
  });
  it('find the faults of each tool of a list', () => {
    expect(violationsOfList([good, { ...good, name: 'Bad' }])).toEqual([
      'Bad: name is not in lower snake case',
    ]);
  });
});
