/**
 * Finds a new entity whose insert has lost its answer, if the service takes no id of the client's:
 * it is in the list of the caller's entities, and was not before. Likeness alone proves nothing.
 */
import type { AnyOperation } from '../../upstream/operation.ts';
import type { Execution } from '../execution.ts';
import { itemsOf, nextTokenOf } from '../read/page.ts';
import { Paths } from '../read/path.ts';
import { showsAllChanges } from './applied-change.ts';
import type { Change, JsonRecord } from './change.ts';

/** The list of the caller's entities. */
interface OwnList {
  readonly operation: AnyOperation;
  readonly args: Readonly<JsonRecord>;
}

/** Maximum number of pages of one read. A longer list shows nothing. */
const maxPages = 4;

/** The maximum number of calls for one read of a list. */
export const callsOfOwnList = maxPages;

/** The list before an insert, and what is new after it. */
export class ListDifference {
  readonly #execution: Execution;
  readonly #list: OwnList;
  #before: ReadonlySet<unknown> | undefined;

  constructor(execution: Execution, list: OwnList) {
    this.#execution = execution;
    this.#list = list;
  }

  /** Reads the list before the insert. @throws UpstreamError */
  async note(): Promise<void> {
    const items = await readOwnList(this.#execution, this.#list, Paths.of('id'));
    this.#before = items && new Set(items.map(({ id }) => id));
  }

  /**
   * Reads the list after the insert.
   * @returns the id of the only new entity with all values of the insert; undefined: there is none,
   * or it cannot be told
   * @throws UpstreamError
   */
  async find(changes: readonly Change[]): Promise<string | undefined> {
    const before = this.#before;
    if (before === undefined) return undefined;
    const items = await readOwnList(
      this.#execution,
      this.#list,
      Paths.of('id', ...changes.map(({ path }) => path)),
    );
    const found = items?.filter(
      (item) =>
        typeof item['id'] === 'string' &&
        !before.has(item['id']) &&
        showsAllChanges(changes, { previous: {}, fresh: item }),
    );
    return found?.length === 1 ? (found[0]!['id'] as string) : undefined;
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
    const answer = (await execution.send<AnyOperation>(operation, {
      ...args,
      part: paths.parts,
      fields,
      [size]: maxSize,
      ...(pageToken !== '' && { [token]: pageToken }),
    })) as JsonRecord;
    items.push(...(itemsOf(answer, operation) as readonly JsonRecord[]));
    pageToken = nextTokenOf(answer, operation);
    if (pageToken === '') return items;
  }
  return undefined;
}
