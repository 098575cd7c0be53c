/** Whether the reads of an execution share the answers of equal reads of its caller. */
import type { CallOptions, Identity } from '../../upstream/upstream.ts';
import { callerKey } from '../caller.ts';
import type { Usage } from '../cost/usage.ts';

type Sharing = Pick<CallOptions, 'callerKey' | 'onShared'>;

/** The sharing of one execution, as options of its calls. At first, each read is sent. */
export class ReadSharing implements Sharing {
  readonly callerKey: string;
  onShared: (() => void) | undefined;
  readonly #usage: Usage;

  constructor(identity: Identity, usage: Usage) {
    this.callerKey = callerKey(identity);
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
