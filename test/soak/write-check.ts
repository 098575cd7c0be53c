/** Counts how often each write has reached the services, by the unique title that it contains. */
import type { Sandbox } from '../../src/sandbox/sandbox.ts';

/** What the gateway has answered to a write. */
export type WriteAnswer = 'done' | 'failed' | 'unknown';

/** Calls with a title. A call without a response was executed, or not. */
interface Executed {
  answered: number;
  dropped: number;
}

const titlePattern = /soak-[0-9a-z]+/;

/** The writes of a run. */
export class WriteCheck {
  readonly #sandbox: Sandbox;
  readonly #answers = new Map<string, WriteAnswer>();
  readonly #executed = new Map<string, Executed>();
  readonly #files = new Set<string>();
  /** The number of writes that were checked. */
  count = 0;
  #next = 0;

  constructor(sandbox: Sandbox) {
    this.#sandbox = sandbox;
  }

  /** @returns a title that no other write of the run has */
  newTitle(): string {
    return `soak-${(this.#next++).toString(36)}x`;
  }

  answered(title: string, answer: WriteAnswer): void {
    this.#answers.set(title, answer);
  }

  /** Whether the sandbox has received a file with this SHA-256. */
  hasFile(sha256: string): boolean {
    return this.#files.has(sha256);
  }

  /** Counts the calls that the sandbox has executed since the last time. */
  collect(): void {
    for (const { sha256 } of this.#sandbox.uploads()) this.#files.add(sha256);
    for (const { method, status, body } of this.#sandbox.calls()) {
      const title = method === 'POST' && titlePattern.exec(JSON.stringify(body) ?? '')?.[0];
      if (!title || status > 299) continue;
      const counts = this.#executed.get(title) ?? { answered: 0, dropped: 0 };
      if (status === 0) counts.dropped += 1;
      else counts.answered += 1;
      this.#executed.set(title, counts);
    }
    this.#sandbox.clearCalls();
  }

  /**
   * @returns one line for each write since the last time that was executed more or less often than
   * the answer says
   */
  takeProblems(): string[] {
    const problems = [...this.#answers].flatMap(([title, answer]) => {
      const { answered, dropped } = this.#executed.get(title) ?? { answered: 0, dropped: 0 };
      const isRight =
        answered <= 1 &&
        (answer !== 'failed' || answered === 0) &&
        (answer !== 'done' || answered + dropped > 0);
      return isRight
        ? []
        : [`${title}: answer: ${answer}, executed: ${answered}, without a response: ${dropped}`];
    });
    this.count += this.#answers.size;
    this.#answers.clear();
    this.#executed.clear();
    return problems;
  }
}
