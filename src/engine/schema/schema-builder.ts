/**
 * The types of the Pothos builder, as far as the schema uses it. The own types of Pothos describe
 * each field builder by the value of its type in a hundred places, and the compiler works them out
 * for each of the types of the schema: that was two thirds of the time of a type check.
 */
import type { GraphQLResolveInfo } from 'graphql';
import type { Context } from './resolver-context.ts';
import type { UploadedFile } from './upload/file.ts';

/** The values of the scalars, by name. */
interface ScalarValues {
  readonly String: string;
  readonly ID: string;
  readonly Int: number;
  readonly Float: number;
  readonly Boolean: boolean;
  readonly BigInt: string;
  readonly Date: string;
  readonly DateTime: string;
  readonly DateTimeOrLocal: string;
  readonly Duration: string;
  readonly EmailAddress: string;
  readonly JSON: unknown;
  readonly LanguageTag: string;
  readonly URL: string;
  readonly Upload: UploadedFile;
}

/** The name of a scalar, of GraphQL itself or of the schema. */
export type ScalarName = keyof ScalarValues;

/** The name of a scalar of the schema. */
type OwnScalarName = Exclude<ScalarName, 'String' | 'ID' | 'Int' | 'Float' | 'Boolean'>;

type Extensions = Readonly<Record<string, unknown>>;

/** A type of output values. */
interface OutputRef<out Value> {
  readonly name: string;
  readonly $inferType: Value;
}

/** An object type. */
export interface ObjectRef<out Value> extends OutputRef<Value> {
  readonly kind: 'Object';
  implement<const I extends readonly InterfaceRef<unknown>[] = readonly []>(
    options: ObjectOptions<Value, I>,
  ): ObjectRef<Value>;
}

/** An interface. */
export interface InterfaceRef<out Value> extends OutputRef<Value> {
  readonly kind: 'Interface';
  implement(options: InterfaceOptions<Value>): InterfaceRef<Value>;
}

/** A union. */
export interface UnionRef extends OutputRef<unknown> {
  readonly kind: 'Union';
}

/** An enum. */
export interface EnumRef<out Value> extends OutputRef<Value> {
  readonly kind: 'Enum';
  readonly $inferInput: Value;
}

/** An input object type. */
export interface InputRef<out Value> {
  readonly name: string;
  readonly kind: 'InputObject';
  readonly $inferInput: Value;
}

/** An object type implements only interfaces whose fields its values have. */
type InterfacesOf<Value, I> = {
  readonly [K in keyof I]: I[K] extends InterfaceRef<infer Common>
    ? Value extends Common
      ? I[K]
      : never
    : never;
};

interface ObjectOptions<Value, I> {
  readonly description?: string;
  readonly extensions?: Extensions;
  readonly interfaces?: I & InterfacesOf<Value, I>;
  readonly isTypeOf?: (value: unknown) => boolean;
  /** Absent: the fields of the interfaces are all. */
  readonly fields?: (t: FieldBuilder<Value>) => Fields;
}

interface InterfaceOptions<Value> {
  readonly description?: string;
  readonly extensions?: Extensions;
  /** Returns the name of the type that a value has. */
  readonly resolveType: (value: Value) => string;
  readonly fields: (t: FieldBuilder<Value>) => Fields;
}

/** A field, as the builder makes it. */
export interface Field {
  readonly __field: 'output';
}

/** The fields of a type, by name. */
export type Fields = Readonly<Record<string, Field>>;

/** An argument or an input field, as the builder makes it. */
export interface InputField<out Value, out Required extends boolean> {
  readonly __field: 'input';
  readonly __value: Value;
  readonly __required: Required;
}

/** The fields of an input type, by name. They name no values, or the compiler infers these. */
type InputFieldMap = Readonly<Record<string, { readonly __field: 'input' }>>;

/** The names of the input fields that a client cannot omit. */
type RequiredName<F> = {
  [K in keyof F]: F[K] extends InputField<unknown, true> ? K : never;
}[keyof F];

/** The value of an input object, or of the arguments of a field. */
type InputShape<F> = {
  [K in RequiredName<F>]: F[K] extends InputField<infer Value, true> ? Value : never;
} & {
  [K in Exclude<keyof F, RequiredName<F>>]?:
    | (F[K] extends InputField<infer Value, boolean> ? Value : never)
    | null
    | undefined;
};

/** The value of a `@oneOf` input object, which has one of its fields. */
type OneOfShape<F> = {
  [K in keyof F]: {
    [Given in K]: F[K] extends InputField<infer Value, boolean> ? Value : never;
  } & {
    [Other in Exclude<keyof F, K>]?: null | undefined;
  };
}[keyof F];

type NamedInput = ScalarName | { readonly $inferInput: unknown };

/** An input type in the notation of the builder. */
type InputType = NamedInput | readonly [NamedInput];

type NamedInputValue<T> = T extends ScalarName
  ? ScalarValues[T]
  : T extends { readonly $inferInput: infer Value }
    ? Value
    : never;

type InputValue<T> = T extends readonly [infer Element]
  ? NamedInputValue<Element>[]
  : NamedInputValue<T>;

interface InputOptions<Value, Required extends boolean> {
  readonly description?: string;
  readonly deprecationReason?: string;
  readonly required?: Required;
  readonly defaultValue?: Value;
  readonly extensions?: Extensions;
}

interface TypedInputOptions<T, Required extends boolean>
  extends InputOptions<InputValue<T>, Required> {
  readonly type: T;
}

type MakeInput<Value> = <Required extends boolean = false>(
  options: InputOptions<Value, Required>,
) => InputField<Value, Required>;

type MakeTypedInput = <const T extends InputType, Required extends boolean = false>(
  options: TypedInputOptions<T, Required>,
) => InputField<InputValue<T>, Required>;

interface InputMakers {
  readonly string: MakeInput<string>;
  readonly id: MakeInput<string>;
  readonly int: MakeInput<number>;
  readonly float: MakeInput<number>;
  readonly boolean: MakeInput<boolean>;
  readonly stringList: MakeInput<string[]>;
  readonly idList: MakeInput<string[]>;
}

/** The builder of the fields of an input type. */
export interface InputBuilder extends InputMakers {
  readonly field: MakeTypedInput;
}

/** The builder of the arguments of a field. */
type ArgumentBuilder = InputMakers & MakeTypedInput;

type NamedOutput = ScalarName | OutputRef<unknown>;

/** An output type in the notation of the builder. */
type OutputType = NamedOutput | readonly [NamedOutput];

type NamedOutputValue<T> = T extends ScalarName
  ? ScalarValues[T]
  : T extends OutputRef<infer Value>
    ? Value
    : never;

type OutputValue<T> = T extends readonly [infer Element]
  ? readonly NamedOutputValue<Element>[]
  : NamedOutputValue<T>;

type Result<Value, Nullable> = Nullable extends false ? Value : Value | null | undefined;

interface OutputOptions<Nullable> {
  readonly description: string;
  readonly nullable?: Nullable;
  readonly extensions?: Extensions;
}

interface ResolvedOptions<Shape, Value, Nullable> extends OutputOptions<Nullable> {
  readonly resolve: (
    parent: Shape,
    args: object,
    context: Context,
    info: GraphQLResolveInfo,
  ) => Result<Value, Nullable> | Promise<Result<Value, Nullable>>;
}

interface TypedOptions<Shape, T, Nullable>
  extends ResolvedOptions<Shape, OutputValue<T>, Nullable> {
  readonly type: T;
}

/** The builder of a type whose values have a property that a field can return as it is. */
type Having<Name extends string, Value, Nullable> = FieldBuilder<
  Nullable extends false
    ? { readonly [K in Name]: Value }
    : { readonly [K in Name]?: Value | null | undefined }
>;

/**
 * The builder of the fields of an object type or interface.
 * @typeParam Shape the type of its values
 */
export interface FieldBuilder<out Shape> {
  readonly __shape: Shape;
  readonly arg: ArgumentBuilder;
  field<const T extends OutputType, Nullable extends boolean = true>(
    options: TypedOptions<Shape, T, Nullable>,
  ): Field;
  string<N extends boolean = true>(options: ResolvedOptions<Shape, string, N>): Field;
  id<N extends boolean = true>(options: ResolvedOptions<Shape, string, N>): Field;
  int<N extends boolean = true>(options: ResolvedOptions<Shape, number, N>): Field;
  stringList<N extends boolean = true>(
    options: ResolvedOptions<Shape, readonly string[], N>,
  ): Field;
  expose<Name extends string, T extends ScalarName, N extends boolean = true>(
    this: Having<Name, ScalarValues[T], N>,
    name: Name,
    options: OutputOptions<N> & { readonly type: T },
  ): Field;
  exposeID<Name extends string, N extends boolean = true>(
    this: Having<Name, string, N>,
    name: Name,
    options: OutputOptions<N>,
  ): Field;
  exposeString<Name extends string, N extends boolean = true>(
    this: Having<Name, string, N>,
    name: Name,
    options: OutputOptions<N>,
  ): Field;
  exposeStringList<Name extends string, N extends boolean = true>(
    this: Having<Name, readonly string[], N>,
    name: Name,
    options: OutputOptions<N>,
  ): Field;
}

type RootBuilder = FieldBuilder<object>;

interface ScalarOptions {
  readonly description?: string;
  readonly specifiedByURL?: string;
  readonly extensions?: Extensions;
  readonly serialize?: (value: unknown) => unknown;
  readonly parseValue?: (value: unknown) => unknown;
}

interface EnumValue<Value> {
  readonly value: Value;
  readonly description: string;
}

interface InputTypeOptions<F> {
  readonly description: string;
  readonly fields: (t: InputBuilder) => F;
}

interface RootOptions {
  readonly description?: string;
  readonly fields?: (t: RootBuilder) => Fields;
}

interface UnionOptions {
  readonly description: string;
  readonly types: readonly ObjectRef<unknown>[];
  /** Returns the name of the type that a value has. */
  readonly resolveType: (value: unknown) => string;
}

/** Collects the types and fields of the schema. */
export interface SchemaBuilder {
  /** @param schema the name of the schema of the values in the API. Default: `name` */
  objectRef<Value>(name: string, schema?: string): ObjectRef<Value>;
  interfaceRef<Value>(name: string): InterfaceRef<Value>;
  inputType<F extends InputFieldMap>(
    name: string,
    options: InputTypeOptions<F> & { readonly isOneOf: true },
  ): InputRef<OneOfShape<F>>;
  inputType<F extends InputFieldMap>(
    name: string,
    options: InputTypeOptions<F> & { readonly isOneOf?: boolean },
  ): InputRef<InputShape<F>>;
  enumType<Value>(
    name: string,
    options: {
      readonly description: string;
      readonly values: Readonly<Record<string, EnumValue<Value>>>;
    },
  ): EnumRef<Value>;
  unionType(name: string, options: UnionOptions): UnionRef;
  scalarType(name: OwnScalarName, options: ScalarOptions): void;
  objectField<Value>(
    type: ObjectRef<Value>,
    name: string,
    field: (t: FieldBuilder<Value>) => Field,
  ): void;
  objectFields<Value>(type: ObjectRef<Value>, fields: (t: FieldBuilder<Value>) => Fields): void;
  interfaceFields<Value>(
    type: InterfaceRef<Value>,
    fields: (t: FieldBuilder<Value>) => Fields,
  ): void;
  queryType(options: RootOptions): void;
  mutationType(options: RootOptions): void;
  subscriptionType(options: RootOptions): void;
  queryField(name: string, field: (t: RootBuilder) => Field): void;
  queryFields(fields: (t: RootBuilder) => Fields): void;
  mutationField(name: string, field: (t: RootBuilder) => Field): void;
  subscriptionField(name: string, field: (t: RootBuilder) => Field): void;
  subscriptionFields(fields: (t: RootBuilder) => Fields): void;
}
