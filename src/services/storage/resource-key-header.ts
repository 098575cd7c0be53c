/**
 * Resource keys: what Google Drive requires, beside the id, of callers who know a file by its link
 * alone. A call names them in a header. Source: "Access link-shared Drive files using resource
 * keys".
 */
import type { HeaderArguments, KnownHeaders } from '../../engine/api/known-headers.ts';
import { InvalidInput, showValue } from '../../engine/api/error.ts';
import {
  type AnyOperation,
  type Operation,
  pathKeys,
  serviceOf,
} from '../../engine/api/operation.ts';

const header = 'x-goog-drive-resource-keys';

const takesResourceKeys = (operation: AnyOperation): boolean => serviceOf(operation) === 'storage';

const writesParents = ({ writable = [] }: Pick<Operation, 'writable'>): boolean =>
  writable.includes('parents[]');

/** Whether the operation names files, in its path or as parents of a new file. */
export const namesFiles = (operation: AnyOperation): boolean =>
  takesResourceKeys(operation) &&
  (pathKeys(operation.path).includes('fileId') || writesParents(operation));

/** Ids and keys have no other characters: so none of them ends its pair, or the header. */
const shape = /^[\w-]{1,200}$/;

const isPartOfHeader = (value: unknown): value is string =>
  typeof value === 'string' && shape.test(value);

/** @throws InvalidInput for text that is not a resource key */
export function checkResourceKey(argument: string, key: string): void {
  if (!isPartOfHeader(key))
    throw new InvalidInput(
      argument,
      `${showValue(key)} is not a resource key; expected letters, digits, "-" and "_", as in the link of the file after resourcekey=`,
    );
}

/**
 * The argument `headers` of a call that names one file with its key.
 * @throws InvalidInput for an id or a key with other characters
 */
export function resourceKeyHeaders(fileId: string, key: string): Readonly<Record<string, string>> {
  for (const part of [fileId, key]) checkResourceKey('resourceKeys', part);
  return { [header]: `${fileId}/${key}` };
}

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

/**
 * The resource keys that one execution knows: those that the client has named, and those in
 * answers. Each call gets the keys of the files that it names.
 */
export class KnownResourceKeys implements KnownHeaders {
  /** By the id of the file. Most executions know none. */
  #keys: Map<string, string> | undefined;

  /** Ignores what cannot be an id and a key. */
  add(fileId: unknown, key: unknown): void {
    if (!isPartOfHeader(fileId) || !isPartOfHeader(key)) return;
    this.#keys ??= new Map();
    this.#keys.set(fileId, key);
  }

  addTo<A extends HeaderArguments>(operation: AnyOperation, args: A): A {
    if (this.#keys === undefined || !takesResourceKeys(operation)) return args;
    // The ids of files are in the path, in parameters, in queries and in bodies.
    const text = JSON.stringify(args);
    const named = [...this.#keys].filter(([fileId]) => text.includes(fileId));
    if (named.length === 0) return args;
    const { [header]: given, ...headers } = (args['headers'] ?? {}) as Record<string, string>;
    const pairs = given?.split(',') ?? [];
    for (const [fileId, key] of named)
      if (!pairs.some((pair) => pair.startsWith(`${fileId}/`))) pairs.push(`${fileId}/${key}`);
    return { ...args, headers: { ...headers, [header]: pairs.join() } };
  }

  /**
   * Adds the keys in an answer, if the call has requested keys. Only files are read: custom
   * properties of a file can have any names.
   */
  learn(operation: AnyOperation, { fields, fileId }: HeaderArguments, answer: unknown): void {
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
