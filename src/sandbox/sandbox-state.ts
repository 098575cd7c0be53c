/** The state of a running sandbox between requests. */
import { Faults } from './fault.ts';
import { Recorder } from './recorder.ts';
import { seeds } from './seed/seeds.ts';
import { Simulation } from './simulation.ts';
import { ResumableSessions } from './upload/resumable-session.ts';

/** The simulation, the recorded calls, the faults and the uploads in progress. */
export class SandboxState {
  readonly recorder = new Recorder();
  readonly faults = new Faults();
  /** Resumable uploads that have started. */
  sessions = new ResumableSessions();
  readonly #seed: string;
  #start: Date;
  simulation: Simulation;

  constructor(start: Date, seed: string) {
    this.#start = start;
    this.#seed = seed;
    this.simulation = new Simulation(start, seed, seeds);
  }

  /** Restores the initial data and removes faults, uploads and recorded calls. */
  reset(start: Date = this.#start): void {
    this.#start = start;
    this.simulation = new Simulation(start, this.#seed, seeds);
    this.sessions = new ResumableSessions();
    this.faults.clear();
    this.recorder.clear();
  }
}
