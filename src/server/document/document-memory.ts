/**
 * The documents of persisted queries in the memory of the process. Callers share it: the one with
 * most of it gives way to the others, by the documents that have not been used for longest.
 */
import { type Holding, type SharePolicy, Shares } from '../../engine/rest/share/shares.ts';

/** Maximum length of all documents. */
const totalLength = 4_000_000;

/** What a short document counts at least: there are at most 1,000. */
const minLength = 4_000;

interface StoredDocument extends Holding {
  readonly query: string;
  /** Negative; the document that was used last has the lowest one. */
  slowness: number;
}

/** Documents by their key. */
export class DocumentMemory {
  readonly #documents = new Map<string, StoredDocument>();
  readonly #shares: Shares;
  /** The number of times that any document was used. */
  #uses = 0;

  constructor(policy: SharePolicy) {
    this.#shares = new Shares({ ...policy, total: totalLength });
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
