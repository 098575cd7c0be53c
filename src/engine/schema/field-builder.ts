/**
 * Makes fields and arguments as data, of which `buildSchema` makes a schema. The types here check
 * the values of fields: those of Pothos describe each builder in a hundred places, and the compiler
 * works them out for each type of the schema. That was two thirds of the time of a type check.
 */
import type { GraphQLResolveInfo } from 'graphql';
import { noNeeds } from '../read/needs.ts';
import type { Resource } from '../read/resource.ts';
import type { Context } from './resolver-context.ts';
import type { UploadedFile } from './upload/file.ts';

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
  readonly TimeOfDay: string;
  readonly URL: string;
  readonly Upload: UploadedFile;
}

/** The name of a scalar, of GraphQL itself or of the schema. */
export type ScalarName = keyof ScalarValues;

/** A type, as far as its values are concerned. */
interface TypeOf<out Value> {
  readonly $inferType: Value;
}

type NamedType = ScalarName | TypeOf<unknown>;

/** A type as declarations mention it; in brackets: a list. */
export type TypeMention = NamedType | readonly [NamedType];

/** The values of a type. */
export type ValueOf<T> = T extends readonly [infer Element]
  ? readonly ValueOf<Element>[]
  : T extends ScalarName
    ? ScalarValues[T]
    : T extends TypeOf<infer Value>
      ? Value
      : never;

/** What a field, an argument or an input field has beside its type. */
interface AnyOptions {
  readonly deprecationReason?: string | undefined;
  readonly extensions?: Readonly<Record<string, unknown>>;
}

interface InputOptions<T, Required extends boolean> extends AnyOptions {
  readonly description?: string;
  readonly required?: Required;
  readonly defaultValue?: ValueOf<T>;
}

/** An argument or an input field. */
export interface InputField<T = unknown, Required = boolean> extends AnyOptions {
  readonly type: T;
  readonly required: Required;
}

/** The names of the input fields that a client cannot omit. */
type RequiredName<F> = {
  [K in keyof F]: F[K] extends InputField<unknown, true> ? K : never;
}[keyof F];

type InputValue<F> = F extends InputField<infer T> ? ValueOf<T> : never;

export type InputShape<F> = { [K in RequiredName<F>]: InputValue<F[K]> } & {
  [K in Exclude<keyof F, RequiredName<F>>]?: InputValue<F[K]> | null | undefined;
};

/** The value of a `@oneOf` input object, which has one of its fields. */
export type OneOfShape<F> = {
  [K in keyof F]: { [Given in K]: InputValue<F[K]> } & {
    [Other in Exclude<keyof F, K>]?: null | undefined;
  };
}[keyof F];

const inputField = <const T extends TypeMention, Required extends boolean = false>(
  options: InputOptions<T, Required> & { readonly type: T },
): InputField<T, Required> => ({ required: false as Required, ...options });

const inputOf =
  <const T extends TypeMention>(type: T) =>
  <Required extends boolean = false>(options: InputOptions<T, Required>) =>
    inputField<T, Required>({ ...options, type });

const scalarInputs = {
  string: inputOf('String'),
  id: inputOf('ID'),
  int: inputOf('Int'),
  float: inputOf('Float'),
  boolean: inputOf('Boolean'),
  stringList: inputOf(['String']),
  idList: inputOf(['ID']),
};

/** Makes the fields of input types. */
export const inputBuilder = { ...scalarInputs, field: inputField };

export type InputBuilder = typeof inputBuilder;

/** A field of an object type or interface. */
export interface Field extends AnyOptions {
  readonly type: unknown;
  readonly description: string;
  readonly nullable?: boolean | { readonly list: boolean; readonly items: boolean };
  readonly args?: Readonly<Record<string, InputField>> | undefined;
  // any: each field declares the types of its own values.
  readonly resolve: (parent: any, args: any, context: any, info: any) => unknown;
}

export type Fields = Readonly<Record<string, Field>>;

interface OutputOptions<Nullable> extends AnyOptions {
  readonly description: string;
  readonly nullable?: Nullable;
}

type Result<T, Nullable> = Nullable extends false ? ValueOf<T> : ValueOf<T> | null | undefined;

/** The builder of a type whose values have a property that a field can return as it is. */
type Having<Name extends string, T, Nullable> = FieldBuilder<
  Nullable extends false
    ? { readonly [K in Name]: ValueOf<T> }
    : { readonly [K in Name]?: ValueOf<T> | null | undefined }
>;

/** The type whose fields are made. */
interface FieldOwner {
  readonly name: string;
  /** The name of the schema of its values in the API, if it has another one. */
  readonly apiSchema?: string | undefined;
  readonly resource?: Resource;
}

/**
 * Makes the fields of an object type or interface.
 * @typeParam Shape the type of its values
 */
export class FieldBuilder<out Shape> {
  declare readonly __shape: Shape;
  readonly owner: FieldOwner;
  readonly arg = Object.assign(inputField, scalarInputs);

  constructor(owner: FieldOwner) {
    this.owner = owner;
  }

  /** A field whose value its resolver has, without a call. */
  field<const T extends TypeMention, Nullable extends boolean = true>(
    options: OutputOptions<Nullable> & {
      readonly type: T;
      readonly resolve: (
        parent: Shape,
        args: object,
        context: Context,
        info: GraphQLResolveInfo,
      ) => Result<T, Nullable> | Promise<Result<T, Nullable>>;
    },
  ): Field {
    return { ...options, extensions: { needs: noNeeds, ...options.extensions } };
  }

  /** A field with a property of the value. */
  expose<const T extends TypeMention, Name extends string, Nullable extends boolean = true>(
    this: Having<Name, T, Nullable>,
    type: T,
    name: Name,
    options: OutputOptions<Nullable>,
  ): Field {
    const resolve = (value: Readonly<Record<string, unknown>>): unknown => value[name];
    return { ...options, type, resolve, extensions: { needs: noNeeds, ...options.extensions } };
  }
}
