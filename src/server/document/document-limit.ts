/** Rejects documents that are too large to parse, or too large to execute. */
import { type ASTNode, type DocumentNode, type GraphQLError, Kind } from 'graphql';
import type { Config } from '../../config.ts';
import { limitError, listLimitError } from '../error/request-error.ts';
import { findPlaced } from '../error/argument-path.ts';
import { documentStatistics, operationSizes } from './document-statistics.ts';
import type { SourceLimits } from '../limits/source-limit.ts';

/**
 * Allowed depth of nested brackets. Higher than the depth of fields, since inline fragments,
 * arguments and input objects have brackets, too.
 */
export const maxNesting = ({ MAX_DEPTH }: Config): number => 5 * MAX_DEPTH;

/** @returns the limits for the text of a document */
export const sourceLimits = (limits: Config): SourceLimits => ({
  bytes: limits.MAX_DOCUMENT_BYTES,
  tokens: limits.MAX_TOKENS,
  nesting: maxNesting(limits),
});

/** @throws GraphQLError `QUERY_TOO_DEEP` or `QUERY_TOO_LARGE`, with limit and value */
export function checkDocument(document: DocumentNode, limits: Config): void {
  const { directives, longestList } = documentStatistics(document);
  checkLimit('Directives of the document', limits.MAX_DIRECTIVES, directives);
  if (longestList > limits.MAX_LIST) throw tooLongList(document, limits.MAX_LIST, longestList);
  for (const { operation, depth, fields, aliases, rootFields } of operationSizes(document)) {
    if (depth > limits.MAX_DEPTH)
      throw limitError('QUERY_TOO_DEEP', 'Depth of nested fields', limits.MAX_DEPTH, depth);
    checkLimit('Aliases', limits.MAX_ALIASES, aliases);
    checkLimit('Fields', limits.MAX_FIELDS, fields);
    if (operation === 'mutation')
      checkLimit('Root fields of a mutation', limits.MAX_ROOT_MUTATIONS, rootFields);
  }
}

function tooLongList(document: DocumentNode, limit: number, length: number): GraphQLError {
  const isLongest = (node: ASTNode): boolean =>
    node.kind === Kind.LIST && node.values.length === length;
  const argument = findPlaced(document, isLongest)?.argument;
  // A list can be a default of a variable that no argument gets.
  return argument
    ? listLimitError(argument, limit, length, { argument })
    : listLimitError('A list', limit, length);
}

function checkLimit(subject: string, limit: number, value: number): void {
  if (value > limit) throw limitError('QUERY_TOO_LARGE', subject, limit, value);
}
