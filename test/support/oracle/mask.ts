/** Reads `fields` masks of calls. */

/** A recursive descent parser. Each method consumes the tokens of the paths that it returns. */
class MaskReader {
  readonly #mask: string;
  readonly #tokens: string[];

  constructor(mask: string) {
    this.#mask = mask;
    this.#tokens = mask.match(/[,/()]|[^,/()]+/g) ?? [];
  }

  /** `field,field,...`, with the closing token; undefined: the end of the mask. */
  list(closing: string | undefined): string[] {
    const paths = this.#field();
    for (let token = this.#tokens.shift(); token !== closing; token = this.#tokens.shift()) {
      if (token !== ',') throw this.#malformed();
      paths.push(...this.#field());
    }
    return paths;
  }

  /** `name`, `name/field` or `name(field,...)`. */
  #field(): string[] {
    const name = this.#tokens.shift();
    if (name === undefined || /^[,/()]$/.test(name)) throw this.#malformed();
    const inner = this.#innerPaths();
    return inner ? inner.map((path) => `${name}.${path}`) : [name];
  }

  #innerPaths(): string[] | undefined {
    const [next] = this.#tokens;
    if (next !== '/' && next !== '(') return undefined;
    this.#tokens.shift();
    return next === '/' ? this.#field() : this.list(')');
  }

  #malformed(): Error {
    return new Error(`malformed fields mask: ${this.#mask}`);
  }
}

/**
 * The dotted paths that a mask selects: `items.id` and `items.snippet.title` of
 * `items(id,snippet/title)`.
 * @throws Error for a malformed mask
 */
export const maskPaths = (mask: string): string[] => new MaskReader(mask).list(undefined);
