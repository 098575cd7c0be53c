/** Checks what fields of the host return, so that an error names the field. */
import {
  type GraphQLOutputType,
  type GraphQLSchema,
  isAbstractType,
  isLeafType,
  isListType,
  isNonNullType,
} from 'graphql';
import { showValue } from '../api/error.ts';
import { OwnFieldError } from './error/own-field-error.ts';

/** @throws OwnFieldError for what is no list */
export function ownList(place: string, value: unknown): readonly unknown[] {
  if (typeof value === 'object' && value !== null && Symbol.iterator in value)
    return Array.isArray(value) ? value : [...(value as Iterable<unknown>)];
  throw new OwnFieldError(place, `returned ${showValue(value)}; expected a list`);
}

/**
 * @returns the values of a batch
 * @throws OwnFieldError unless there is one for each object
 */
export function batchValues(place: string, value: unknown, objects: number): readonly unknown[] {
  const expected = `${objects} ${objects === 1 ? 'object' : 'objects'}`;
  if (!Array.isArray(value))
    throw new OwnFieldError(
      place,
      `returned ${showValue(value)} for ${expected}; expected a list with one value for each`,
    );
  if (value.length === objects) return value.map((each) => ownError(place, each));
  const values = `${value.length} ${value.length === 1 ? 'value' : 'values'}`;
  throw new OwnFieldError(place, `returned ${values} for ${expected}`);
}

const ownError = (place: string, value: unknown): unknown =>
  value instanceof Error ? new OwnFieldError(place, 'returned an error', value) : value;

/** Checks the values of one field. */
export class OwnValueCheck {
  readonly #schema: GraphQLSchema;
  readonly #place: string;

  constructor(schema: GraphQLSchema, place: string) {
    this.#schema = schema;
    this.#place = place;
  }

  /** @returns the value with an error in place of each that its type does not have */
  checked(type: GraphQLOutputType, value: unknown): unknown {
    if (value instanceof Error || value instanceof Promise) return value;
    if (isNonNullType(type))
      return value == null
        ? this.#error(`returned null; expected a value of the type ${String(type)}`)
        : this.checked(type.ofType, value);
    if (value == null) return value;
    if (isListType(type))
      return ownList(this.#place, value).map((each) => this.checked(type.ofType, each));
    if (isLeafType(type)) {
      try {
        type.coerceOutputValue(value);
        return value;
      } catch {
        return this.#error(
          `returned ${showValue(value)}; expected a value of the type ${type.name}`,
        );
      }
    }
    if (!isAbstractType(type)) return value;
    const name = (value as { readonly __typename?: unknown }).__typename;
    const names = this.#schema.getPossibleTypes(type).map((each) => each.name);
    return names.includes(name as string)
      ? value
      : this.#error(`returned an object whose __typename is none of ${names.join(', ')}`);
  }

  #error(problem: string): OwnFieldError {
    return new OwnFieldError(this.#place, problem);
  }
}
