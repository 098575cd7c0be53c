/**
 * Cuts the data of a response that is too long: the list that exceeds the limit becomes null with
 * an error, as if its field had failed. Outside lists a single value becomes null. If null is not
 * allowed, the nearest position above becomes null, as for any other error.
 */
import { type GraphQLError, locatedError } from 'graphql';
import { graphError } from '../../engine/schema/error/error.ts';
import { jsonBytes, listBytes } from './json-size.ts';
import type { FieldShape, ResponseShape } from './response-shape.ts';

type MutableObject = Record<string | number, unknown>;

/**
 * Bytes below the limit that lists may not use: they are for errors and for the data after the
 * lists.
 */
const maxReservedBytes = 64 * 1024;

/**
 * Upper limit for the bytes of an error without path and extensions: a message, two locations and
 * the request id.
 */
const maxErrorBytes = 500;

/** @returns at least the length of an error as JSON */
export const errorSize = ({ path, extensions }: GraphQLError): number =>
  maxErrorBytes + jsonBytes([path, extensions], Number.POSITIVE_INFINITY);

/**
 * The positions where the response may be cut, seen from one position of the data. A position is
 * given by its depth: the length of its path.
 */
interface CutPoints {
  /** The innermost position that may be null: the position itself or one above it. */
  readonly nullable: number;
  /**
   * The innermost list, and the position that becomes null when the list fails. Undefined outside
   * lists, and where all of `data` would become null.
   */
  readonly list?: { readonly position: number; readonly nullable: number } | undefined;
}

/** Result of counting a position: `fits`, or the depth of the position that has to become null. */
type CutDepth = number;
const fits: CutDepth = -1;

/** The length of a response that is too long. */
interface ResponseSize {
  readonly maxBytes: number;
  /** Bytes of the response, or a number above `maxBytes` at which counting ended. */
  readonly bytes: number;
  /** Bytes of the response beside the data. */
  readonly otherBytes: number;
}

/** Counts the bytes of the data in the order of the response, and changes the data in place. */
export class ResponseCutter {
  readonly errors: GraphQLError[] = [];
  readonly #size: ResponseSize;
  /** Limit for lists. The rest is for errors, and for the data after the lists. */
  readonly #maxBytesInLists: number;
  readonly #shape: ResponseShape;
  #bytes: number;
  /** Path of the position that is being counted. */
  readonly #path: (string | number)[] = [];
  /** Path of the last list, or value outside lists, that exceeded the limit. */
  #excess: readonly (string | number)[] = [];

  constructor(size: ResponseSize, shape: ResponseShape) {
    const { maxBytes, otherBytes } = size;
    this.#size = size;
    this.#maxBytesInLists = maxBytes - Math.min(maxReservedBytes, maxBytes / 4);
    this.#shape = shape;
    this.#bytes = otherBytes;
  }

  /** @returns the data, or null if the data cannot be cut anywhere else */
  cut<T extends object>(data: T): T | null {
    if (this.#count(data, this.#shape, { nullable: 0 }) === fits) return data;
    this.errors.splice(0, this.errors.length, this.#excessError());
    return null;
  }

  #count(value: unknown, shape: ResponseShape, outer: CutPoints): CutDepth {
    const { isNullable, item, fields } = shape;
    const depth = this.#path.length;
    if (item && Array.isArray(value)) {
      const nullable = isNullable ? depth : outer.nullable;
      const list = nullable > 0 ? { position: depth, nullable } : outer.list;
      return this.#countList(value, item, { nullable, list });
    }
    if (fields && typeof value === 'object' && value !== null) {
      const points = isNullable ? { ...outer, nullable: depth } : outer;
      return this.#countObject(value as MutableObject, fields, points);
    }
    this.#bytes += jsonBytes(value, this.#size.maxBytes - this.#bytes);
    if (!this.#isOver(outer)) return fits;
    return this.#exceed(isNullable ? { ...outer, nullable: depth } : outer);
  }

  #countList(list: unknown[], shape: ResponseShape, points: CutPoints): CutDepth {
    this.#bytes += listBytes(list);
    if (this.#isOver(points)) return this.#exceed(points);
    for (let index = 0; index < list.length; index += 1) {
      const cut = this.#countChild({ parent: list, key: index }, shape, points);
      if (cut !== fits) return cut;
    }
    return fits;
  }

  #countObject(
    object: MutableObject,
    fields: ReadonlyMap<string, FieldShape>,
    points: CutPoints,
  ): CutDepth {
    const names = Object.keys(object);
    // Braces and commas, quotes and colons.
    this.#bytes += names.length === 0 ? 2 : 1 + 4 * names.length;
    for (const name of names) {
      this.#bytes += name.length;
      if (this.#isOver(points)) return this.#exceed(points);
      const shape = fields.get(name)?.shape ?? unknownShape;
      const cut = this.#countChild({ parent: object, key: name }, shape, points);
      if (cut !== fits) return cut;
    }
    return fits;
  }

  /** Counts an element or a field, and sets it to null if it is the position to be cut. */
  #countChild({ parent, key }: ChildPosition, shape: ResponseShape, points: CutPoints): CutDepth {
    const bytesBefore = this.#bytes;
    const errorsBefore = this.errors.length;
    this.#path.push(key);
    let cut = this.#count((parent as MutableObject)[key], shape, points);
    if (cut === this.#path.length) {
      (parent as MutableObject)[key] = null;
      const error = this.#excessError();
      this.#bytes = bytesBefore + 'null'.length + errorSize(error);
      this.errors.splice(errorsBefore, this.errors.length - errorsBefore, error);
      // If there are no bytes left for the error, the next position above is cut.
      cut = this.#isOver(points) ? this.#exceed(points) : fits;
    }
    this.#path.pop();
    return cut;
  }

  #isOver({ list }: CutPoints): boolean {
    return this.#bytes > (list ? this.#maxBytesInLists : this.#size.maxBytes);
  }

  /** Stores the path of the excess. @returns the position to cut */
  #exceed({ list, nullable }: CutPoints): CutDepth {
    this.#excess = this.#path.slice(0, list?.position ?? this.#path.length);
    return list?.nullable ?? nullable;
  }

  #excessError(): GraphQLError {
    const { maxBytes: limit, bytes: value } = this.#size;
    const message = `The response has at least ${value} bytes; the limit is ${limit}. Request fewer items.`;
    const error = graphError('QUERY_TOO_LARGE', message, { limit, value });
    return locatedError(error, fieldAt(this.#shape, this.#excess)?.node, this.#excess);
  }
}

/** An element of a list, or a field of an object. */
interface ChildPosition {
  readonly parent: MutableObject | unknown[];
  readonly key: string | number;
}

/** For a response name that is not in the document; it is counted and never cut. */
const unknownShape: ResponseShape = { isNullable: false };

/** @returns the last field of a path */
function fieldAt(root: ResponseShape, path: readonly (string | number)[]): FieldShape | undefined {
  let shape: ResponseShape | undefined = root;
  let field: FieldShape | undefined;
  for (const key of path) {
    if (typeof key === 'string') field = shape?.fields?.get(key);
    shape = typeof key === 'string' ? field?.shape : shape?.item;
  }
  return field;
}
