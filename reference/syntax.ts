/** Syntax trees of TypeScript and JavaScript. */
import { parseSync } from 'rolldown/utils';

export interface SyntaxNode {
  readonly type: string;
  readonly start: number;
  readonly [key: string]: unknown;
}

/** A source and its tree. */
export interface SyntaxFile {
  readonly program: SyntaxNode;
  /** By where the comment ends: its text without stars. */
  readonly comments: ReadonlyMap<number, string>;
  readonly source: string;
}

/**
 * @param lang `dts` for declarations, `js` for a module
 * @throws SyntaxError if the source does not parse
 */
export function parse(source: string, lang: 'dts' | 'js'): SyntaxFile {
  const { program, comments, errors } = parseSync(`client.${lang}`, source, { lang });
  const [error] = errors;
  if (error) throw new SyntaxError(error.message);
  const texts = comments.map(({ end, value }) => [end, plainText(value)] as const);
  return { program: asNode(program), comments: new Map(texts), source };
}

/** The comment that stands directly before a node; empty if there is none. */
export function commentBefore({ comments, source }: SyntaxFile, node: SyntaxNode): string {
  const end = source.slice(0, node.start).trimEnd().length;
  return comments.get(end) ?? '';
}

const plainText = (comment: string): string =>
  comment
    .replaceAll(/^ *\* ?/gm, '')
    .replaceAll('&#42;', '*')
    .trim();

/** All nodes below a node, and the node itself, in the order of the source. */
export function descendants(node: SyntaxNode): SyntaxNode[] {
  const found: SyntaxNode[] = [];
  addDescendants(node, found);
  return found;
}

/** A generator for each node would take most of the time of a test that reads all sources. */
function addDescendants(node: SyntaxNode, found: SyntaxNode[]): void {
  found.push(node);
  for (const key in node) {
    const value = node[key];
    if (Array.isArray(value)) {
      for (const each of value as readonly unknown[]) if (isNode(each)) addDescendants(each, found);
    } else if (isNode(value)) addDescendants(value, found);
  }
}

/** Whether a value is a node of a syntax tree. */
export const isNode = (value: unknown): value is SyntaxNode =>
  typeof value === 'object' && value !== null && 'type' in value;

/** @throws TypeError if the value is no node */
export function asNode(value: unknown): SyntaxNode {
  if (!isNode(value)) throw new TypeError('Expected a node of a syntax tree');
  return value;
}

/** The nodes of a list. @throws TypeError if it has other values, or is no list */
export function asNodes(value: unknown): SyntaxNode[] {
  if (!Array.isArray(value)) throw new TypeError('Expected a list of nodes');
  return value.map(asNode);
}

/** The name of an identifier, or of the key of a member; undefined for other nodes. */
export function nameOf(value: unknown): string | undefined {
  if (!isNode(value)) return undefined;
  const { name, key, value: literal } = value;
  if (typeof name === 'string') return name;
  return value.type === 'Literal' ? String(literal) : nameOf(key);
}
