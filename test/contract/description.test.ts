import { type FieldDefinitionNode, parse, visit } from 'graphql';
import { describe, expect, it } from 'vitest';
import { printContract } from '../../src/graph/print.ts';
import { schema } from '../../src/graph/schema.ts';
import { elementsOf, type SchemaElement } from './schema-element.ts';

const elements = elementsOf(schema);

const wordsOf = (text: string): string[] =>
  text
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter((word) => word !== '')
    .map((word) => word.replace(/(?<=..)s$/, ''));

/** Words that say nothing of what is described. */
const small = new Set(wordsOf('a an the its this that of for to s it is one'));

/** Whether the text has no word that the name, or what holds it, doesn't have. */
function repeats({
  name,
  parents,
  text,
}: Pick<SchemaElement, 'name' | 'parents' | 'text'>): boolean {
  const known = new Set([name, ...parents].flatMap(wordsOf));
  return wordsOf(text).every((word) => small.has(word) || known.has(word));
}

describe('descriptions', () => {
  it('are missing nowhere', () => {
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
  it('say one thing once: the same text stands under the same name alone', () => {
    const names = Map.groupBy(elements, ({ text }) => wordsOf(text).join(' '));
    const shared = [...names].filter(([, all]) => new Set(all.map(({ name }) => name)).size > 1);
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
  ])('would be found out: %s of %s as "%s"', (name, parents, text) => {
    expect(repeats({ name, parents, text })).toBe(true);
  });
  it('name the operations and units that `@upstream` names', () => {
    const differing: unknown[] = [];
    visit(parse(printContract(schema)), {
      FieldDefinition: (node) => {
        const [said, printed] = [saidBy(node), printedBy(node)];
        if (said.join() !== printed.join())
          differing.push({ field: node.name.value, said, printed });
      },
    });
    expect(differing).toEqual([]);
  });
});

const saidBy = ({ description }: FieldDefinitionNode): string[] => {
  const sentence = /\n\nCalls (`[^]*)\.$/.exec(description?.value ?? '')?.[1];
  return sentence === undefined
    ? []
    : sentence
        .split(', ')
        .map((each) => each.replace(/^`(\S+)`(?: \((\d+) units?\))?$/, '$1 $2').trim());
};

const printedBy = ({ directives = [] }: FieldDefinitionNode): string[] =>
  directives
    .filter(({ name }) => name.value === 'upstream')
    .map(({ arguments: args = [] }) =>
      args.map(({ value }) => ('value' in value ? String(value.value) : '')).join(' '),
    );
