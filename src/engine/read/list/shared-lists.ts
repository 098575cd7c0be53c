/**
 * The lists of one execution. An entity can be at many places of a response, as a video that is in
 * several playlists: its lists are read once, and shown at each place.
 */
import type { UpstreamError } from '../../rest/call/error.ts';
import type { List } from './list.ts';
import type { Projection } from '../walk/projection.ts';

/** A field of the query, on one object. */
interface ListField {
  /** Identifies the field of the query. */
  readonly field: object;
  readonly parent: unknown;
  /** The arguments: as a rule the same object for the same arguments. */
  readonly given: object;
  readonly projection: Projection;
}

/** How fields read a list. */
interface ListReader<Call> {
  /** Called for the first field with its parent, arguments and selection. */
  readonly read: (call: Call) => List | Promise<List>;
  /** Called for each field whose list has stopped because no calls were left. */
  readonly onStopped: (reason: UpstreamError, call: Call) => void;
  /** Called for each field. @returns null in place of the list @throws the error of the field */
  readonly onError: (error: unknown, call: Call) => null;
}

interface SharedList extends Pick<ListField, 'given' | 'projection'> {
  /** One promise for all fields, so that an execution waits for it once. */
  readonly list: Promise<List | null>;
  /** The fields that wait for the list. */
  readonly waiting: ListField[];
}

/** The lists that were read, or are being read. */
export class SharedLists {
  /** By field, then by parent. */
  readonly #lists = new Map<object, Map<unknown, SharedList>>();

  /** @returns the list, or null for an error that `onError` expects */
  share<Call extends ListField>(
    call: Call,
    { read, onStopped, onError }: ListReader<Call>,
  ): List | Promise<List | null> {
    const { field, parent, given, projection } = call;
    const known = this.#lists.get(field)?.get(parent);
    if (known && known.given === given && known.projection === projection) {
      known.waiting.push(call);
      return known.list;
    }
    const reading = read(call);
    if (!(reading instanceof Promise)) return reading;
    const waiting = [call];
    const list = reading.then(
      (settled) => {
        if (settled.stoppedBy) for (const each of waiting) onStopped(settled.stoppedBy, each);
        waiting.length = 0;
        return settled;
      },
      (error: unknown) => {
        // A field that comes later must not find the failed list.
        const lists = this.#listsOf(field);
        if (lists.get(parent)?.waiting === waiting) lists.delete(parent);
        for (const each of waiting) onError(error, each);
        return null;
      },
    );
    if (typeof parent === 'object')
      this.#listsOf(field).set(parent, { given, projection, list, waiting });
    return list;
  }

  /** Forgets all lists, after a write. */
  clear(): void {
    this.#lists.clear();
  }

  #listsOf(field: object): Map<unknown, SharedList> {
    let lists = this.#lists.get(field);
    if (!lists) this.#lists.set(field, (lists = new Map()));
    return lists;
  }
}
