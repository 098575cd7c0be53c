/**
 * The documents that clients send: checked, parsed and validated once, then cached with what the
 * executor computes for them. Both paths of a request read them here.
 */
import { type DocumentNode, type GraphQLError, type GraphQLSchema, parse } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { LRUCache } from 'lru-cache';
import type { Config } from '../config.ts';
import { checkDocument, sourceLimits } from './limits/document-limit.ts';
import { checkSource } from './limits/source-limit.ts';
import { validator } from './limits/validation.ts';

/** Maximum length of all cached texts. A parsed document takes about 100 times as much memory. */
const maxSize = 400_000;

/** A parsed document, or the error of one that was rejected. */
type Parsed = DocumentNode | Error;

/** @throws GraphQLError for a document that is too large or has a syntax error */
export function readDocument(source: string, limits: Config): DocumentNode {
  checkSource(source, sourceLimits(limits));
  const { MAX_TOKENS } = limits;
  const document = parse(source, { maxTokens: MAX_TOKENS, maxComments: MAX_TOKENS });
  checkDocument(document, limits);
  return document;
}

/** Plugin: reads documents here in place of Yoga's parser and validation. */
export const useDocuments = (documents: Documents): Plugin => ({
  onParse({ params: { source }, setParseFn }) {
    const text = typeof source === 'string' ? source : source.body;
    setParseFn(() => documents.parse(text));
  },
  onValidate: ({ setValidationFn }) =>
    setValidationFn((_: unknown, document: DocumentNode) => documents.validate(document)),
});

/** The documents of a gateway. */
export class Documents {
  readonly #limits: Config;
  readonly #schema: GraphQLSchema;
  readonly #validate: ReturnType<typeof validator>;
  readonly #parsed = new LRUCache<string, Parsed>({
    max: 1_000,
    maxSize,
    sizeCalculation: (_, source) => source.length + 1,
  });
  readonly #errors = new WeakMap<DocumentNode, readonly GraphQLError[]>();

  constructor(config: Config, schema: GraphQLSchema) {
    this.#limits = config;
    this.#schema = schema;
    this.#validate = validator(config.INTROSPECTION);
  }

  /** @throws GraphQLError for a document that is too large or has a syntax error */
  parse(source: string): DocumentNode {
    let parsed = this.#parsed.get(source);
    if (parsed === undefined) this.#parsed.set(source, (parsed = this.#read(source)));
    if (parsed instanceof Error) throw parsed;
    return parsed;
  }

  /** @returns why the document is invalid; empty for a valid one */
  validate(document: DocumentNode): readonly GraphQLError[] {
    let errors = this.#errors.get(document);
    if (errors === undefined)
      this.#errors.set(document, (errors = this.#validate(this.#schema, document)));
    return errors;
  }

  #read(source: string): Parsed {
    try {
      return readDocument(source, this.#limits);
    } catch (error) {
      return error as Error;
    }
  }
}
