/**
 * Reads a document that is an argument of a field, under the same limits as a document that is to
 * be executed.
 */
import type { GraphQLSchema } from 'graphql';
import type { Config } from '../../config.ts';
import type { DocumentReader } from '../../engine/schema/builder.ts';
import { readDocument } from './documents.ts';
import { validator } from '../validation/validation.ts';

/** @returns a reader that throws the first error of a document */
export function documentReader(config: Config, schema: GraphQLSchema): DocumentReader {
  const validate = validator(config.INTROSPECTION);
  return {
    hideSuggestions: !config.INTROSPECTION,
    parse: (source) => {
      const document = readDocument(source, config);
      const [error] = validate(schema, document);
      if (error) throw error;
      return document;
    },
  };
}
