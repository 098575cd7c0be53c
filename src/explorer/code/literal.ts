/** Values as literals of TypeScript. */
import { indented } from './type-text.ts';

const maxLine = 80;

export function literalOf(value: unknown): string {
  if (typeof value === 'string') return textLiteral(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (value instanceof Name) return value.name;
  if (Array.isArray(value)) return listed('[', value.map(literalOf), ']');
  return listed('{', Object.entries(value).map(propertyOf), '}');
}

/** A variable of the code in the place of a value. */
export class Name {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

const propertyOf = ([key, value]: readonly [string, unknown]): string =>
  value instanceof Name && value.name === key ? key : `${keyOf(key)}: ${literalOf(value)}`;

function listed(open: string, items: readonly string[], close: string): string {
  if (items.length === 0) return open + close;
  const space = open === '{' ? ' ' : '';
  const line = open + space + items.join(', ') + space + close;
  if (line.length <= maxLine && !line.includes('\n')) return line;
  return `${open}\n${items.map((each) => `  ${indented(each)},\n`).join('')}${close}`;
}

/** `__proto__` as it is would set the prototype of the object. */
function keyOf(key: string): string {
  if (key === '__proto__') return "['__proto__']";
  return /^[a-z_$][\w$]*$/i.test(key) ? key : textLiteral(key);
}

/** A text in single quotes. */
export function textLiteral(text: string): string {
  // In JSON, each quote has a backslash of its own before it.
  const escaped = JSON.stringify(text).slice(1, -1).replaceAll(String.raw`\"`, '"');
  return `'${escaped.replaceAll("'", String.raw`\'`)}'`;
}

/** A text of several lines, as it is between backticks. */
export function templateLiteral(text: string): string {
  const escaped = text
    .replaceAll('\\', String.raw`\\`)
    .replaceAll('`', '\\`')
    .replaceAll('${', String.raw`\${`)
    // Otherwise it would be read as a line feed.
    .replaceAll('\r', String.raw`\r`);
  return `\`${escaped}\``;
}
