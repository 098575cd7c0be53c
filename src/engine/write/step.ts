/**
 * The steps of workflows. A step is data: its name, how to find out that it has been done, how to
 * do it, and how to undo it. So a workflow can be repeated after any failure: it continues where an
 * earlier run has stopped.
 */
import { hasUnknownOutcome } from '../rest/call/unknown-outcome.ts';

export interface Step<State, Name extends string = string> {
  readonly name: Name;
  /** Whether the step has been done, by this run or an earlier one, or need not be done. */
  readonly isDone: (state: State) => boolean | Promise<boolean>;
  /**
   * Does the step, or waits until it can be done.
   * @returns `over` if the workflow ends here, because the rest goes on by itself
   */
  readonly run: (state: State) => Promise<'over' | void>;
  /** Undoes what `run` has done, or may have done. Absent: nothing has to be undone. */
  readonly undo?: (state: State) => Promise<void>;
  /** The step after which later runs find what this one has made. Absent: this step itself. */
  readonly foundAfter?: Name;
}

/** A step that could not be undone, and why. */
export interface NotUndone<Name extends string> {
  readonly name: Name;
  readonly error: unknown;
}

interface StepRunParts<State, Name extends string> {
  readonly steps: readonly Step<State, Name>[];
  readonly state: State;
  /**
   * Reads the state again. Given if others can change it at any time: it is then read before each
   * step, and the first step that is not done by then is run. Absent: what is done stays done.
   */
  readonly read?: () => Promise<unknown>;
  /** Called once for each step that is done. @param isMade whether this run has done it */
  readonly onDone?: (name: Name, isMade: boolean) => void;
}

/** One run of the steps of a workflow, in their order. */
export class StepRun<State, Name extends string> {
  readonly #parts: StepRunParts<State, Name>;
  readonly #done = new Set<Name>();
  /** Steps that this run has done, or may have done, in their order. */
  readonly #begun = new Set<Step<State, Name>>();

  constructor(parts: StepRunParts<State, Name>) {
    this.#parts = parts;
  }

  /** Whether this run has something to undo. */
  get hasBegun(): boolean {
    return this.#begun.size > 0;
  }

  /** The steps that are done, by this run or an earlier one. */
  get done(): readonly Name[] {
    return this.#parts.steps.map(({ name }) => name).filter((name) => this.#done.has(name));
  }

  /** The steps that are not done: after a failure, the first one is the one that has failed. */
  get remaining(): readonly Name[] {
    return this.#parts.steps.map(({ name }) => name).filter((name) => !this.#done.has(name));
  }

  /** Does what is left to do. @throws the error of the first step that fails */
  async run(): Promise<void> {
    const { steps, read } = this.#parts;
    for (let next = 0; ; next = read ? 0 : next + 1) {
      await read?.();
      while (next < steps.length && (await this.#isDone(steps[next]!))) next += 1;
      const step = steps[next];
      if (step === undefined || (await this.#do(step)) === 'over') return;
    }
  }

  async #isDone(step: Step<State, Name>): Promise<boolean> {
    const isDone = await step.isDone(this.#parts.state);
    if (isDone) this.#markDone(step, this.#begun.has(step));
    return isDone;
  }

  /** Does a step. If an answer was lost, the step may have been done. */
  async #do(step: Step<State, Name>): Promise<'over' | void> {
    const { state, read } = this.#parts;
    this.#begun.add(step);
    try {
      const end = await step.run(state);
      if (!read) this.#markDone(step, true);
      return end;
    } catch (error) {
      const isLost = hasUnknownOutcome(error);
      if (!isLost) this.#begun.delete(step);
      if (read || !isLost || !(await this.#wasDone(step))) throw error;
    }
  }

  /** Whether a step whose answer was lost has been done; not known if that cannot be read. */
  async #wasDone(step: Step<State, Name>): Promise<boolean> {
    try {
      return await this.#isDone(step);
    } catch {
      return false;
    }
  }

  /**
   * Reads again whether the last step was done, whose answer was lost. @returns whether everything
   * is done after all
   */
  async isComplete(): Promise<boolean> {
    const [failed, ...others] = this.#parts.steps.filter(({ name }) => !this.#done.has(name));
    if (failed === undefined || others.length > 0 || !this.#begun.has(failed)) return false;
    return this.#wasDone(failed);
  }

  #markDone({ name }: Step<State, Name>, isMade: boolean): void {
    if (this.#done.has(name)) return;
    this.#done.add(name);
    this.#parts.onDone?.(name, isMade);
  }

  /**
   * Undoes what this run has done, the last step first. What an earlier run has done stays.
   * @returns the steps that could not be undone
   */
  undo(): Promise<readonly NotUndone<Name>[]> {
    return this.#undo([...this.#begun]);
  }

  /** Undoes what later runs would not find, and so would make again. @returns as `undo` */
  undoLost(): Promise<readonly NotUndone<Name>[]> {
    const isLost = ({ foundAfter }: Step<State, Name>): boolean =>
      foundAfter !== undefined && !this.#done.has(foundAfter);
    return this.#undo([...this.#begun].filter(isLost));
  }

  async #undo(steps: readonly Step<State, Name>[]): Promise<readonly NotUndone<Name>[]> {
    const failures: NotUndone<Name>[] = [];
    for (const { name, undo } of steps.toReversed()) {
      try {
        await undo?.(this.#parts.state);
        this.#done.delete(name);
      } catch (error) {
        failures.push({ name, error });
      }
    }
    return failures;
  }
}
