/**
 * Limits the text of a document before it is parsed. The parser is recursive: deeply nested
 * brackets have to be rejected before it reads them.
 */
import { Lexer, Source, TokenKind } from 'graphql';
import { limitError } from '../error/request-error.ts';

/** Limits for the text of a document. */
export interface SourceLimits {
  readonly bytes: number;
  readonly tokens: number;
  /** Depth of nested brackets of any kind. */
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

/**
 * Reads no further than the limits allow.
 * @throws GraphQLError `QUERY_TOO_LARGE` or `QUERY_TOO_DEEP`
 */
export function checkSource(source: string, limits: SourceLimits): void {
  const bytes = Buffer.byteLength(source);
  if (bytes > limits.bytes)
    throw limitError('QUERY_TOO_LARGE', 'Bytes of the document', limits.bytes, bytes);
  const nextKind = tokenReader(source);
  let tokens = 0;
  let nesting = 0;
  for (let kind = nextKind(); kind !== TokenKind.EOF; kind = nextKind()) {
    tokens += 1;
    if (tokens > limits.tokens)
      throw limitError('QUERY_TOO_LARGE', 'Tokens of the document', limits.tokens, tokens);
    if (opening.has(kind)) nesting += 1;
    else if (closing.has(kind)) nesting -= 1;
    if (nesting > limits.nesting)
      throw limitError('QUERY_TOO_DEEP', 'Depth of nested brackets', limits.nesting, nesting);
  }
}

/** An invalid token ends the reading: the parser stops there, too, and reports it. */
function tokenReader(source: string): () => TokenKind {
  const lexer = new Lexer(new Source(source));
  return () => {
    try {
      return lexer.advance().kind;
    } catch {
      return TokenKind.EOF;
    }
  };
}
