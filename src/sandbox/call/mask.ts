/** The `fields` parameter: parsing, checking against a schema, and applying to a response. */
import type { Schemas } from '../../engine/api/api.ts';
import { ApiError } from '../http/api-error.ts';
import { fieldTypeOf, shapeOf } from '../../engine/rest/operation/answer-check.ts';

/** The selected fields with the masks of their values; `'all'` selects everything. */
export type Mask = 'all' | ReadonlyMap<string, Mask>;
type MutableMask = Map<string, Mask>;

function throwInvalidMask(selection: string): never {
  throw new ApiError(400, 'invalidParameter', {
    message: `Invalid field selection ${selection}`,
    location: 'fields',
    locationType: 'parameter',
  });
}

/** A recursive descent parser; each method consumes the tokens of what it adds or returns. */
class MaskParser {
  readonly #text: string;
  readonly #tokens: readonly string[];
  #position = 0;

  constructor(text: string) {
    this.#text = text;
    this.#tokens = text.match(/[,/()]|[^,/()\s]+/g) ?? [];
  }

  /** `field,field,...`; the closing token (undefined: the end of the text) is consumed too. */
  list(closing: string | undefined): Mask {
    const mask: MutableMask = new Map();
    for (;;) {
      this.#field(mask);
      const token = this.#tokens[this.#position++];
      if (token === closing) return mask;
      if (token !== ',') throwInvalidMask(this.#text);
    }
  }

  /** `name`, `name/field` or `name(list)` */
  #field(mask: MutableMask): void {
    const name = this.#tokens[this.#position++];
    if (name === undefined || /^[,/()]$/.test(name)) throwInvalidMask(this.#text);
    mask.set(name, union(mask.get(name), this.#subMask()));
  }

  #subMask(): Mask {
    const token = this.#tokens[this.#position];
    if (token !== '/' && token !== '(') return 'all';
    this.#position += 1;
    if (token === '(') return this.list(')');
    const mask: MutableMask = new Map();
    this.#field(mask);
    return mask;
  }
}

/**
 * `a,b` selects several fields, `a/b` and `a(b,c)` select fields of a field, `*` selects all.
 * @throws ApiError 400 if the text is malformed
 */
export const parseMask = (text: string): Mask => new MaskParser(text).list(undefined);

function union(first: Mask | undefined, second: Mask): Mask {
  if (first === undefined) return second;
  if (first === 'all' || second === 'all') return 'all';
  const mask: MutableMask = new Map(first);
  for (const [name, inner] of second) mask.set(name, union(mask.get(name), inner));
  return mask;
}

/** @throws ApiError 400 if the mask names a field that the type does not have */
export function checkMask(schemas: Schemas, mask: Mask, type: string): void {
  if (mask === 'all' || type === 'any') return;
  const shape = shapeOf(schemas, type);
  for (const [name, inner] of mask) {
    if (shape === undefined) throwInvalidMask(name);
    if (name === '*') {
      for (const fieldType of new Set(Object.values(shape.fields)))
        checkBelowStar(schemas, inner, fieldType);
      continue;
    }
    const fieldType = fieldTypeOf(shape, name);
    if (fieldType === undefined) throwInvalidMask(name);
    checkMask(schemas, inner, fieldType);
  }
}

/** Below `*`, a type may lack selected fields: only the fields that it has are checked. */
function checkBelowStar(schemas: Schemas, mask: Mask, type: string): void {
  const shape = shapeOf(schemas, type);
  if (mask === 'all' || shape === undefined) return;
  const known = [...mask].filter(([name]) => name === '*' || Object.hasOwn(shape.fields, name));
  checkMask(schemas, new Map(known), type);
}

/** The selected fields of a value; undefined if nothing is left of an object. */
export function applyMask(mask: Mask, value: unknown): unknown {
  if (mask === 'all') return value;
  if (value === null || typeof value !== 'object') return undefined;
  if (Array.isArray(value)) return value.map((element) => applyMask(mask, element) ?? {});
  const selected: Record<string, unknown> = {};
  for (const [name, inner] of Object.entries(value)) {
    const innerMask = mask.get(name) ?? mask.get('*');
    if (innerMask === undefined || inner === undefined) continue;
    const part = applyMask(innerMask, inner);
    if (part !== undefined) selected[name] = part;
  }
  return Object.keys(selected).length === 0 ? undefined : selected;
}
