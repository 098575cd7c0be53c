/**
 * Reads a document that is an argument of a field, under the same limits as a document that is to
 * be executed.
 */
import { type DocumentNode, type GraphQLSchema, parse } from 'graphql';
import type { Config } from '../config.ts';
import { checkDocument, sourceLimits } from './limits/document-limit.ts';
import { checkSource } from './limits/source-limit.ts';
import { validator } from './limits/validation.ts';

/**
 * @returns a function that parses and validates a document; throws a GraphQLError for the first
 * problem
 */
export function documentReader(
  config: Config,
  schema: GraphQLSchema,
): (source: string) => DocumentNode {
  const limits = sourceLimits(config);
  const validate = validator(config.INTROSPECTION);
  const parseOptions = { maxTokens: config.MAX_TOKENS, maxComments: config.MAX_TOKENS };
  return (source) => {
    checkSource(source, limits);
    const document = parse(source, parseOptions);
    checkDocument(document, config);
    const [error] = validate(schema, document);
    if (error) throw error;
    return document;
  };
}
