/** Fields with the properties of values that the gateway has made: they read no path. */
import { noNeeds } from '../../read/needs.ts';
import { builder, type ObjectType } from '../builder.ts';
import type { ValueOf } from '../field-builder.ts';
import { type Field, type FieldBuilder, field } from './field-factory.ts';
import { type InputRowType, isNonNull, type NonNull } from './input-row.ts';

/** Rows by the names of properties: a type, `required` if it is never null, and a description. */
type OwnRows = Readonly<Record<string, readonly [type: InputRowType, description: string]>>;

/** The values that a property can have if it has a row of the type. */
type Allowed<T> = T extends NonNull<infer Type> ? ValueOf<Type> : ValueOf<T> | null | undefined;

/** The rows that do not fit their property. */
type Misfits<Shape, T extends OwnRows> = {
  readonly [K in keyof T as K extends keyof Shape
    ? [Shape[K]] extends [Allowed<T[K][0]>]
      ? never
      : K
    : K]: never;
};

/** Fields with properties of a value, by name. */
export const ownValues = <Shape, const T extends OwnRows>(
  t: FieldBuilder<Shape>,
  table: T & Misfits<Shape, T>,
): Record<keyof T & string, Field> =>
  Object.fromEntries(
    Object.entries(table as OwnRows).map(([name, [type, description]]) => [
      name,
      field(t, {
        type: isNonNull(type) ? type.nonNull : type,
        nullable: !isNonNull(type),
        description,
        needs: noNeeds,
        resolve: (value: Readonly<Record<string, unknown>>) => value[name],
      }),
    ]),
  ) as Record<keyof T & string, Field>;

/** Declares the type of values that the gateway makes. @param apiSchema as of `objectType` */
export const madeType = <Shape>(name: string, apiSchema?: string) => ({
  rows: <const T extends OwnRows>(
    description: string,
    table: T & Misfits<Shape, T>,
  ): ObjectType<Shape> =>
    builder
      .objectType<Shape>(name, apiSchema)
      .implement({ description, fields: (t) => ownValues<Shape, T>(t, table) }),
});
