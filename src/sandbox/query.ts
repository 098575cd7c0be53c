/** The query string as the services read it: repeated and comma-separated values, numbers and flags. */
import type { Param } from '../upstream/operation.ts';

export type Params = Readonly<Record<string, Param>>;

export class Query {
  readonly #search: URLSearchParams;
  readonly #params: Params;

  constructor(search: URLSearchParams, params: Params) {
    this.#search = search;
    this.#params = params;
  }

  /** Whether it was given a value. */
  has(name: string): boolean {
    return this.list(name).length > 0;
  }

  /** A single value; given twice, the last one counts. */
  text(name: string): string | undefined {
    return this.#search.getAll(name).at(-1) || undefined;
  }

  /** All values; a parameter that is a comma-separated list may also come repeated. */
  list(name: string): readonly string[] {
    const given = this.#search.getAll(name);
    const all =
      this.#params[name]?.list === 'comma' ? given.flatMap((value) => value.split(',')) : given;
    return all.map((value) => value.trim()).filter((value) => value !== '');
  }

  /** `fallback` where it was not given. */
  flag(name: string, fallback = false): boolean {
    const value = this.text(name);
    return value === undefined ? fallback : value === 'true' || value === '1';
  }

  int(name: string): number | undefined {
    const value = this.text(name);
    return value === undefined ? undefined : Number(value);
  }

  names(): readonly string[] {
    return [...new Set(this.#search.keys())];
  }
}
