/** Limits what nobody has to be known to begin, and what waits for another server. */
import { overloaded } from '../error/http-error.ts';

/** Maximum number at once: each has a connection. */
const maxConcurrent = 16;

/** Maximum number of those from one address. */
const maxPerAddress = 4;

/** Counts the exchanges with another server that are under way. */
export class RunningExchanges {
  readonly #what: string;
  #count = 0;
  /** By the sources of their requests. */
  readonly #counts = new Map<string | undefined, number>();

  /** @param what is counted, in the plural: for messages */
  constructor(what: string) {
    this.#what = what;
  }

  /** @throws HttpError if there are too many; otherwise `end` must follow once */
  begin(source: string | undefined): void {
    const count = this.#counts.get(source) ?? 0;
    if (count >= maxPerAddress)
      throw overloaded(`Too many ${this.#what} from your address; retry after 1 second.`);
    if (this.#count >= maxConcurrent)
      throw overloaded(`Too many ${this.#what}; retry after 1 second.`);
    this.#count += 1;
    if (source !== undefined) this.#counts.set(source, count + 1);
  }

  end(source: string | undefined): void {
    this.#count -= 1;
    if (source === undefined) return;
    const count = this.#counts.get(source)! - 1;
    if (count > 0) this.#counts.set(source, count);
    else this.#counts.delete(source);
  }
}
