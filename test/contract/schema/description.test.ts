/** Every element of the schema has a description in plain English that stands alone. */
import { type FieldDefinitionNode, parse, visit } from 'graphql';
import { describe, expect, it } from 'vitest';
import { resourcesOf } from '../../../src/engine/schema/builder.ts';
import { printContract } from '../../../src/engine/schema/print.ts';
import { schema } from '../../../src/services/schema.ts';
import { catalogue } from '../../../src/services/catalogue.ts';
import { brokenRules, sharedTexts } from './description-rule.ts';
import { elementsOf } from './schema-element.ts';

const elements = elementsOf(schema);

describe('`@upstream`', () => {
  it('names the bucket of every operation', () => {
    const buckets = new Map([...catalogue.values()].map(({ key, bucket }) => [key, bucket]));
    const sdl = printContract(schema);
    const uses = sdl.match(/ @upstream\((?=\s*operation: ")/g) ?? [];
    const printed = [
      ...sdl.matchAll(
        /@upstream\(\s*operation: "(\S+?)",?\s*(?:units: \d+,?\s*)?bucket: "(\w+)"\s*\)/g,
      ),
    ];
    expect([printed.length, printed.length > 100]).toEqual([uses.length, true]);
    expect(printed.filter(([, key, bucket]) => buckets.get(key as never) !== bucket)).toEqual([]);
    // A setting decides whether a subset of a read is used: the bucket says so.
    const ofSubsets = new Set(
      [...resourcesOf(schema).values()].map(({ read }) =>
        read.kind === 'batch' ? read.subset?.operation.bucket : undefined,
      ),
    );
    expect(new Set(printed.map(([, , bucket]) => bucket))).toEqual(
      new Set([...buckets.values()].filter((bucket) => !ofSubsets.has(bucket))),
    );
  });
});

describe('descriptions', () => {
  it('follow the rules', () => {
    const broken = elements.flatMap((element) =>
      brokenRules(element).map((rule) => `${element.coordinate} ${rule}: ${element.text}`),
    );
    expect(broken).toEqual([]);
    expect(elements.length).toBeGreaterThan(2000);
  });
  it('are the same for elements of the same name only', () => {
    expect(sharedTexts(elements)).toEqual([]);
  });
  it('are accepted for the reasons of deprecations too', () => {
    const reasons = elements.flatMap(({ deprecationReason: text, name, ...element }) =>
      text === undefined ? [] : [{ ...element, name, text }],
    );
    const broken = reasons.flatMap((reason) =>
      brokenRules(reason).map((rule) => `${reason.coordinate} ${rule}: ${reason.text}`),
    );
    expect(broken).toEqual([]);
    expect(reasons.length).toBeGreaterThan(3);
  });
  it('name the operations, units and buckets that `@upstream` names', () => {
    const differing: unknown[] = [];
    visit(parse(printContract(schema)), {
      FieldDefinition: (node) => {
        const described = describedOperations(node);
        const printed = upstreamDirectives(node);
        if (described.join() !== printed.join())
          differing.push({ field: node.name.value, described, printed });
      },
    });
    expect(differing).toEqual([]);
  });
});

describe('a description', () => {
  it.each([
    ['title', ['Video'], 'The title.'],
    ['publishedAt', ['Video'], 'Published at.'],
    ['VideoEdge', [], 'A video edge.'],
    ['first', ['Video', 'comments'], 'First comments of the video.'],
    ['CreatePlaylistInput', [], 'The input of `createPlaylist`.'],
  ])('of %s of %s is rejected if it says only the name: %j', (name, parents, text) => {
    expect(brokenRules({ name, parents, text })).toEqual(['says only the name']);
  });
  it.each([
    ['', 'is missing'],
    [' ', 'is missing'],
    ['number of views.', 'is no sentence'],
    ['The number of views', 'is no sentence'],
    ['It counts every view.', 'begins with "It"'],
    ['They have been invited.', 'begins with "They"'],
    ['Those that were published.', 'begins with "Those"'],
    ['These are published.', 'begins with "These"'],
    ['The same in another language.', 'begins with "The same"'],
    ['What the video shows.', 'begins with "What"'],
    ['Whoever uploaded the video.', 'begins with "Whoever"'],
    ['How often it was seen.', 'begins with "How"'],
    ['Dear, 50 quota units.', 'begins with "Dear"'],
    ['The number that upstream counts.', 'says "upstream": name the product or the REST API'],
    ['Upstream counts the views.', 'says "upstream": name the product or the REST API'],
    [`The number ${'of '.repeat(39)}views. Null.`, 'has 42 words in the first sentence'],
    [`The number ${'of '.repeat(38)}views.`, 'has 41 words in the first sentence'],
  ])('is rejected: %j %s', (text, rule) => {
    expect(brokenRules({ name: 'viewCount', parents: ['Video'], text })).toEqual([rule]);
  });
  it.each([
    'The number of times that the video was played. Null if hidden.',
    'Items of the playlist.',
    'However the video was found: the address.',
    'The upstreaming device.',
    `The number ${'of '.repeat(37)}plays. ${'More words. '.repeat(30)}End.`,
    '4:3.',
    '`audio` and `video` tracks (of the file).',
  ])('is accepted: %j', (text) => {
    expect(brokenRules({ name: 'viewCount', parents: ['Video'], text })).toEqual([]);
  });
  it('is accepted for an input type if it names the mutation only', () => {
    const element = { name: 'CreatePlaylistInput', parents: [] };
    expect(brokenRules({ ...element, text: 'Input of `createPlaylist`.' })).toEqual([]);
    expect(brokenRules({ ...element, text: 'Input of `createPlaylists`.' })).toEqual([
      'says only the name',
    ]);
  });
  it('is rejected if it stands at elements of different names, whatever its case is', () => {
    const described = (coordinate: string, text: string) => ({
      coordinate,
      name: coordinate.split('.').at(-1)!,
      text,
    });
    const all = [
      described('Video.title', 'The title of the video.'),
      described('Playlist.title', 'The title of the playlist.'),
      described('Broadcast.name', 'the title of the video'),
      described('Caption.title', 'The title of the video.'),
    ];
    expect(sharedTexts(all)).toEqual([['Video.title', 'Broadcast.name', 'Caption.title']]);
    expect(sharedTexts(all.filter(({ name }) => name === 'title'))).toEqual([]);
  });
});

/** Operations, units and buckets that the last sentence of a description names. */
const describedOperations = ({ description }: FieldDefinitionNode): string[] => {
  const sentence = /\n\nCalls (`[^]*)\.$/.exec(description?.value ?? '')?.[1];
  return sentence === undefined
    ? []
    : sentence
        .split(', ')
        .map((each) =>
          each
            .replace(/^`(\S+)`(?: \((\d+) (?:assumed )?units? of `(\w+)`\))?$/, '$1 $2 $3')
            .trim(),
        );
};

/**
 * Operations, units and buckets of the `@upstream` directives of a field. Without units, the bucket
 * is not in the description.
 */
const upstreamDirectives = ({ directives = [] }: FieldDefinitionNode): string[] =>
  directives
    .filter(({ name }) => name.value === 'upstream')
    .map(({ arguments: args = [] }) => {
      const values = Object.fromEntries(
        args.map(({ name, value }) => [name.value, 'value' in value ? String(value.value) : '']),
      );
      const { operation, units, bucket } = values;
      return units === undefined ? operation! : `${operation} ${units} ${bucket}`;
    });
