/** Rules of the descriptions in the schema: plain English that can be read on its own. */
import type { SchemaElement } from './schema-element.ts';

type Described = Pick<SchemaElement, 'name' | 'parents' | 'text'>;

/** The words of a text or an identifier, in lower case and without the s of a plural. */
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
function repeatsName({ name, parents, text }: Described): boolean {
  if (text === `Input of \`${mutationOf(name)}\`.`) return false;
  const known = new Set([name, ...parents].flatMap(wordsOf));
  return wordsOf(text).every((word) => fillWords.has(word) || known.has(word));
}

/** The mutation of an input type: `createPlaylist` of `CreatePlaylistInput`. */
const mutationOf = (typeName: string): string =>
  `${typeName[0]!.toLowerCase()}${typeName.slice(1).replace(/Input$/, '')}`;

/** Clients sort fields by name: a text that refers to another one refers to nothing. */
const firstWords = /^(It|They|Those|These|The same|What|Whoever|How|Dear)\b/;

/** The maximum number of words of a first sentence. */
const maxWords = 40;

const firstSentence = (text: string): string => /^[^]*?[.!?](?=\s|$)/.exec(text)?.[0] ?? text;

/** @returns the rules that a description breaks */
export function brokenRules(element: Described): string[] {
  const { text } = element;
  if (text.trim() === '') return ['is missing'];
  const length = firstSentence(text).split(/\s+/).length;
  return [
    ...(repeatsName(element) ? ['says only the name'] : []),
    ...(/^[A-Z\d`@][^]*[.!?)]$/.test(text) ? [] : ['is no sentence']),
    ...(firstWords.test(text) ? [`begins with "${firstWords.exec(text)![0]}"`] : []),
    ...(/\bupstream\b/i.test(text) ? ['says "upstream": name the product or the REST API'] : []),
    ...(length > maxWords ? [`has ${length} words in the first sentence`] : []),
  ];
}

/** Descriptions that elements of different names share. A difference of case does not count. */
export function sharedTexts(
  elements: readonly Pick<SchemaElement, 'coordinate' | 'name' | 'text'>[],
): string[][] {
  const byText = Map.groupBy(elements, ({ text }) => wordsOf(text).join(' '));
  return [...byText.values()]
    .filter((all) => new Set(all.map(({ name }) => name)).size > 1)
    .map((all) => all.map(({ coordinate }) => coordinate));
}
