/**
 * The pages and lists of one execution. All that fields request of one page in one tick is one
 * call, for the union of their paths and for the largest of their page sizes. A field that requests
 * the page later shares the call if it has the paths of that field, too.
 */
import { memoize } from '../../api/memoize.ts';
import { type AnyOperation, takesParts } from '../../api/operation.ts';
import { addAskers, askerSet, runFor } from '../../trace/call-record.ts';
import type { BatchScheduler } from '../load/batching.ts';
import type { SendRead } from '../load/entity-fetch.ts';
import { Paths } from '../path.ts';
import type { List } from './list.ts';
import type { Projection } from '../walk/projection.ts';

/** The answer of a list operation: one page. */
export type PageAnswer = Readonly<Record<string, unknown>>;

export interface PageSize {
  readonly items: number;
  /** Whether the page must have this size; otherwise it may be larger. */
  readonly isExact: boolean;
}

/** The request of a field for a page. */
export interface PageRead {
  readonly operation: AnyOperation;
  /** Arguments of the call without the page size, `part` and `fields`. */
  readonly args: Readonly<Record<string, unknown>>;
  readonly paths: Paths;
  /** Sent if the operation has a parameter for it; undefined: the REST API chooses the size. */
  readonly size: PageSize | undefined;
  /** Types whose keys the answer contains, at any depth. */
  readonly downstream: ReadonlySet<string>;
}

export interface LoadedPage {
  /** Undefined: the call was answered without a body. */
  readonly answer: PageAnswer | undefined;
  /** The size that was requested, at least that of the field. */
  readonly size: number;
}

/** The loader of pages in one execution. */
export class PageLoader {
  readonly #scheduler: Pick<BatchScheduler, 'start'>;
  readonly #send: SendRead;
  /** By operation and arguments. */
  readonly #pages = new Map<string, SharedPage[]>();
  #unsent: SharedPage[] = [];
  /** The lists that consist of the pages. */
  readonly lists = new SharedLists();

  /** @param send makes the call of a page */
  constructor(scheduler: Pick<BatchScheduler, 'start'>, send: SendRead) {
    this.#scheduler = scheduler;
    this.#send = send;
  }

  /** @throws the error of the call, for all fields that share it */
  load(read: PageRead): Promise<LoadedPage> {
    const key = pageKey(read);
    const pages = this.#pages.get(key);
    const known = pages?.find((page) => page.accepts(read));
    known?.ask();
    // The call is registered again: this field waits for other types than those it was sent for.
    if (known?.isSent) return known.loaded.finally(this.#scheduler.start(read.downstream));
    if (known) {
      known.add(read);
      return known.loaded;
    }
    const page = new SharedPage(read);
    if (pages) pages.push(page);
    else this.#pages.set(key, [page]);
    if (this.#unsent.length === 0) afterThisTick(() => this.#sendAll());
    this.#unsent.push(page);
    return page.loaded;
  }

  /** Reads a page whose call has failed once more, as one call for all that do so in one tick. */
  loadAgain(read: PageRead): Promise<LoadedPage> {
    const key = pageKey(read);
    const pages = this.#pages.get(key)?.filter(({ hasFailed }) => !hasFailed) ?? [];
    this.#pages.set(key, pages);
    return this.load(read);
  }

  /** Whether the page was read, or is being read, with all that the field requests. */
  has(read: PageRead): boolean {
    return this.#pages.get(pageKey(read))?.some((page) => page.accepts(read)) === true;
  }

  /** Forgets all pages and lists, after a write. */
  clear(): void {
    this.#pages.clear();
    this.lists.clear();
  }

  #sendAll(): void {
    const pages = this.#unsent;
    this.#unsent = [];
    for (const page of pages) page.send(this.#send);
  }
}

/** A page, and all that fields request of it. */
class SharedPage implements LoadedPage {
  readonly loaded: Promise<LoadedPage>;
  answer: PageAnswer | undefined = undefined;
  size = 0;
  isSent = false;
  hasFailed = false;
  /** Undefined in an execution that names no fields. */
  readonly #askers = askerSet();
  readonly #operation: AnyOperation;
  readonly #args: PageRead['args'];
  #paths: Paths;
  #size: PageSize | undefined;
  #downstream: ReadonlySet<string>;
  readonly #resolve: (page: LoadedPage) => void;
  readonly #reject: (error: unknown) => void;

  constructor({ operation, args, paths, size, downstream }: PageRead) {
    this.#operation = operation;
    this.#args = args;
    this.#paths = paths;
    this.#size = size;
    this.#downstream = downstream;
    const { promise, resolve, reject } = Promise.withResolvers<LoadedPage>();
    this.loaded = promise;
    this.#resolve = resolve;
    this.#reject = reject;
  }

  /** Whether the page has what the field requests, or can request it, too. */
  accepts({ paths, size }: PageRead): boolean {
    if (this.isSent && paths !== this.#paths && !paths.coveredBy(this.#paths.set)) return false;
    const own = this.#size;
    if (!own || !size || this.#operation.page!.size === undefined) return true;
    if (own.isExact || this.isSent)
      return size.isExact ? size.items === own.items : size.items <= own.items;
    return !size.isExact || size.items >= own.items;
  }

  /** Those who ask now ask for the page, too. */
  ask(): void {
    if (this.#askers) addAskers(this.#askers);
  }

  add({ paths, size, downstream }: PageRead): void {
    this.#paths = Paths.union([this.#paths, paths]);
    if (downstream !== this.#downstream)
      this.#downstream = new Set([...this.#downstream, ...downstream]);
    if (size && (size.isExact || size.items > this.#size!.items)) this.#size = size;
  }

  #sendFor(send: SendRead, args: Record<string, unknown>): Promise<unknown> {
    if (!this.#askers) return send(this.#operation, args, this.#downstream);
    return runFor([this.#askers], () => send(this.#operation, args, this.#downstream));
  }

  send(send: SendRead): void {
    this.isSent = true;
    const { size: parameter } = this.#operation.page!;
    const args: Record<string, unknown> = {
      ...this.#args,
      ...selectionsOf(this.#paths)(this.#operation),
    };
    if (this.#size) this.size = this.#size.items;
    if (this.#size && parameter !== undefined) args[parameter] = this.size;
    this.#sendFor(send, args).then(
      (answer) => {
        this.answer = answer as PageAnswer | undefined;
        this.#resolve(this);
      },
      (error: unknown) => {
        this.hasFailed = true;
        this.#reject(error);
      },
    );
  }
}

/** A page of a size that the REST API chooses is shared with no page of another size. */
const pageKey = ({ operation, args, size }: PageRead): string =>
  JSON.stringify([operation.key, args, size !== undefined]);

/** `part` and `fields` of a call; made once for the paths of a document. */
const selectionsOf = memoize((paths: Paths) =>
  memoize((operation: AnyOperation) => {
    const part = takesParts(operation) && paths.below(operation.page!.items).parts;
    return { ...(part && { part }), fields: paths.mask };
  }),
);

/**
 * Calls the function when the promises that are settled by now have had their effects, and before
 * the event loop continues: fields that wait for the same answer request their pages together, and
 * none of them waits for it.
 */
function afterThisTick(call: () => void): void {
  void Promise.resolve().then(() => process.nextTick(call));
}

/** A field of the query, on one object. */
interface ListField {
  /** Identifies the field of the query. */
  readonly field: object;
  readonly parent: unknown;
  /** The arguments: as a rule the same object for the same arguments. */
  readonly given: object;
  readonly projection: Projection;
}

interface ListReader<Call> {
  /** Called for the first field with its parent, arguments and selection. */
  readonly read: (call: Call) => List | Promise<List>;
  /** Called for each field whose list has stopped before its end, or leaves items out. */
  readonly onIncomplete: (list: List, call: Call) => void;
  /** Called for each field. @returns null in place of the list @throws the error of the field */
  readonly onError: (error: unknown, call: Call) => null;
}

interface SharedList extends Pick<ListField, 'given' | 'projection'> {
  /** One promise for all fields, so that an execution waits for it once. */
  readonly list: Promise<List | null>;
  readonly waiting: ListField[];
}

/**
 * The lists that were read, or are being read. An entity can be at many places of a response, as a
 * video that is in several playlists: its lists are read once, and shown at each place.
 */
class SharedLists {
  /** By field, then by parent. */
  readonly #lists = new Map<object, Map<unknown, SharedList>>();

  /** @returns the list, or null for an error that `onError` expects */
  share<Call extends ListField>(
    call: Call,
    { read, onIncomplete, onError }: ListReader<Call>,
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
        if (settled.stoppedBy || settled.leftOut)
          for (const each of waiting) onIncomplete(settled, each);
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
