/** Input objects and arguments as rows: a type, a description, options. */
import { builder, type InputType } from '../builder.ts';
import {
  inputBuilder,
  type InputField,
  type InputShape,
  type OneOfShape,
  type TypeMention,
  type ValueOf,
} from '../field-builder.ts';

export interface NonNull<T> {
  readonly nonNull: T;
}

/** The type of an input field. */
export type InputRowType = TypeMention | NonNull<TypeMention>;

/** Marks a type as required, like `!` in SDL. */
export const required = <const T extends TypeMention>(type: T): NonNull<T> => ({ nonNull: type });

/** Whether the type of a row is marked as required. */
export const isNonNull = (type: unknown): type is NonNull<unknown> =>
  typeof type === 'object' && type !== null && 'nonNull' in type;

type NullableOf<T> = T extends NonNull<infer Nullable> ? Nullable : T;

interface Options<Value> {
  readonly default?: Value;
}

type InputRow<T> = readonly [
  type: T,
  description: string,
  options?: Options<ValueOf<NullableOf<T>>>,
];

/** Rows by name; `T` maps the names to the types. */
type Table<T> = { readonly [K in keyof T]: InputRow<T[K]> };

type Types = Readonly<Record<string, InputRowType>>;

type FieldsOf<T> = {
  readonly [K in keyof T]: InputField<
    NullableOf<T[K]>,
    T[K] extends NonNull<unknown> ? true : false
  >;
};

/** The row of a Boolean that is false unless a client says otherwise. */
export const flag = (description: string) =>
  [required('Boolean'), description, { default: false }] as const;

/** The field that a row declares. */
const inputOf = ([type, description, options = {}]: InputRow<InputRowType>): InputField =>
  inputBuilder.field({
    type: isNonNull(type) ? type.nonNull : type,
    required: isNonNull(type),
    description,
    ...('default' in options && { defaultValue: options.default }),
  });

/** GraphQL arguments by name: rows, or the fields that rows declare. */
export type ArgumentMap = Readonly<Record<string, InputField | InputRow<any>>>;

/** The arguments of a field. */
export const argumentFields = (map: ArgumentMap): Readonly<Record<string, InputField>> =>
  Object.fromEntries(
    Object.entries(map).map(([name, each]) => [name, 'type' in each ? each : inputOf(each)]),
  );

/** The fields that rows declare. */
const inputs = <const T extends Types>(table: Table<T>): FieldsOf<T> =>
  Object.fromEntries(
    Object.entries(table).map(([name, row]) => [name, inputOf(row as InputRow<InputRowType>)]),
  ) as FieldsOf<T>;

/** Declares an input object. */
export const inputObject = <const T extends Types>(
  name: string,
  description: string,
  table: Table<T>,
): InputType<InputShape<FieldsOf<T>>> =>
  builder.inputType(name, { description, fields: () => inputs<T>(table) });

/** Declares an input object of which a client gives exactly one field. */
export const oneOfObject = <const T extends Types>(
  name: string,
  description: string,
  table: Table<T>,
): InputType<OneOfShape<FieldsOf<T>>> =>
  builder.inputType(name, { description, isOneOf: true, fields: () => inputs<T>(table) });
