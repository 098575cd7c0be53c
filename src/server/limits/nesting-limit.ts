/** Looks over a document before it is parsed: the parser calls itself for every bracket, so deep ones must never reach it. */
import { Lexer, Source, TokenKind } from 'graphql';
import { overLimit } from '../http-error.ts';

export interface ScanLimits {
  readonly bytes: number;
  readonly tokens: number;
  /** Brackets of any kind within one another. */
  readonly nesting: number;
}

const opening: ReadonlySet<TokenKind> = new Set([
  TokenKind.BRACE_L,
  TokenKind.BRACKET_L,
  TokenKind.PAREN_L,
]);

const closing: ReadonlySet<TokenKind> = new Set([
  TokenKind.BRACE_R,
  TokenKind.BRACKET_R,
  TokenKind.PAREN_R,
]);

/** Costs no more than the limits allow, whatever comes. @throws GraphQLError `QUERY_TOO_LARGE` or `QUERY_TOO_DEEP` */
export function scan(source: string, limits: ScanLimits): void {
  const bytes = Buffer.byteLength(source);
  if (bytes > limits.bytes)
    throw overLimit('QUERY_TOO_LARGE', 'Bytes of the document', limits.bytes, bytes);
  const next = tokensOf(source);
  let tokens = 0;
  let nesting = 0;
  for (let kind = next(); kind !== TokenKind.EOF; kind = next()) {
    tokens += 1;
    if (tokens > limits.tokens)
      throw overLimit('QUERY_TOO_LARGE', 'Tokens of the document', limits.tokens, tokens);
    if (opening.has(kind)) nesting += 1;
    else if (closing.has(kind)) nesting -= 1;
    if (nesting > limits.nesting)
      throw overLimit('QUERY_TOO_DEEP', 'Brackets within one another', limits.nesting, nesting);
  }
}

/** A word that is none ends it: the parser will stop there as well, and say what is wrong. */
function tokensOf(source: string): () => TokenKind {
  const lexer = new Lexer(new Source(source));
  return () => {
    try {
      return lexer.advance().kind;
    } catch {
      return TokenKind.EOF;
    }
  };
}
