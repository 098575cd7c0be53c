/** A document that comes as a text inside a request: read as if it had come to be executed, within the same limits. */
import { type DocumentNode, type GraphQLSchema, parse } from 'graphql';
import type { Config } from '../config.ts';
import { checkDocument, nestingOf } from './limits/document-limit.ts';
import { scan } from './limits/nesting-limit.ts';
import { validator } from './limits/validation.ts';

/** @returns what reads a document; that throws a GraphQLError for what would be refused, the first of several */
export function documentReader(
  config: Config,
  schema: GraphQLSchema,
): (source: string) => DocumentNode {
  const scanned = {
    bytes: config.MAX_DOCUMENT_BYTES,
    tokens: config.MAX_TOKENS,
    nesting: nestingOf(config),
  };
  const validate = validator(config.INTROSPECTION);
  return (source) => {
    scan(source, scanned);
    const document = parse(source, {
      maxTokens: config.MAX_TOKENS,
      maxComments: config.MAX_TOKENS,
    });
    checkDocument(document, config);
    const [error] = validate(schema, document);
    if (error) throw error;
    return document;
  };
}
