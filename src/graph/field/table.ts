/** Fields that show paths of upstream's JSON: one line a field, typed against the official type, so that a misspelt path doesn't compile. */
import type { ObjectRef } from '@pothos/core';
import type { Needs } from '../../data/read/projection.ts';
import { attachRef, type Ref, refOf } from '../../data/read/resource.ts';
import { getter } from '../../data/read/path.ts';
import type { Types } from '../builder.ts';
import {
  type AnyEnum,
  type Field,
  type FieldBuilder,
  field,
  type ResourceRef,
  type ScalarName,
} from './field-factory.ts';
import { isEnum, knownWords } from './enumeration.ts';

type Scalar<T> =
  NonNullable<T> extends string
    ? Exclude<ScalarName, 'Int' | 'Float' | 'Boolean'> | AnyEnum
    : NonNullable<T> extends number
      ? 'Int' | 'Float'
      : NonNullable<T> extends boolean
        ? 'Boolean'
        : never;

type TypeFor<T> =
  NonNullable<T> extends readonly (infer E)[]
    ? readonly [
        Scalar<E> | (NonNullable<E> extends object ? ObjectRef<Types, NonNullable<E>> : never),
      ]
    : NonNullable<T> extends object
      ? ObjectRef<Types, NonNullable<T>>
      : Scalar<T>;

/** A row: GraphQL type (in brackets: a list), description. */
type Table<T> = { readonly [K in keyof T]?: readonly [type: TypeFor<T[K]>, description: string] };

/** The fields of a value's own level, or of one part of it, named as upstream names them. */
export function fields<Shape, const T extends Table<Shape>>(
  t: FieldBuilder<Shape>,
  table: T,
): Record<keyof T & string, Field>;

export function fields<
  Shape,
  P extends keyof Shape & string,
  const T extends Table<NonNullable<Shape[P]>>,
>(t: FieldBuilder<Shape>, part: P, table: T): Record<keyof T & string, Field>;

export function fields(
  t: FieldBuilder<unknown>,
  ...rest: [string, object] | [object]
): Record<string, Field> {
  const [part, table] = rest.length === 2 ? rest : [undefined, rest[0]];
  const rows = Object.entries(table as Record<string, readonly [unknown, string]>);
  return Object.fromEntries(
    rows.map(([name, [type, description]]) => [
      name,
      pathField(t, type, part === undefined ? name : `${part}.${name}`, description),
    ]),
  );
}

function pathField(
  t: FieldBuilder<any>,
  type: unknown,
  path: string,
  description: string,
  deprecationReason?: string,
): Field {
  const named = Array.isArray(type) ? (type[0] as unknown) : type;
  const composite = typeof named !== 'string' && !isEnum(named);
  const needs: Needs = composite ? { nested: path } : { paths: [path] };
  const nullable = Array.isArray(type) ? { list: true, items: false } : true;
  const read = getter(path);
  const resolve = isEnum(named) ? knownWords(named, read) : read;
  return field(t, {
    type,
    description,
    nullable,
    needs,
    resolve,
    ...(deprecationReason === undefined ? {} : { deprecationReason }),
  });
}

/** Every path of a value, through objects and not through lists, whose end is a `Leaf`. */
export type Paths<T, Leaf, Depth extends 0[] = []> = Depth['length'] extends 5
  ? never
  : T extends object
    ? {
        [K in keyof T & string]: NonNullable<T[K]> extends Leaf
          ? K
          : NonNullable<T[K]> extends readonly unknown[]
            ? never
            : NonNullable<T[K]> extends object
              ? `${K}.${Paths<NonNullable<T[K]>, Leaf, [...Depth, 0]>}`
              : never;
      }[keyof T & string]
    : never;

/** Every path of a value that ends at an object or a list of them, at whatever depth. */
type ObjectPaths<T, Depth extends 0[] = []> = Depth['length'] extends 4
  ? never
  : {
      [K in keyof T & string]: NonNullable<T[K]> extends readonly unknown[]
        ? K
        : NonNullable<T[K]> extends object
          ? K | `${K}.${ObjectPaths<NonNullable<T[K]>, [...Depth, 0]>}`
          : never;
    }[keyof T & string];

/** A path under another name than upstream's (`createdTime` as `createdAt`), or out of a deeper part. */
export const at = <Shape>(
  t: FieldBuilder<Shape>,
  type: ScalarName | AnyEnum,
  path: Paths<Shape, string | number | boolean>,
  description: string,
): Field => pathField(t, type, path, description);

/** An object, or a list of them, at a path; the selection goes on in the same answer. */
export const inside = <Shape>(
  t: FieldBuilder<Shape>,
  type: ObjectRef<Types, any> | readonly [ObjectRef<Types, any>],
  path: ObjectPaths<Shape>,
  description: string,
  deprecationReason?: string,
): Field => pathField(t, type, path, description, deprecationReason);

/** A value made of several paths. */
export function computed<Shape>(
  t: FieldBuilder<Shape>,
  type: unknown,
  paths: readonly (Paths<Shape, string | number | boolean> | ObjectPaths<Shape>)[],
  description: string,
  make: (value: Shape, ref: Ref | undefined) => unknown,
): Field {
  const nullable = Array.isArray(type) ? { list: true, items: false } : true;
  return field(t, {
    type,
    description,
    nullable,
    needs: { paths },
    resolve: (value: Shape) => make(value, refOf(value)),
  });
}

/** One of the value's own keys: known without asking (`fileId` of a comment, which upstream's comment doesn't hold). */
export const key = <Shape>(
  t: FieldBuilder<Shape>,
  index: number,
  description: string,
  type: ScalarName = 'ID',
): Field =>
  field(t, {
    type,
    description,
    nullable: false,
    needs: {},
    resolve: (value: unknown) => refOf(value)!.key.at(index),
  });

/** A thing that comes along inside its parent's answer and can also be read by itself: it gets its own ref. */
export function embedded<Shape, Target>(
  t: FieldBuilder<Shape>,
  target: ResourceRef<Target>,
  path: ObjectPaths<Shape>,
  description: string,
  keyOf: (value: any, parent: Ref | undefined) => readonly string[] = ({ id }) => [id],
): Field {
  const read = getter(path);
  const resolve = (parent: Shape): unknown => {
    const value = read(parent) as object | null | undefined;
    return value == null
      ? null
      : attachRef(value, { resource: target.resource, key: keyOf(value, refOf(parent)) });
  };
  return field(t, {
    type: target,
    description,
    needs: { paths: [`${path}.id`], nested: path },
    resolve,
  });
}
