/** Limits the number of concurrent reads of one execution. The others wait in their order. */
export class ReadLimit {
  readonly #max: number;
  readonly #waiting: (() => void)[] = [];
  #underWay = 0;

  constructor(max: number) {
    this.#max = max;
  }

  /** Called before a read. @returns what the read has to wait for; undefined if it may start */
  enter(): Promise<void> | undefined {
    if (this.#underWay >= this.#max)
      return new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#underWay += 1;
    return undefined;
  }

  /** Called after a read that has entered. Its place goes to the next one that waits. */
  leave(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#underWay -= 1;
  }
}
