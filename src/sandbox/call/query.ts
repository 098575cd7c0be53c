/** The query string as the services read it: repeated and comma-separated values. */
import type { Param } from '../../engine/api/param.ts';

type Params = Readonly<Record<string, Param>>;

/** The query parameters of a call. */
export class Query {
  readonly #search: URLSearchParams;
  readonly #params: Params;

  /** @param params the parameters of the operation, which say how lists are written */
  constructor(search: URLSearchParams, params: Params) {
    this.#search = search;
    this.#params = params;
  }

  /** Whether the parameter has a value. */
  has(name: string): boolean {
    return this.list(name).length > 0;
  }

  /** The value of the parameter; if it is repeated, the last one. */
  text(name: string): string | undefined {
    return this.#search.getAll(name).at(-1) || undefined;
  }

  /** All values; comma-separated lists may also be repeated. */
  list(name: string): readonly string[] {
    const values = this.#search.getAll(name);
    const all =
      this.#params[name]?.list === 'comma' ? values.flatMap((value) => value.split(',')) : values;
    return all.map((value) => value.trim()).filter((value) => value !== '');
  }

  /** @param defaultValue the result if the parameter is absent */
  flag(name: string, defaultValue = false): boolean {
    const value = this.text(name);
    return value === undefined ? defaultValue : value === 'true' || value === '1';
  }

  int(name: string): number | undefined {
    const value = this.text(name);
    return value === undefined ? undefined : Number(value);
  }

  /** The names of all parameters in the query string, known or not. */
  names(): readonly string[] {
    return [...new Set(this.#search.keys())];
  }
}
