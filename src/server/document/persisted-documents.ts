/**
 * Documents that requests name instead of sending them: by `documentId` of GraphQL over HTTP, or by
 * `extensions.persistedQuery` of Apollo Client and urql. An operator has listed them
 * (`persisted-operations.ts`), or they are automatic persisted queries: a client sends the SHA-256
 * of a document, and the document only if the gateway does not know it. Those are kept in the
 * memory of the process, and for other replicas in the shared store.
 */
import { hash } from 'node:crypto';
import type { GraphQLParams } from 'graphql-yoga';
import { callerKey, type Identities } from '../../engine/caller/identities.ts';
import type { Encryption } from '../../engine/caller/encryption.ts';
import { unlessUnavailable } from '../../engine/store/store-unavailable.ts';
import type { Store } from '../../engine/store/store.ts';
import { showValue } from '../../engine/api/error.ts';
import { type Holding, type IsAccepted, Shares } from '../../engine/rest/share/shares.ts';
import { observed, type WaitObserver } from '../../engine/rest/share/wait-observer.ts';
import { malformed, type RequestParams } from './params.ts';
import { isSha256, keyOf, type PersistedOperations } from './persisted-operations.ts';
import { requestError } from '../error/request-error.ts';

/** Time in ms for which the shared store has a document. */
const ttlMs = 86_400_000;

/** Maximum number of documents that one caller can put into the shared store in that time. */
const maxPerCaller = 500;

interface PersistedDocumentParts {
  readonly store: Store;
  /** Only documents of accepted callers are kept. */
  readonly isAccepted: IsAccepted;
  /** Of documents in the store: they can contain ids and texts. */
  readonly encryption: DocumentEncryption;
  /** The documents that the operator has listed. */
  readonly operations?: PersistedOperations | undefined;
}

type DocumentEncryption = Pick<Encryption, 'encrypt' | 'decrypt'>;

/** Who sends a document or its hash, and what learns how long the request waits for the store. */
interface Requester {
  readonly identities: Identities;
  readonly waits?: WaitObserver | undefined;
  readonly trace?: WaitObserver | undefined;
}

/** One for the process. */
export class PersistedDocuments {
  /** Documents by their SHA-256. */
  readonly #documents: DocumentMemory | undefined;
  readonly #isAccepted: IsAccepted | undefined;
  /** Undefined if other replicas do not share the store. */
  readonly #shared: PersistedDocumentParts | undefined;
  readonly #operations: PersistedOperations | undefined;

  /** @param parts left out: the gateway keeps no documents, and tells clients to send them */
  constructor(parts?: PersistedDocumentParts) {
    this.#isAccepted = parts?.isAccepted;
    this.#documents = parts && new DocumentMemory(parts.isAccepted);
    this.#shared = parts?.store.isShared ? parts : undefined;
    this.#operations = parts?.operations;
  }

  /**
   * Adds the document to parameters that name it.
   * @param isSafe whether the request may execute an operation (`cross-origin.ts`)
   * @returns a promise only if the shared store has to be asked
   * @throws GraphQLError for an id or a hash that is not known, for a hash that is not that of the
   * document, and for a document that the operator does not allow
   */
  complete(
    params: RequestParams,
    requester: Requester,
    isSafe = true,
  ): GraphQLParams | Promise<GraphQLParams> {
    const { documentId, ...others } = params;
    const { query, extensions } = others;
    const extension: unknown = extensions?.['persistedQuery'];
    const isHashed = extension != null && !query;
    if (isHashed && !isSafe) throw notSupported();
    const operations = this.#operations;
    if (operations?.areOnly) {
      const id = documentId ?? (isHashed ? hashIn(extension) : undefined);
      const listed = id === undefined ? query : operations.textOf(keyOf(id));
      if (listed === undefined || !operations.has(listed)) throw notListed(id);
      return { ...others, query: listed };
    }
    if (documentId !== undefined)
      return this.#named(others, keyOf(documentId), requester, () => unknownId(documentId));
    if (extension == null || (!this.#documents && query)) return params;
    const hash = hashIn(extension);
    if (query) {
      if (digest(query) !== hash) throw wrongHash(hash);
      return params;
    }
    if (!this.#documents) throw notSupported();
    const { hasToken } = requester.identities;
    // Documents of callers without a token are not kept: they shall not ask for each one.
    return this.#named(params, hash, requester, () => (hasToken ? notFound() : notSupported()));
  }

  /** @param missing makes the error for a document that is not known */
  #named(
    params: GraphQLParams,
    key: string,
    { identities, waits, trace }: Requester,
    missing: () => Error,
  ): GraphQLParams | Promise<GraphQLParams> {
    const add = (query: string | undefined): GraphQLParams => {
      if (query === undefined) throw missing();
      return { ...params, query };
    };
    const known = this.#operations?.textOf(key) ?? this.#documents?.get(key);
    if (known !== undefined || !this.#shared || !isSha256(key)) return add(known);
    const read = this.#readShared(this.#shared, key, callerKey(identities.main));
    return observed(read, 'store', waits, trace).then(add);
  }

  /** Called after an operation of a valid document: keeps the document if its hash came with it. */
  keep({ query, extensions }: GraphQLParams, identities: Identities): void {
    const extension: unknown = extensions?.['persistedQuery'];
    if (extension == null || !query || !this.#documents || this.#operations?.has(query)) return;
    const caller = callerKey(identities.main);
    const key = hashIn(extension);
    if (this.#documents.has(key) || !this.#isAccepted!(caller)) return;
    this.#documents.add(key, query, caller);
    // The client does not wait. Without the store, clients send the document to each replica.
    if (this.#shared) void share(this.#shared, key, query, caller).catch(() => {});
  }

  async #readShared(
    { store, encryption }: PersistedDocumentParts,
    key: string,
    caller: string,
  ): Promise<string | undefined> {
    const read = async (): Promise<string | undefined> => {
      const value = await store.get('document', key);
      // Undefined as well for a document that another secret has encrypted.
      return value && encryption.decrypt('document', value);
    };
    const found = await read().catch(unlessUnavailable(undefined));
    if (found === undefined || digest(found) !== key) return undefined;
    this.#documents!.add(key, found, caller);
    return found;
  }
}

/** @param caller the key of the one who has sent it */
async function share(
  { store, encryption }: PersistedDocumentParts,
  key: string,
  query: string,
  caller: string,
): Promise<void> {
  const count = await store.add('document', `count ${caller}`, 1, ttlMs);
  if (count > maxPerCaller) return;
  await store.set('document', key, encryption.encrypt('document', query), ttlMs);
}

const digest = (document: string): string => hash('sha256', document);

/** @returns the SHA-256 in the parameter. @throws GraphQLError for another format */
function hashIn(extension: unknown): string {
  const { version, sha256Hash } = extension as {
    readonly version?: unknown;
    readonly sha256Hash?: unknown;
  };
  if (version === 1 && typeof sha256Hash === 'string' && isSha256(sha256Hash))
    return sha256Hash.toLowerCase();
  throw malformed(
    'extensions.persistedQuery: expected {"version":1,"sha256Hash":"<64 hexadecimal digits>"}',
  );
}

const wrongHash = (key: string): Error =>
  malformed(
    `extensions.persistedQuery.sha256Hash: ${showValue(key)} is not the SHA-256 of query; expected that of its bytes in UTF-8`,
  );

const unknownId = (id: string): Error =>
  requestError(
    'PERSISTED_QUERY_NOT_FOUND',
    `documentId: ${showValue(id)} is not the id of a document that the gateway has`,
  );

/** Clients do not send the document after this code: it would be rejected, too. */
const notListed = (id: string | undefined): Error =>
  requestError(
    'PERSISTED_QUERY_ONLY',
    id === undefined
      ? 'The gateway runs only the documents that its operator has listed (PERSISTED_OPERATIONS).'
      : `The gateway runs only the documents that its operator has listed (PERSISTED_OPERATIONS); ${showValue(id)} is not the id of one.`,
  );

/** Clients compare the message, then send the document together with its hash. */
const notFound = (): Error => requestError('PERSISTED_QUERY_NOT_FOUND', 'PersistedQueryNotFound');

/** Clients compare the message, then send documents and no hashes any more. */
const notSupported = (): Error =>
  requestError('PERSISTED_QUERY_NOT_SUPPORTED', 'PersistedQueryNotSupported');

/** Maximum length of all documents. */
const totalLength = 4_000_000;

/** What a short document counts at least: there are at most 1,000. */
const minLength = 4_000;

interface StoredDocument extends Holding {
  readonly query: string;
  /** Negative; the document that was used last has the lowest one. */
  slowness: number;
}

/**
 * Documents by their key, in the memory of the process. Callers share it: the one with most of it
 * gives way to the others, by the documents that have not been used for longest.
 */
export class DocumentMemory {
  readonly #documents = new Map<string, StoredDocument>();
  readonly #shares: Shares;
  /** The number of times that any document was used. */
  #uses = 0;

  constructor(isAccepted: IsAccepted) {
    this.#shares = new Shares({ total: totalLength, isAccepted });
  }

  has(key: string): boolean {
    return this.#documents.has(key);
  }

  /** @returns undefined if it is not in memory */
  get(key: string): string | undefined {
    const document = this.#documents.get(key);
    if (document === undefined) return undefined;
    this.#uses += 1;
    document.slowness = -this.#uses;
    return document.query;
  }

  /** Adds a document, which counts for this caller however many use it. */
  add(key: string, query: string, caller: string): void {
    if (this.has(key)) return;
    this.#uses += 1;
    const giveWay = (): void => void this.#documents.delete(key);
    const document = { query, slowness: -this.#uses, giveWay };
    this.#documents.set(key, document);
    this.#shares.resize(caller, document, Math.max(minLength, query.length));
    this.#shares.makeRoom();
  }
}
