/** Types of TypeScript as text. */

/** The members of a union; a type that is none has one. */
export type Members = readonly string[];

/** A property of an object type, in one text: `title: string | null`. */
type Property = string;

const maxLine = 80;

export const indented = (text: string): string => text.replaceAll('\n', '\n  ');

export const nullable = (members: Members, ...empty: Members): Members =>
  members.includes('unknown') ? members : [...members, ...empty];

function union(members: Members): string {
  const all = [...new Set(members)];
  const text = all.join(' | ');
  const isObject = all.length === 1 || (all.length === 2 && all[1] === 'null');
  if (isObject || (text.length <= maxLine && !text.includes('\n'))) return text;
  return all.map((each) => `\n  | ${indented(each)}`).join('');
}

export function arrayOf(members: Members): string {
  const item = union(members);
  return `Array<${item}${item.startsWith('\n') ? '\n' : ''}>`;
}

export function objectOf(properties: readonly Property[]): string {
  if (properties.length === 0) return 'Record<PropertyKey, never>';
  const text = `{ ${properties.join('; ')} }`;
  if (text.length <= maxLine && !text.includes('\n')) return text;
  return `{\n${properties.map((each) => `  ${indented(each)};\n`).join('')}}`;
}

export const property = (name: string, isOptional: boolean, members: Members): Property =>
  `${name}${isOptional ? '?' : ''}:${spaced(union(members))}`;

export const declared = (name: string, members: Members): string =>
  `export type ${name} =${spaced(union(members))};`;

/** What begins with a new line needs no space before it. */
const spaced = (text: string): string => (text.startsWith('\n') ? text : ` ${text}`);
