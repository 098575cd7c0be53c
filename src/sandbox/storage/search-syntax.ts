/** The language of `q`: from text to a tree of terms. Facts: behaviours of files.list, public guide to search terms. */
import { ApiError } from '../api-error.ts';

export type Operator = 'contains' | '=' | '!=' | '<' | '<=' | '>' | '>=' | 'in' | 'has';

/** One comparison, its field in front whichever way round it was written. */
export interface Term {
  readonly field: string;
  readonly operator: Operator;
  /** Without quotes and escapes. */
  readonly value: string;
  /** Whether the value stood in quotes. */
  readonly quoted: boolean;
  /** Of `has`: the key beside the value. */
  readonly key?: string;
}

export type Search =
  | { readonly kind: 'term'; readonly term: Term }
  | { readonly kind: 'not'; readonly of: Search }
  | { readonly kind: 'and' | 'or'; readonly left: Search; readonly right: Search };

export function refuseSearch(): never {
  throw new ApiError(400, 'invalid', { message: 'Invalid Value', location: 'q' });
}

interface Token {
  readonly kind: 'word' | 'text' | 'mark';
  readonly text: string;
}

const lexeme = /\s*(?:'((?:[^'\\]|\\['\\])*)'|(<=|>=|!=|[=<>(){}])|([\w.]+))/y;

function tokensOf(q: string): readonly Token[] {
  const tokens: Token[] = [];
  let at = 0;
  while (at < q.trimEnd().length) {
    lexeme.lastIndex = at;
    const match = lexeme.exec(q);
    if (!match) return refuseSearch();
    const [, text, mark, word] = match;
    if (text !== undefined) tokens.push({ kind: 'text', text: text.replace(/\\(['\\])/g, '$1') });
    else if (mark === undefined) tokens.push({ kind: 'word', text: word! });
    else tokens.push({ kind: 'mark', text: mark });
    at = lexeme.lastIndex;
  }
  return tokens;
}

const compare: ReadonlySet<string> = new Set(['contains', '=', '!=', '<', '<=', '>', '>=']);

/** Reads a query; `and` and `or` bind equally, from left to right. Refuses what is no query. */
export function parseSearch(q: string): Search {
  const tokens = tokensOf(q);
  let at = 0;
  const is = (kind: Token['kind'], text: string): boolean =>
    tokens[at]?.kind === kind && tokens[at]?.text === text;
  const take = (...kinds: readonly Token['kind'][]): Token => {
    const token = tokens[at++];
    return token && kinds.includes(token.kind) ? token : refuseSearch();
  };
  const expect = (kind: Token['kind'], text: string): void =>
    void (is(kind, text) ? at++ : refuseSearch());

  const chain = (): Search => {
    let left = unit();
    while (is('word', 'and') || is('word', 'or')) {
      const kind = tokens[at++]!.text as 'and' | 'or';
      left = { kind, left, right: unit() };
    }
    return left;
  };
  const unit = (): Search => {
    if (is('word', 'not')) {
      at += 1;
      return { kind: 'not', of: unit() };
    }
    if (!is('mark', '(')) return { kind: 'term', term: term() };
    at += 1;
    const inside = chain();
    expect('mark', ')');
    return inside;
  };
  const term = (): Term => {
    const first = take('word', 'text');
    if (first.kind === 'text') {
      expect('word', 'in');
      return { field: take('word').text, operator: 'in', value: first.text, quoted: true };
    }
    if (is('word', 'has')) return property(first.text);
    if (first.text === 'sharedWithMe' && !compare.has(tokens[at]?.text ?? ''))
      return { field: first.text, operator: '=', value: 'true', quoted: false };
    const operator = take('word', 'mark').text;
    if (!compare.has(operator)) refuseSearch();
    const value = take('word', 'text');
    return {
      field: first.text,
      operator: operator as Operator,
      value: value.text,
      quoted: value.kind === 'text',
    };
  };
  const property = (field: string): Term => {
    at += 1;
    expect('mark', '{');
    const pairs: Record<string, string> = {};
    for (const name of ['key', 'value']) {
      if (name === 'value') expect('word', 'and');
      expect('word', name);
      expect('mark', '=');
      pairs[name] = take('text').text;
    }
    expect('mark', '}');
    return { field, operator: 'has', key: pairs['key']!, value: pairs['value']!, quoted: true };
  };

  const search = chain();
  return at === tokens.length ? search : refuseSearch();
}

/** All terms of a tree, from left to right. */
export function termsOf(search: Search): readonly Term[] {
  if (search.kind === 'term') return [search.term];
  return search.kind === 'not'
    ? termsOf(search.of)
    : [...termsOf(search.left), ...termsOf(search.right)];
}
