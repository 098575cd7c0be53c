/** Whether the reads of an execution share the answers of equal reads of its caller. */
import type { CallOptions } from '../rest/upstream.ts';
import type { Usage } from '../cost/usage.ts';

type Sharing = Pick<CallOptions, 'onShared'>;

/** The sharing of one execution, as options of its calls. At first, each read is sent. */
export class ReadSharing implements Sharing {
  onShared: (() => void) | undefined;
  readonly #usage: Usage;

  constructor(usage: Usage) {
    this.#usage = usage;
  }

  /** Called for queries only: writes and events need the current state. */
  start(): void {
    this.onShared = () => this.#usage.countShared();
  }

  /** From now on, each read is sent. */
  end(): void {
    this.onShared = undefined;
  }
}
