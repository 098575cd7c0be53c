/**
 * Finds a new entity whose insert has lost its answer, or its process, if the service takes no id
 * of the client's: it is in the list of the caller's entities, was not before, and belongs to
 * nothing else. Likeness alone proves nothing.
 */
import type { AnyOperation } from '../../api/operation.ts';
import type { Execution } from '../../execution/execution.ts';
import { readByGivenToken } from '../../read/list/given-token.ts';
import { itemsOf, nextTokenOf } from '../../read/list/page.ts';
import { Paths } from '../../read/path.ts';
import { hasUnknownOutcome } from '../../rest/call/unknown-outcome.ts';
import { showsAllChanges } from './applied-change.ts';
import type { Change, JsonRecord } from '../change.ts';
import type { InsertNotes } from '../../lock/insert-notes.ts';

export interface OwnList {
  readonly operation: AnyOperation;
  readonly args: Readonly<JsonRecord>;
}

/** Maximum number of pages of one read. A longer list shows nothing. */
const maxPages = 4;

/** The maximum number of calls for one read of a list. */
export const callsOfOwnList = maxPages;

/** The maximum number of entities that are asked whether they are taken. More show nothing. */
export const maxCandidates = 4;

/** An insert that later runs repeat, and what they may take for its result. */
interface ListedInsert {
  readonly list: OwnList;
  /** Names the insert and the account of the caller, the same in all runs. @throws UpstreamError */
  readonly key: () => Promise<string>;
  /** Whether something else than this insert has made the entity. @throws UpstreamError */
  readonly isTaken: (id: string) => Promise<boolean>;
}

/** One insert, with the list before it, and what is new after it. */
export class ListDifference {
  readonly #execution: Execution;
  readonly #insert: ListedInsert;
  #changes: readonly Change[] = [];
  #before: ReadonlySet<string> | undefined;
  #key: string | undefined;

  constructor(execution: Execution, insert: ListedInsert) {
    this.#execution = execution;
    this.#insert = insert;
  }

  get #notes(): InsertNotes | undefined {
    return this.#execution.workflows?.inserts;
  }

  /**
   * Inserts the entity, unless an earlier run has done so whose process died.
   * @param changes the values by which the entity is recognized
   * @returns its id
   * @throws the error of `send`, or of a read before it
   */
  async insert(changes: readonly Change[], send: () => Promise<string>): Promise<string> {
    this.#changes = changes;
    const lost = await this.#begin();
    if (lost !== undefined) return lost;
    try {
      return await send();
    } catch (error) {
      if (!hasUnknownOutcome(error)) await this.forget();
      throw error;
    }
  }

  /** Reads and notes the list before the insert. @returns what an earlier run has made */
  async #begin(): Promise<string | undefined> {
    const items = await this.#read();
    if (items === undefined) return undefined;
    this.#key = await this.#insert.key();
    const noted = await this.#notes?.find(this.#key);
    const lost = noted && (await this.#newOf(items, new Set(noted)));
    if (lost !== undefined) return lost;
    const ids = items.map(({ id }) => id as string);
    this.#before = new Set(ids);
    await this.#notes?.set(this.#key, ids);
    return undefined;
  }

  /**
   * Reads the list after the insert.
   * @returns the id of the only new entity with all values of the insert; undefined: there is none,
   * or it cannot be told
   * @throws UpstreamError
   */
  async find(): Promise<string | undefined> {
    if (this.#before === undefined) return undefined;
    const items = await this.#read();
    return items && this.#newOf(items, this.#before);
  }

  /** Ends the search of later runs: something names the entity, or it does not exist. */
  async forget(): Promise<void> {
    if (this.#key !== undefined) await this.#notes?.delete(this.#key);
  }

  #read(): Promise<readonly JsonRecord[] | undefined> {
    const paths = Paths.of('id', ...this.#changes.map(({ path }) => path));
    return readOwnList(this.#execution, this.#insert.list, paths);
  }

  async #newOf(
    items: readonly JsonRecord[],
    before: ReadonlySet<string>,
  ): Promise<string | undefined> {
    const candidates = items.filter(
      (item) =>
        typeof item['id'] === 'string' &&
        !before.has(item['id']) &&
        showsAllChanges(this.#changes, { previous: {}, fresh: item }),
    );
    if (candidates.length > maxCandidates) return undefined;
    const ids = candidates.map(({ id }) => id as string);
    const taken = await Promise.all(ids.map((id) => this.#insert.isTaken(id)));
    const found = ids.filter((_, index) => !taken[index]);
    return found.length === 1 ? found[0] : undefined;
  }
}

/**
 * Reads a list of the caller's entities.
 * @returns undefined if the list is too long
 * @throws UpstreamError
 */
export async function readOwnList(
  execution: Execution,
  { operation, args }: OwnList,
  paths: Paths,
): Promise<readonly JsonRecord[] | undefined> {
  const { items: name, size = '', token = '', next = '', maxSize } = operation.page!;
  const items: JsonRecord[] = [];
  const fields = paths.under(name).with(next).mask;
  let pageToken = '';
  for (let pages = 0; pages < maxPages; pages += 1) {
    const page = {
      ...args,
      part: paths.parts,
      fields,
      [size]: maxSize,
      ...(pageToken !== '' && { [token]: pageToken }),
    };
    const read = (): Promise<unknown> => execution.send<AnyOperation>(operation, page);
    const answer = (await (pageToken === ''
      ? read()
      : readByGivenToken(operation, execution, read))) as JsonRecord;
    items.push(...(itemsOf(answer, operation) as readonly JsonRecord[]));
    pageToken = nextTokenOf(answer, operation);
    if (pageToken === '') return items;
  }
  return undefined;
}
