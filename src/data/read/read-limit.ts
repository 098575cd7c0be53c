/** Bounds how many reads of one execution are under way at once; others wait in their order. */
export class ReadLimit {
  readonly #max: number;
  readonly #waiting: (() => void)[] = [];
  #underWay = 0;

  constructor(max: number) {
    this.#max = max;
  }

  async run<T>(read: () => Promise<T>): Promise<T> {
    if (this.#underWay < this.#max) this.#underWay += 1;
    // A read that ends passes its place on.
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await read();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#underWay -= 1;
    }
  }
}
