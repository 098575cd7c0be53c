/**
 * The lists of one execution. An entity can be at many places of a response, as a video that is in
 * several playlists: its lists are read once, and shown at each place.
 */
import type { List } from './list.ts';
import type { Projection } from './projection.ts';

/** A field of the query, on one object. */
interface ListField {
  /** Identifies the field of the query. */
  readonly field: object;
  readonly parent: unknown;
  /** The arguments: the same object for the same arguments. */
  readonly given: object;
  readonly projection: Projection;
}

interface SharedList extends Pick<ListField, 'given' | 'projection'> {
  readonly list: Promise<List>;
}

/** The lists that were read, or are being read. */
export class SharedLists {
  /** By field, then by parent. */
  readonly #lists = new Map<object, Map<unknown, SharedList>>();

  /**
   * @param read reads the list; called for the first field with its parent, arguments and selection
   */
  share(
    { field, parent, given, projection }: ListField,
    read: () => List | Promise<List>,
  ): List | Promise<List> {
    const known = this.#lists.get(field)?.get(parent);
    if (known && known.given === given && known.projection === projection) return known.list;
    const list = read();
    if (!(list instanceof Promise) || typeof parent !== 'object') return list;
    let lists = this.#lists.get(field);
    if (!lists) this.#lists.set(field, (lists = new Map()));
    lists.set(parent, { given, projection, list });
    return list;
  }

  /** Forgets all lists, after a write. */
  clear(): void {
    this.#lists.clear();
  }
}
