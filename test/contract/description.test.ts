/** Every element of the schema has a description that says more than its name. */
import { type FieldDefinitionNode, parse, visit } from 'graphql';
import { describe, expect, it } from 'vitest';
import { printContract } from '../../src/graph/print.ts';
import { schema } from '../../src/graph/schema.ts';
import { catalogue } from '../../src/upstream/catalogue.ts';
import { elementsOf, type SchemaElement } from './schema-element.ts';

const elements = elementsOf(schema);

const wordsOf = (text: string): string[] =>
  text
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter((word) => word !== '')
    .map((word) => word.replace(/(?<=..)s$/, ''));

/** Words that add nothing to a name. */
const fillWords = new Set(wordsOf('a an the its this that of for to s it is one'));

/** Whether all words of a text are in the name of its element or of the parents. */
function repeats({
  name,
  parents,
  text,
}: Pick<SchemaElement, 'name' | 'parents' | 'text'>): boolean {
  // "Input of `createPlaylist`." is the whole description of a generated input type.
  if (`${text[0]?.toLowerCase()}${text.slice(1)}` === `input of \`${mutationOf(name)}\`.`)
    return false;
  const known = new Set([name, ...parents].flatMap(wordsOf));
  return wordsOf(text).every((word) => fillWords.has(word) || known.has(word));
}

/** The mutation of an input type: `createPlaylist` of `CreatePlaylistInput`. */
const mutationOf = (typeName: string): string =>
  `${typeName[0]!.toLowerCase()}${typeName.slice(1).replace(/Input$/, '')}`;

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
    expect(new Set(printed.map(([, , bucket]) => bucket))).toEqual(new Set(buckets.values()));
  });
});

describe('descriptions', () => {
  it('are not missing', () => {
    expect(
      elements.filter(({ text }) => text.trim() === '').map(({ coordinate }) => coordinate),
    ).toEqual([]);
    expect(elements.length).toBeGreaterThan(300);
  });
  it('say more than the name', () => {
    expect(
      elements.filter(repeats).map(({ coordinate, text }) => `${coordinate}: ${text}`),
    ).toEqual([]);
  });
  it('are the same for elements of the same name only', () => {
    const names = Map.groupBy(elements, ({ text }) => wordsOf(text).join(' '));
    // The enum value `PLAYLIST` and the type `Playlist` have the same name.
    const shared = [...names].filter(
      ([, all]) => new Set(all.map(({ name }) => name.toLowerCase())).size > 1,
    );
    expect(shared.map(([, all]) => all.map(({ coordinate }) => coordinate))).toEqual([]);
  });
  it('are sentences', () => {
    expect(
      elements
        .filter(({ text }) => !/^[A-Z\d`@][^]*[.!?)]$/.test(text))
        .map(({ coordinate, text }) => `${coordinate}: ${text}`),
    ).toEqual([]);
  });
  it.each([
    ['title', ['Video'], 'The title.'],
    ['title', ['Video'], "The video's title"],
    ['publishedAt', ['Video'], 'Published at.'],
    ['VideoEdge', [], 'A video edge.'],
    ['first', ['Video', 'comments'], 'First comments of the video.'],
  ])('of %s of %s are rejected if they say only "%s"', (name, parents, text) => {
    expect(repeats({ name, parents, text })).toBe(true);
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

/** Operations, units and buckets that the last sentence of a description names. */
const describedOperations = ({ description }: FieldDefinitionNode): string[] => {
  const sentence = /\n\nCalls (`[^]*)\.$/.exec(description?.value ?? '')?.[1];
  return sentence === undefined
    ? []
    : sentence
        .split(', ')
        .map((each) =>
          each.replace(/^`(\S+)`(?: \((\d+) units? of `(\w+)`\))?$/, '$1 $2 $3').trim(),
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
