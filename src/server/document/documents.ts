/**
 * The documents that clients send: checked, parsed and validated, and cached with what the executor
 * computes for them when they come the second time.
 */
import { hash } from 'node:crypto';
import {
  type DocumentNode,
  type GraphQLError,
  type GraphQLSchema,
  parse,
  specifiedRules,
  type ValidationRule,
} from 'graphql';
import { LRUCache } from 'lru-cache';
import type { Config } from '../../config.ts';
import { checkDocument, sourceLimits } from './document-limit.ts';
import { checkSource } from '../limits/source-limit.ts';
import { validator } from './validation.ts';
import { Attached } from '../../engine/read/attached.ts';
import { lruCache } from '../../engine/caller/lru-cache.ts';
import { stackless } from '../../engine/api/stackless.ts';
import type { DocumentReader } from '../../engine/schema/builder.ts';

/**
 * Maximum length of all cached texts. A parsed document takes about 100 times as much memory. Plans
 * of operations can take far more: `execution/operation-plan.ts` limits them on its own.
 */
const maxSize = 400_000;

/** Texts that are remembered by their hashes when they come for the first time. */
const maxSeen = 10_000;

/**
 * A cache by the text of a document, which keeps what has come twice: documents that come only once
 * displace no others, and leave nothing that the garbage collection has to copy.
 */
class CacheByText<T extends object> {
  readonly #seen = lruCache<true>(maxSeen);
  readonly #values = new LRUCache<string, T>({
    max: 1_000,
    maxSize,
    sizeCalculation: (_, source) => source.length + 1,
  });

  get(source: string): T | undefined {
    return this.#values.get(source);
  }

  /** Called when there is none for the text. */
  add(source: string, value: T): void {
    const key = hash('sha1', source, 'base64');
    if (this.#seen.delete(key)) this.#values.set(source, value);
    else this.#seen.set(key, true);
  }
}

/** @throws GraphQLError for a document that is too large or has a syntax error */
function readDocument(source: string, limits: Config): DocumentNode {
  checkSource(source, sourceLimits(limits));
  const { MAX_TOKENS } = limits;
  const options = { maxTokens: MAX_TOKENS, maxComments: MAX_TOKENS };
  const document = stackless(() => parse(source, options));
  checkDocument(document, limits);
  return document;
}

const ownRules: ReadonlySet<ValidationRule> = new Set(specifiedRules);

/** Whether the gateway does not check the rule anyway. Yoga adds those of the specification. */
export const isExtra = (rule: ValidationRule): boolean => !ownRules.has(rule);

/** The documents of a gateway. */
export class Documents {
  readonly #limits: Config;
  readonly #schema: GraphQLSchema;
  readonly #validate: ReturnType<typeof validator>;
  readonly #parsed = new CacheByText<DocumentNode>();
  /** Documents that no others displace. */
  readonly #kept = new Map<string, DocumentNode>();
  /** Errors of rejected documents: apart, so that these displace no others. */
  readonly #rejections = new CacheByText<Error>();
  readonly #errors = new Attached<DocumentNode, readonly GraphQLError[]>();

  constructor(config: Config, schema: GraphQLSchema) {
    this.#limits = config;
    this.#schema = schema;
    this.#validate = validator(config.INTROSPECTION);
  }

  /** @throws GraphQLError for a document that is too large or has a syntax error */
  parse(source: string): DocumentNode {
    const known = this.#parsed.get(source) ?? this.#kept.get(source);
    if (known) return known;
    const rejection = this.#rejections.get(source);
    if (rejection) throw rejection;
    try {
      const document = readDocument(source, this.#limits);
      this.#parsed.add(source, document);
      return document;
    } catch (error) {
      this.#rejections.add(source, error as Error);
      throw error;
    }
  }

  /**
   * Parses a document, and keeps it as long as the process runs.
   * @throws GraphQLError for one that is too large or invalid
   */
  keep(source: string): DocumentNode {
    const document = readDocument(source, this.#limits);
    const [error] = this.validate(document);
    if (error) throw error;
    this.#kept.set(source, document);
    return document;
  }

  /**
   * @param extra rules of plugins. They are checked each time: a plugin can make them for a request
   * @returns why the document is invalid; empty for a valid one
   */
  validate(document: DocumentNode, extra: readonly ValidationRule[] = []): readonly GraphQLError[] {
    let errors = this.#errors.get(document);
    if (errors === undefined)
      this.#errors.set(
        document,
        (errors = stackless(() => this.#validate(this.#schema, document))),
      );
    if (errors.length > 0 || extra.length === 0) return errors;
    return this.#validate(this.#schema, document, extra);
  }
}

/**
 * Reads a document that is an argument of a field, under the same limits as a document that is to
 * be executed.
 * @returns a reader that throws the first error of a document
 */
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
