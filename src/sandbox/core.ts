/** What the sandbox holds between calls: its world, the faults ordered, the calls recorded. */
import { Faults } from './fault.ts';
import { Recorder } from './recorder.ts';
import { Sessions } from './upload/session.ts';
import { World } from './world.ts';

export class Core {
  readonly recorder = new Recorder();
  readonly faults = new Faults();
  /** Resumable uploads that have begun. */
  sessions = new Sessions();
  readonly #seed: string;
  #start: Date;
  world: World;

  constructor(start: Date, seed: string) {
    this.#start = start;
    this.#seed = seed;
    this.world = new World(start, seed);
  }

  /** Everything as it was at the start: data, faults, recorded calls. A new start instant may be given. */
  reset(start: Date = this.#start): void {
    this.#start = start;
    this.world = new World(start, this.#seed);
    this.sessions = new Sessions();
    this.faults.clear();
    this.recorder.clear();
  }
}
