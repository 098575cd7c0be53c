/** The groups of one batch key that wait until their batch is sent. */
import DataLoader from 'dataloader';
import type { BatchScheduler } from './batch-scheduler.ts';
import type { FetchGroup } from './fetch-group.ts';

interface BatchQueueOptions {
  readonly scheduler: Pick<BatchScheduler, 'whenReady'>;
  /** The type of the entities. */
  readonly type: string;
  /** Starts the calls of a batch. @returns for each group the promise of its own calls */
  readonly fetch: (groups: readonly FetchGroup[]) => Promise<Promise<void>[]>;
}

/**
 * DataLoader collects the groups of one batch key until the scheduler dispatches them. It neither
 * caches nor splits batches: entries know which paths of an entity are missing, and one group takes
 * one promise for all entities of a list, each of which may be in several groups. Its batch
 * function fulfils each group with the promise of that group's own calls, so that a group does not
 * wait for the calls of another one.
 */
export class BatchQueue {
  readonly #loader: DataLoader<FetchGroup, Promise<void>>;
  /** Whether answers of the batch that is not sent yet lead to other calls. */
  #hasDownstream = false;

  constructor({ scheduler, type, fetch }: BatchQueueOptions) {
    const send = (groups: readonly FetchGroup[]): Promise<Promise<void>[]> => {
      this.#hasDownstream = false;
      return fetch(groups);
    };
    const isLast = (): boolean => !this.#hasDownstream;
    this.#loader = new DataLoader(send, {
      cache: false,
      batchScheduleFn: (dispatch) => scheduler.whenReady(type, dispatch, isLast),
    });
  }

  /** @returns resolves when the calls of the group have ended */
  add(group: FetchGroup): Promise<unknown> {
    this.#hasDownstream ||= group.downstream.size > 0;
    return this.#loader.load(group);
  }
}
