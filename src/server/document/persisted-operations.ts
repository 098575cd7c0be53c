/**
 * The documents that an operator has listed (`PERSISTED_OPERATIONS`). Each is parsed, validated and
 * planned when the process starts, and stays in memory.
 */
import { hash } from 'node:crypto';
import { type DocumentNode, GraphQLError } from 'graphql';
import type { Documents } from './documents.ts';
import { type OperationFile, OperationFilesError, readOperationFiles } from './operation-files.ts';

/** Whatever reads documents and executes them. */
interface OperationParts {
  readonly documents: Pick<Documents, 'keep'>;
  readonly executor: { keep(document: DocumentNode): void };
}

/** GraphQL over HTTP puts this before a SHA-256. */
const prefix = 'sha256:';

/** @returns the id that the gateway compares: a SHA-256 without prefix, in small letters */
export function keyOf(documentId: string): string {
  const id = documentId.startsWith(prefix) ? documentId.slice(prefix.length) : documentId;
  return isSha256(id) ? id.toLowerCase() : documentId;
}

export const isSha256 = (id: string): boolean => /^[\da-f]{64}$/i.test(id);

/** One for the process. */
export class PersistedOperations implements Iterable<OperationFile> {
  /** Whether the gateway runs no other document. */
  readonly areOnly: boolean;
  readonly #files: readonly OperationFile[];
  readonly #texts = new Map<string, string>();
  readonly #known: ReadonlySet<string>;

  /**
   * @param path of the documents, see `readOperationFiles`
   * @throws OperationFilesError
   */
  constructor(path: string, areOnly: boolean) {
    this.areOnly = areOnly;
    this.#files = readOperationFiles(path);
    this.#known = new Set(this.#files.map(({ text }) => text));
    // Clients may name each document by its SHA-256, too.
    for (const { text } of this.#files) this.#texts.set(hash('sha256', text), text);
    for (const { id, text } of this.#files) this.#texts.set(keyOf(id), text);
  }

  [Symbol.iterator](): Iterator<OperationFile> {
    return this.#files.values();
  }

  /** @param key of an id (`keyOf`). @returns its document; undefined if there is none */
  textOf(key: string): string | undefined {
    return this.#texts.get(key);
  }

  has(text: string): boolean {
    return this.#known.has(text);
  }

  /** Keeps all documents and plans. @throws OperationFilesError naming all that are invalid */
  prepare({ documents, executor }: OperationParts): void {
    const problems: string[] = [];
    for (const { text, place } of this.#files)
      try {
        executor.keep(documents.keep(text));
      } catch (error) {
        if (!(error instanceof GraphQLError)) throw error;
        const [at] = error.locations ?? [];
        problems.push(`${place}${at ? `, line ${at.line}` : ''}: ${error.message}`);
      }
    if (problems.length > 0) throw new OperationFilesError(problems);
  }
}
