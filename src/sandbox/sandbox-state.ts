/** The state of a running sandbox between requests. */
import { Faults } from './active-faults.ts';
import type { Fault } from './fault.ts';
import { liveState } from './live/state.ts';
import { Recorder } from './call/recorder.ts';
import { emptySeeds, seeds } from './seed/seeds.ts';
import { Simulation } from './simulation.ts';
import { ResumableSessions } from './upload/resumable-session.ts';

/** The options that a reset restores. */
interface SandboxSettings {
  /** Determines seeded numbers and texts, but not ids. */
  readonly seed: string;
  /** Simulated seconds per second; 0: the clock is stopped. */
  readonly clockSpeed: number;
  /** Simulated milliseconds of `testStarting` and `liveStarting`; undefined: until a list. */
  readonly startingMs: number | undefined;
  /** Simulated milliseconds until the video of a new broadcast appears. */
  readonly videoDelayMs: number;
  /** Whether the initial data is `emptySeeds`. */
  readonly isEmpty: boolean;
  /** The initial faults. */
  readonly faults: readonly Fault[];
}

/** The simulation, the recorded calls, the faults and the uploads in progress. */
export class SandboxState {
  readonly recorder = new Recorder();
  readonly faults = new Faults();
  /** Resumable uploads that have started. */
  sessions = new ResumableSessions();
  /** The number of responses that have one answer after another, and have not ended. */
  openStreams = 0;
  /** The address of the sandbox, when it listens. */
  url = '';
  readonly #settings: SandboxSettings;
  #start: Date;
  #simulation: Simulation;

  constructor(start: Date, settings: SandboxSettings) {
    this.#start = start;
    this.#settings = settings;
    this.#simulation = newSimulation(start, settings);
    for (const fault of settings.faults) this.faults.add(fault);
  }

  /** The services, after everything that a running clock has made due. */
  get simulation(): Simulation {
    this.#simulation.clock.sync();
    return this.#simulation;
  }

  /**
   * Restores the initial data, settings and faults, and removes uploads and recorded calls.
   * @param isEmpty until the next reset. Default: as at the start
   */
  reset(start: Date = this.#start, isEmpty: boolean = this.#settings.isEmpty): void {
    this.#start = start;
    this.#simulation.notifications.close();
    this.#simulation = newSimulation(start, { ...this.#settings, isEmpty });
    this.sessions = new ResumableSessions();
    this.faults.clear();
    for (const fault of this.#settings.faults) this.faults.add(fault);
    this.recorder.clear();
  }
}

function newSimulation(start: Date, settings: SandboxSettings): Simulation {
  const { seed, clockSpeed, startingMs, videoDelayMs, isEmpty } = settings;
  const simulation = new Simulation(start, seed, isEmpty ? emptySeeds : seeds);
  simulation.clock.run(clockSpeed);
  Object.assign(liveState(simulation), { startingMs, videoDelayMs });
  return simulation;
}
