/**
 * Reads a document that is an argument of a field, under the same limits as a document that is to
 * be executed.
 */
import { type GraphQLSchema, parse } from 'graphql';
import type { Config } from '../config.ts';
import type { DocumentReader } from '../graph/builder.ts';
import { checkDocument, sourceLimits } from './limits/document-limit.ts';
import { checkSource } from './limits/source-limit.ts';
import { validator } from './limits/validation.ts';

/** @returns a reader that throws the first error of a document */
export function documentReader(config: Config, schema: GraphQLSchema): DocumentReader {
  const limits = sourceLimits(config);
  const validate = validator(config.INTROSPECTION);
  const parseOptions = { maxTokens: config.MAX_TOKENS, maxComments: config.MAX_TOKENS };
  return {
    hideSuggestions: !config.INTROSPECTION,
    parse: (source) => {
      checkSource(source, limits);
      const document = parse(source, parseOptions);
      checkDocument(document, config);
      const [error] = validate(schema, document);
      if (error) throw error;
      return document;
    },
  };
}
