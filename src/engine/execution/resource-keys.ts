/**
 * The resource keys of files that one execution knows: those that the client has named, and those
 * in answers of Google Drive. Each call gets the keys of the files that it names.
 */
import type { AnyOperation } from '../rest/operation/operation.ts';
import { isPartOfHeader, takesResourceKeys } from '../rest/operation/resource-key.ts';

/** Arguments of a call. */
type Arguments = Readonly<Record<string, unknown>>;

/** A file in an answer. */
interface WithResourceKeys {
  readonly id?: unknown;
  readonly resourceKey?: unknown;
  readonly shortcutDetails?: { readonly targetId?: unknown; readonly targetResourceKey?: unknown };
}

/** A file, a list of files, or a list of changes. */
interface FilesAnswer extends WithResourceKeys {
  readonly files?: readonly WithResourceKeys[];
  readonly changes?: readonly { readonly file?: WithResourceKeys }[];
}

/** The known keys of one execution. */
export class KnownResourceKeys {
  /** By the id of the file. Most executions know none. */
  #keys: Map<string, string> | undefined;

  /** Ignores what cannot be an id and a key. */
  add(fileId: unknown, key: unknown): void {
    if (!isPartOfHeader(fileId) || !isPartOfHeader(key)) return;
    this.#keys ??= new Map();
    this.#keys.set(fileId, key);
  }

  /** @returns the arguments, with the keys of the files that they name */
  addTo<A extends Arguments>(operation: AnyOperation, args: A): A {
    if (this.#keys === undefined || !takesResourceKeys(operation)) return args;
    // The ids of files are in the path, in parameters, in queries and in bodies.
    const text = JSON.stringify(args);
    const named = [...this.#keys].filter(([fileId]) => text.includes(fileId));
    if (named.length === 0) return args;
    const given = args['resourceKeys'] as object | undefined;
    return { ...args, resourceKeys: { ...Object.fromEntries(named), ...given } };
  }

  /**
   * Adds the keys in an answer, if the call has requested keys. Only files are read: custom
   * properties of a file can have any names.
   */
  learn(operation: AnyOperation, { fields, fileId }: Arguments, answer: unknown): void {
    if (!takesResourceKeys(operation)) return;
    if (typeof fields !== 'string' || !/resourceKey/i.test(fields)) return;
    const own = (answer ?? {}) as FilesAnswer;
    this.#learnFrom({ id: fileId, ...own });
    for (const file of own.files ?? []) this.#learnFrom(file);
    for (const { file } of own.changes ?? []) if (file) this.#learnFrom(file);
  }

  #learnFrom({ id, resourceKey, shortcutDetails }: WithResourceKeys): void {
    this.add(id, resourceKey);
    this.add(shortcutDetails?.targetId, shortcutDetails?.targetResourceKey);
  }
}
