/** The inserts of `prepareBroadcast` that YouTube takes no id for. */
import type { Execution } from '../../../engine/execution/execution.ts';
import { ListDifference, type OwnList } from '../../../engine/write/update/list-difference.ts';
import type { AnyOperation } from '../../../engine/api/operation.ts';
import { ownChannel } from '../own-channel.ts';
import type { EventLink, PreparedEvent } from './event.ts';

interface PreparedInsert {
  readonly operation: AnyOperation;
  /** The list of the caller's entities. */
  readonly list: OwnList;
  /** By which the event will name the new entity. */
  readonly link: EventLink;
}

/** One for each run. */
export class PreparedInserts {
  readonly #execution: Execution;
  readonly #event: PreparedEvent;
  #channel: ReturnType<typeof ownChannel> | undefined;

  constructor(execution: Execution, event: PreparedEvent) {
    this.#execution = execution;
    this.#event = event;
  }

  /** The insert of what the event will name, as a repetition recognizes it. */
  of({ operation, list, link }: PreparedInsert): ListDifference {
    const event = this.#event;
    return new ListDifference(this.#execution, {
      list,
      key: async () => {
        this.#channel ??= ownChannel(this.#execution, operation);
        return JSON.stringify([operation.key, ...(await this.#channel), ...event.ref.key]);
      },
      isTaken: (id) => event.isNamedByOther(link, id),
    });
  }
}
