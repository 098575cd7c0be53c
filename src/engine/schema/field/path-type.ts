/** Paths of the official types of JSON, and the GraphQL types that fit the values at their ends. */
import type { ObjectType } from '../builder.ts';
import type { AnyEnum, ScalarName } from './field-factory.ts';

/** The value at a path, through objects but not through lists; never for any other path. */
export type At<T, Path extends string> = Path extends `${infer Name}.${infer Rest}`
  ? Name extends keyof T
    ? NonNullable<T[Name]> extends readonly unknown[]
      ? never
      : At<NonNullable<T[Name]>, Rest>
    : never
  : Path extends keyof T
    ? NonNullable<T[Path]>
    : never;

/** A path if it leads to a `Leaf`, otherwise never. */
export type Leading<T, Path extends string, Leaf = unknown> = [At<T, Path>] extends [never]
  ? never
  : At<T, Path> extends Leaf
    ? Path
    : never;

type Scalar<T> =
  NonNullable<T> extends string
    ? Exclude<ScalarName, 'Int' | 'Float' | 'Boolean'> | AnyEnum
    : NonNullable<T> extends number
      ? 'Int' | 'Float' | 'BigInt'
      : NonNullable<T> extends boolean
        ? 'Boolean'
        : never;

/** No type is assignable to it, so that the compiler names it where a path is wrong. */
export interface NoSuchPath {
  readonly noSuchPath: never;
}

/** The GraphQL types that a value can have; in brackets: a list. */
export type TypeFor<T> = [T] extends [never]
  ? NoSuchPath
  : NonNullable<T> extends readonly (infer E)[]
    ? readonly [Scalar<E> | (NonNullable<E> extends object ? ObjectType<NonNullable<E>> : never)]
    : NonNullable<T> extends object
      ? ObjectType<NonNullable<T>>
      : Scalar<T>;

/** Every path of a value, through objects but not through lists, that ends at a `Leaf`. */
export type LeafPath<T, Leaf, Depth extends 0[] = []> = Depth['length'] extends 5
  ? never
  : T extends object
    ? {
        [K in keyof T & string]: NonNullable<T[K]> extends Leaf
          ? K
          : NonNullable<T[K]> extends readonly unknown[]
            ? never
            : NonNullable<T[K]> extends object
              ? `${K}.${LeafPath<NonNullable<T[K]>, Leaf, [...Depth, 0]>}`
              : never;
      }[keyof T & string]
    : never;

/** Every path of a value that ends at an object or a list of objects. */
export type ObjectPath<T, Depth extends 0[] = []> = Depth['length'] extends 4
  ? never
  : {
      [K in keyof T & string]: NonNullable<T[K]> extends readonly unknown[]
        ? K
        : NonNullable<T[K]> extends object
          ? K | `${K}.${ObjectPath<NonNullable<T[K]>, [...Depth, 0]>}`
          : never;
    }[keyof T & string];

/** A path that ends at a string, a number or a boolean. */
export type ScalarPath<T> = LeafPath<T, string | number | boolean>;
