/** Plugin: no document is parsed that is too large for the parser, and none is validated that asks for too much. */
import { type DocumentNode, parse } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { Config } from '../../config.ts';
import { census, measure } from './document-statistics.ts';
import { overLimit } from '../http-error.ts';
import { scan } from './nesting-limit.ts';

export type DocumentLimits = Pick<
  Config,
  | 'MAX_DOCUMENT_BYTES'
  | 'MAX_TOKENS'
  | 'MAX_DEPTH'
  | 'MAX_FIELDS'
  | 'MAX_ALIASES'
  | 'MAX_ROOT_MUTATIONS'
  | 'MAX_DIRECTIVES'
  | 'MAX_LIST'
>;

/** Brackets are more than fields: inline fragments, arguments and their objects open some as well. */
export const nestingOf = ({ MAX_DEPTH }: Pick<Config, 'MAX_DEPTH'>): number => 5 * MAX_DEPTH;

/** @param known whether the document was parsed, found good and kept before. */
export function useDocumentLimits(
  limits: DocumentLimits,
  known: (source: string) => boolean,
): Plugin {
  const scanned = {
    bytes: limits.MAX_DOCUMENT_BYTES,
    tokens: limits.MAX_TOKENS,
    nesting: nestingOf(limits),
  };
  const measured = new WeakSet<DocumentNode>();
  return {
    onParse({ params: { source }, setParseFn }) {
      const text = typeof source === 'string' ? source : source.body;
      if (!known(text)) scan(text, scanned);
      setParseFn((given, options) =>
        parse(given, { ...options, maxTokens: limits.MAX_TOKENS, maxComments: limits.MAX_TOKENS }),
      );
      return ({ result }) => {
        if (result instanceof Error || result === null || measured.has(result)) return;
        checkDocument(result, limits);
        measured.add(result);
      };
    },
  };
}

/** @throws GraphQLError `QUERY_TOO_DEEP` or `QUERY_TOO_LARGE`, with limit and value */
export function checkDocument(document: DocumentNode, limits: DocumentLimits): void {
  const { directives, longestList } = census(document);
  within('Directives of the document', limits.MAX_DIRECTIVES, directives);
  within('Elements of a list', limits.MAX_LIST, longestList);
  for (const { operation, depth, fields, aliases, roots } of measure(document)) {
    if (depth > limits.MAX_DEPTH)
      throw overLimit('QUERY_TOO_DEEP', 'Fields below one another', limits.MAX_DEPTH, depth);
    within('Aliases', limits.MAX_ALIASES, aliases);
    within('Fields', limits.MAX_FIELDS, fields);
    if (operation === 'mutation')
      within('Root fields of a mutation', limits.MAX_ROOT_MUTATIONS, roots);
  }
}

function within(what: string, limit: number, value: number): void {
  if (value > limit) throw overLimit('QUERY_TOO_LARGE', what, limit, value);
}
