/**
 * Limits requests to others that a stranger can cause: nobody has to be known to begin one, and
 * each has a connection.
 */
import { overloaded } from '../server/error/http-error.ts';

/** Maximum number at the same time. */
const maxConcurrent = 16;

/** Maximum number of those from one address. */
const maxPerSource = 4;

/** The requests that are under way. */
export class ExchangeLimit {
  #count = 0;
  /** By the sources of their requests. */
  readonly #counts = new Map<string | undefined, number>();

  /**
   * @param source the address of the client; undefined where a host knows it
   * @throws HttpError 503 if there are too many
   */
  async run<T>(source: string | undefined, exchange: () => Promise<T>): Promise<T> {
    const count = source === undefined ? 0 : (this.#counts.get(source) ?? 0);
    if (count >= maxPerSource)
      throw overloaded('Too many sign-ins from your address; retry after 1 second.');
    if (this.#count >= maxConcurrent) throw overloaded('Too many sign-ins; retry after 1 second.');
    this.#count += 1;
    this.#counts.set(source, count + 1);
    try {
      return await exchange();
    } finally {
      this.#count -= 1;
      const left = this.#counts.get(source)! - 1;
      if (left > 0) this.#counts.set(source, left);
      else this.#counts.delete(source);
    }
  }
}
