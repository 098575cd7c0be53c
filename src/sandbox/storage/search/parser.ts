/**
 * Parses the query language of the parameter `q` (Drive API guide "Search query terms and
 * operators").
 */
import { ApiError } from '../../http/api-error.ts';

/** An operator between a field and a value. */
export type SearchOperator =
  | 'contains'
  | 'starts with'
  | '='
  | '!='
  | '<'
  | '<='
  | '>'
  | '>='
  | 'in'
  | 'has'
  | 'is null'
  | 'is not null';

/** One comparison, for example `name contains 'x'`. */
export interface SearchTerm {
  readonly field: string;
  readonly operator: SearchOperator;
  /** Without quotes and escapes; empty without a value. */
  readonly value: string;
  /** Whether the value was in quotes. */
  readonly quoted: boolean;
  /** For the operator `has`: the key of the property. */
  readonly key?: string;
}

/** The syntax tree of a query. */
export type SearchTree =
  | { readonly kind: 'term'; readonly term: SearchTerm }
  | { readonly kind: 'not'; readonly of: SearchTree }
  | { readonly kind: 'and' | 'or'; readonly left: SearchTree; readonly right: SearchTree };

/** @throws ApiError 400 */
export function throwInvalidSearch(): never {
  throw new ApiError(400, 'invalid', { message: 'Invalid Value', location: 'q' });
}

const timePattern = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)?)?$/;

/**
 * A time of a query, in milliseconds since 1970. A time without an offset is UTC.
 * @throws ApiError 400
 */
export function instantOf({ value, quoted }: SearchTerm): number {
  const isLocal = value.includes('T') && !/T.*(Z|[+-]\d\d:\d\d)$/.test(value);
  const instant = Date.parse(isLocal ? `${value}Z` : value);
  const isTime = quoted && timePattern.test(value) && !Number.isNaN(instant);
  return isTime ? instant : throwInvalidSearch();
}

interface Token {
  /** `text` is a quoted value. */
  readonly kind: 'word' | 'text' | 'symbol';
  readonly text: string;
}

const tokenPattern = /\s*(?:'((?:[^'\\]|\\['\\])*)'|(<=|>=|!=|[=<>(){}])|([\w./-]+))/y;

/** Words that Google's guides write in capitals, too. */
const capitals = /^(?:NOT|IN|IS|NULL|STARTS|WITH)$/;

function tokenize(q: string): readonly Token[] {
  const tokens: Token[] = [];
  const end = q.trimEnd().length;
  let position = 0;
  while (position < end) {
    tokenPattern.lastIndex = position;
    const match = tokenPattern.exec(q);
    if (!match) return throwInvalidSearch();
    const [, text, symbol, word] = match;
    if (text !== undefined) tokens.push({ kind: 'text', text: text.replace(/\\(['\\])/g, '$1') });
    else if (symbol === undefined)
      tokens.push({ kind: 'word', text: capitals.test(word!) ? word!.toLowerCase() : word! });
    else tokens.push({ kind: 'symbol', text: symbol });
    position = tokenPattern.lastIndex;
  }
  return tokens;
}

const comparisons: ReadonlySet<string> = new Set(['contains', '=', '!=', '<', '<=', '>', '>=']);

/** A recursive descent parser; each method consumes the tokens of what it returns. */
class SearchParser {
  readonly #tokens: readonly Token[];
  #position = 0;

  constructor(q: string) {
    this.#tokens = tokenize(q);
  }

  get isAtEnd(): boolean {
    return this.#position === this.#tokens.length;
  }

  /** `and` and `or` have the same precedence and associate to the left. */
  expression(): SearchTree {
    let left = this.#operand();
    while (this.#isNext('word', 'and') || this.#isNext('word', 'or')) {
      const kind = this.#take('word').text as 'and' | 'or';
      left = { kind, left, right: this.#operand() };
    }
    return left;
  }

  #operand(): SearchTree {
    if (this.#isNext('word', 'not')) {
      this.#take('word');
      return { kind: 'not', of: this.#operand() };
    }
    if (!this.#isNext('symbol', '(')) return { kind: 'term', term: this.#term() };
    this.#expect('symbol', '(');
    const inner = this.expression();
    this.#expect('symbol', ')');
    return inner;
  }

  #term(): SearchTerm {
    const first = this.#take('word', 'text');
    if (first.kind === 'text') {
      this.#expect('word', 'in');
      const field = this.#take('word').text;
      return { field, operator: 'in', value: first.text, quoted: true };
    }
    const field = first.text;
    if (this.#isNext('word', 'has')) return this.#propertyTerm(field);
    if (this.#isNext('word', 'is')) return this.#presenceTerm(field);
    // `sharedWithMe` may stand alone.
    if (field === 'sharedWithMe' && !comparisons.has(this.#tokens[this.#position]?.text ?? ''))
      return { field, operator: '=', value: 'true', quoted: false };
    const operator = this.#operator();
    const value = this.#take('word', 'text');
    return {
      field,
      operator,
      value: value.text,
      quoted: value.kind === 'text',
    };
  }

  /** `contains`, `starts with`, or a symbol. */
  #operator(): SearchOperator {
    const operator = this.#take('word', 'symbol').text;
    if (operator === 'starts') {
      this.#expect('word', 'with');
      return 'starts with';
    }
    return comparisons.has(operator) ? (operator as SearchOperator) : throwInvalidSearch();
  }

  /** `field is null` or `field is not null` */
  #presenceTerm(field: string): SearchTerm {
    this.#expect('word', 'is');
    const isNot = this.#isNext('word', 'not');
    if (isNot) this.#expect('word', 'not');
    this.#expect('word', 'null');
    return { field, operator: isNot ? 'is not null' : 'is null', value: '', quoted: false };
  }

  /** `field has { key='x' and value='y' }` */
  #propertyTerm(field: string): SearchTerm {
    this.#expect('word', 'has');
    this.#expect('symbol', '{');
    const key = this.#pair('key');
    this.#expect('word', 'and');
    const value = this.#pair('value');
    this.#expect('symbol', '}');
    return { field, operator: 'has', key, value, quoted: true };
  }

  #pair(name: string): string {
    this.#expect('word', name);
    this.#expect('symbol', '=');
    return this.#take('text').text;
  }

  #isNext(kind: Token['kind'], text: string): boolean {
    const token = this.#tokens[this.#position];
    return token?.kind === kind && token.text === text;
  }

  #take(...kinds: readonly Token['kind'][]): Token {
    const token = this.#tokens[this.#position];
    if (!token || !kinds.includes(token.kind)) return throwInvalidSearch();
    this.#position += 1;
    return token;
  }

  #expect(kind: Token['kind'], text: string): void {
    if (!this.#isNext(kind, text)) throwInvalidSearch();
    this.#position += 1;
  }
}

/** @throws ApiError 400 if `q` is not a query */
export function parseSearch(q: string): SearchTree {
  const parser = new SearchParser(q);
  const tree = parser.expression();
  return parser.isAtEnd ? tree : throwInvalidSearch();
}

/** The terms of a tree, from left to right. */
export function termsOf(tree: SearchTree): readonly SearchTerm[] {
  if (tree.kind === 'term') return [tree.term];
  return tree.kind === 'not' ? termsOf(tree.of) : [...termsOf(tree.left), ...termsOf(tree.right)];
}
